import { ndjson, schemaOf, useDuckDb } from '../../../../../test/support/duckdb.js';

describe('FLOAT64 literals beside NUMERICs', () => {
  const database = useDuckDb({
    't.ndjson': ndjson({ n: '0.1', f: 0.5, i: 1, l: ['0.1', '2.5'] }),
    't.schema.json': schemaOf('n NUMERIC, f FLOAT64, i INT64, l NUMERIC[]'),
  });

  // As a FLOAT64 0.1 + 0.2 is 0.30000000000000004.
  it.each<[string, unknown]>([
    ['n + 0.2, 0.2 + n, n - (-0.2), n * 0.5, n / 0.3', ['0.3', '0.3', '0.3', '0.05', '0.333333333']],
    ['n = 0.1, n > 0.09, n BETWEEN -0.1 AND 0.1, n IN (0.1, 1), n IN (0.2, 1)', [true, true, true, true, false]],
    ['0.1 IN UNNEST(l), 0.5 IN UNNEST(l), n IN UNNEST([NUMERIC "1", 0.1])', [true, false, true]],
    ['COALESCE(NULL, 0.30, n), IF(TRUE, -0.3, n), CASE WHEN FALSE THEN n ELSE .3 END', ['0.3', '-0.3', '0.3']],
    ['GREATEST(n, 0.25), NULLIF(n, 0.1), IFNULL(NULLIF(n, 0.1), 7.5e-1)', ['0.25', null, '0.75']],
    ['SAFE_ADD(n, 0.2), MOD(n, 0.03), POW(0.5, 2), ABS(-0.5)', ['0.3', '0.01', 0.25, 0.5]],
    // Digits beyond the ninth are rounded, not those of the double.
    ['n + 12345678901234567890.1234567895', '12345678901234567890.22345679'],
    ['n + 1e-10, n + 5e-10', ['0.1', '0.100000001']],
    [
      '[0.2, n], [n, 1, -0.2], ARRAY<NUMERIC>[0.2, 1]',
      [
        ['0.2', '0.1'],
        ['0.1', 1, '-0.2'],
        ['0.2', 1],
      ],
    ],
    ['STRUCT<NUMERIC>(0.2) = STRUCT(n + 0.1), STRUCT(0.3) = STRUCT(n + 0.2)', [true, true]],
  ])('%s', async (sql, expected) => {
    expect(await database.value(`${sql} FROM t`)).toEqual(expected);
  });

  it('stay FLOAT64 beside a FLOAT64, and when computed', async () => {
    const sum = 0.30000000000000004;
    const sums = 'IF(TRUE, n, 0.5) + 0.2, IF(TRUE, n, f) + 0.2, n + (0.1 + 0.1), n + CAST(0.2 AS FLOAT64), i + 0.2';
    expect(await database.value(`${sums} FROM t`)).toEqual(['0.3', sum, sum, sum, 1.2]);
  });

  it.each<[string, unknown]>([
    ['SELECT n FROM t UNION ALL SELECT 0.2 UNION ALL SELECT -0.3', ['-0.1', '0.3', '0.4']],
    ['SELECT n FROM t UNION ALL (SELECT 0.2 LIMIT 1)', [0.30000000000000004, 0.4]],
    ['SELECT n FROM t UNION ALL SELECT DISTINCT 0.2 FROM t', [0.30000000000000004, 0.4]],
    ['SELECT 0.2 AS n UNION ALL SELECT NUMERIC "0.1"', ['0.3', '0.4']],
  ])('are what the other queries of a set operation have: %s', async (sql, expected) => {
    expect((await database.rows(`SELECT n + 0.2 FROM (${sql}) ORDER BY 1`)).flat()).toEqual(expected);
  });

  it('fail where they are no NUMERIC', async () => {
    expect(await database.failure('SELECT n + 1e29 FROM t')).toContain('1e29 is beyond NUMERIC');
  });
});
