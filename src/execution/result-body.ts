import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Coding } from '../cache/cached-result.js';
import { type Result } from '../engines/engine.js';

/** Rows that are written before others get a turn on the event loop. */
const SLICE_ROWS = 250;

/** The success envelope, `{"result":[{…},…]}`, with the columns of each row in the stated order. */
export async function resultBody({ columns, rows }: Pick<Result, 'columns' | 'rows'>): Promise<Buffer> {
  const keys = columns.map((column, index) => `${index === 0 ? '{' : ','}${JSON.stringify(column.name)}:`);
  const parts: Buffer[] = [];
  for (let start = 0; start < rows.length; start += SLICE_ROWS) {
    if (start > 0) await setImmediate();
    const slice = rows.slice(start, start + SLICE_ROWS);
    const text = slice.map((row) => `${row.map((value, index) => (keys[index] ?? '') + value).join('')}}`).join(',');
    parts.push(Buffer.from(start > 0 ? `,${text}` : text));
  }
  return Buffer.concat([Buffer.from('{"result":['), ...parts, Buffer.from(']}')]);
}

export function bodyHash(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 27);
}

/** Below this many bytes a packet is no smaller for being compressed. */
const MIN_COMPRESSED_BYTES = 1024;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** A body in a content coding, made off the event loop; undefined where it would not be smaller. */
export async function encodeBody(body: Buffer, coding: Coding): Promise<Buffer | undefined> {
  if (body.length < MIN_COMPRESSED_BYTES) return undefined;
  const coded =
    coding === 'br'
      ? await brotli(body, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
        })
      : await deflate(body);
  return coded.length < body.length ? coded : undefined;
}
