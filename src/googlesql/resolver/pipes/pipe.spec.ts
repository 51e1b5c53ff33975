import { resolvedAnswer } from '../../../../test/support/resolved-answer.js';

describe('the columns behind a pipe', () => {
  it.each([
    [
      'FROM t |> EXTEND id * 2 AS twice, id / 2 |> WHERE twice = 4',
      'id INT64, g STRING, l ARRAY<INT64>, twice INT64, f0_ FLOAT64',
    ],
    ['FROM n |> SET id = "x" |> SELECT id, n.id AS was', 'id STRING, was INT64'],
    ['FROM n |> DROP id |> EXTEND n.id AS was', 'name STRING, was INT64'],
    ['FROM n |> RENAME id AS name, name AS id |> SELECT name, id, n.name AS was', 'name INT64, id STRING, was STRING'],
    ['FROM n |> AS m |> SELECT m.name', 'name STRING'],
    ['FROM n |> JOIN t USING (id) |> DISTINCT', 'id INT64, name STRING, g STRING, l ARRAY<INT64>'],
    ['FROM UNNEST([STRUCT(1 AS a, "x" AS b)]) AS e |> DROP e |> SELECT 1 AS one', '1:49 DROP leaves no column'],
    ['FROM UNNEST([STRUCT(1 AS a)]) AS e |> EXTEND 2 AS b |> SET b = 2.5 |> SELECT e.a, b', 'a INT64, b FLOAT64'],
    ['FROM t |> SELECT AS STRUCT id, g |> SELECT g', 'g STRING'],
    ['FROM t |> SELECT AS VALUE l', 'f0_ ARRAY<INT64>'],
    ['FROM t |> SELECT id, SUM(id) OVER w AS s WINDOW w AS (ORDER BY id) |> ORDER BY 2', 'id INT64, s INT64'],
    [
      'FROM t |> AGGREGATE AVG(id) AS a DESC, COUNT(*) GROUP AND ORDER BY UPPER(g) AS k',
      'k STRING, a FLOAT64, f0_ INT64',
    ],
    ['FROM t |> AGGREGATE COUNT(*) AS c GROUP BY l', 'l ARRAY<INT64>, c INT64'],
    ['FROM t |> SELECT id |> UNION ALL (SELECT 0.5)', 'id FLOAT64'],
    ['FROM n |> WITH m AS (SELECT 1 AS id, 0.5 AS x) |> JOIN m USING (id) |> SELECT x', 'x FLOAT64'],
    ['FROM n |> ASSERT id > 0, name |> LIMIT 1 OFFSET 2', 'id INT64, name STRING'],
    ['SELECT NULL AS x |> SELECT x', 'x INT64'],
  ])('%s', (sql, expected) => {
    expect(resolvedAnswer(sql)).toBe(expected);
  });
});

describe('the refusals of a pipe', () => {
  it.each([
    ['FROM t |> SELECT id |> WHERE t.id = 1', '1:30 unrecognized name "t"'],
    ['FROM n |> JOIN n AS m USING (id) |> DISTINCT |> SELECT n.name', '1:58 "n" has no column "name"'],
    ['FROM n |> SET name = UPPER(name) |> JOIN n ON TRUE', '1:42 two FROM items are named "n"'],
    ['FROM n |> SET name = "x", name = "y"', '1:27 "name" is named twice'],
    ['FROM n |> JOIN n AS m ON TRUE |> RENAME id AS a', '1:41 "id" is ambiguous'],
    ['FROM n |> DROP id, name', '1:11 DROP leaves no column'],
    ['FROM n |> WHERE name', '1:17 expected BOOL, found STRING'],
    ['FROM n |> ASSERT name', '1:18 expected BOOL, found STRING'],
    ['FROM n |> ASSERT COUNT(*) > 1', '1:18 COUNT is an aggregate function; a pipe aggregates with |> AGGREGATE'],
    ['FROM n |> LIMIT @p', '1:17 expected INT64, found STRING'],
    ['FROM n |> ORDER BY 3', '1:20 there is no column 3; the answer has 2'],
    ['FROM t |> ORDER BY l', '1:20 cannot order by a value of type ARRAY'],
    ['FROM t |> AGGREGATE ARRAY_AGG(id) DESC', '1:21 cannot order by a value of type ARRAY'],
    ['FROM t |> AGGREGATE COUNT(*) GROUP BY 1', '1:39 GROUP BY takes expressions here'],
    ['FROM t |> SELECT AS VALUE id, g', '1:11 SELECT AS VALUE takes one expression'],
    ['FROM n |> UNION ALL (SELECT 1)', '1:11 UNION ALL needs as many columns on both sides, found 2 and 1'],
    ['FROM n |> WITH m AS (SELECT 1 AS x) |> WHERE x = 1', '1:46 unrecognized name "x"'],
  ])('%s', (sql, expected) => {
    expect(resolvedAnswer(sql).slice(0, expected.length)).toBe(expected);
  });
});
