import { parseLeniently } from '../grammar/parse.js';
import { neverNullColumns } from './never-null.js';

const found = (sql: string) => [...neverNullColumns(parseLeniently(sql))];

describe('neverNullColumns', () => {
  it.each([
    ['SELECT a, COUNT(*) AS n, count(DISTINCT b) AS m, SUM(b) AS s FROM t GROUP BY a', ['n', 'm']],
    ['SELECT COUNTIF(a) AS `in all`, APPROX_COUNT_DISTINCT(a) AS about FROM t', ['in all', 'about']],
    ['SELECT *, COUNT(*) OVER (PARTITION BY a) AS n FROM t', ['n']],
    ['WITH w AS (SELECT 1 AS one) (SELECT COUNT(one) AS n FROM w)', ['n']],
    ['SELECT a, COUNT(*) AS n FROM t GROUP BY ROLLUP (a)', ['n']],
    ['FROM t |> AGGREGATE COUNT(*) AS n GROUP BY a |> WHERE n > 1 |> ORDER BY n |> LIMIT 3', ['n']],
  ])('finds the counts of %s', (sql, names) => {
    expect(found(sql)).toEqual(names);
  });

  it.each([
    'SELECT NULLIF(COUNT(*), 0) AS n FROM t',
    'SELECT n FROM (SELECT COUNT(*) AS n FROM t)',
    'SELECT (SELECT COUNT(*) FROM t WHERE FALSE HAVING FALSE) AS n',
    'SELECT COUNT(*) AS n FROM t UNION ALL SELECT NULL',
    'SELECT SAFE.SUM(a) AS n, MAX(b) AS m FROM t',
    'FROM t |> AGGREGATE COUNT(*) AS n |> SET n = NULL',
    'FROM t |> AGGREGATE COUNT(*) AS n |> UNION ALL (SELECT NULL)',
  ])('promises nothing of %s', (sql) => {
    expect(found(sql)).toEqual([]);
  });
});
