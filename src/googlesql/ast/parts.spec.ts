import { parse } from '../grammar/parse.js';
import { partsOf, type TreeNode } from './parts.js';

/** How many calls of F a query has, wherever in it. */
function callsIn(node: TreeNode): number {
  const own = node.type === 'Call' && node.name === 'F' ? 1 : 0;
  return partsOf(node).reduce((sum, part) => sum + callsIn(part), own);
}

const WRITTEN = /\bf\(\)/g;

describe('the parts of a node', () => {
  it.each([
    'SELECT f(), f() AS a, f().b.*, * REPLACE (f() AS c) FROM t',
    'SELECT -f() + (f()) * [f(), f()][OFFSET(f())], STRUCT(f() AS a, f()), (f(), 1).a, ARRAY<INT64>[f()]',
    'SELECT CASE f() WHEN f() THEN f() ELSE f() END, IF(f(), f(), NULL), INTERVAL f() DAY',
    'SELECT CAST(f() AS STRING FORMAT f()), EXTRACT(DAY FROM f() AT TIME ZONE f()), g(a => f())',
    'SELECT f() IN (f(), f()), f() NOT IN UNNEST(f()), f() IN (SELECT f()), f() BETWEEN f() AND f()',
    'SELECT f() LIKE ANY (f(), f()), f() LIKE ALL UNNEST(f()), f() IS DISTINCT FROM f(), f() IS NULL',
    'SELECT g(DISTINCT f() ORDER BY f() LIMIT 1), g(f() HAVING MAX f())',
    'SELECT SUM(f()) OVER (PARTITION BY f() ORDER BY f() ROWS BETWEEN f() PRECEDING AND f() FOLLOWING)',
    'SELECT 1 FROM t WHERE f() GROUP BY f(), f() HAVING f() QUALIFY f() WINDOW w AS (PARTITION BY f()) ORDER BY f()',
    'SELECT 1 FROM t GROUP BY GROUPING SETS (f(), (f(), f()), CUBE(f()), ROLLUP(f()))',
    'WITH a AS (SELECT f()), b AS (WITH c AS (SELECT f()) SELECT f()) SELECT f()',
    'SELECT f() UNION ALL SELECT f() UNION ALL (SELECT f() ORDER BY f()) ORDER BY f()',
    '(SELECT f()) ORDER BY f()',
    'SELECT (SELECT f()), EXISTS(SELECT f()), ARRAY(SELECT f())',
    'SELECT 1 FROM (SELECT f()), UNNEST(f()) JOIN (t JOIN t ON f()) ON f() LEFT JOIN UNNEST([f()]) ON f()',
    'SELECT 1 FROM t PIVOT(SUM(f()), MAX(f()) FOR f() IN (f(), f() AS a))',
    'FROM (SELECT f()) |> WHERE f() |> SELECT f(), f() AS a WINDOW w AS (ORDER BY f()) |> EXTEND f() |> SET a = f(), b = f()',
    'FROM UNNEST(f()) |> AGGREGATE SUM(f()), MAX(f()) DESC GROUP AND ORDER BY f(), f() AS a |> ORDER BY f() |> LIMIT 1',
    'FROM t |> ASSERT f(), f() |> JOIN (SELECT f()) ON f() |> UNION ALL (SELECT f()), (SELECT f())',
    'FROM t |> WITH a AS (SELECT f()) |> PIVOT(SUM(f()) FOR f() IN (f()))',
    'SELECT f() |> WHERE f()',
  ])('are all there: %s', (sql) => {
    const query = parse(sql);
    expect(callsIn(query)).toBe(sql.match(WRITTEN)?.length);
  });

  it('are none where nothing can be in it', () => {
    const query = parse('FROM t |> DROP a |> RENAME a AS b |> AS t |> DISTINCT');
    expect(query.body.type === 'Pipe' && query.body.operators.map(partsOf)).toEqual([[], [], [], []]);
  });
});
