import { operationIdOf } from '../contract/operation-id.js';
import { Turns } from '../engines/turns.js';
import { type EndpointCheck } from './check-endpoint.js';
import { isError, type Problem } from '../diagnostics/problem.js';

/** An endpoint that is served, with the columns of its answer and the other findings of its check. */
export interface LoadedEndpoint extends Omit<EndpointCheck, 'problems'> {
  /** Problems of its file as it is now. If one of them is an error, the served version is the one before. */
  readonly problems: readonly Problem[];
}

/** `outdated`: its file has errors now. `unchecked`: its query could not be checked. */
export type ServingState = 'serving' | 'outdated' | 'unchecked';

export function stateOf({
  unchecked,
  problems,
}: Pick<LoadedEndpoint, 'problems'> & { readonly unchecked?: string | undefined }): ServingState {
  if (problems.some(isError)) return 'outdated';
  return unchecked === undefined ? 'serving' : 'unchecked';
}

export interface Candidate {
  /** Last version that was good. */
  readonly version: EndpointCheck | undefined;
  /** Whether it is the version in the file now. */
  readonly isSound: boolean;
  readonly problems: readonly Problem[];
}

/** Endpoints without two of the same id, name or operation id. A file's present version goes before the last good version of another. */
export async function servable(candidates: readonly Candidate[]): Promise<readonly LoadedEndpoint[]> {
  const turns = new Turns();
  const taken = new Set<string>();
  const found: LoadedEndpoint[] = [];
  for (const sound of [true, false]) {
    for (const { version, isSound, problems } of candidates) {
      if (isSound !== sound || !version) continue;
      if (turns.isOver()) await turns.next();
      const keys = [`id ${version.endpoint.id}`, `name ${operationIdOf(version.endpoint.name).toLowerCase()}`];
      if (keys.some((key) => taken.has(key))) continue;
      for (const key of keys) taken.add(key);
      found.push({ ...version, problems });
    }
  }
  return found;
}
