import { type Column, type JsonText } from '../engines/engine.js';
import { type FormKind } from '../contract/form-names.js';
import { columnTypeOf } from '../contract/column-type.js';
import { rowTexts } from '../pages/row-places.js';
import { rowsOfBody } from './rows-of-body.js';

export type TextKind = Exclude<FormKind, 'parquet' | 'arrow'>;

/** Makes a form that is a text. The other ones take libraries, which are not needed for these. */
export function textForm(kind: TextKind, { columns, body }: FormSource): Uint8Array {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  switch (kind) {
    case 'json':
      // The list alone, without what stands around it in `{"result":[{…},…]}`.
      return Buffer.from(bytes.subarray('{"result":'.length, -1));
    case 'ndjson':
      return bytesOf(rowLines(bytes));
    case 'csv':
    case 'csv_safe':
      return bytesOf(csvRecords(columns, rowsOfBody(bytes), kind === 'csv_safe'));
  }
}

/** Characters of text that are collected before they are turned into bytes. */
const PART_CHARS = 2 ** 20;

function bytesOf(texts: Iterable<string>): Uint8Array {
  const parts = [];
  let part = '';
  for (const text of texts) {
    part += text;
    if (part.length < PART_CHARS) continue;
    parts.push(Buffer.from(part));
    part = '';
  }
  return Buffer.concat([...parts, Buffer.from(part)]);
}

/** A row a line: JSON has no line break within a value, since that is written as `\n`. */
function* rowLines(body: Buffer) {
  for (const row of rowTexts(body)) yield `${row}\n`;
}

/** The body of an answer and its columns, from which a form is made. */
export interface FormSource {
  readonly columns: readonly Column[];
  /** Body `{"result":[{…},…]}` in UTF-8. */
  readonly body: Uint8Array;
}

type Cell = (text: JsonText) => string;

/** End of a record (RFC 4180). */
const END = '\r\n';

const QUOTED = /[",\r\n]/;

/** Characters that a spreadsheet takes for the beginning of a formula; it drops the last two before it looks. */
const FORMULA = /^[=+\-@\t\r]/;

/** Types whose JSON text, without its quotes, never needs quotes in CSV. */
const PLAIN = new Set('INT64 FLOAT64 NUMERIC BIGNUMERIC BOOL DATE TIME DATETIME TIMESTAMP'.split(' '));

/**
 * The records of an answer as CSV (RFC 4180), with the columns' names in the first record. NULL is an empty cell and the empty string `""`; ARRAY,
 * STRUCT and JSON are their JSON text.
 *
 * @param isSafe whether a `'` is put in front of texts that a spreadsheet would take for formulas
 */
function* csvRecords(columns: readonly Column[], rows: Iterable<readonly JsonText[]>, isSafe: boolean) {
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
  if (PLAIN.has(kind)) return (text) => (text.startsWith('"') ? text.slice(1, -1) : text);
  const isText = ['STRING', 'BYTES', 'INTERVAL', 'GEOGRAPHY'].includes(kind);
  return (text) => quoted(defused(isText ? (JSON.parse(text) as string) : text));
}

function quoted(text: string): string {
  return text === '' || QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
