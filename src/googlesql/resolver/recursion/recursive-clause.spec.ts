import { resolvedAnswer } from '../../../../test/support/resolved-answer.js';

describe('WITH RECURSIVE', () => {
  it.each([
    [
      'r AS (SELECT 1 AS n, NULL AS x UNION ALL SELECT n + 1, 2 FROM r WHERE n < 3) SELECT * FROM r',
      'n INT64, x INT64',
    ],
    ['r AS (SELECT 0.5 AS a, "x" AS b UNION ALL BY NAME SELECT b, 1 AS a FROM r) FROM r', 'a FLOAT64, b STRING'],
    ['r AS (FROM n |> SELECT id |> LIMIT 1 |> UNION ALL (SELECT id + 1 FROM r)) FROM r', 'id INT64'],
    ['r AS (SELECT 1 AS a UNION ALL SELECT 0.5 UNION ALL SELECT a FROM r) FROM r', 'a FLOAT64'],
    ['x AS (SELECT n FROM y), y AS (SELECT "s" AS n) SELECT n FROM x', 'n STRING'],
    [
      'r AS (SELECT 1 AS n UNION ALL SELECT n / 2 FROM r) FROM r',
      '1:53 column 1 is FLOAT64 here and INT64 in the base term, which decides; use CAST',
    ],
    [
      'r AS (SELECT 1 AS n UNION ALL SELECT n, 2 FROM r) FROM r',
      '1:46 the recursive term needs 1 columns, as the base term has, found 2',
    ],
    [
      'r AS (SELECT n FROM r UNION ALL SELECT n FROM r) FROM r',
      '1:36 the base term cannot read "r"; only the recursive term can',
    ],
    [
      'r AS (SELECT 1 AS n UNION ALL SELECT r.n FROM r, r AS s) FROM r',
      '1:65 the recursive term can read "r" only once',
    ],
    [
      'r AS (SELECT 1 AS n UNION ALL SELECT MAX(n) FROM r) FROM r',
      '1:65 "r" cannot be read by its own recursive term in a query with DISTINCT, GROUP BY or an aggregate function',
    ],
    [
      'r AS (SELECT n FROM r) FROM r',
      '1:22 a query that names itself has the form base UNION ALL recursive term, without ORDER BY or LIMIT',
    ],
    [
      'a AS (SELECT x FROM b), b AS (SELECT x FROM a) FROM a',
      '1:16 "a" is read by what it reads itself; only its recursive term may name it',
    ],
    ['r AS (SELECT 1), R AS (SELECT 2) SELECT 1', '1:33 two WITH queries are named "R"'],
  ])('%s', (rest, expected) => {
    expect(resolvedAnswer(`WITH RECURSIVE ${rest}`)).toBe(expected);
  });
});
