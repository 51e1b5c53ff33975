import { parseQuery } from '../parser/parse-query.js';
import { topStar } from './top-star.js';

const place = (sql: string) => {
  const star = topStar(parseQuery(sql));
  return star && `${star.line}:${star.column}`;
};

describe('topStar', () => {
  it.each([
    ['SELECT * FROM t', '1:8'],
    ['SELECT a,\n  t.* EXCEPT (b) FROM t', '2:5'],
    ['WITH q AS (SELECT 1 AS a) SELECT DISTINCT * FROM q', '1:43'],
    ['(SELECT a FROM t UNION ALL SELECT * FROM t) ORDER BY a', '1:35'],
    ['FROM t |> WHERE a > 1 |> SELECT *', '1:33'],
    ['FROM t |> SELECT a, * |> LIMIT 5', '1:21'],
    ['FROM t |> WHERE a > 1', '1:1'],
  ])('finds it in %j', (sql, expected) => {
    expect(place(sql)).toBe(expected);
  });

  it.each([
    'SELECT a, b * c FROM t',
    'SELECT COUNT(*) AS n FROM t',
    'WITH q AS (SELECT * FROM t) SELECT a FROM q',
    'SELECT a FROM (SELECT * FROM t) WHERE EXISTS (SELECT * FROM u)',
    'FROM t |> AGGREGATE COUNT(*) AS n',
    'FROM (SELECT * FROM t) |> SELECT a |> WHERE a > 1',
  ])('finds none in %j', (sql) => {
    expect(place(sql)).toBeUndefined();
  });
});
