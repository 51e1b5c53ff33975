import { ndjson, schemaOf, useDuckDb } from '../../../../../test/support/duckdb.js';

const one = (value: unknown) => [[value]];
const column = (...values: unknown[]) => values.map((value) => [value]);

describe('WITH RECURSIVE', () => {
  const database = useDuckDb({
    'edges.ndjson': ndjson({ a: 1, b: 2 }, { a: 2, b: 3 }, { a: 3, b: 1 }, { a: 5, b: 6 }),
    'edges.schema.json': schemaOf('a INT64, b INT64, l INT64[]'),
  });

  it.each<[string, unknown]>([
    ['r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 3) SELECT n FROM r ORDER BY n', column(1, 2, 3)],
    [
      'r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM R AS x WHERE x.n < 3) SELECT SUM(a.n * b.n) FROM r AS a, r AS b',
      one(36),
    ],
    // Duplicates stay, or go.
    [
      'r AS ((SELECT 1 AS n UNION ALL SELECT 1) UNION ALL SELECT n + 1 FROM r WHERE n < 2) SELECT n FROM r ORDER BY n',
      column(1, 1, 2, 2),
    ],
    // WITH RECURSIVE within the base term.
    [
      'a AS ((WITH RECURSIVE b AS (SELECT 0 AS n UNION ALL SELECT n + 1 FROM b WHERE n < 2) SELECT n FROM b) UNION ALL SELECT 10 + n FROM a WHERE n < 5) SELECT n FROM a ORDER BY n',
      column(0, 1, 2, 10, 11, 12),
    ],
    // Columns by name.
    [
      'r AS (SELECT 1 AS a, 5 AS b UNION ALL BY NAME SELECT b - 1 AS b, a + 1 AS a FROM r WHERE a < 3) SELECT a, b FROM r ORDER BY a',
      [
        [1, 5],
        [2, 4],
        [3, 3],
      ],
    ],
    // In a pipe.
    [
      'r AS (FROM edges |> SELECT 1 AS a |> LIMIT 1 |> UNION ALL (SELECT a + 1 FROM r WHERE a < 7)) SELECT SUM(a) FROM r',
      one(28),
    ],
    ['r AS ((SELECT 1 AS n) |> UNION ALL BY NAME (SELECT n + 1 AS n FROM r WHERE n < 3)) SELECT SUM(n) FROM r', one(6)],
    // Several queries, in any order; those that do not name themselves are as without RECURSIVE.
    ['x AS (SELECT n + 1 AS n FROM y), y AS (SELECT n FROM z), z AS (SELECT 1 AS n) SELECT n FROM x', one(2)],
    [
      'x AS (SELECT MAX(n) AS m FROM r), r AS (SELECT k AS n FROM t UNION ALL SELECT n + 1 FROM r WHERE n < 3), t AS (SELECT 1 AS k) SELECT m FROM x',
      one(3),
    ],
    ['s AS (SELECT 1 AS x UNION ALL SELECT 2) SELECT SUM(x) FROM s', one(3)],
    // The base term says what the columns are.
    [
      "r AS (SELECT 1.5 AS n, 'x' AS s UNION ALL SELECT 2, NULL FROM r WHERE n < 2) SELECT n, s FROM r ORDER BY n",
      [
        [1.5, 'x'],
        [2, null],
      ],
    ],
    [
      'r AS (SELECT 1 AS depth, 9 UNION ALL SELECT depth + 1, 8 FROM r WHERE depth < 2) SELECT * FROM r ORDER BY depth',
      [
        [1, 9],
        [2, 8],
      ],
    ],
    [
      'r AS (SELECT l FROM edges WHERE a = 1 UNION ALL SELECT ARRAY_CONCAT(l, [1]) FROM r WHERE ARRAY_LENGTH(l) < 2) SELECT ARRAY_LENGTH(l) FROM r ORDER BY 1',
      column(0, 1, 2),
    ],
    // What the recursive term may be made of.
    [
      'r AS (SELECT 1 AS n UNION ALL SELECT n + (SELECT COUNT(*) FROM edges) FROM r WHERE n < 9) SELECT n FROM r ORDER BY n',
      column(1, 5, 9),
    ],
    [
      'r AS (SELECT 1 AS n UNION ALL (FROM r |> WHERE n < 3 |> EXTEND n + 1 AS m |> SELECT m)) SELECT SUM(n) FROM r',
      one(6),
    ],
    [
      'r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM (SELECT n FROM r WHERE n < 3) LEFT JOIN edges ON FALSE) SELECT SUM(n) FROM r',
      one(6),
    ],
    [
      'r AS (SELECT [1] AS l UNION ALL SELECT [e + 1] FROM r, UNNEST(r.l) AS e WHERE e < 3) SELECT l FROM r ORDER BY l[OFFSET(0)]',
      column([1], [2], [3]),
    ],
    [
      'r AS (WITH k AS (SELECT 1 AS one) SELECT one AS n FROM k UNION ALL SELECT n + one FROM r, k WHERE n < 3) SELECT SUM(n) FROM r',
      one(6),
    ],
    // An inner WITH hides the name.
    ['r AS (WITH r AS (SELECT 1 AS n) SELECT n FROM r) SELECT n FROM r', one(1)],
    [
      'r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < (WITH r AS (SELECT 3 AS k) SELECT k FROM r)) SELECT SUM(n) FROM r',
      one(6),
    ],
  ])('WITH RECURSIVE %s', async (sql, expected) => {
    expect(await database.rows(`WITH RECURSIVE ${sql}`)).toEqual(expected);
  });

  it('is possible in a subquery, for each row anew or not', async () => {
    const sql =
      'SELECT a, (WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT SUM(n) FROM r WHERE n < a) FROM edges ORDER BY a';
    expect(await database.rows(sql)).toEqual([
      [1, null],
      [2, 1],
      [3, 3],
      [5, 10],
    ]);
  });

  it('names its columns as the base term does', async () => {
    expect(
      await database.columns(
        'WITH RECURSIVE r AS (SELECT 1, 2.5 AS x, NULL AS y UNION ALL SELECT 1, 1, 1 FROM r) SELECT * FROM r',
      ),
    ).toEqual(['f0_ INT64', 'x FLOAT64', 'y INT64']);
  });

  it('ends with an error when it goes on for too long', async () => {
    const sql = (last: number) =>
      `WITH RECURSIVE r AS (SELECT 0 AS n UNION ALL SELECT n + 1 FROM r WHERE n < ${last}) SELECT COUNT(*) FROM r`;
    expect(await database.rows(sql(500))).toEqual([[501]]);
    expect(await database.failure(sql(501))).toContain('goes on for more than 500 iterations');
  });

  it.each([
    ['SELECT 1', 'WITH needs a query'],
    ['r AS (SELECT * FROM r) SELECT * FROM r', '1:22 a query that names itself has the form base UNION ALL'],
    [
      'r AS (SELECT 1 AS n UNION ALL SELECT n FROM r ORDER BY n) SELECT * FROM r',
      '1:62 a query that names itself has the form',
    ],
    ['r AS (SELECT 1 AS n EXCEPT DISTINCT SELECT n FROM r) SELECT * FROM r', 'a query that names itself has the form'],
    ['r AS (SELECT n FROM r UNION ALL SELECT 1) SELECT * FROM r', '1:36 the base term cannot read "r"'],
    [
      'r AS (SELECT 1 AS n UNION ALL SELECT a.n FROM r AS a, r AS b) SELECT * FROM r',
      '1:70 the recursive term can read "r" only once',
    ],
    ['a AS (SELECT * FROM b), b AS (SELECT * FROM a) SELECT * FROM a', '"a" is read by what it reads itself'],
    [
      'a AS (SELECT 1 AS n UNION ALL SELECT n FROM b), b AS (SELECT n FROM a) SELECT * FROM a',
      '"a" is read by what it reads itself',
    ],
    ['a AS (SELECT 1 AS x), A AS (SELECT 2 AS x) SELECT * FROM a', 'two WITH queries are named "A"'],
    [
      'r AS (SELECT 1 AS n UNION ALL SELECT 2, 3 FROM r) SELECT * FROM r',
      'the recursive term needs 1 columns, as the base term has, found 2',
    ],
    [
      'r AS (SELECT 1 AS n UNION ALL SELECT 2.5 FROM r) SELECT * FROM r',
      'column 1 is FLOAT64 here and INT64 in the base term',
    ],
    ['r AS (SELECT 1 AS n UNION DISTINCT SELECT 2 UNION ALL SELECT n FROM r) SELECT * FROM r', 'needs parentheses'],
    [
      'r AS (SELECT 1 AS n INNER UNION ALL BY NAME SELECT n FROM r) SELECT * FROM r',
      'a recursive term that need not have just the columns of the base term',
    ],
    [
      'r AS (SELECT 1 AS n UNION ALL BY NAME ON (n) SELECT n FROM r) SELECT * FROM r',
      'a recursive term that need not have just the columns of the base term',
    ],
    ['r AS (SELECT 1 AS n UNION ALL BY NAME SELECT n AS m FROM r) SELECT * FROM r', 'found (n) and (m)'],
    ['r AS (SELECT 1 AS n UNION ALL SELECT 2 UNION ALL BY NAME SELECT n FROM r) SELECT * FROM r', 'needs parentheses'],
    [
      'r AS ((SELECT 1 AS n) |> UNION ALL (SELECT n FROM r), (SELECT 2)) SELECT * FROM r',
      'has the form base UNION ALL',
    ],
    ['r AS ((SELECT 1 AS n) |> CROSS JOIN r) SELECT * FROM r', 'has the form base UNION ALL'],
    [
      'r AS (SELECT 1 AS n UNION DISTINCT SELECT n FROM r) SELECT * FROM r',
      'has the form base UNION ALL recursive term',
    ],
    ...(
      [
        ['SELECT (SELECT MAX(n) FROM r)', 'a subquery in an expression'],
        ['SELECT 1 FROM edges WHERE EXISTS (SELECT 1 FROM r)', 'a subquery in an expression'],
        ['SELECT 1 FROM edges JOIN edges AS e ON 1 IN (SELECT n FROM r)', 'a subquery in an expression'],
        ['SELECT SUM(n) FROM r', 'a query with DISTINCT, GROUP BY or an aggregate function'],
        ['SELECT n FROM r GROUP BY n', 'a query with DISTINCT, GROUP BY or an aggregate function'],
        ['SELECT DISTINCT n FROM r', 'a query with DISTINCT, GROUP BY or an aggregate function'],
        ['SELECT * FROM (SELECT r.n FROM r) PIVOT(COUNT(*) FOR n IN (1))', 'PIVOT'],
        ['SELECT ROW_NUMBER() OVER () FROM r', 'a query with a window function'],
        ['SELECT n FROM (SELECT n FROM r LIMIT 3)', 'a query with ORDER BY or LIMIT'],
        ['(SELECT n FROM r ORDER BY n)', 'a query with ORDER BY or LIMIT'],
        ['(SELECT n FROM r INTERSECT DISTINCT SELECT 1)', 'a set operation other than UNION ALL'],
        ['SELECT r.n FROM edges LEFT JOIN r ON TRUE', 'the side of a LEFT JOIN that may be without a row'],
        ['SELECT r.n FROM r RIGHT JOIN edges ON TRUE', 'the side of a RIGHT JOIN that may be without a row'],
        ['SELECT r.n FROM r FULL JOIN edges ON TRUE', 'the side of a FULL JOIN that may be without a row'],
        ['(WITH t AS (SELECT n FROM r) SELECT n FROM t)', 'an inner WITH'],
        ['(FROM r |> AGGREGATE SUM(n))', '|> AGGREGATE'],
        ['(FROM r |> EXTEND ROW_NUMBER() OVER () AS m |> SELECT m)', 'a query with a window function'],
        ['(FROM edges |> LEFT JOIN r ON TRUE |> SELECT n)', 'the side of a LEFT JOIN that may be without a row'],
      ] as const
    ).map(([term, place]) => [
      `r AS (SELECT 1 AS n UNION ALL ${term}) SELECT n FROM r`,
      `"r" cannot be read by its own recursive term in ${place}`,
    ]),
  ])('WITH RECURSIVE %s is refused', async (sql, message) => {
    expect(await database.refusal(`WITH RECURSIVE ${sql}`)).toContain(message);
  });

  it('does not let a WITH query see the rows around it', async () => {
    expect(await database.refusal('SELECT (WITH w AS (SELECT edges.a AS x) SELECT x FROM w) FROM edges')).toContain(
      'unrecognized name',
    );
  });
});
