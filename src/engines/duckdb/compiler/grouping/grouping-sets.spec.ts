import { ndjson, schemaOf, useDuckDb } from '../../../../../test/support/duckdb.js';

describe('GROUP BY with several grouping sets', () => {
  const database = useDuckDb({
    't.ndjson': ndjson({ a: 'x', b: 1, n: 1 }, { a: 'x', b: 2, n: 2 }, { a: 'y', b: 1, n: 4 }),
    't.schema.json': schemaOf('a STRING, b INT64, n INT64'),
  });
  const [x, y, one, two] = ['x', 'y', 1, 2];

  it.each<[string, unknown[][]]>([
    [
      'ROLLUP(a, b)',
      [
        [null, null, 7],
        [x, null, 3],
        [x, one, 1],
        [x, two, 2],
        [y, null, 4],
        [y, one, 4],
      ],
    ],
    [
      'ROLLUP((a, b))',
      [
        [null, null, 7],
        [x, one, 1],
        [x, two, 2],
        [y, one, 4],
      ],
    ],
    [
      'CUBE(a, b)',
      [
        [null, null, 7],
        [null, one, 5],
        [null, two, 2],
        [x, null, 3],
        [x, one, 1],
        [x, two, 2],
        [y, null, 4],
        [y, one, 4],
      ],
    ],
    [
      'CUBE((a, b))',
      [
        [null, null, 7],
        [x, one, 1],
        [x, two, 2],
        [y, one, 4],
      ],
    ],
    [
      'GROUPING SETS ((a), b)',
      [
        [null, one, 5],
        [null, two, 2],
        [x, null, 3],
        [y, null, 4],
      ],
    ],
    [
      'GROUPING SETS ((), (a, b), (a, b))',
      [
        [null, null, 7],
        [x, one, 1],
        [x, one, 1],
        [x, two, 2],
        [x, two, 2],
        [y, one, 4],
        [y, one, 4],
      ],
    ],
    [
      'GROUPING SETS (ROLLUP(a), CUBE(b))',
      [
        [null, null, 7],
        [null, null, 7],
        [null, one, 5],
        [null, two, 2],
        [x, null, 3],
        [y, null, 4],
      ],
    ],
    // Positions.
    [
      'GROUPING SETS (1, (1, 2))',
      [
        [x, null, 3],
        [x, one, 1],
        [x, two, 2],
        [y, null, 4],
        [y, one, 4],
      ],
    ],
  ])('%s', async (groups, expected) => {
    expect(await database.rows(`SELECT a, b, SUM(n) FROM t GROUP BY ${groups} ORDER BY 1, 2, 3`)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['SELECT COUNT(*) FROM t GROUP BY ()', [[3]]],
    ['SELECT SUM(n) FROM t GROUP BY GROUPING SETS (())', [[7]]],
    ['SELECT 1 FROM t WHERE FALSE GROUP BY ()', [[1]]],
    ['SELECT 1 FROM t GROUP BY ALL', [[1]]],
    ['SELECT (SELECT MAX(b) FROM t), COUNT(*) FROM t WHERE FALSE GROUP BY ALL', [[2, 0]]],
    [
      'SELECT (SELECT t.a), SUM(n) FROM t GROUP BY ALL ORDER BY 1',
      [
        ['x', 3],
        ['y', 4],
      ],
    ],
    [
      'SELECT a, GROUPING(a), GROUPING(b), COUNT(*) FROM t WHERE a = "y" GROUP BY GROUPING SETS (a, b) ORDER BY 2',
      [
        ['y', 0, 1, 1],
        [null, 1, 0, 1],
      ],
    ],
    [
      'SELECT a, GROUPING(a) FROM t GROUP BY a ORDER BY a',
      [
        ['x', 0],
        ['y', 0],
      ],
    ],
    [
      'SELECT UPPER(a) AS u, MOD(b, 2) AS m, SUM(n) FROM t GROUP BY ROLLUP(u, m) HAVING GROUPING(UPPER(a)) = 0 ORDER BY 1, 2',
      [
        ['X', null, 3],
        ['X', 0, 2],
        ['X', 1, 1],
        ['Y', null, 4],
        ['Y', 1, 4],
      ],
    ],
    // One key is made of another.
    [
      'SELECT b, b + 1 AS c, SUM(n) FROM t GROUP BY GROUPING SETS (b, c) ORDER BY 1, 2',
      [
        [null, 2, 5],
        [null, 3, 2],
        [1, null, 5],
        [2, null, 2],
      ],
    ],
    [
      'SELECT b, b + 1, SUM(n) FROM t GROUP BY GROUPING SETS (b, b + 1) ORDER BY 1, 3',
      [
        [null, null, 2],
        [null, null, 5],
        [1, 2, 5],
        [2, 3, 2],
      ],
    ],
    [
      'SELECT b, b + n, COUNT(*) FROM t GROUP BY GROUPING SETS (t.b, b + n) ORDER BY 1, 2',
      [
        [null, 2, 1],
        [null, 4, 1],
        [null, 5, 1],
        [1, null, 2],
        [2, null, 1],
      ],
    ],
    [
      'SELECT STRUCT(a), SUM(n) FROM t GROUP BY ROLLUP(STRUCT(a)) ORDER BY 2',
      [
        [{ a: 'x' }, 3],
        [{ a: 'y' }, 4],
        [null, 7],
      ],
    ],
    ['SELECT a, SUM(SUM(n)) OVER () FROM t GROUP BY CUBE(a) QUALIFY a IS NULL', [[null, 14]]],
  ])('%s', async (sql, expected) => {
    expect(await database.rows(sql)).toEqual(expected);
  });

  it.each([
    [
      'SELECT a FROM t GROUP BY GROUPING SETS (a, GROUPING SETS (b))',
      '1:53 GROUPING SETS cannot stand within GROUPING SETS',
    ],
    ['SELECT a FROM t GROUP BY ROLLUP(a, CUBE(b))', 'ROLLUP takes keys, and groups of keys in parentheses'],
    ['SELECT a FROM t GROUP BY ROLLUP(a, ())', 'ROLLUP takes no empty group'],
    ['SELECT a FROM t GROUP BY CUBE((a, (a, b)))', 'a group of keys cannot stand within another one'],
    ['SELECT a FROM t GROUP BY ROLLUP(a, SUM(b))', 'SUM is worked out for the groups'],
    ['SELECT a FROM t GROUP BY ROLLUP(1 + 1)', 'take columns of FROM or of the answer'],
    [
      `SELECT a FROM t GROUP BY CUBE(${Array(13).fill('a').join(', ')})`,
      'these are 8192 grouping sets; 4096 are possible',
    ],
    [
      'SELECT b + 1 FROM t GROUP BY GROUPING SETS (b + 1, MOD(b + 1, 2))',
      '1:52 a key of grouping sets that is made of another key; name it in SELECT',
    ],
    [
      'SELECT b * 2 AS c FROM t GROUP BY GROUPING SETS (c, b * 2 + 1)',
      'a key of grouping sets that is made of another key',
    ],
    [
      'SELECT 1 FROM (SELECT STRUCT(b) AS s FROM t) GROUP BY CUBE(s, s.b)',
      'a key of grouping sets that is made of another key',
    ],
    [
      'SELECT b + 1 AS c FROM t GROUP BY GROUPING SETS (b, c, b + 1)',
      'a key of grouping sets that is made of another key',
    ],
    [
      'SELECT GROUPING(b + 1) FROM t GROUP BY GROUPING SETS (b, b + 1)',
      '1:8 GROUPING of a key that is made of other keys',
    ],
    ['SELECT a FROM t GROUP BY a, ()', '1:30 syntax error: unexpected ")"'],
    ['SELECT a FROM t GROUP BY a, ROLLUP(b)', '1:29 ROLLUP, CUBE and GROUPING SETS stand alone in GROUP BY'],
    ['SELECT a FROM t GROUP BY ROLLUP(a), b', '1:37 ROLLUP, CUBE and GROUPING SETS stand alone in GROUP BY'],
    ['SELECT a FROM t GROUP BY ROLLUP(a), CUBE(b)', 'stand alone in GROUP BY; list the sets of keys'],
    ['SELECT a FROM t GROUP BY a, GROUPING /* and */ SETS (b)', 'stand alone in GROUP BY'],
    ['SELECT a FROM t GROUP BY GROUPING SETS (a), GROUPING SETS (b, ())', 'as in GROUPING SETS ((a, b), (a))'],
    ['SELECT GROUPING SETS (a) FROM t', '"GROUPING" is a reserved keyword; as a name it stands in backticks'],
    ['SELECT a FROM t GROUP BY SETS(a)', 'function SETS is not supported'],
    [
      'SELECT b AS k, CAST(b AS INT64) AS l, COUNT(*) FROM t GROUP BY GROUPING SETS (k, l)',
      'a key of grouping sets that is another key by another type name',
    ],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(sql)).toContain(message);
  });
});
