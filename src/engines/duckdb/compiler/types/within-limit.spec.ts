import { schemaOf, ndjson, useDuckDb } from '../../../../../test/support/duckdb.js';

describe('CAST to a type with a length or a number of digits', () => {
  const database = useDuckDb({
    't.ndjson': ndjson({ id: 1, s: 'äöü', l: ['a', 'bc'] }, { id: 2 }),
    't.schema.json': schemaOf('id INT64, s STRING, l STRING[]'),
  });

  it.each<[string, unknown]>([
    // Half away from zero; a literal first as NUMERIC.
    [
      `CAST(NUMERIC '1.235' AS NUMERIC(4, 2)), CAST(NUMERIC '-1.235' AS NUMERIC(4, 2)), CAST(1.5 AS NUMERIC(1)), CAST(7 AS NUMERIC(1)), CAST('12.34565' AS DECIMAL(6, 4)), CAST(1.00049999999 AS NUMERIC(4, 3)), CAST(NULL AS NUMERIC(3))`,
      ['1.24', '-1.24', 2, 7, '12.3457', '1.001', null],
    ],
    [
      `CAST(NUMERIC '99999999999999999999999999999.4' AS NUMERIC(29)), CAST(NUMERIC '0.123456789' AS NUMERIC(9, 9))`,
      ['99999999999999999999999999999', '0.123456789'],
    ],
    // Characters of a STRING, and bytes.
    [
      `CAST('äöü' AS STRING(3)), CAST(b'abc' AS BYTES(3)), CAST(123 AS STRING(3)), CAST(DATE '2026-01-02' AS STRING(4) FORMAT 'YYYY')`,
      ['äöü', 'YWJj', '123', '2026'],
    ],
    [
      `SAFE_CAST('äöüx' AS STRING(3)), SAFE_CAST(b'abc' AS BYTES(2)), SAFE_CAST(99.995 AS NUMERIC(4, 2)), SAFE_CAST(NUMERIC '99999999999999999999999999999.9' AS NUMERIC(29)), SAFE_CAST('x' AS NUMERIC(4, 2)), SAFE_CAST('1.25' AS NUMERIC(2, 1))`,
      [null, null, null, null, null, '1.3'],
    ],
    [`CAST(s AS STRING(3)), CAST(l AS ARRAY<STRING(2)>) FROM t WHERE id = 1`, ['äöü', ['a', 'bc']]],
    [`CAST(s AS STRING(3)), CAST(l AS ARRAY<STRING(2)>) FROM t WHERE id = 2`, [null, []]],
    [
      `CAST((1, 'abc', [NUMERIC '1.26']) AS STRUCT<a INT64, b STRING(3), c ARRAY<NUMERIC(3, 1)>>)`,
      { a: 1, b: 'abc', c: ['1.3'] },
    ],
    [
      `ARRAY(SELECT CAST(e AS STRUCT<a INT64, b STRING(3)>).b FROM UNNEST([STRUCT(1, 'abc'), NULL]) AS e WHERE e IS NOT NULL)`,
      ['abc'],
    ],
  ])('%s', async (sql, expected) => {
    expect(await database.value(sql)).toEqual(expected);
  });

  it.each([
    [`CAST('äöüx' AS STRING(3))`, 'a STRING longer than its type allows'],
    [`CAST(b'ä' AS BYTES(1))`, 'BYTES longer than their type allows'],
    [`CAST(123456 AS NUMERIC(5))`, 'a NUMERIC of more digits'],
    [`CAST(99.995 AS NUMERIC(4, 2))`, 'a NUMERIC of more digits'],
    [`CAST(['hello', 'hi'] AS ARRAY<STRING(2)>)`, 'a STRING longer'],
    [`CAST(STRUCT(1, 'abc') AS STRUCT<a INT64, b STRING(2)>)`, 'a STRING longer'],
    // The error of what is cast is none of the cast.
    [`SAFE_CAST(SUBSTR('abc', 1, -1) AS STRING(3))`, 'SUBSTR needs'],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(`SELECT ${sql}`)).toContain(message);
  });

  it.each([
    [`CAST(1 AS INT64(3))`, '1:23 INT64 takes no length'],
    [`CAST('x' AS STRING(0))`, 'write STRING(length), with a length of at least 1'],
    [`CAST('x' AS STRING(1, 2))`, 'write STRING(length)'],
    [`CAST('x' AS STRING(MAX))`, '1:27 a length or a number of digits is a whole number written out'],
    [`CAST(1 AS NUMERIC(2, 3))`, 'write NUMERIC(digits)'],
    [`CAST(1 AS NUMERIC(3, 10))`, 'with at most 9 after the point'],
    [`CAST(1 AS NUMERIC(30))`, 'and 29 before it'],
    [`SAFE_CAST(['a'] AS ARRAY<STRING(3)>)`, 'SAFE_CAST to ARRAY<STRING> with lengths'],
    [`ARRAY<STRING(3)>['a']`, '"(" here is not supported'],
    [`STRUCT<a STRING(3)>('a')`, '"(" here is not supported'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(`SELECT ${sql}`)).toContain(message);
  });
});
