import { resolvedAnswer } from '../../../../test/support/resolved-answer.js';

describe('the columns of PIVOT', () => {
  it.each([
    ['SELECT * FROM n PIVOT(COUNT(*) FOR name IN ("a", "b" AS c))', 'id INT64, a INT64, c INT64'],
    [
      'SELECT * FROM v PIVOT(AVG(f) AS a, MAX(d) AS m FOR k IN ("x")) AS p',
      '1:17 PIVOT over rows with a column "j" of type JSON',
    ],
    [
      'SELECT * FROM (SELECT k, f, d FROM v) PIVOT(AVG(f) AS a, MAX(d) AS m FOR k IN ("x"))',
      'a_x FLOAT64, m_x NUMERIC',
    ],
    // What is read in another way is no key either: under the name of the item, as its row, in a query.
    ['SELECT * FROM n PIVOT(MAX(n.id) FOR name IN ("a"))', 'a INT64'],
    ['SELECT * FROM n PIVOT(COUNT(TO_JSON_STRING(n)) FOR 1 IN (1 AS one))', 'one INT64'],
    ['SELECT * FROM n PIVOT(MAX((SELECT id + x FROM UNNEST([1]) AS x)) FOR name IN ("a"))', 'a INT64'],
    ['FROM n |> SET id = 0.5 |> PIVOT(MAX(n.id) FOR name IN ("a"))', 'id FLOAT64, a INT64'],
    [
      'FROM n |> WHERE id > 1 |> PIVOT(COUNT(*) FOR id IN (-1, 1.5 AS x))',
      '1:57 this is FLOAT64, but PIVOT compares it with INT64',
    ],
    [
      'FROM n |> PIVOT(SUM(id) + 1 FOR name IN ("a"))',
      '1:17 PIVOT takes calls of aggregate functions; write expressions inside of them',
    ],
    ['FROM n |> PIVOT(SUM(id) FOR name IN (g))', '1:38 a value of PIVOT is a constant'],
    [
      'FROM UNNEST([1]) AS x |> PIVOT(SUM(x) FOR x IN (1))',
      '1:26 PIVOT takes no arrays of UNNEST; SELECT from them first',
    ],
    ['FROM (SELECT d FROM v) |> PIVOT(COUNT(*) FOR d IN (1e99 AS x))', '1:52 1e99 is beyond NUMERIC'],
  ])('%s', (sql, expected) => {
    expect(resolvedAnswer(sql).slice(0, expected.length)).toBe(expected);
  });
});

describe('the columns of UNPIVOT', () => {
  it.each([
    ['FROM t |> DROP l |> EXTEND "x" AS h |> UNPIVOT(s FOR c IN (g, h))', 'id INT64, s STRING, c STRING'],
    ['FROM n |> UNPIVOT((a, b) FOR c IN ((id, name) AS 7)) AS u |> SELECT u.a, u.b, u.c', 'a INT64, b STRING, c INT64'],
    ['FROM n |> UNPIVOT(x FOR c IN (id, name))', '1:35 "name" is STRING; columns that become one must be of one type'],
    [
      'FROM n |> UNPIVOT(x FOR c IN (id AS 1, id))',
      '1:40 "id" stands in the IN of UNPIVOT twice; name each column once',
    ],
    ['FROM n |> UNPIVOT(x FOR x IN (id))', '1:18 UNPIVOT makes two columns named "x"'],
    ['FROM n |> UNPIVOT(x FOR c IN (nope))', '1:31 there is no column "nope" to UNPIVOT'],
    [
      'FROM n, UNNEST([1]) AS e |> UNPIVOT(x FOR c IN (id))',
      '1:29 UNPIVOT takes no arrays of UNNEST; SELECT from them first',
    ],
  ])('%s', (sql, expected) => {
    expect(resolvedAnswer(sql)).toBe(expected);
  });
});
