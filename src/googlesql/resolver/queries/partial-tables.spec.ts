import { parse } from '../../grammar/parse.js';
import { INT64, OPEN_TYPE, STRING, TIMESTAMP, wholeTypeName } from '../../types/types.js';
import { orProblem } from '../problem.js';
import { answerOf } from './answer.js';

/** The table `p` has further columns, `k` has these alone, and others have any. */
const tables = Object.assign(
  new Map([
    ['p', { columns: [{ name: 'ts', type: TIMESTAMP }], isPartial: true }],
    [
      'k',
      {
        columns: [
          { name: 'id', type: INT64 },
          { name: 's', type: STRING },
        ],
      },
    ],
  ]),
  { about: { noTables: new Map<string, string>(), hasOthers: true } },
);

/** The columns of an answer with their types as far as they are known, `…` where there are others; or the problem of a query. */
function told(sql: string): string {
  const found = orProblem((unknown) => answerOf(parse(sql), { tables, parameters: new Map(), unknown }));
  if ('message' in found) return `${found.column} ${found.message}`;
  const columns = found.columns.map(({ name, type }) => `${name} ${type === OPEN_TYPE ? '?' : wholeTypeName(type)}`);
  return [...columns, ...(found.isPartial ? ['…'] : [])].join(', ');
}

