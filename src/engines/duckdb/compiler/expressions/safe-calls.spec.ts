import { useDuckDb } from '../../../../../test/support/duckdb.js';

describe('SAFE.', () => {
  const database = useDuckDb();

  it.each<[string, unknown]>([
    [
      `SAFE.SUBSTR('abc', 1, -1), SAFE.SUBSTR('abc', 2), SAFE.SUBSTR('abc', 2, 1), safe.substr(b'abc', 1, -1)`,
      [null, 'bc', 'b', null],
    ],
    [
      `SAFE.LEFT('a', -1), SAFE.RIGHT('a', -1), SAFE.LEFT(b'ab', 1), SAFE.REPEAT('a', -1), SAFE.ASCII('é')`,
      [null, null, 'YQ==', null, null],
    ],
    [`SAFE.LPAD('a', -1), SAFE.RPAD('a', 2, ''), SAFE.LPAD(b'a', -1), SAFE.RPAD('a', 2)`, [null, null, null, 'a ']],
    [`SAFE.INSTR('a', 'a', 0), SAFE.TRANSLATE('a', 'bb', 'x'), SAFE.TRANSLATE(b'a', b'bb', b'x')`, [null, null, null]],
    [
      `SAFE.CHR(-1), SAFE.CODE_POINTS_TO_STRING([97, -1]), SAFE.CODE_POINTS_TO_STRING([97]), SAFE.CODE_POINTS_TO_BYTES([256])`,
      [null, null, 'a', null],
    ],
    [
      `SAFE.FROM_HEX('x'), SAFE.FROM_HEX('61'), SAFE.ARRAY_FIRST(SPLIT('a')), SAFE.UPPER('a')`,
      [null, 'YQ==', 'a', 'A'],
    ],
    [
      `SAFE.LN(0), SAFE.LN(1), SAFE.SQRT(-1), SAFE.EXP(1000), SAFE.POW(10, 400), SAFE.POW(10, 2)`,
      [null, 0, null, null, null, 100],
    ],
    [`SAFE.DIV(1, 0), SAFE.DIV(7, 2), SAFE.MOD(1, 0), SAFE.ABS(-9223372036854775808)`, [null, 3, null, null]],
    [`MOD(x, -1), SAFE.MOD(x, -1), MOD(NUMERIC '1.5', -1) FROM UNNEST([-9223372036854775808]) AS x`, [0, 0, '0.5']],
    [
      `SAFE.DATE(2026, 13, 1), SAFE.DATE(2026, 12, 1), SAFE.DATE_ADD(DATE '9999-12-31', INTERVAL 1 DAY)`,
      [null, '2026-12-01', null],
    ],
    [
      `SAFE.TIMESTAMP_SECONDS(9223372036854775807), SAFE.TIMESTAMP_ADD(TIMESTAMP '9999-12-31', INTERVAL 24 HOUR)`,
      [null, null],
    ],
    [
      `SAFE.PARSE_DATE('%Y-%m-%d', '2026-02-29'), SAFE.PARSE_DATE('%F', 'x'), SAFE.PARSE_DATE('%F', '2026-02-28'), SAFE.PARSE_DATE('%Y-%j', '2026-366')`,
      [null, null, '2026-02-28', null],
    ],
    [
      `SAFE.PARSE_TIMESTAMP('%F %T', '2026-02-28 24:00:00'), SAFE.PARSE_TIMESTAMP('%F %T%Ez', '2026-02-28 10:00:00+15:00'), SAFE.PARSE_TIMESTAMP('%F %R', '2026-02-28 10:00', 'Europe/Berlin')`,
      [null, null, '2026-02-28T09:00:00Z'],
    ],
    [
      `SAFE.PARSE_TIME('%I', '13'), SAFE.PARSE_DATETIME('%F', ''), SAFE.PARSE_DATETIME('%s', NULL), SAFE.PARSE_DATE('bq_day(%Y', 'bq_day(2026')`,
      [null, null, null, '2026-01-01'],
    ],
    [`SAFE.TIMESTAMP(t), SAFE.TIMESTAMP(t, 'Europe/Berlin') FROM (SELECT 'x' AS t)`, [null, null]],
    [`SAFE.TIMESTAMP(t), SAFE.PARSE_NUMERIC('1e1001') FROM (SELECT '2026-01-01 10:00:00 PST' AS t)`, [null, null]],
    [
      `SAFE.PARSE_DATE('%Y-%m-%d', '02026-01-01'), SAFE.PARSE_DATE('%Y', '10000'), PARSE_TIMESTAMP('%Y-%m-%d %T%Ez', '10000-01-01 00:30:00+01:00'), SAFE.PARSE_TIMESTAMP('%F', '10000-01-01')`,
      ['2026-01-01', null, '9999-12-31T23:30:00Z', null],
    ],
    [`SAFE.DATETIME(2026, 13, 1, 0, 0, 0), SAFE.TIME(24, 0, 0), SAFE.TIME(1, 2, 3)`, [null, null, '01:02:03']],
    [
      `SAFE.COT(0), SAFE.CSC(0), SAFE.SECH(0), SAFE.ATANH(2), SAFE.ACOSH(0), SAFE.ASIN(2), SAFE.LOG(2, 1), SAFE.SINH(1000)`,
      [null, null, 1, null, null, null, null, null],
    ],
    [
      `SAFE.PARSE_NUMERIC('1 2'), SAFE.PARSE_NUMERIC('x'), SAFE.PARSE_NUMERIC('- 1,2.5'), SAFE.FROM_BASE64('!'), SAFE.FROM_BASE64('YQ==')`,
      [null, null, '-12.5', null, 'YQ=='],
    ],
    [
      `SAFE.ERROR('a'), CAST(SAFE.ERROR('a') AS STRING), COALESCE(SAFE.ERROR(s), 'b') FROM (SELECT 'c' AS s)`,
      [null, null, 'b'],
    ],
    [`SAFE.JSON_VALUE('{"a":1}', '$.a'), SAFE.FORMAT_DATE('%Y', DATE '2026-01-01')`, ['1', '2026']],
    // Calls for each row, under aggregates, and as a key of groups.
    [`ARRAY(SELECT SAFE.LN(x + 1) IS NULL FROM UNNEST([-1, 0]) AS x ORDER BY x)`, [true, false]],
    [`SAFE.LN(COUNT(*)), SAFE.SUBSTR(MAX('ab'), 2) FROM UNNEST([1]) AS x`, [0, 'b']],
    [`SAFE.MOD(x + 1, 2) FROM UNNEST([2, 4]) AS x GROUP BY SAFE.MOD(x + 1, 2)`, 1],
    [`SAFE.REGEXP_CONTAINS('a', p) IS NULL FROM UNNEST(['(']) AS p`, true],
    [
      `SAFE.REGEXP_CONTAINS('a', '('), SAFE.REGEXP_CONTAINS('ab', '(?i)(?P<x>A)(?s:b)'), SAFE.REGEXP_CONTAINS(x, '*') FROM UNNEST(['a']) AS x`,
      [null, true, null],
    ],
    [
      `SAFE.LN(SAFE.LN(1)), SAFE.LN((SELECT 1)), SAFE.DATE_ADD(d, INTERVAL n DAY) FROM (SELECT DATE '2026-01-01' AS d, 1 AS n)`,
      [null, 0, '2026-01-02'],
    ],
    // Errors of DuckDB's own, in what a macro writes more than once.
    ...[
      'DATE_ADD(d, INTERVAL i DAY)',
      'DATETIME_SUB(d, INTERVAL i HOUR)',
      'TIMESTAMP_ADD(ts, INTERVAL i SECOND)',
      'DATE_FROM_UNIX_DATE(i)',
    ].map((call): [string, unknown] => [
      `COUNTIF(SAFE.${call} IS NULL), COUNT(*)
        FROM (SELECT DATE '2020-01-01' AS d, TIMESTAMP '2020-01-01' AS ts, i FROM UNNEST([1, 9223372036854775807]) AS i)`,
      [1, 2],
    ]),
    [
      `SAFE.ACOS(NUMERIC '2'), SAFE.DIV(n, 0.5) FROM UNNEST([NUMERIC '99999999999999999999999999999']) AS n`,
      [null, null],
    ],
    [`SAFE.DATE_ADD(d, INTERVAL i DAY) FROM (SELECT DATE '2020-01-01' AS d, 1 AS i)`, '2020-01-02'],
    [`SAFE.ATANH(n), SAFE.ASIN(n), SAFE.DIV(n, 0.5) FROM (SELECT NUMERIC '2.5' AS n)`, [null, null, 5]],
  ])('%s', async (sql, expected) => {
    expect(await database.value(sql)).toEqual(expected);
  });

  it.each([
    ['SAFE.LN(1 / 0)', 'division by zero'],
    ['SAFE.LN(1 / x) FROM UNNEST([0]) AS x', 'division by zero'],
    ['SAFE.LN(y) FROM (SELECT 1 / x AS y FROM UNNEST([0]) AS x)', 'division by zero'],
    [`SAFE.SUBSTR('a', DIV(1, x)) FROM UNNEST([0]) AS x`, 'division by zero'],
    [`SAFE.PARSE_DATE('%Y', CAST(DIV(1, x) AS STRING)) FROM UNNEST([0]) AS x`, 'division by zero'],
    [`CAST(x AS INT64) AS n FROM UNNEST(['x']) AS x ORDER BY SAFE.LN(n)`, 'bad INT64'],
    // A limit of this engine is no error of BigQuery's.
    [`SAFE.ERROR(IF(1 / 0 = 0, 'a', 'b'))`, 'division by zero'],
    [`SAFE.ERROR(ERROR('inner'))`, 'ERROR: inner'],
    [`SAFE.FROM_BASE64('YQ')`, 'padded base64'],
    [`SAFE.UPPER('\u019b')`, 'new in Unicode'],
  ])('%s fails for its argument', async (sql, message) => {
    expect(await database.failure(`SELECT ${sql}`)).toContain(message);
  });

  it.each([
    ['SAFE.SUM(1)', '1:8 SAFE. goes with scalar functions alone'],
    ['SAFE.RANK() OVER (ORDER BY 1)', 'SAFE. goes with scalar functions alone'],
    ['SAFE.ABS(1) OVER ()', 'SAFE. goes with scalar functions alone'],
    ['SAFE.IF(true, 1, 2)', 'SAFE.IF is not supported'],
    ['SAFE.CAST(1 AS STRING)', 'SAFE.CAST is not supported'],
    ['SAFE.NOW()', 'GoogleSQL has no function NOW; write CURRENT_TIMESTAMP()'],
    ['NET.SAFE.LN(1)', 'function NET.SAFE.LN is not supported'],
    [`SAFE.DATE_ADD(DATE '2026-01-01', INTERVAL 1 + 1 DAY)`, 'work it out in a WITH query first'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(`SELECT ${sql}`)).toContain(message);
  });
});
