import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { type Engine } from '../../src/engines/engine.js';
import { DuckDbEngine } from '../../src/engines/duckdb/duckdb.engine.js';
import { dataFolder, duckDbOptions, statementOf } from '../support/duckdb.js';
import {
  openBigQuery,
  startBigQueryServer,
  statementOf as bigQueryStatement,
} from '../support/engines/bigquery-server.js';
import { part } from '../support/part.js';

/** A decimal as its digits without the point: `units` times ten to the power of minus `scale`. */
interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

/** Whole numbers of any length up to `most`, with many zeros at either end among them; the same in every run. */
function wholeNumbers(seed: string, most: bigint): bigint[] {
  return Array.from({ length: part(5000, 500) }, (_, index) => {
    const random = BigInt(`0x${createHash('sha256').update(`${seed} ${index}`).digest('hex')}`);
    const size = 10n ** (random % BigInt(most.toString().length + 1));
    const zeros = (random >> 16n) % 3n === 0n ? 10n ** ((random >> 24n) % 12n) : 1n;
    const value = (((random >> 32n) % size) * zeros) % (most + 1n);
    return (random >> 8n) % 2n === 0n ? value : -value;
  });
}

function decimalText({ units, scale }: Decimal): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const [whole, fraction] = [digits.slice(0, digits.length - scale), digits.slice(digits.length - scale)];
  return `${units < 0n ? '-' : ''}${whole}${scale > 0 ? `.${fraction}` : ''}`;
}

/** What a JSON number says, digit by digit. @throws Error for what is no JSON number */
function readNumber(raw: string, scale: number): bigint {
  expect(JSON.parse(raw)).toBe(Number(raw));
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/.exec(raw) ?? [];
  if (whole === '') throw new Error(`${raw} has an exponent`);
  return BigInt(`${sign}${whole}${fraction.padEnd(scale, '0')}`);
}

/** The shortest text: no zeros behind the last digit, and no minus before zero. */
function isShortest(raw: string): boolean {
  return raw !== '-0' && !(raw.includes('.') && raw.endsWith('0'));
}

const INT64 = 2n ** 63n - 1n;
const NUMERIC = 10n ** 38n - 1n;
/** BigQuery's greatest BIGNUMERIC, in units of its 38th digit behind the point. */
const BIGNUMERIC = 57896044618658097711785492504343953926634992332820282019728792003956564819967n;

const CORPUS = [
  ['INT64', 0, [INT64, -INT64 - 1n, 0n, ...wholeNumbers('INT64', INT64)]],
  ['NUMERIC', 9, [NUMERIC, -NUMERIC, 0n, 1n, -1n, ...wholeNumbers('NUMERIC', NUMERIC)]],
  ['BIGNUMERIC', 38, [BIGNUMERIC, -BIGNUMERIC - 1n, 0n, 1n, -1n, ...wholeNumbers('BIGNUMERIC', BIGNUMERIC)]],
] as const;

function checkDigits(rows: readonly (readonly string[])[], scale: number, expected: readonly bigint[]): void {
  const raws = rows.map(([raw = '']) => raw);
  expect(raws.map((raw) => readNumber(raw, scale))).toEqual(expected);
  expect(raws.filter((raw) => !isShortest(raw))).toEqual([]);
}

describe('numbers that are written with all their digits read back as the same numbers', () => {
  describe('from DuckDB', () => {
    let folder: string;
    let engine: Engine;

    beforeAll(async () => {
      folder = await dataFolder({});
      engine = new DuckDbEngine({ ...duckDbOptions(folder), numbers: 'number' });
      await engine.open('run');
    });

    afterAll(async () => {
      await engine.close();
      await rm(folder, { recursive: true });
    });

    it.each(CORPUS.filter(([type]) => type !== 'BIGNUMERIC'))('%s', async (type, scale, all) => {
      for (let start = 0; start < all.length; start += 500) {
        const some = all.slice(start, start + 500);
        const texts = some.map((units) => `'${decimalText({ units, scale })}'`).join(', ');
        const values = `UNNEST([${texts}]) AS text WITH OFFSET AS place`;
        const flat = statementOf(`SELECT CAST(text AS ${type}) AS n FROM ${values} ORDER BY place`);
        checkDigits((await engine.run(flat)).rows, scale, some);
        const nested = statementOf(`SELECT [STRUCT(CAST(text AS ${type}) AS n)] AS n FROM ${values} ORDER BY place`);
        const { rows } = await engine.run(nested);
        checkDigits(
          rows.map(([raw = '']) => [raw.replace(/^\[\{"n":(.*)\}\]$/, '$1')]),
          scale,
          some,
        );
      }
    });
  });

  it.each(CORPUS)('from BigQuery: %s', async (type, scale, all) => {
    const server = await startBigQueryServer();
    try {
      const rows = all.map((units) => ({ f: [{ v: decimalText({ units, scale }) }] }));
      server.answers({ json: { jobComplete: true, schema: { fields: [{ name: 'n', type }] }, rows } });
      const engine = await openBigQuery(server.url, { numbers: 'number' });
      checkDigits((await engine.run(bigQueryStatement({ maxRows: all.length }))).rows, scale, all);
    } finally {
      await server.close();
    }
  });
});
