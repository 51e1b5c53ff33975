import { createHash } from 'node:crypto';
import { type FormKind } from '../contract/form-names.js';
import { contentHash } from '../execution/body/result-body.js';
import { arrowStream } from './arrow.js';
import { parquetFile } from './parquet.js';
import { rowsOfBody } from './rows-of-body.js';
import { type FormSource, textForm } from './text-form.js';

/** A finished form, whole, and the hash of its bytes, from which its ETags are made. */
export interface MadeForm {
  readonly bytes: Uint8Array;
  readonly hash: string;
}

/** Makes a form of an answer, which keeps a processor busy and so belongs on a thread of its own. */
export function madeForm(kind: FormKind, source: FormSource): MadeForm {
  const bytes = bytesOf(kind, source);
  return { bytes, hash: contentHash(createHash('sha256').update(bytes)) };
}

function bytesOf(kind: FormKind, source: FormSource): Uint8Array {
  const { columns, body } = source;
  const rows = () => rowsOfBody(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  switch (kind) {
    case 'parquet':
      return parquetFile(columns, rows());
    case 'arrow':
      return arrowStream(columns, rows());
    default:
      return textForm(kind, source);
  }
}
