import { rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { dataFolder, duckDbOptions, schemaOf } from '../../../../../test/support/duckdb.js';
import { DuckDbEngine } from '../../duckdb.engine.js';

const TEXT = 'id,name\n1,a\n2,b\n';
const ROW = '{"id":1}\n';
const UTF_16 = 'it is UTF-16; save it as UTF-8, as `iconv -f utf-16 -t utf-8` does';

function utf16(text: string): Buffer {
  return Buffer.from(`\ufeff${text}`, 'utf16le');
}

describe('files that are something else than their names say', () => {
  it.each<[string, string | Buffer, string]>([
    ['a.csv', utf16(TEXT), UTF_16],
    ['a.ndjson', utf16(ROW), UTF_16],
    ['a.json', utf16(ROW).swap16(), UTF_16],
    ['a.csv', utf16(TEXT).subarray(2), 'it has bytes that no text has, as UTF-16 does; save it as UTF-8'],
    [
      'a.csv',
      Buffer.from(`504b0304${'ff0a'.repeat(100)}`, 'hex'),
      'it is a workbook or an archive; write its rows as CSV',
    ],
    ['a.csv', gzipSync(TEXT), 'it is compressed by gzip; put .gz behind its name'],
    ['a.csv.gz', TEXT, 'it is not compressed by gzip; take .gz off its name'],
    ['a.csv.gz', gzipSync(TEXT.repeat(500)).subarray(0, 60), 'it ends in the middle of what gzip has written'],
    ['a.ndjson', `\ufeff${ROW}`, 'it begins with a byte order mark; save it as UTF-8 without one'],
    ['a.parquet', TEXT, 'it is no Parquet; write it anew, or name it by what it is'],
    ['a.ndjson', 'PAR1\0\0PAR1', 'it is Parquet; name it .parquet'],
    ['a.ndjson', `[${ROW.trim()}]\n`, 'line 1 is no object; write {"column": value, …} for each row'],
  ])('are told as what they are: %s, %#', async (name, text, message) => {
    expect(await toldOf(name, text)).toContain(`${name}: table "a" cannot be read: ${message}`);
  });

  it('are told to be empty where a schema says that there is something', async () => {
    expect(await toldOf('a.csv', '', schemaOf('id INT64'))).toContain(
      'it is empty; write the names of the columns into its first line',
    );
  });

  async function toldOf(name: string, text: string | Buffer, schema?: string): Promise<string | undefined> {
    const folder = await dataFolder({ ...(schema !== undefined && { 'a.schema.json': schema }) });
    await writeFile(join(folder, name), text);
    const engine = new DuckDbEngine(duckDbOptions(folder));
    try {
      await engine.open('check');
      const [problem] = engine.dataProblems.filter(({ severity }) => severity === 'error');
      return problem && `${basename(problem.file)}: ${problem.message}`;
    } finally {
      await engine.close();
      await rm(folder, { recursive: true });
    }
  }
});
