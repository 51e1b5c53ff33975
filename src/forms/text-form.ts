import { type Column } from '../engines/engine.js';
import { type FormKind } from '../contract/form-names.js';
import { csvRecords } from './csv.js';
import { AFTER_ROWS, BEFORE_ROWS, rowsOfBody, rowTexts } from './rows-of-body.js';

export type TextKind = Exclude<FormKind, 'parquet' | 'arrow'>;

/** Makes a form that is a text. The other ones take libraries, which are not needed for these. */
export function textForm(kind: TextKind, { columns, body }: FormSource): Uint8Array {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  switch (kind) {
    case 'json':
      return Buffer.from(bytes.subarray(BEFORE_ROWS.length, -AFTER_ROWS.length));
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
