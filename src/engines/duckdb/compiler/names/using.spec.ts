import { ndjson, schemaOf, useDuckDb } from '../../../../../test/support/duckdb.js';

describe('USING over values', () => {
  const database = useDuckDb({
    'hits.ndjson': ndjson({ day: '2026-11-20', n: 3 }, { day: '2026-11-22', n: 5 }, { day: '2026-11-25', n: 7 }),
    'hits.schema.json': schemaOf('day DATE, n INT64'),
  });
  const DAYS = `UNNEST(GENERATE_DATE_ARRAY('2026-11-20', '2026-11-22')) AS day`;

  it.each<[string, unknown]>([
    [
      `SELECT day, n FROM ${DAYS} LEFT JOIN hits USING (day) ORDER BY day`,
      [
        ['2026-11-20', 3],
        ['2026-11-21', null],
        ['2026-11-22', 5],
      ],
    ],
    [
      `SELECT * FROM ${DAYS} JOIN hits AS h USING (day) WHERE h.day = day ORDER BY DAY DESC LIMIT 1`,
      [['2026-11-22', 5]],
    ],
    [
      `SELECT day, IFNULL(SUM(n), 0) AS n FROM hits RIGHT JOIN ${DAYS} USING (day) GROUP BY day ORDER BY day LIMIT 2`,
      [
        ['2026-11-20', 3],
        ['2026-11-21', 0],
      ],
    ],
    [
      `SELECT * FROM ${DAYS} FULL JOIN hits USING (day) ORDER BY day DESC LIMIT 3`,
      [
        ['2026-11-25', 7],
        ['2026-11-22', 5],
        ['2026-11-21', null],
      ],
    ],
    [
      `SELECT (SELECT FORMAT_DATE('%d', day)) FROM ${DAYS} FULL JOIN hits USING (day) ORDER BY day`,
      [['20'], ['21'], ['22'], ['25']],
    ],
    [
      `SELECT day, n, m FROM ${DAYS} LEFT JOIN hits USING (day) LEFT JOIN (SELECT DATE '2026-11-21' AS day, 9 AS m) USING (day) WHERE m = 9`,
      [['2026-11-21', null, 9]],
    ],
    // Two values of one name, fields of a value, its offset
    [
      'SELECT x FROM UNNEST([1, 2, NULL]) AS x FULL JOIN UNNEST([2, 3]) AS x USING (x) ORDER BY x',
      [[null], [1], [2], [3]],
    ],
    ['SELECT * FROM UNNEST([1, 2]) AS x JOIN UNNEST([2, 3]) AS x USING (x)', [[2]]],
    ['SELECT * FROM UNNEST([STRUCT(1 AS k, "a" AS v)]) AS s JOIN (SELECT 1 AS k, 2 AS w) USING (k)', [[1, 'a', 2]]],
    ['SELECT k, s.k AS sk FROM UNNEST([STRUCT(1 AS k)]) AS s RIGHT JOIN (SELECT 7 AS k) USING (k)', [[7, null]]],
    ['SELECT * FROM UNNEST([5, 6]) AS x WITH OFFSET AS o JOIN (SELECT 1 AS o, "a" AS v) USING (o)', [[1, 6, 'a']]],
    ['SELECT * FROM (SELECT AS VALUE 1) AS k JOIN (SELECT 1 AS k) USING (k)', [[1]]],
    [
      'FROM UNNEST([1, 2]) AS x |> LEFT JOIN (SELECT 1 AS x, 5 AS n) USING (x) |> ORDER BY x',
      [
        [1, 5],
        [2, null],
      ],
    ],
    // A struct whose field has its name
    [
      'FROM (SELECT AS VALUE STRUCT(1 AS k)) AS k LEFT JOIN (SELECT STRUCT(1 AS k) AS k) USING (k) |> FULL JOIN UNNEST([1]) AS o ON k.k = o |> SELECT o',
      [[1]],
    ],
    ['FROM hits AS day JOIN (SELECT 7 AS n) USING (n) |> DISTINCT |> JOIN hits USING (day) |> SELECT hits.n', [[7]]],
    // The merged column is of the wider type where either may be missing
    ['SELECT k FROM (SELECT 1 AS k) FULL JOIN (SELECT 1.5 AS k) USING (k) ORDER BY k', [[1], [1.5]]],
    ['SELECT k FROM UNNEST([1, 2]) AS k JOIN (SELECT NUMERIC "2" AS k) USING (k)', [[2]]],
    // The merged column in ON of a join behind it
    [
      'SELECT k, z FROM UNNEST([1, 9]) AS k FULL JOIN (SELECT 2 AS k) USING (k) JOIN (SELECT 2 AS z) ON z = k',
      [[2, 2]],
    ],
    [
      'SELECT day, z FROM hits JOIN hits AS h USING (day) JOIN (SELECT 5 AS z) ON z = h.n AND day > "2026-01-01"',
      [['2026-11-22', 5]],
    ],
    [
      'SELECT e, k FROM UNNEST([1, 9]) AS k FULL JOIN (SELECT 2 AS k) USING (k) JOIN UNNEST([2, 9]) AS e ON e = k ORDER BY e',
      [
        [2, 2],
        [9, 9],
      ],
    ],
  ])('%s', async (sql, expected) => {
    expect(await database.rows(sql)).toEqual(expected);
  });

  it.each([
    [
      'SELECT 1 FROM UNNEST([1]) AS x JOIN UNNEST([2]) AS y USING (x)',
      '1:61 USING needs exactly one column "x" on each',
    ],
    [
      'SELECT 1 FROM hits AS day JOIN hits USING (day)',
      '1:44 USING takes columns, and "day" is a FROM item on the left',
    ],
    ['SELECT 1 FROM hits JOIN hits AS n USING (N)', '1:42 USING takes columns, and "N" is a FROM item on the right'],
    ['SELECT 1 FROM UNNEST([STRUCT(1 AS k)]) AS k JOIN (SELECT 1 AS k) USING (k)', 'found STRUCT<k INT64>, INT64'],
    ['SELECT 1 FROM UNNEST([1]) AS x JOIN (SELECT "a" AS x) USING (x)', 'found INT64, STRING'],
    ['SELECT 1 FROM UNNEST([1]) AS x JOIN UNNEST([1]) AS x ON TRUE', 'two FROM items are named "x"'],
    ['SELECT 1 FROM hits JOIN hits USING (day)', 'two FROM items are named "hits"'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(sql)).toContain(message);
  });
});
