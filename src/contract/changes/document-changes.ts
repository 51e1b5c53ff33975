import { type Change, type Changes, type JudgedChange } from './change.js';
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
      return (same ? endpointChanges(endpoint, same) : [removed(endpoint, fresh)]).map(under(endpoint.name));
    }),
    ...Array.from(fresh.keys())
      .filter((name) => !old.has(name))
      .map((name) => under(name)({ kind: 'endpoint_added', breaks: false, detail: 'is new' })),
  ];
  const those = (wanted: boolean) => changes.filter(({ breaks }) => breaks === wanted).map(({ change }) => change);
  return { breaking: those(true), harmless: those(false) };
}

function under(endpoint: string) {
  return ({ breaks, kind, ...rest }: JudgedChange): { readonly breaks: boolean; readonly change: Change } => ({
    breaks,
    change: { kind, endpoint, ...rest },
  });
}

function removed({ id }: DocumentedEndpoint, now: ReadonlyMap<string, DocumentedEndpoint>): JudgedChange {
  const renamed = Array.from(now.values()).find((each) => each.id === id);
  return renamed
    ? { kind: 'endpoint_renamed', breaks: true, detail: `is called ${renamed.name} now` }
    : { kind: 'endpoint_removed', breaks: true, detail: 'is gone' };
}

function endpointChanges(before: DocumentedEndpoint, now: DocumentedEndpoint): readonly JudgedChange[] {
  return [
    ...ofId(before.id, now.id),
    ...parameterChanges(before.parameters, now.parameters),
    ...columnChanges(before, now),
    ...ofMaxRows(before.maxRows, now.maxRows),
  ];
}

/** The change of an id, by which callers ask for the endpoint as well. */
function ofId(before: string, now: string): readonly JudgedChange[] {
  return before === now
    ? []
    : [{ kind: 'endpoint_id', breaks: true, detail: `has the id ${now} now, and had ${before}` }];
}

function columnChanges({ row: before }: DocumentedEndpoint, { row: now }: DocumentedEndpoint): readonly JudgedChange[] {
  // The earlier document says nothing about columns.
  if (!before) return [];
  const unknown = 'has columns that are not known, since the query could not be checked';
  return now ? rowChanges(before, now) : [{ kind: 'columns_unknown', breaks: true, detail: unknown }];
}

function ofMaxRows(before: number, now: number): readonly JudgedChange[] {
  if (before === now) return [];
  const detail = `has at most ${now} rows now, and had ${before}`;
  return [now < before ? { kind: 'rows_fewer', breaks: true, detail } : { kind: 'rows_more', breaks: false, detail }];
}
