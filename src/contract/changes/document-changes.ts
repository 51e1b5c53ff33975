import { breaks, type Change, type Changes, type OwnChange } from './change.js';
import { parameterChanges } from './parameter-changes.js';
import { type DocumentedEndpoint, readDocument } from '../openapi/read-document.js';
import { rowChanges } from './row-changes.js';

/**
 * The changes for callers since the OpenAPI document of a file.
 *
 * @throws Error where Quern has not written the document
 */
export function documentChanges(before: string, now: string, file: string): Changes {
  const [old, fresh] = [readDocument(before, file), readDocument(now)];
  const changes = [
    ...Array.from(old.values()).flatMap((endpoint) => {
      const same = fresh.get(endpoint.name);
      return under(endpoint.name, same ? endpointChanges(endpoint, same) : [removed(endpoint, fresh)]);
    }),
    ...Array.from(fresh.keys())
      .filter((name) => !old.has(name))
      .flatMap((name) => under(name, [{ kind: 'endpoint_added', detail: 'is new' }])),
  ];
  return { breaking: changes.filter(breaks), harmless: changes.filter((change) => !breaks(change)) };
}

function under(endpoint: string, changes: readonly OwnChange[]): readonly Change[] {
  return changes.map(({ kind, ...rest }) => ({ kind, endpoint, ...rest }));
}

function removed({ id }: DocumentedEndpoint, now: ReadonlyMap<string, DocumentedEndpoint>): OwnChange {
  const renamed = Array.from(now.values()).find((each) => each.id === id);
  return renamed
    ? { kind: 'endpoint_renamed', detail: `is called ${renamed.name} now` }
    : { kind: 'endpoint_removed', detail: 'is gone' };
}

function endpointChanges(before: DocumentedEndpoint, now: DocumentedEndpoint): readonly OwnChange[] {
  return [
    // Callers ask for the endpoint by its id as well.
    ...(before.id === now.id
      ? []
      : [{ kind: 'endpoint_id', detail: `has the id ${now.id} now, and had ${before.id}` } as const]),
    ...parameterChanges(before.parameters, now.parameters),
    ...columnChanges(before, now),
    ...ofMaxRows(before.maxRows, now.maxRows),
  ];
}

function columnChanges({ row: before }: DocumentedEndpoint, { row: now }: DocumentedEndpoint): readonly OwnChange[] {
  // The earlier document says nothing about columns.
  if (!before) return [];
  if (now) return rowChanges(before, now);
  return [{ kind: 'columns_unknown', detail: 'has columns that are not known, since the query could not be checked' }];
}

function ofMaxRows(before: number, now: number): readonly OwnChange[] {
  if (before === now) return [];
  const kind = now < before ? 'rows_fewer' : 'rows_more';
  return [{ kind, detail: `has at most ${now} rows now, and had ${before}` }];
}
