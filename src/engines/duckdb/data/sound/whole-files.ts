import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type CsvFormat, DELIMITERS } from '../csv/csv-dialect.js';

export const CUT_GZIP = 'it ends in the middle of what gzip has written; write it anew';

/**
 * What shows that a file of CSV was cut off, or is still being written: DuckDB reads what gzip has left to its last whole line, and an empty
 * value behind the last delimiter. Undefined where nothing does.
 */
export async function cutOff(path: string, format: CsvFormat): Promise<string | undefined> {
  if (path.endsWith('.zst')) return undefined;
  const last = path.endsWith('.gz') ? await lastOfGzip(path) : await lastOf(path);
  if (last === undefined) return CUT_GZIP;
  if (last !== DELIMITERS[format].charCodeAt(0)) return undefined;
  return 'its last line ends behind a delimiter and has no line break; write it to its end';
}

/** Is it compressed by gzip, and not to its end? DuckDB reads it as far as there are whole lines. */
export async function isCutGzip(path: string): Promise<boolean> {
  return path.endsWith('.gz') && (await lastOfGzip(path)) === undefined;
}

/** The last byte. */
async function lastOf(path: string): Promise<number> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, Math.max(size - 1, 0));
    return bytesRead === 0 ? 0 : buffer.readUInt8(0);
  } finally {
    await file.close();
  }
}

/** The same of what is compressed in it; undefined where that does not come to an end. */
async function lastOfGzip(path: string): Promise<number | undefined> {
  let last = 0;
  try {
    await pipeline(createReadStream(path), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) last = chunk.at(-1) ?? last;
    });
    return last;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR') return undefined;
    throw error;
  }
}
