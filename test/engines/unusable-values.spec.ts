import { type QuernError } from '../../src/errors/quern-error.js';
import { type Argument, type ScalarType } from '../../src/engines/engine.js';
import { rm } from 'node:fs/promises';
import { DuckDbEngine } from '../../src/engines/duckdb/duckdb.engine.js';
import { eventually } from '../support/eventually.js';
import { dataFolder, duckDbOptions, ndjson, schemaOf, statementOf } from '../support/duckdb.js';

const TYPES: Readonly<Record<string, ScalarType>> = {
  bigint: 'INT64',
  number: 'FLOAT64',
  boolean: 'BOOL',
  string: 'STRING',
};

/** Parameters of these values, each of the type that it has. */
function given(values: Readonly<Record<string, string | bigint | number | boolean | null>>): Argument[] {
  return Object.entries(values).map(([name, value]) => ({
    name,
    type: TYPES[typeof value] ?? 'INT64',
    array: false,
    value,
  }));
}

const SECRET = 'row-of-somebody';

describe('values that the embedded engine cannot use', () => {
  let folder: string;
  let engine: DuckDbEngine;

  beforeAll(async () => {
    folder = await dataFolder({
      't.ndjson': ndjson({ i: 1, s: SECRET, ts: '2026-11-20T10:00:00Z', d: '2026-11-20', a: [1, 2] }),
      't.schema.json': schemaOf('i INTEGER, s STRING, ts TIMESTAMP, d DATE, a INTEGER[]'),
    });
    engine = new DuckDbEngine(duckDbOptions(folder));
    await engine.open('run');
  });

  afterAll(async () => {
    await engine.close();
    await rm(folder, { recursive: true });
  });

  const failure = async (sql: string, values: Parameters<typeof given>[0]): Promise<QuernError> =>
    engine.run(statementOf(sql, given(values))).then(
      () => {
        throw new Error('it did not fail');
      },
      (error: unknown) => error as QuernError,
    );

  it.each([
    ['SELECT DATE(ts, @z) FROM t', { z: 'Mars/Olympus' }, '"z": there is no such time zone'],
    ["SELECT FORMAT_TIMESTAMP('%F', ts, @z) FROM t", { z: '+99:00' }, '"z": a time zone is at most'],
    ['SELECT EXTRACT(HOUR FROM ts AT TIME ZONE @z) FROM t', { z: 'nowhere' }, '"z": a time zone'],
    ["SELECT DATETIME(ts, COALESCE(@z, 'UTC')) FROM t", { z: 'nowhere' }, '"z": a time zone'],
    [
      'SELECT PARSE_JSON(@s) FROM t',
      { s: '['.repeat(501) + ']'.repeat(501) },
      '"s": JSON that is nested more than 500',
    ],
    ['SELECT i / @n FROM t', { n: 0n }, 'the value of "n": division by zero'],
    ['SELECT i / (@N * 60) FROM t', { n: 0n }, '"n": division by zero'],
    ['SELECT i / (@n - @m) FROM t', { n: 2n, m: 2n }, 'the values of "n", "m": division by zero'],
    ['SELECT i / COALESCE(@n, 0) FROM t', { n: 0n }, '"n": division by zero'],
    ['SELECT DIV(i, @n), MOD(i, 2) FROM t', { n: 0n }, '"n": division by zero'],
    ['SELECT 1 AS x FROM t WHERE MOD(i, @n) = 0', { n: 0n }, '"n": division by zero'],
    ['SELECT i / @n, 1 / i FROM t', { n: 0n }, '"n": division by zero'],
    ['SELECT CAST(@s AS INT64) AS n', { s: SECRET }, 'the value of "s": bad INT64 value'],
    ['SELECT i FROM t WHERE d >= CAST(@s AS DATE)', { s: 'today' }, '"s": bad DATE value'],
    ['SELECT i FROM t WHERE d >= @s', { s: 'today' }, '"s": bad DATE value'],
    ['SELECT i FROM t WHERE ts BETWEEN @s AND CURRENT_TIMESTAMP()', { s: 'today' }, '"s": bad TIMESTAMP value'],
    ["SELECT PARSE_DATE('%d/%m/%Y', @s) AS d", { s: '2026-11-20' }, '"s": text that is not written exactly'],
    ['SELECT DATE(@y, 2, 30) AS d', { y: 2026n }, '"y"'],
    ['SELECT DATE_ADD(d, INTERVAL @n DAY) FROM t', { n: 99_999_999n }, '"n"'],
    ['SELECT 1 AS x FROM t WHERE SUBSTR(s, 1, @n) = s', { n: -1n }, '"n": SUBSTR needs a length'],
    ['SELECT LEFT(s, @n) FROM t', { n: -1n }, '"n": LEFT needs a length'],
    ['SELECT a[OFFSET(@n)] FROM t', { n: 5n }, '"n": array index is out of bounds'],
    ['SELECT a[ORDINAL(@n)], [1][OFFSET(0)] FROM t', { n: 0n }, '"n": array index'],
    ['SELECT REGEXP_CONTAINS(s, @s) FROM t', { s: '(secret' }, '"s": no regular expression of RE2: missing )'],
    ["SELECT REGEXP_CONTAINS(s, CONCAT('^', @s)) FROM t", { s: '(secret' }, '"s": no regular'],
    ['SELECT i FROM t, UNNEST([@s]) AS p WHERE REGEXP_CONTAINS(s, p)', { s: '(' }, 'look at the parameter'],
    ['SELECT i FROM t LIMIT @n', { n: -1n }, '"n": LIMIT and OFFSET need'],
    ['SELECT x FROM UNNEST(GENERATE_ARRAY(1, 5, @n)) AS x', { n: 0n }, '"n": the step of GENERATE_ARRAY is 0'],
    ["SELECT LPAD('a', 5, @s) AS x", { s: '' }, '"s": the pattern of LPAD is empty'],
    ["SELECT TRANSLATE('a', @s, '') AS x", { s: 'aa' }, '"s": a character twice among those'],
    ['SELECT CAST(@s AS STRING(2)) AS x', { s: 'abc' }, '"s": a STRING longer than its type allows'],
    ['WITH p AS (SELECT CAST(@s AS INT64) AS n) SELECT i + n FROM t, p', { s: 'x' }, '"s": bad INT64 value'],
    ["SELECT IF(@n = 0, ERROR('not 0'), i) FROM t", { n: 0n }, ''],
    ['SELECT CASE WHEN @b THEN 0 ELSE i / @n END FROM t', { b: false, n: 0n }, '"n": division by zero'],
  ])('are the caller’s: %s', async (sql, values, told) => {
    const error = await failure(sql, values);
    expect(error).toMatchObject({ code: 'invalid_value', status: 400 });
    expect(error.detail).toContain(told);
    expect(error.detail).not.toContain(SECRET);
    expect(error.cause).toBeDefined();
  });

  it('are found out when those who wait for the connection have had it', async () => {
    const one = new DuckDbEngine({ ...duckDbOptions(folder), connections: 1 });
    await one.open('run');
    const ended: string[] = [];
    const numbers = 'UNNEST(GENERATE_ARRAY(1, 3000))';
    const late = `SELECT n / @n FROM (SELECT COUNTIF(MOD(a * b, 7) = 3) AS n FROM ${numbers} AS a CROSS JOIN ${numbers} AS b)`;
    const failing = one
      .run(statementOf(late, given({ n: 0n })))
      .catch((error: unknown) => ended.push((error as QuernError).code));
    await eventually(() => one.activity.slotsInUse === 1);
    const other = one.run(statementOf('SELECT 1 AS x')).then(() => ended.push('another run'));
    await eventually(() => one.activity.waiting === 1);
    await Promise.all([failing, other]);
    expect(ended).toEqual(['another run', 'invalid_value']);
    await one.close();
  });

  it.each([
    ['a zero in a row', 'SELECT @n / (i - 1) FROM t', { n: 0n }],
    ['a zero in a row, beside a divisor that will do', 'SELECT i / @n, 1 / (i - 1) FROM t', { n: 2n }],
    [
      'a zero in a row, where a zero of the caller’s is not divided by',
      'SELECT IF(@n = 0, 0, i / @n), 1 / (i - 1) FROM t',
      { n: 0n },
    ],
    ['the same in a CASE', 'SELECT CASE WHEN @n = 0 THEN 0 WHEN @n > 0 THEN i / @n END, 1 / (i - 1) FROM t', { n: 0n }],
    ['a text in a row', 'SELECT CAST(s AS INT64) + @n FROM t', { n: 1n }],
    ['a text in a row, beside one that can be read', 'SELECT CAST(s AS INT64), CAST(@s AS INT64) FROM t', { s: '1' }],
    ['a text in a row that is the same', 'SELECT CAST(s AS DATE) FROM t WHERE s = @s', { s: SECRET }],
    ['a text in a row, beside a date', 'SELECT CAST(s AS DATE) FROM t WHERE d = @s', { s: '2026-11-20' }],
    ['a text of rows and values together', 'SELECT CAST(CONCAT(s, @s) AS INT64) FROM t', { s: 'x' }],
    ['a constant', "SELECT CAST('secret' AS INT64) + @n AS x", { n: 1n }],
    ['a constant place', 'SELECT a[OFFSET(7)] + @n FROM t', { n: 1n }],
    ['a place in one array of two', 'SELECT a[OFFSET(@n)], a[OFFSET(i + 6)] FROM t', { n: 1n }],
    ['a pattern in a row', "SELECT REGEXP_CONTAINS(s, CONCAT('(', s)) FROM t WHERE i = @n", { n: 1n }],
    ['another failure than their own would be', 'SELECT IF(i > 5, CAST(@s AS INT64), 1 / (i - 1)) FROM t', { s: 'x' }],
    ['a sum of rows', 'SELECT SUM(i + 9223372036854775806) + @n FROM t', { n: 1n }],
    ['an error of the author’s about rows', 'SELECT IF(i = @n, ERROR(s), 1) FROM t', { n: 1n }],
  ])('are not to blame for %s', async (_, sql, values) => {
    const error = await failure(sql, values);
    expect(error).toMatchObject({ code: 'query_failed', status: 502 });
    expect(error.detail).not.toContain(SECRET);
  });
});
