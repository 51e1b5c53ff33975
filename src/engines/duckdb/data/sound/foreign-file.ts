import { open } from 'node:fs/promises';
import { EMPTY_FIRST_LINE, isCsv } from '../csv/csv-dialect.js';
import { type FileFormat } from '../file-names.js';
import { CUT_GZIP, isCutGzip } from './whole-files.js';

/** First bytes of a file, by which it is known. */
const HEAD_BYTES = 1024;

const PARQUET = Buffer.from('PAR1');
const GZIP = Buffer.from('1f8b', 'hex');
const UTF_16 = 'it is UTF-16; save it as UTF-8, as `iconv -f utf-16 -t utf-8` does';
const WORKBOOK = 'it is a workbook or an archive; write its rows as CSV';

/** First bytes of files that are no text. */
const STARTS: readonly (readonly [start: Buffer, words: string])[] = [
  [Buffer.from('fffe', 'hex'), UTF_16],
  [Buffer.from('feff', 'hex'), UTF_16],
  [Buffer.from('504b0304', 'hex'), WORKBOOK],
  [Buffer.from('d0cf11e0', 'hex'), WORKBOOK],
  [GZIP, 'it is compressed by gzip; put .gz behind its name'],
  [PARQUET, 'it is Parquet; name it .parquet'],
];

const BYTE_ORDER_MARK = Buffer.from('efbbbf', 'hex');

/** The kind of a file that cannot be read as its name says; undefined where its first bytes do not show it. */
export async function foreignContent(path: string, format: FileFormat): Promise<string | undefined> {
  const head = await headOf(path);
  const starts = (start: Buffer) => head.subarray(0, start.length).equals(start);
  if (format === 'parquet')
    return starts(PARQUET) ? undefined : 'it is no Parquet; write it anew, or name it by what it is';
  if (path.endsWith('.gz')) {
    if (!starts(GZIP)) return 'it is not compressed by gzip; take .gz off its name';
    return (await isCutGzip(path)) ? CUT_GZIP : undefined;
  }
  if (path.endsWith('.zst')) return undefined;
  const found = STARTS.find(([start]) => starts(start));
  if (found) return found[1];
  if (head.includes(0)) return 'it has bytes that no text has, as UTF-16 does; save it as UTF-8';
  if (!isCsv(format))
    return starts(BYTE_ORDER_MARK) ? 'it begins with a byte order mark; save it as UTF-8 without one' : undefined;
  if (head.length === 0) return 'it is empty; write the names of the columns into its first line';
  return /^[\r\n]/.test(head.toString('latin1')) ? EMPTY_FIRST_LINE : undefined;
}

async function headOf(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}
