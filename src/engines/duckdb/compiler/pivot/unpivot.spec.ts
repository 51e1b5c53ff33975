import { ndjson, schemaOf, useDuckDb } from '../../../../../test/support/duckdb.js';

describe('UNPIVOT', () => {
  const database = useDuckDb({
    't.ndjson': ndjson({ p: 'kale', q1: 51, q2: 23, l: [1] }, { p: 'leek', q1: 77 }),
    't.schema.json': schemaOf('p STRING, q1 INT64, q2 INT64, l INT64[], m INT64[]'),
  });
  const few = '(SELECT p, q1, q2 FROM t)';

  it.each<[string, unknown]>([
    [
      `SELECT * FROM ${few} UNPIVOT(n FOR q IN (q1, q2)) ORDER BY p, q`,
      [
        ['kale', 51, 'q1'],
        ['kale', 23, 'q2'],
        ['leek', 77, 'q1'],
      ],
    ],
    [
      `SELECT q, n FROM t UNPIVOT INCLUDE NULLS (n FOR q IN (Q1 AS 'first', q2 'second')) AS x WHERE x.p = 'leek' ORDER BY q`,
      [
        ['first', 77],
        ['second', null],
      ],
    ],
    [
      `SELECT n, q FROM t UNPIVOT EXCLUDE NULLS (n FOR q IN (q1 AS 1, q2 AS 2)) ORDER BY q, n`,
      [
        [51, 1],
        [77, 1],
        [23, 2],
      ],
    ],
    // Several columns at a time: a row goes where all of them are NULL.
    [
      `SELECT a, b, k FROM (SELECT p, q1, q2, q2 AS q3, NULLIF(q2, 23) AS q4 FROM t) UNPIVOT((a, b) FOR k IN ((q1, q2), (q3, q4) AS 'later')) ORDER BY a`,
      [
        [23, null, 'later'],
        [51, 23, 'q1_q2'],
        [77, null, 'q1_q2'],
      ],
    ],
    // Arrays of a table are never NULL.
    [
      'SELECT p, a, k FROM t UNPIVOT(a FOR k IN (l, m)) ORDER BY p, k',
      [
        ['kale', [1], 'l'],
        ['kale', [], 'm'],
        ['leek', [], 'l'],
        ['leek', [], 'm'],
      ],
    ],
    [
      `FROM t |> SELECT p, q1, q2 |> UNPIVOT(n FOR q IN (q1, q2)) AS u |> AGGREGATE SUM(u.n) AS s GROUP BY q |> ORDER BY s`,
      [
        ['q2', 23],
        ['q1', 128],
      ],
    ],
    [
      `SELECT x.n, y.q FROM ${few} UNPIVOT(n FOR q IN (q1)) AS x JOIN ${few} UNPIVOT(n FOR q IN (q1)) AS y USING (n) ORDER BY n`,
      [
        [51, 'q1'],
        [77, 'q1'],
      ],
    ],
    [
      'SELECT (SELECT MAX(v) FROM (SELECT q1 AS a, q2 AS b) UNPIVOT(v FOR k IN (a, b))) FROM t ORDER BY 1',
      [[51], [77]],
    ],
  ])('%s', async (sql, expected) => {
    expect(await database.rows(sql)).toEqual(expected);
  });

  it('puts the columns that it makes behind the others', async () => {
    expect(await database.columns('SELECT * FROM t UNPIVOT(n FOR q IN (q1 AS 1))')).toEqual([
      'p STRING',
      'q2 INT64',
      'l ARRAY<INT64>',
      'm ARRAY<INT64>',
      'n INT64',
      'q INT64',
    ]);
  });

  it.each([
    ['t UNPIVOT(n FOR q IN (q1, p))', '1:41 "p" is STRING; columns that become one must be of one type'],
    ['t UNPIVOT(n FOR q IN (q1, nope))', 'there is no column "nope" to UNPIVOT'],
    ['t UNPIVOT(n FOR q IN (t.q1))', 'UNPIVOT takes names of columns alone'],
    ['t UNPIVOT(n FOR q IN (q1 AS 1, q2))', 'the labels of UNPIVOT are all STRING or all INT64'],
    ['t UNPIVOT(n FOR n IN (q1))', 'UNPIVOT makes two columns named "n"'],
    ['t UNPIVOT(q1 FOR k IN (q1, q2))', 'UNPIVOT cannot make a column "q1" of one of this name'],
    ['t UNPIVOT((a, b) FOR k IN ((q1, q2), (p)))', 'so that each set needs 2, found 1'],
    ['t UNPIVOT(a FOR k IN ((q1, q2)))', 'so that each set needs 1, found 2'],
    ['t UNPIVOT((a, b) FOR k IN ((q1, q1)))', '"q1" stands in the IN of UNPIVOT twice; name each column once'],
    ['t UNPIVOT(a FOR k IN (q1, Q1))', '"Q1" stands in the IN of UNPIVOT twice'],
    ['t UNPIVOT((a, b) FOR k IN ((q1, q2), (q2, q1)))', '"q2" stands in the IN of UNPIVOT twice'],
    ['(SELECT 1 AS a, 2 AS a) UNPIVOT(v FOR k IN (a))', '"a" is ambiguous'],
    ['t AS x UNPIVOT(n FOR q IN (q1)) WHERE x.p = ""', 'unrecognized name "x"'],
    ['UNNEST([1]) AS x UNPIVOT(v FOR k IN (x))', 'UNPIVOT takes no arrays of UNNEST'],
  ])('FROM %s is refused', async (sql, message) => {
    expect(await database.refusal(`SELECT * FROM ${sql}`)).toContain(message);
  });
});
