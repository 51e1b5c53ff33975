import { columnTypeOf } from '../contract/column-type.js';
import { type Column, type JsonText } from '../engines/engine.js';

type Cell = (text: JsonText) => string;

/** End of a record (RFC 4180). */
const END = '\r\n';

const QUOTED = /[",\r\n]/;

/** Characters that a spreadsheet takes for the beginning of a formula; it drops the last two before it looks. */
const FORMULA = /^[=+\-@\t\r]/;

/** Types whose JSON text, without its quotes, never needs quotes in CSV. */
const PLAIN = new Set('INT64 FLOAT64 NUMERIC BIGNUMERIC BOOL DATE TIME DATETIME TIMESTAMP BYTES'.split(' '));

/**
 * The records of an answer as CSV (RFC 4180), with the columns' names in the first record. NULL is an empty cell and the empty string `""`; ARRAY,
 * STRUCT and JSON are their JSON text.
 *
 * @param isSafe whether a `'` is put in front of texts that a spreadsheet would take for formulas
 */
export function* csvRecords(columns: readonly Column[], rows: Iterable<readonly JsonText[]>, isSafe: boolean) {
  const defused = (text: string) => (isSafe && FORMULA.test(text) ? `'${text}` : text);
  const cells = columns.map(({ type }) => cellOf(type, defused));
  yield columns.map(({ name }) => quoted(defused(name))).join(',') + END;
  for (const row of rows) {
    let text = '';
    for (const [index, cell] of cells.entries()) {
      if (index > 0) text += ',';
      const value = row[index] ?? 'null';
      if (value !== 'null') text += cell(value);
    }
    yield text + END;
  }
}

function cellOf(type: string, defused: (text: string) => string): Cell {
  const kind = columnTypeOf(type)?.kind ?? '';
  // Empty BYTES are `""` in both, and are not NULL.
  if (PLAIN.has(kind)) return (text) => (text.startsWith('"') && text !== '""' ? text.slice(1, -1) : text);
  const isText = ['STRING', 'INTERVAL', 'GEOGRAPHY'].includes(kind);
  return (text) => quoted(defused(isText ? (JSON.parse(text) as string) : text));
}

function quoted(text: string): string {
  return text === '' || QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
