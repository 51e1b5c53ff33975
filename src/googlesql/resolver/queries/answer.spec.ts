import { parse } from '../../grammar/parse.js';
import { eachProblem } from '../../sql-problem.js';
import { INT64, STRING, TIMESTAMP, wholeTypeName } from '../../types/types.js';
import { orProblem } from '../problem.js';
import { answerOf } from './answer.js';

const QUERIES = new Map([
  [
    'u',
    {
      columns: [
        { name: 'k', type: INT64 },
        { name: 's', type: STRING },
        { name: 'ts', type: TIMESTAMP },
      ],
    },
  ],
]);

/** The columns of an answer with their types, or the problems of a query with their places. */
function told(sql: string): string {
  const found = orProblem((unknown) =>
    answerOf(parse(sql), { tables: new Map(), queries: QUERIES, parameters: new Map([['n', INT64]]), unknown }),
  );
  if ('message' in found)
    return eachProblem(found)
      .map((each) => `${each.column} ${each.message}`)
      .join('; ');
  return found.columns.map(({ name, type }) => `${name} ${wholeTypeName(type)}`).join(', ');
}

describe('the columns of an answer', () => {
  it.each([
    ['SELECT k, UPPER(s), ts AS t FROM u', 'k INT64, f0_ STRING, t TIMESTAMP'],
    ['SELECT * EXCEPT (ts) FROM u', 'k INT64, s STRING'],
    ['SELECT a.k, b.s FROM u AS a LEFT JOIN u AS b USING (k)', 'k INT64, s STRING'],
    ['SELECT 1 AS x UNION ALL SELECT 2.5', 'x FLOAT64'],
    ['SELECT AVG(k) AS a, ARRAY_AGG(s) AS l FROM u WHERE k > @n', 'a FLOAT64, l ARRAY<STRING>'],
    ['WITH v AS (SELECT STRUCT(k, s) AS r FROM u) SELECT r.s, v.r.k FROM v', 's STRING, k INT64'],
    ['SELECT e, o FROM UNNEST([1.5]) AS e WITH OFFSET AS o', 'e FLOAT64, o INT64'],
    ['SELECT AS VALUE STRUCT(k, s AS name) FROM u', 'k INT64, name STRING'],
    // Keys of groups count by what they mean.
    ['SELECT u.k, COUNT(*) AS n FROM u GROUP BY k ORDER BY k + 1', 'k INT64, n INT64'],
    ['SELECT (u.k + 1) AS x FROM u GROUP BY k + 1 ORDER BY k + 1', 'x INT64'],
    ['SELECT *, COUNT(*) AS n FROM (SELECT k, s FROM u) GROUP BY k, s', 'k INT64, s STRING, n INT64'],
    ['SELECT e.k, COUNT(*) AS n FROM UNNEST([STRUCT(1 AS k)]) AS e GROUP BY k', 'k INT64, n INT64'],
    ['SELECT a.k FROM u AS a JOIN u AS b USING (k) GROUP BY k', 'k INT64'],
    ['SELECT k, GROUPING(u.k) AS g FROM u GROUP BY ROLLUP(k)', 'k INT64, g INT64'],
    ['SELECT k, (SELECT MAX(x.s) FROM u AS x WHERE x.k = u.k) AS m FROM u GROUP BY 1', 'k INT64, m STRING'],
    // So do keys that put distinct values in order.
    ["SELECT STRING_AGG(DISTINCT LOWER(s), ',' ORDER BY LOWER((u.s)) DESC) AS x FROM u", 'x STRING'],
    ["SELECT STRING_AGG(DISTINCT s, UPPER('a') ORDER BY s, UPPER('a')) AS x FROM u", 'x STRING'],
    ['SELECT ARRAY_AGG(DISTINCT e.f ORDER BY f) AS x FROM UNNEST([STRUCT(1 AS f)]) AS e', 'x ARRAY<INT64>'],
    ['SELECT ARRAY_AGG(DISTINCT k ORDER BY a.k) AS x FROM u AS a JOIN u AS b USING (k)', 'x ARRAY<INT64>'],
    [
      'SELECT (SELECT ARRAY_AGG(DISTINCT CONCAT(u.s, e) ORDER BY CONCAT(s, e)) FROM UNNEST(["a"]) AS e) AS x FROM u',
      'x ARRAY<STRING>',
    ],
    ['FROM u |> AGGREGATE ARRAY_AGG(DISTINCT u.s ORDER BY s) AS x', 'x ARRAY<STRING>'],
    // Behind SELECT DISTINCT, so do the columns of the answer.
    ['SELECT DISTINCT u.s FROM u ORDER BY LENGTH(s) DESC, UPPER(u.s)', 's STRING'],
    ['SELECT DISTINCT a.k FROM u AS a JOIN u AS b USING (k) ORDER BY k + 1', 'k INT64'],
    ['SELECT DISTINCT * EXCEPT (ts) FROM u ORDER BY u.k + 1', 'k INT64, s STRING'],
    ['SELECT DISTINCT r FROM (SELECT STRUCT(1 AS f) AS r) ORDER BY -r.f', 'r STRUCT<f INT64>'],
    ['SELECT DISTINCT e FROM UNNEST([STRUCT(1 AS f)]) AS e ORDER BY -f', 'e STRUCT<f INT64>'],
    ['SELECT DISTINCT s, COUNT(*) AS n FROM u GROUP BY s ORDER BY -n, LOWER(u.s)', 's STRING, n INT64'],
    ['SELECT DISTINCT s FROM u ORDER BY (SELECT MAX(x.k) FROM u AS x WHERE x.s = u.s)', 's STRING'],
  ])('%s', (sql, expected) => {
    expect(told(sql)).toBe(expected);
  });

  const UNGROUPED = 'is neither in GROUP BY nor in an aggregate function';
  const OWN = 'can be ordered by its own value alone';
  const GONE = 'is not there any more: behind SELECT DISTINCT there are only the columns of the answer';
  it.each([
    ['SELECT nope, nada FROM u', '8 unrecognized name "nope"'],
    ['SELECT k FROM secrets', '15 there is no table "secrets"'],
    ['SELECT k FROM quern.secrets', '15 there is no table "quern.secrets"'],
    ['SELECT (SELECT COUNT(*) FROM logs) FROM u', '30 there is no table "logs"'],
    ["SELECT k FROM EXTERNAL_QUERY('c', 'SELECT 1')", 'the function EXTERNAL_QUERY in FROM'],
    ['SELECT s + 1 FROM u', '8 "+" adds numbers, found STRING and INT64'],
    ['SELECT k FROM u WHERE s', '23 expected BOOL, found STRING'],
    ['SELECT NOPE(k) FROM u', '8 function NOPE'],
    ['SELECT k, s FROM u GROUP BY k', `11 column "s" ${UNGROUPED}`],
    ['SELECT (k + 1) * 2 FROM u GROUP BY k + 1', `9 column "k" ${UNGROUPED}; add it to GROUP BY, whose expression`],
    ['SELECT 1 FROM u GROUP BY k + 1 HAVING k + 1 > 2', `39 column "k" ${UNGROUPED}`],
    ['SELECT * FROM u GROUP BY k', `8 a column of * ${UNGROUPED}`],
    ['SELECT k FROM u GROUP BY k ORDER BY s', `37 column "s" ${UNGROUPED}`],
    ['SELECT COUNT(*) FROM u GROUP BY k HAVING s = "a"', `column "s" ${UNGROUPED}`],
    ['SELECT RANK() OVER w FROM u GROUP BY k WINDOW w AS (ORDER BY s)', `62 column "s" ${UNGROUPED}`],
    ['SELECT GROUPING(s) FROM u GROUP BY ROLLUP(k)', '8 GROUPING takes a key of GROUP BY'],
    ['SELECT STRING_AGG(DISTINCT s ORDER BY k) FROM u', `39 STRING_AGG(DISTINCT …) ${OWN}`],
    ['SELECT STRING_AGG(DISTINCT s ORDER BY s, LENGTH(s)) FROM u', `42 STRING_AGG(DISTINCT …) ${OWN}`],
    ['SELECT ARRAY_AGG(DISTINCT CAST(k AS STRING) ORDER BY k) FROM u', `54 ARRAY_AGG(DISTINCT …) ${OWN}`],
    ['SELECT ARRAY_AGG(DISTINCT s ORDER BY (SELECT s)) FROM u', `38 ARRAY_AGG(DISTINCT …) ${OWN}`],
    ['FROM u |> AGGREGATE ARRAY_AGG(DISTINCT s ORDER BY k)', `51 ARRAY_AGG(DISTINCT …) ${OWN}`],
    ['SELECT ARRAY_AGG(DISTINCT s ORDER BY nope) FROM u', '38 unrecognized name "nope"'],
    ['SELECT DISTINCT s FROM u ORDER BY k', `35 column "k" ${GONE}`],
    ['SELECT DISTINCT s FROM u ORDER BY LENGTH(s) + k', `47 column "k" ${GONE}`],
    ['SELECT DISTINCT LENGTH(s) FROM u ORDER BY LENGTH(s)', `50 column "s" ${GONE}`],
    ['SELECT DISTINCT UPPER(s) AS s FROM u ORDER BY u.s', `47 column "s" ${GONE}`],
    ['SELECT DISTINCT e.f FROM UNNEST([STRUCT(1 AS f, 2 AS g)]) AS e ORDER BY e.g', `73 column "g" ${GONE}`],
    ['SELECT DISTINCT s FROM u ORDER BY (SELECT u.k)', `43 column "k" ${GONE}`],
    ['SELECT DISTINCT s FROM u GROUP BY s, k ORDER BY k', `49 column "k" ${GONE}`],
    ['SELECT DISTINCT s, COUNT(*) AS n FROM u GROUP BY s ORDER BY COUNT(*)', '61 COUNT is an aggregate function'],
    ['SELECT DISTINCT s FROM u ORDER BY ROW_NUMBER() OVER (ORDER BY s)', '35 ROW_NUMBER … OVER cannot stand'],
    ['SELECT k AS a, s AS A FROM u', 'two columns of the answer are named "A"'],
  ])('%s is refused', (sql, message) => {
    expect(told(sql)).toContain(message);
  });
});
