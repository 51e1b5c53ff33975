import { dataProblems } from './invalid-endpoints.js';
import type { Engine } from '../engines/engine.js';
import { TEXT_START } from '../googlesql/tokens/text-position.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { type EndpointCheck } from './check-endpoint.js';
import { isUnasked } from './endpoint-folder.js';
import { type CheckedFile, checkFile, problemsByFile } from './checked-file.js';
import { readEndpointFile } from '../endpoint-files/watch/endpoint-file-reading.js';
import { type KeptFiles } from './kept/kept-files.js';
import { problemIn } from '../endpoint-files/endpoint-source.js';
import type { FoundPaths } from '../endpoint-files/watch/endpoint-paths.js';
import { isError, type Problem } from '../diagnostics/problem.js';
import { byFileAndPlace } from '../diagnostics/problem-line.js';

export interface Validation {
  readonly endpoints: readonly EndpointCheck[];
  readonly problems: readonly Problem[];
}

export interface EngineValidation extends Validation {
  /** Endpoints about whose queries the engine could not be asked. */
  readonly unasked: readonly Endpoint[];
}

interface ValidateOptions {
  readonly withData?: boolean;
  /** Findings of earlier runs. */
  readonly kept?: KeptFiles | undefined;
}

/** Reads endpoint files, and has the engine check each query, in spite of other problems. */
export async function validateEndpoints(
  found: FoundPaths,
  engine: Engine,
  { withData = false, kept }: ValidateOptions = {},
): Promise<EngineValidation> {
  const files = new Map<string, CheckedFile>();
  // Files are checked one after the other: all at once would be more than an engine's queue takes.
  for (const path of found.files) {
    const contents = await readEndpointFile(path);
    if (!contents) continue;
    const known = await kept?.find(path, contents);
    const file = known ?? (await checkFile(contents, engine));
    files.set(path, file);
    if (!known) await kept?.add(contents, file);
  }
  await kept?.save();
  const checks = Array.from(files.values()).flatMap(({ check }) => check ?? []);
  const problems = [
    ...found.problems,
    ...Array.from((await problemsByFile(files)).values()).flat(),
    ...checks.flatMap((check) => unchecked(check, withData)),
    ...(withData ? dataProblems(engine) : []),
  ].sort(byFileAndPlace);
  const broken = new Set(problems.filter(isError).map(({ file }) => file));
  return {
    endpoints: checks.filter(({ endpoint }) => !broken.has(endpoint.source.file)),
    problems,
    unasked: checks.filter(isUnasked).map(({ endpoint }) => endpoint),
  };
}

/** Makes a problem of an unchecked endpoint: the service starts with it, but a validation must not call it right. */
function unchecked(check: EndpointCheck, isDataTold: boolean): readonly Problem[] {
  const { endpoint, unchecked: reason, unreadable } = check;
  if (reason === undefined) return [];
  const away = `${reason}; validate again when the engine can be reached, or name another one with --engine`;
  const told = isDataTold ? `table "${unreadable ?? ''}" cannot be read` : reason;
  const message = unreadable === undefined ? away : `${told}; the query is checked when it can be`;
  return [problemIn(endpoint, 'unchecked', { ...TEXT_START, message })];
}