describe('over tables that are not known whole', () => {
  it.each([
    ['SELECT ts, x, p.y, UPPER(z) AS u FROM p', 'ts TIMESTAMP, x ?, y ?, u ?'],
    ['SELECT LENGTH(z) AS n, z + 1.5 AS f, STARTS_WITH(z, "a") AS b FROM shop.t', 'n INT64, f ?, b BOOL'],
    ['SELECT *, 1 AS n FROM p', 'ts TIMESTAMP, n INT64, …'],
    ['SELECT p.* EXCEPT (x) REPLACE (1 AS y) FROM p JOIN k ON TRUE', 'ts TIMESTAMP, y INT64, …'],
    ['SELECT k.* FROM p JOIN k USING (id)', 'id INT64, s STRING'],
    ['SELECT id, a.x FROM a JOIN b USING (id)', 'id ?, x ?'],
    ['SELECT x FROM (SELECT * FROM p) WHERE ts > CURRENT_TIMESTAMP', 'x ?'],
    ['WITH q AS (SELECT *, 1 AS n FROM t) SELECT n, m FROM q', 'n INT64, m ?'],
    ['SELECT id FROM k UNION ALL SELECT * FROM t', '…'],
    ['SELECT * FROM t ORDER BY 3, x', '…'],
    ['SELECT DISTINCT * FROM t ORDER BY x', '…'],
    ['SELECT x, COUNT(*) AS n FROM t GROUP BY t.x ORDER BY x', 'x ?, n INT64'],
    ['SELECT *, COUNT(*) AS n FROM p GROUP BY ALL', 'ts TIMESTAMP, n INT64, …'],
    ['SELECT a.x FROM a, b GROUP BY x', 'x ?'],
    ['SELECT i.price, i.* FROM t, t.items AS i', 'price ?, …'],
    ['SELECT i.*, o FROM t, UNNEST(items) AS i WITH OFFSET AS o WHERE price > 1', 'o INT64, …'],
    ['SELECT AS STRUCT * FROM t', '…'],
    ['SELECT ARRAY(SELECT AS STRUCT * FROM t) AS l, (SELECT * FROM t) AS x', 'l ?, x ?'],
    ['SELECT 1 IN (SELECT * FROM t) AS b, TO_JSON_STRING(t) AS j FROM t', 'b BOOL, j STRING'],
    ['SELECT * FROM p PIVOT(COUNT(x) AS n FOR y IN ("a", "b" AS c))', 'ts TIMESTAMP, n_c INT64, …'],
    ['SELECT v, n FROM t UNPIVOT(v FOR n IN (a, b))', 'v ?, n STRING'],
    ['FROM p |> SET x = 1 |> DROP y |> RENAME z AS w |> EXTEND w AS v', 'ts TIMESTAMP, x INT64, w ?, v ?, …'],
    ['FROM t |> AGGREGATE MAX(x) AS m GROUP BY y |> AS u |> WHERE u.m > 1', 'y ?, m ?'],
    ['FROM p |> JOIN k USING (id) |> SELECT s, x', 's STRING, x ?'],
    ['WITH RECURSIVE r AS (SELECT * FROM t UNION ALL SELECT * FROM r WHERE n < 3) SELECT n FROM r', 'n ?'],
    // A name in a subquery may be a column of its own table, whatever is around it.
    ['SELECT (SELECT MAX(LENGTH(id)) FROM t) AS n FROM k', 'n INT64'],
    ['SELECT (SELECT COUNT(*) FROM t WHERE t.id = k.id AND LENGTH(k.s) > 1) AS n FROM k', 'n INT64'],
    ["SELECT id FROM k AS country WHERE EXISTS (SELECT 1 FROM t WHERE country = 'DE')", 'id INT64'],
    ['FROM p |> JOIN t USING (id) |> DISTINCT |> WHERE t.a > 1 |> SELECT ts, b', 'ts TIMESTAMP, b ?'],
    ['SELECT AS VALUE t.* EXCEPT (x) FROM t', '…'],
    ['FROM t |> SELECT AS VALUE t.* EXCEPT (x) |> WHERE y > 1', '…'],
    ['SELECT (FROM t |> SET s = 1 |> SELECT s |> LIMIT 1) + 1 AS n FROM k AS s', 'n INT64'],
    // Where rows around may have a column, it may be theirs.
    ['SELECT (SELECT MAX(price) * rate FROM UNNEST(items)) AS m FROM t', 'm ?'],
    ['SELECT (SELECT MAX(q) + id FROM t) AS m FROM k', 'm ?'],
    ['SELECT ARRAY(SELECT n FROM UNNEST(items) GROUP BY n HAVING COUNT(*) > least) AS l FROM t', 'l ?'],
    ['SELECT (SELECT DISTINCT i.a FROM UNNEST(items) AS i ORDER BY seq LIMIT 1) AS m FROM t', 'm ?'],
    // A star may have columns that come before those of FROM.
    ['SELECT t.* FROM t JOIN k AS a ON TRUE JOIN k AS b ON TRUE ORDER BY id', '…'],
    ['SELECT t.* FROM t JOIN (SELECT [1] AS l) ON TRUE QUALIFY ROW_NUMBER() OVER (ORDER BY l) = 1', '…'],
    // A name may be a column of one item or of another.
    ['SELECT UPPER(a.x) AS u FROM a JOIN b USING (id) GROUP BY UPPER(x)', 'u ?'],
    ['SELECT DISTINCT UPPER(x) AS u FROM a JOIN b USING (id) ORDER BY UPPER(a.x)', 'u ?'],
    ['SELECT id, a.id AS i FROM a JOIN UNNEST(a.l) JOIN b USING (id) GROUP BY 1', 'id ?, i ?'],
    ['SELECT GROUPING(x) AS g FROM a JOIN b USING (id) GROUP BY ROLLUP(b.x)', 'g INT64'],
    ['SELECT STRING_AGG(DISTINCT x ORDER BY a.x) AS s FROM a JOIN b USING (id)', 's ?'],
  ])('%s has the columns %s', (sql, expected) => {
    expect(told(sql)).toBe(expected);
  });

  it.each([
    ['SELECT UPPER(1) FROM t', '8 no UPPER(INT64)'],
    ['SELECT x FROM t WHERE REGEXP_CONTAINS(x, 5)', '23 no REGEXP_CONTAINS(?, INT64)'],
    ['SELECT x FROM p WHERE ts', '23 expected BOOL, found TIMESTAMP'],
    ['SELECT x, t.y FROM t GROUP BY x', '11 column "y" is neither in GROUP BY'],
    ['SELECT DISTINCT x FROM t ORDER BY t.y', '35 column "y" is not there any more'],
    ['SELECT k.nope FROM k, t', '10 "k" has no column "nope"'],
    ['SELECT id FROM k AS a, k AS b, t', '8 column "id" is ambiguous'],
    ['SELECT SUM(x) FROM t WHERE COUNT(*) > 1', '28 COUNT is an aggregate function'],
    ['SELECT x FROM t AS a, u AS a', 'two FROM items are named "a"'],
    ['SELECT * EXCEPT (x, X) FROM t', 'EXCEPT names "X" twice'],
    ['FROM t |> DROP x, x', '"x" is named twice'],
  ])('%s is refused', (sql, message) => {
    expect(told(sql)).toContain(message);
  });
});
