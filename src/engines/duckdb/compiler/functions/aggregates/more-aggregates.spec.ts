import { ndjson, schemaOf, useDuckDb } from '../../../../../../test/support/duckdb.js';

const NAN = 'IEEE_DIVIDE(0, 0)';

describe('aggregate functions that collect, pick and measure', () => {
  const database = useDuckDb({
    't.ndjson': ndjson(
      { id: 1, g: 'a', n: 3, s: 'x', f: 1, l: [1, 2] },
      { id: 2, g: 'a', n: 1, s: 'y', f: 3, l: [3] },
      { id: 3, g: 'b', n: 3, s: '', f: 2 },
      { id: 4, g: 'b', l: [4] },
    ),
    't.schema.json': schemaOf('id INT64, g STRING, n INT64, s STRING, f FLOAT64, l INT64[]'),
  });

  it.each<[string, unknown]>([
    ['ARRAY_AGG(id ORDER BY id DESC)', [4, 3, 2, 1]],
    ['ARRAY_AGG((SELECT t.id) ORDER BY id DESC LIMIT 2)', [4, 3]],
    ['ARRAY_AGG(n IGNORE NULLS ORDER BY id)', [3, 1, 3]],
    ['ARRAY_LENGTH(ARRAY_AGG(n)), ARRAY_LENGTH(ARRAY_AGG(n RESPECT NULLS))', [4, 4]],
    ['ARRAY_AGG(DISTINCT n IGNORE NULLS ORDER BY n)', [1, 3]],
    ['ARRAY_LENGTH(ARRAY_AGG(DISTINCT n))', 3],
    ['ARRAY_AGG(id ORDER BY n, id DESC LIMIT 3)', [4, 2, 3]],
    ['ARRAY_AGG(id ORDER BY n DESC NULLS FIRST, id)', [4, 1, 3, 2]],
    ['ARRAY_AGG(STRUCT(id, s AS name) ORDER BY id LIMIT 1)', [{ id: 1, name: 'x' }]],
    ['ARRAY_AGG(STRUCT(id, s) ORDER BY id DESC LIMIT 1)[OFFSET(0)].id', 4],
    ['ARRAY_AGG(id ORDER BY f LIMIT 2)[SAFE_OFFSET(5)]', null],
    [`ARRAY_AGG(id ORDER BY IF(id = 1, ${NAN}, f))`, [4, 1, 3, 2]],
    ['ARRAY_LENGTH(ARRAY_CONCAT_AGG(l)), ARRAY_CONCAT_AGG(l ORDER BY id DESC)', [4, [4, 3, 1, 2]]],
    ["STRING_AGG(s ORDER BY id), STRING_AGG(s, '|' ORDER BY s DESC)", ['x,y,', 'y|x|']],
    ['STRING_AGG(DISTINCT g ORDER BY g DESC), STRING_AGG(DISTINCT g, "" ORDER BY g)', ['b,a', 'ab']],
    [
      "STRING_AGG(DISTINCT LOWER(s), '|' ORDER BY LOWER(s) DESC), STRING_AGG(DISTINCT LOWER(CHR(n)) ORDER BY LOWER(CHR(n)))",
      ['y|x|', '\u0001,\u0003'],
    ],
    // NULL does not count, the empty string does.
    ["STRING_AGG(s, '-' ORDER BY id DESC LIMIT 2)", '-y'],
    ['ANY_VALUE(s HAVING MAX f), ANY_VALUE(s HAVING MIN f), ANY_VALUE(s HAVING MAX id)', ['y', 'x', null]],
    ['MAX_BY(s, f), MIN_BY(id, n), MAX_BY(n, id), MAX_BY(id, CAST(NULL AS INT64))', ['y', 2, null, null]],
    [`MAX_BY(id, IF(id = 1, ${NAN}, f)), ANY_VALUE(id HAVING MIN IF(id = 1, ${NAN}, f))`, [null, null]],
    ['MAX_BY(n, g), MAX_BY(IF(id = 1, NULL, s), n)', [3, '']],
    ['APPROX_TOP_COUNT(n, 1), APPROX_TOP_COUNT(g, 1)[OFFSET(0)].count', [[{ value: 3, count: 2 }], 2]],
    [
      'APPROX_TOP_SUM(g, id, 1), APPROX_TOP_SUM(n, f * f, 2), APPROX_TOP_SUM(s, CAST(NULL AS NUMERIC), 1)[OFFSET(0)].sum',
      [
        [{ value: 'b', sum: 7 }],
        [
          { value: 1, sum: 9 },
          { value: 3, sum: 5 },
        ],
        null,
      ],
    ],
    [
      'ARRAY_AGG(id LIMIT 0) IS NULL, STRING_AGG(s LIMIT 0), ARRAY_AGG(id ORDER BY id LIMIT MOD(5, 3))',
      [true, null, [1, 2]],
    ],
    [
      'APPROX_TOP_COUNT(IF(id > 1, NULL, n), 9)',
      [
        { value: null, count: 3 },
        { value: 3, count: 1 },
      ],
    ],
    [
      'ARRAY_AGG(DISTINCT t.g ORDER BY g), ARRAY_AGG(DISTINCT (n) IGNORE NULLS ORDER BY t.n)',
      [
        ['a', 'b'],
        [1, 3],
      ],
    ],
    ['BIT_AND(n), BIT_OR(n), BIT_XOR(n), BIT_XOR(DISTINCT n)', [1, 3, 1, 2]],
    [
      'STDDEV(f), STDDEV_SAMP(f), STDDEV_POP(id), VARIANCE(f), VAR_SAMP(n), VAR_POP(id)',
      [1, 1, Math.sqrt(1.25), 1, 4 / 3, 1.25],
    ],
    ['CORR(f, f), COVAR_POP(id, f), COVAR_SAMP(id, f)', [1, 1 / 3, 0.5]],
    ['VAR_SAMP(DISTINCT n)', 2],
  ])('%s', async (sql, expected) => {
    expect(await database.value(`${sql} FROM t`)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['ARRAY_AGG(id) IS NULL, ARRAY_CONCAT_AGG(l) IS NULL, APPROX_TOP_COUNT(id, 1) IS NULL', [true, true, true]],
    ['STRING_AGG(s), STRING_AGG(s LIMIT 1), MAX_BY(s, n), ANY_VALUE(s HAVING MIN n)', [null, null, null, null]],
    ['BIT_AND(n), STDDEV(n), VAR_POP(f), CORR(n, f), COVAR_POP(n, f)', [null, null, null, null, null]],
  ])('over no rows: %s', async (sql, expected) => {
    expect(await database.value(`${sql} FROM t WHERE FALSE`)).toEqual(expected);
  });

  it('has no spread of one value but that of a whole population', async () => {
    const expressions =
      'STDDEV_SAMP(n), VAR_SAMP(n), STDDEV_POP(n), VAR_POP(n), COVAR_SAMP(n, f), COVAR_POP(n, f), CORR(n, f)';
    expect(await database.value(`${expressions} FROM t WHERE id = 1`)).toEqual([null, null, 0, 0, null, 0, null]);
  });

  it('fails where a sum becomes infinite, and not where an infinity went in', async () => {
    for (const distinct of ['', 'DISTINCT ']) {
      expect(await database.failure(`SELECT SUM(${distinct}f * 9e307) FROM t`)).toContain('overflow');
      expect(await database.value(`SUM(${distinct}IEEE_DIVIDE(f, 0)) FROM t`)).toBe('Infinity');
    }
  });

  it.each([
    'STRING_AGG(s, @d)',
    'STRING_AGG(s, @d LIMIT 1)',
    'STRING_AGG(s, CONCAT(@d, ",")) OVER ()',
    'STRING_AGG(CAST(s AS BYTES), CAST(@d AS BYTES))',
  ])('%s fails where the delimiter is NULL', async (sql) => {
    const delimiter = (value: string | null) => [{ name: 'd', type: 'STRING', array: false, value } as const];
    expect(await database.failure(`SELECT ${sql} FROM t`, delimiter(null))).toContain(
      'delimiter of STRING_AGG is NULL',
    );
    expect(await database.failure(`SELECT ${sql} FROM t`, delimiter('-'))).toContain('no failure');
  });

  it('fails where an array of the answer has a NULL in it', async () => {
    expect(await database.failure('SELECT ARRAY_AGG(n) FROM t')).toContain('NULL element');
  });

  it.each<[string, unknown]>([
    [
      'SELECT g, n, COUNT(*) FROM t WHERE n IS NOT NULL GROUP BY ALL ORDER BY g, n',
      [
        ['a', 1, 1],
        ['a', 3, 1],
        ['b', 3, 1],
      ],
    ],
    ['SELECT 1, COUNT(*) FROM t WHERE FALSE GROUP BY ALL', [[1, 0]]],
    [
      'SELECT g, UPPER(g), SUM(id) FROM t GROUP BY ALL ORDER BY 1',
      [
        ['a', 'A', 3],
        ['b', 'B', 7],
      ],
    ],
    [
      'SELECT g, COUNT(*), GROUPING(g) FROM t GROUP BY ROLLUP(g) ORDER BY 1, 2',
      [
        [null, 4, 1],
        ['a', 2, 0],
        ['b', 2, 0],
      ],
    ],
    [
      'SELECT g, n, COUNT(*) AS c FROM t WHERE id < 4 GROUP BY ROLLUP(1, n) ORDER BY 1, 2, 3',
      [
        [null, null, 3],
        ['a', null, 2],
        ['a', 1, 1],
        ['a', 3, 1],
        ['b', null, 1],
        ['b', 3, 1],
      ],
    ],
    [
      'SELECT g, n, COUNT(*) FROM t WHERE id = 1 GROUP BY CUBE(g, n) ORDER BY 1, 2',
      [
        [null, null, 1],
        [null, 3, 1],
        ['a', null, 1],
        ['a', 3, 1],
      ],
    ],
    [
      'SELECT g, n, COUNT(*) FROM t WHERE id < 3 GROUP BY GROUPING SETS (g, (g, n), ()) ORDER BY 1, 2',
      [
        [null, null, 2],
        ['a', null, 2],
        ['a', 1, 1],
        ['a', 3, 1],
      ],
    ],
    [
      'SELECT MOD(id, 2) AS m, SUM(id) FROM t GROUP BY ROLLUP(m) HAVING GROUPING(MOD(id, 2)) = 0 ORDER BY 1',
      [
        [0, 6],
        [1, 4],
      ],
    ],
  ])('%s', async (sql, expected) => {
    expect(await database.rows(sql)).toEqual(expected);
  });

  it.each([
    ['ARRAY_AGG(l)', '1:8 an ARRAY of ARRAYs is not possible'],
    ["STRING_AGG(DISTINCT s, UPPER(',') ORDER BY UPPER(','))", 'ORDER BY over DISTINCT values by another expression'],
    ['ARRAY_AGG(DISTINCT STRUCT(n))', 'DISTINCT over STRUCT<n INT64>'],
    ['ARRAY_AGG(n LIMIT id)', 'unrecognized name "id"'],
    ['ARRAY_AGG(n LIMIT 1.5)', 'expected INT64, found FLOAT64'],
    ['ARRAY_AGG(n ORDER BY 1)', 'values are ordered by an expression'],
    ['ARRAY_AGG(n ORDER BY SUM(n))', 'SUM is an aggregate function; inside ARRAY_AGG it has no groups'],
    ['ARRAY_CONCAT_AGG(n)', 'no ARRAY_CONCAT_AGG(INT64); there is ARRAY_CONCAT_AGG(ARRAY<T>)'],
    ['STRING_AGG(n)', 'expected STRING, found INT64'],
    ['STRING_AGG(s, NULL)', 'the delimiter of STRING_AGG cannot be NULL'],
    ['MAX_BY(n, l)', 'ARRAY<INT64> has no greatest'],
    ['SUM(n ORDER BY id)', '"ORDER" here is not supported'],
    ['COUNT(n LIMIT 1)', '"LIMIT" here is not supported'],
    ['APPROX_TOP_COUNT(n, n)', 'a number that is not written out'],
    ['APPROX_TOP_COUNT(f, 1)', 'APPROX_TOP_COUNT over FLOAT64'],
    ['APPROX_TOP_SUM(s, g, 1)', 'the weight of APPROX_TOP_SUM is a number, found STRING'],
    ['APPROX_TOP_SUM(1, 1, 1)', 'APPROX_TOP_SUM of constants'],
    ['APPROX_TOP_SUM(n, id, 1) OVER ()', 'APPROX_TOP_SUM takes no OVER'],
    ['STDDEV(s)', 'no STDDEV(STRING); there is STDDEV(FLOAT64)'],
    ['BIT_AND(f)', 'no BIT_AND(FLOAT64); there is BIT_AND(INT64)'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(`SELECT ${sql} FROM t`)).toContain(message);
  });

  it.each([
    ['SELECT n, SUM(id) + n FROM t GROUP BY ROLLUP(g)', '"n" is neither in GROUP BY'],
    ['SELECT g, SUM(n) + id FROM t GROUP BY ALL', '"id" is neither in GROUP BY'],
    ['SELECT GROUPING(n) FROM t GROUP BY ROLLUP(g)', 'GROUPING takes a key of GROUP BY'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(sql)).toContain(message);
  });
});
