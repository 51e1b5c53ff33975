import { type Answer } from '../api/api.js';
import { type Column } from '../api/document.js';
import { type Value } from '../api/exact-number.js';

export type Row = Readonly<Record<string, Value>>;

/** What the table and the chart draw. */
export interface RowSet {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

/** Rows that are looked at for columns which nothing else tells of. */
const LOOKED_AT = 100;

/** The rows of an answer; undefined where it has none. Columns that the contract does not name come after those that it does. */
export function rowSetOf(answer: Answer, known: readonly Column[] | undefined): RowSet | undefined {
  const { body } = answer;
  if (answer.status !== 200 || typeof body !== 'object' || body === null || !('result' in body)) return undefined;
  const rows = body.result as readonly Row[];
  const found = new Set(rows.slice(0, LOOKED_AT).flatMap((row) => Object.keys(row)));
  const named = (known ?? []).filter(({ name }) => rows.length === 0 || found.has(name));
  const names = new Set(named.map(({ name }) => name));
  const others = [...found].filter((name) => !names.has(name)).map((name) => ({ name, type: undefined }));
  return { columns: [...named, ...others], rows };
}
