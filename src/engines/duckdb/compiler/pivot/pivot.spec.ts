import { ndjson, schemaOf, useDuckDb } from '../../../../../test/support/duckdb.js';

describe('PIVOT', () => {
  const database = useDuckDb({
    'sales.ndjson': ndjson(
      { p: 'kale', n: 51, q: 'Q1', y: 2020 },
      { p: 'kale', n: 23, q: 'Q1', y: 2020 },
      { p: 'kale', n: 45, q: 'Q3', y: 2021 },
      { p: 'leek', q: 'Q2', y: 2020 },
      { p: 'leek', n: 7, y: 2020 },
    ),
    'sales.schema.json': schemaOf('p STRING, n INT64, q STRING, y INT64'),
    'lists.ndjson': ndjson({ k: 'a', l: [1] }, { k: 'b' }),
    'lists.schema.json': schemaOf('k STRING, l INT64[]'),
  });
  const few = (columns: string) => `(SELECT ${columns} FROM sales)`;

  it.each<[string, unknown]>([
    // The columns that are not named are the keys; a value without rows is NULL, and a count of none is 0.
    [
      `SELECT * FROM sales PIVOT(SUM(n) FOR q IN ('Q1', 'Q3')) ORDER BY p, y`,
      [
        ['kale', 2020, 74, null],
        ['kale', 2021, null, 45],
        ['leek', 2020, null, null],
      ],
    ],
    [
      `SELECT * FROM ${few('p, n, q')} PIVOT(SUM(n) AS s, COUNT(n) AS c, COUNT(*) AS r FOR q IN ('Q2')) ORDER BY p`,
      [
        ['kale', null, 0, 0],
        ['leek', null, 0, 1],
      ],
    ],
    [
      `SELECT p, x.s_first FROM sales PIVOT(SUM(n) AS s FOR q IN ('Q1' AS first)) AS x ORDER BY s_first DESC LIMIT 1`,
      [['kale', 74]],
    ],
    // NULL is a value like any other, and NaN too.
    [`SELECT * FROM ${few('n, q')} PIVOT(MAX(n) FOR q IN (NULL, 'Q1'))`, [[7, 51]]],
    [
      'SELECT * FROM (SELECT IEEE_DIVIDE(0, 0) AS x, 1 AS y) PIVOT(SUM(y) FOR x IN (CAST("NaN" AS FLOAT64) AS nan, 0 AS zero))',
      [[1, null]],
    ],
    // Without keys there is one row, always.
    [
      `SELECT * FROM (SELECT n, q FROM sales WHERE FALSE) PIVOT(COUNT(*) AS c, SUM(n) AS s FOR q IN ('Q1'))`,
      [[0, null]],
    ],
    [`SELECT * FROM (SELECT p, q FROM sales WHERE FALSE) PIVOT(COUNT(*) FOR q IN ('Q1'))`, []],
    // A value twice, an aggregate with a condition of its own, an ORDER BY, an array.
    [`SELECT * FROM ${few('n, q')} PIVOT(SUM(n) FOR q IN ('Q1' AS a, 'Q1' AS b))`, [[74, 74]]],
    [`SELECT * FROM ${few('n, q')} PIVOT(COUNTIF(n > 30) FOR q IN ('Q1', 'Q3'))`, [[1, 1]]],
    // The merged column of USING is that of a side.
    [
      'FROM (SELECT 1 AS a, 2 AS b) AS v |> JOIN (SELECT 1 AS a, 3 AS z) AS w USING (a) |> PIVOT(SUM(z) FOR v.a IN (1, 2))',
      [[2, 3, null]],
    ],
    [`SELECT * FROM ${few('n, q')} PIVOT(STRING_AGG(CAST(n AS STRING) ORDER BY n) FOR q IN ('Q1'))`, [['23,51']]],
    [
      `SELECT * FROM ${few('n, q')} PIVOT(ARRAY_AGG(n IGNORE NULLS ORDER BY n) FOR q IN ('Q1', 'Q2'))`,
      [[[23, 51], []]],
    ],
    [`SELECT * FROM lists PIVOT(MAX(ARRAY_LENGTH(l)) FOR k IN ('a', 'b'))`, [[1, 0]]],
    // The greatest of a column that is no key then, in each of the groups.
    [
      `SELECT * FROM sales PIVOT(SUM(n HAVING MIN n) AS s, COUNT(* HAVING MAX y) AS c FOR q IN ('Q1', 'Q3')) ORDER BY p`,
      [
        ['kale', 23, 2, 45, 1],
        ['leek', null, 0, null, 0],
      ],
    ],
    // Any expression may be compared with the values; what it reads is no key.
    [`SELECT * FROM ${few('n, q')} PIVOT(SUM(n) FOR CONCAT(q, '!') IN ('Q1!' AS a))`, [[74]]],
    [`SELECT * FROM ${few('n, y')} AS t PIVOT(SUM(n) AS s FOR t.y - 2000 IN (20, 21))`, [[81, 45]]],
    [`SELECT * FROM ${few('n, q')} PIVOT(COUNT(n) FOR (q IN ('Q1', 'Q2')) IN (TRUE, FALSE))`, [[2, 1]]],
    [`FROM sales |> SELECT n, y |> PIVOT(SUM(n) FOR [y, 0][OFFSET(0)] IN (2020)) |> AS x |> WHERE x._2020 > 0`, [[81]]],
    // Names of the item, of an item around it, of what is joined to it.
    [`SELECT * FROM ${few('n, q')} AS t PIVOT(SUM(t.n) FOR q IN ('Q3'))`, [[45]]],
    [
      'SELECT (SELECT x_1 FROM (SELECT 1 AS y) PIVOT(SUM(y + n) AS x FOR y IN (1))) FROM sales WHERE p = "kale" ORDER BY 1',
      [[24], [46], [52]],
    ],
    [
      `SELECT a.Q3, b.p FROM ${few('n, q')} PIVOT(SUM(n) FOR q IN ('Q3')) AS a JOIN sales AS b ON a.Q3 = b.n`,
      [[45, 'kale']],
    ],
    [
      `WITH w AS (SELECT p, y FROM sales) SELECT * FROM w PIVOT(COUNT(*) FOR y IN (2021)) ORDER BY p`,
      [
        ['kale', 1],
        ['leek', 0],
      ],
    ],
    [`FROM sales |> SELECT p, q, n |> PIVOT(SUM(n) AS s FOR q IN ('Q1')) AS x |> WHERE x.s_Q1 > 0`, [['kale', 74]]],
    // One PIVOT over another.
    [
      `SELECT * FROM (SELECT * FROM sales PIVOT(SUM(n) FOR q IN ('Q1', 'Q3'))) PIVOT(SUM(Q1) AS a, MAX(Q3) AS b FOR y IN (2020, 2021)) ORDER BY p`,
      [
        ['kale', 74, null, null, 45],
        ['leek', null, null, null, null],
      ],
    ],
  ])('%s', async (sql, expected) => {
    expect(await database.rows(sql)).toEqual(expected);
  });

  it.each<[string, string, string[]]>([
    ['1', '1, -2, 0, NULL', ['_1', 'minus_2', '_0', 'NULL']],
    ['NUMERIC "1"', '1, 2.5, NUMERIC "-0.50"', ['_1', '_2_point_5', 'minus_0_point_5']],
    ['"a"', '"Name", "x y", ""', ['Name', 'x y', 'empty_string_value']],
    ['TRUE', 'TRUE, FALSE', ['true', 'false']],
    ['DATE "2020-01-02"', '"2020-01-02", DATE "2021-03-04"', ['_2020_01_02', '_2021_03_04']],
    ['1.5', '1.5 AS x, 2 y', ['x', 'y']],
  ])('for values of %s: names of %s', async (value, values, names) => {
    const source = `(SELECT ${value} AS v, 1 AS n)`;
    const typed = (prefix: string, all: string[]) => all.map((name) => `${prefix}${name} INT64`);
    expect(await database.columns(`SELECT * FROM ${source} PIVOT(SUM(n) FOR v IN (${values}))`)).toEqual(
      typed('', names),
    );
    const prefixed = names.map((name) => name.replace(/^_(?=\d)/, '').replace(/^empty/, '_empty'));
    expect(await database.columns(`SELECT * FROM ${source} PIVOT(SUM(n) AS s FOR v IN (${values}))`)).toEqual(
      typed('s_', prefixed),
    );
  });

  it.each([
    [`sales PIVOT(SUM(n), COUNT(*) FOR q IN ('Q1'))`, '1:27 each of several aggregate functions of PIVOT needs a name'],
    [`sales PIVOT(SUM(n) + 1 FOR q IN ('Q1'))`, 'PIVOT takes calls of aggregate functions'],
    [`sales PIVOT(n FOR q IN ('Q1'))`, 'PIVOT takes calls of aggregate functions'],
    [`sales PIVOT(SUM(n) OVER () FOR q IN ('Q1'))`, 'PIVOT takes calls of aggregate functions'],
    ['sales PIVOT(SUM(n) FOR q IN (p))', '1:44 a value of PIVOT is a constant'],
    ['sales PIVOT(SUM(n) FOR q IN ((SELECT "Q1")))', 'a value of PIVOT is a constant'],
    ['sales PIVOT(SUM(n) FOR q IN (1))', 'this is INT64, but PIVOT compares it with STRING'],
    ['sales PIVOT(SUM(n) FOR q IN (UPPER("q1")))', 'PIVOT makes no name of this value'],
    ['(SELECT 1.5 AS f, 1 AS n) PIVOT(SUM(n) FOR f IN (1.5))', 'PIVOT makes no name of this value'],
    ['sales PIVOT(SUM(n) FOR q IN ("Q1", "Q1"))', 'two columns of the answer are named "Q1"'],
    ['sales PIVOT(SUM(nope) FOR q IN ("Q1"))', 'unrecognized name "nope"'],
    ['sales AS s PIVOT(SUM(n) FOR q IN ("Q1")) WHERE s.p = "kale"', 'unrecognized name "s"'],
    [
      'sales PIVOT(ARRAY_AGG(n) FOR q IN ("Q1"))',
      'PIVOT takes aggregate functions that pass over NULL; write IGNORE NULLS',
    ],
    ['sales PIVOT(ANY_VALUE(n RESPECT NULLS) FOR q IN ("Q1"))', 'functions that pass over NULL'],
    // Behind FOR stands one expression of the rows.
    ['sales PIVOT(SUM(n) FOR y + nope IN (2020))', '1:42 unrecognized name "nope"'],
    ['sales PIVOT(SUM(n) FOR y + 1 AS z IN (2020))', '1:44 syntax error: unexpected "AS", IN has to stand here'],
    ['sales PIVOT(SUM(n) FOR SUM(y) IN (2020))', 'SUM is an aggregate function'],
    ['sales PIVOT(SUM(n) FOR COUNT(*), y IN (2020))', 'unexpected'],
    ['sales PIVOT(SUM(n) FOR (SELECT MAX(y) FROM nope) IN (2020))', 'there is no table "nope"'],
    ['sales PIVOT(SUM(RAND()) FOR q IN ("Q1"))', 'RAND here'],
    ['sales PIVOT(STRING_AGG(p, "-") FOR q IN ("Q1"))', '1:27 PIVOT takes aggregate functions of one argument'],
    ['sales PIVOT(GROUPING(p) FOR q IN ("Q1"))', 'PIVOT makes its groups itself'],
    ['UNNEST([1]) AS x PIVOT(COUNT(*) FOR x IN (1))', 'PIVOT takes no arrays of UNNEST'],
    ['(SELECT TO_JSON(1) AS j, 1 AS x) PIVOT(COUNT(*) FOR x IN (1))', 'a column "j" of type JSON'],
  ])('FROM %s is refused', async (sql, message) => {
    expect(await database.refusal(`SELECT * FROM ${sql}`)).toContain(message);
  });
});
