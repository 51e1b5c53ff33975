import { arrowStream } from '../../src/forms/arrow.js';
import { parquetFile } from '../../src/forms/parquet.js';
import { readArrow } from '../support/forms/read-arrow.js';
import { queryParquet } from '../support/forms/read-parquet.js';

const COLUMNS = [
  { name: 'n', type: 'INT64' },
  { name: 'text', type: 'STRING' },
];
const ROWS = 250_001;
const SUM = 31_250_125_000n;

function* rowsWith(text: string, count = ROWS) {
  for (let n = 0; n < count; n += 1) yield [String(n), JSON.stringify(text)];
}

describe('an answer of very many rows', () => {
  it('is Parquet that is compressed, in groups that are read each by itself', async () => {
    const text = 'the same again and again';
    const file = parquetFile(COLUMNS, rowsWith(text));
    expect(file.length).toBeLessThan((ROWS * text.length) / 2);
    expect(await queryParquet(file, 'count(*), sum(n)::BIGINT, min(text), max(text)')).toEqual([
      [BigInt(ROWS), SUM, text, text],
    ]);
    expect(await queryParquet(file, 'num_row_groups', 'parquet_file_metadata')).toEqual([[3n]]);
  });

  it('is an Arrow stream of several batches', () => {
    const { rows, batches } = readArrow(arrowStream(COLUMNS, rowsWith('x')));
    expect(batches).toBe(4);
    expect(rows).toHaveLength(ROWS);
    expect(rows.reduce((sum, [n]) => sum + (n as bigint), 0n)).toBe(SUM);
  });

  it('has smaller groups and batches where rows are long', async () => {
    const text = 'x'.repeat(2 ** 20);
    const file = parquetFile(COLUMNS, rowsWith(text, 40));
    expect(await queryParquet(file, 'num_rows, num_row_groups', 'parquet_file_metadata')).toEqual([[40n, 3n]]);
    expect(readArrow(arrowStream(COLUMNS, rowsWith(text, 40))).batches).toBe(3);
  });
});
