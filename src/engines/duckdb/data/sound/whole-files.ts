import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type CsvFormat, DELIMITERS, EMPTY_FIRST_LINE } from '../csv/csv-dialect.js';

const [QUOTE, SPACE, CR, LF] = [34, 32, 13, 10];

export const CUT_GZIP = 'it ends in the middle of what gzip has written; write it anew';

/**
 * The fault in the first or last bytes of a file of CSV, which DuckDB passes over: an empty first line, a gzip file that was cut off, an
 * empty value behind the last delimiter where the file was cut off or is still being written. Undefined for a whole one.
 */
export async function wrongEnds(path: string, format: CsvFormat): Promise<string | undefined> {
  if (path.endsWith('.zst')) return undefined;
  const ends = path.endsWith('.gz') ? await endsOfGzip(path) : await endsOf(path);
  if (ends === undefined) return CUT_GZIP;
  if (ends.first === LF || ends.first === CR) return EMPTY_FIRST_LINE;
  if (ends.last !== DELIMITERS[format].charCodeAt(0)) return undefined;
  return 'its last line ends behind a delimiter and has no line break; write it to its end';
}

/** Whether a gzip file is cut off, which DuckDB reads as far as there are whole lines. */
export async function isCutGzip(path: string): Promise<boolean> {
  return path.endsWith('.gz') && (await endsOfGzip(path)) === undefined;
}

/** The first line that ends in another way than the first row, by CRLF or LF; line breaks in quotes are part of a value. */
export async function lineOfOtherBreak(path: string, format: CsvFormat): Promise<number | undefined> {
  let usual: string | undefined;
  for await (const { end, last } of rowsIn(path, format)) if (end !== '' && (usual ??= end) !== end) return last;
  return undefined;
}

/** The line that a row begins in, counted from the header on; undefined where it cannot be found. */
export async function lineOfRow(
  path: string,
  format: CsvFormat,
  { number, isEmptyCounted }: { readonly number: number; readonly isEmptyCounted: boolean },
): Promise<number | undefined> {
  let count = 0;
  for await (const { first, isEmpty } of rowsIn(path, format)) {
    if (isEmptyCounted || !isEmpty) count += 1;
    if (count === number) return first;
  }
  return undefined;
}

/** The rows of a file with their lines; none of zstd, which Node 20 cannot read. */
async function* rowsIn(path: string, format: CsvFormat) {
  if (path.endsWith('.zst')) return;
  const delimiter = DELIMITERS[format].charCodeAt(0);
  let [first, last, bytes, before] = [1, 1, 0, 0];
  // A quote within a value that does not begin with one is text.
  let [isQuoted, mayOpen] = [false, true];
  const row = (end: '' | '\n' | '\r\n') => ({ first, last, end, isEmpty: bytes < end.length });
  const file = createReadStream(path);
  // Composed streams end and fail together.
  const text = path.endsWith('.gz') ? (file.compose(createGunzip()) as Readable) : file;
  for await (const chunk of text as AsyncIterable<Buffer>) {
    for (const byte of chunk) {
      if (byte === QUOTE) isQuoted = !isQuoted && mayOpen;
      else if (!isQuoted) mayOpen = byte === delimiter || byte === LF || (mayOpen && byte === SPACE);
      if (byte === LF && !isQuoted) {
        yield row(before === CR ? '\r\n' : '\n');
        [first, bytes] = [last + 1, 0];
      } else bytes += 1;
      if (byte === LF) last += 1;
      before = byte;
    }
  }
  if (bytes > 0) yield row('');
}

interface Ends {
  readonly first: number;
  readonly last: number;
}

/** The first byte and the last one; 0 where there are none. */
async function endsOf(path: string): Promise<Ends> {
  await using file = await open(path);
  const { size } = await file.stat();
  const byteAt = async (position: number) => (await file.read(Buffer.alloc(1), 0, 1, position)).buffer.readUInt8(0);
  return { first: await byteAt(0), last: await byteAt(Math.max(size - 1, 0)) };
}

/** The first and last byte of a gzip file's content; undefined where the content has no end. */
async function endsOfGzip(path: string): Promise<Ends | undefined> {
  let [first, last] = [0, 0];
  try {
    await pipeline(createReadStream(path), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) [first, last] = [first || (chunk[0] ?? 0), chunk.at(-1) ?? last];
    });
    return { first, last };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR') return undefined;
    throw error;
  }
}
