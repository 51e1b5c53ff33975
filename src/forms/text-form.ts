import { type Column } from '../engines/engine.js';
import { type FormKind } from '../contract/form-names.js';
import { csvText } from './csv.js';
import { AFTER_ROWS, BEFORE_ROWS, rowsOfBody, rowTexts } from './rows-of-body.js';

export type TextKind = Exclude<FormKind, 'parquet' | 'arrow'>;

/** Makes a form that is a text. The other ones take libraries, which are not needed for these. */
export function textForm(kind: TextKind, { columns, body }: FormSource): Uint8Array {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  switch (kind) {
    case 'json':
      return Buffer.from(bytes.subarray(BEFORE_ROWS.length, -AFTER_ROWS.length));
    case 'ndjson':
      return ndjson(bytes);
    case 'csv':
    case 'csv_safe':
      return csvText(columns, rowsOfBody(bytes), kind === 'csv_safe');
  }
}

const NEWLINE = '\n';
/** Characters of text that are collected before they are turned into bytes. */
const PART_CHARS = 2 ** 20;

/** Writes a row a line: JSON has no line break within a value, since that is written as `\n`. */
function ndjson(body: Buffer): Uint8Array {
  const parts = [];
  let text = '';
  for (const row of rowTexts(body)) {
    text += row + NEWLINE;
    if (text.length < PART_CHARS) continue;
    parts.push(Buffer.from(text));
    text = '';
  }
  parts.push(Buffer.from(text));
  return Buffer.concat(parts);
}

/** The body of an answer and its columns, from which a form is made. */
export interface FormSource {
  readonly columns: readonly Column[];
  /** Body `{"result":[{…},…]}` in UTF-8. */
  readonly body: Uint8Array;
}
