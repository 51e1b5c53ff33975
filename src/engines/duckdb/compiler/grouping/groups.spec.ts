import { ndjson, schemaOf, useDuckDb } from '../../../../../test/support/duckdb.js';
import { compile } from '../compile.js';
import {
  arrayOf,
  BOOL,
  DATE,
  FLOAT64,
  INT64,
  JSON_TYPE,
  type SqlType,
  STRING,
} from '../../../../googlesql/types/types.js';

const UNGROUPED = 'is neither in GROUP BY nor in an aggregate function; add it to GROUP BY';
const AGGREGATE = `${UNGROUPED}, or aggregate it, with ANY_VALUE for instance`;
const PART = `${UNGROUPED}, whose expression counts only where it is the whole of an item`;
const LITERAL = 'a literal is the same in every row; write an expression over columns';

function compiled(sql: string) {
  const columns = ['_1', '_2', 'c_1', 'c_2', 'is_true'].map((name) => ({ name, type: INT64, output: name }));
  return compile({ sql, parameters: [], maxRows: 1 }, new Map([['n', { sql: 'data.n', columns }]]));
}

describe('what may be named of groups', () => {
  const database = useDuckDb({
    't.ndjson': ndjson(
      { i: 1, k: 1, s: 'a', d: '2026-01-01', l: [{ x: 1, y: 'b' }] },
      { i: 2, k: 1, s: 'b', d: '2026-01-02', l: [] },
      { i: 3, k: 2, s: 'a', d: '2026-01-02', l: [{ x: 1, y: 'c' }] },
    ),
    't.schema.json': JSON.stringify([
      ...(JSON.parse(schemaOf('i INT64, k INT64, s STRING, d DATE')) as object[]),
      {
        name: 'l',
        type: 'RECORD',
        mode: 'REPEATED',
        fields: [
          { name: 'x', type: 'INT64' },
          { name: 'y', type: 'STRING' },
        ],
      },
    ]),
    'u.ndjson': ndjson({ k: 1, z: 'a' }),
    'u.schema.json': schemaOf('k INT64, z STRING'),
  });

  it.each([
    ['SELECT (k + 1) * 2 FROM t GROUP BY k + 1', `1:9 column "k" ${PART}`],
    ['SELECT FORMAT_DATE("%F", DATE_TRUNC(d, MONTH)) FROM t GROUP BY DATE_TRUNC(d, MONTH)', `1:37 column "d" ${PART}`],
    ['SELECT k + 1 FROM t GROUP BY k + 1 HAVING k + 1 > 2', `1:43 column "k" ${PART}`],
    ['SELECT SUM(k + 1) OVER () FROM t GROUP BY k + 1', `1:12 column "k" ${PART}`],
    ['SELECT RANK() OVER (ORDER BY k + 1) FROM t GROUP BY k + 1', `1:30 column "k" ${PART}`],
    ['SELECT RANK() OVER (PARTITION BY t.k + 1 ORDER BY 1 + 1) FROM t GROUP BY k + 1', `1:34 column "k" ${PART}`],
    ['SELECT RANK() OVER w FROM t GROUP BY k + 1 WINDOW w AS (ORDER BY k + 1)', `1:66 column "k" ${PART}`],
    ['SELECT k + 1 FROM t GROUP BY k + 1 ORDER BY (k + 1) * 2', `1:46 column "k" ${PART}`],
    ['SELECT 1 FROM t GROUP BY k + 1 QUALIFY MAX(k + 1) OVER () > 0', `1:44 column "k" ${PART}`],
    ['SELECT (SELECT k + 1) FROM t GROUP BY k + 1', `1:16 column "k" ${PART}`],
    ['SELECT k IN (SELECT k FROM u) FROM t GROUP BY k IN (SELECT k FROM u)', `1:8 column "k" ${PART}`],
    ['SELECT (k + i) * 10 FROM t GROUP BY GROUPING SETS (k, k + i)', `1:13 column "i" ${PART}`],
    ['SELECT k, COUNT(*) FROM t GROUP BY k ORDER BY i', `1:47 column "i" ${AGGREGATE}`],
    ['SELECT k, COUNT(*) FROM t GROUP BY ALL ORDER BY `i`', `1:49 column "i" ${AGGREGATE}`],
    ['SELECT (SELECT i) FROM t GROUP BY k', `1:16 column "i" ${AGGREGATE}`],
    ['SELECT ARRAY(SELECT x FROM UNNEST(l) AS x) FROM t GROUP BY k', `1:35 column "l" ${AGGREGATE}`],
    ['SELECT x.y FROM t, UNNEST(l) AS x GROUP BY x.x', `1:8 column "y" ${AGGREGATE}`],
    ['SELECT TO_JSON_STRING(u) FROM u GROUP BY u.k', `1:23 column "u" ${AGGREGATE}`],
    ['SELECT * FROM u GROUP BY k', `1:8 a column of * ${AGGREGATE}`],
    ['SELECT COUNT(*), u.* FROM u GROUP BY k', `1:20 a column of * ${AGGREGATE}`],
    ['SELECT 1 FROM t HAVING COUNT(*) > 1', '1:17 HAVING picks groups, and there are none without GROUP BY'],
    ['SELECT i FROM t HAVING TRUE', '1:17 HAVING picks groups'],
    ['SELECT 1 FROM t ORDER BY COUNT(*)', '1:26 COUNT is an aggregate function; ORDER BY takes one where'],
    ["SELECT COUNT(*) FROM t GROUP BY 'a'", `1:33 ${LITERAL}`],
    ['SELECT COUNT(*) FROM t GROUP BY k, (-1.5)', LITERAL],
    ['SELECT COUNT(*) FROM t GROUP BY TRUE', LITERAL],
    ['SELECT i FROM t ORDER BY -1', `1:26 ${LITERAL}`],
    ["SELECT i FROM t ORDER BY 'i' DESC", LITERAL],
    ['SELECT i FROM t ORDER BY NULL', LITERAL],
    ['SELECT i FROM t UNION ALL SELECT 1 ORDER BY -1', LITERAL],
    ["SELECT STRING_AGG(s ORDER BY 's') FROM t", LITERAL],
    ["FROM t |> AGGREGATE COUNT(*) GROUP BY 'abc'", `1:39 ${LITERAL}`],
    ['FROM t |> AGGREGATE COUNT(*) GROUP BY NULL AS n', LITERAL],
    ['FROM t |> AGGREGATE COUNT(*) GROUP BY -1', LITERAL],
    ['FROM t |> ORDER BY -1', LITERAL],
    ["FROM t |> ORDER BY ('i')", LITERAL],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(sql)).toContain(message);
  });

  // DuckDB would refuse these as well, in a text that its place is to be found in again.
  it.each([
    ['SELECT _2 FROM n GROUP BY _1', `column "_2" ${AGGREGATE}`],
    ['SELECT c_2 + 1 FROM n GROUP BY c_1 + 1', `column "c_2" ${AGGREGATE}`],
    ['SELECT * EXCEPT (_1, _2, c_2) FROM n GROUP BY n.c_2', `a column of * ${AGGREGATE}`],
    ['SELECT TRUE AS x, is_true FROM n GROUP BY x', `column "is_true" ${AGGREGATE}`],
  ])('%s is refused by the compiler itself', (sql, message) => {
    expect(compiled(sql)).toMatchObject({ message });
  });

  it.each<[string, unknown[][]]>([
    [
      'SELECT k + 1, COUNT(*) FROM t GROUP BY k + 1 ORDER BY k + 1',
      [
        [2, 2],
        [3, 1],
      ],
    ],
    ['SELECT k + 1 AS x FROM t GROUP BY x HAVING x > 2 ORDER BY x * 2', [[3]]],
    ['SELECT s LIKE ANY UNNEST([s]) FROM t GROUP BY s LIKE ANY UNNEST([s])', [[true]]],
    ['SELECT k FROM t GROUP BY (1) ORDER BY (1) DESC', [[2], [1]]],
    [
      'SELECT (t.k), `k` + k AS n FROM t GROUP BY k ORDER BY t.k',
      [
        [1, 2],
        [2, 4],
      ],
    ],
    ['SELECT RANK() OVER w FROM t GROUP BY k WINDOW w AS (ORDER BY k + 1, COUNT(*)) ORDER BY 1', [[1], [2]]],
    ['SELECT SUM(SUM(i)) OVER (PARTITION BY k) FROM t GROUP BY k QUALIFY MAX(k) OVER () > 0 ORDER BY 1', [[3], [3]]],
    // A part of a date is no column of that name.
    [
      'SELECT DATE_TRUNC(d, DAY) FROM (SELECT d, 1 AS day FROM t) GROUP BY DATE_TRUNC(d, DAY) ORDER BY 1 LIMIT 1',
      [['2026-01-01']],
    ],
    [
      'SELECT x.y, COUNT(*) FROM t, UNNEST(l) AS x GROUP BY x ORDER BY y',
      [
        ['b', 1],
        ['c', 1],
      ],
    ],
    ['SELECT x.x, COUNT(*) FROM t, UNNEST(l) AS x GROUP BY x.x', [[1, 2]]],
    [
      'SELECT y, x.y || "!" FROM t, UNNEST(l) AS x GROUP BY y ORDER BY x.y',
      [
        ['b', 'b!'],
        ['c', 'c!'],
      ],
    ],
    ['SELECT u, TO_JSON_STRING(u) FROM u GROUP BY u', [[{ k: 1, z: 'a' }, '{"k":1,"z":"a"}']]],
    ['SELECT k, a.k + 1 FROM t AS a JOIN u AS b USING (k) GROUP BY k', [[1, 2]]],
    ['SELECT * EXCEPT (z) FROM u GROUP BY k', [[1]]],
    ['SELECT * FROM u GROUP BY ALL', [[1, 'a']]],
    ['SELECT ANY_VALUE(u).* FROM u', [[1, 'a']]],
    ['SELECT (SELECT MAX(z) FROM u WHERE u.k = t.k) FROM t GROUP BY k ORDER BY k', [['a'], [null]]],
    [
      'SELECT k, MAX((SELECT i + k)) FROM t GROUP BY k ORDER BY 1',
      [
        [1, 3],
        [2, 5],
      ],
    ],
    ['SELECT GROUPING(k + 1) FROM t GROUP BY ROLLUP(k + 1) HAVING GROUPING(k + 1) = 1', [[1]]],
    ["SELECT COUNT(*) FROM t GROUP BY DATE '2026-01-01', CAST(1 AS INT64)", [[3]]],
    ['SELECT MAX(i) FROM t HAVING COUNT(*) > 5', []],
  ])('%s has rows', async (sql, rows) => {
    expect(await database.rows(sql)).toEqual(rows);
  });
});

/** Two expressions, of which a query takes the one as the key that the other is, or does not. */
const SAME: readonly (readonly [item: string, key: string])[] = [
  ['(id) + 1', 'g.id + 01'],
  ['id + 0xA', '(id + 10)'],
  ['lower(S)', 'LOWER(s)'],
  ["CONCAT(s, 'a')", 'CONCAT(s, "a")'],
  ['CAST(id AS INTEGER)', 'CAST(id AS INT64)'],
  ['extract(day FROM d)', 'EXTRACT(DAY FROM d)'],
  ['DATE_ADD(d, INTERVAL 1 DAY)', 'date_add(d, INTERVAL 1 day)'],
  ['st.x', 'g.ST.X'],
  ['st.x + 1', 'ST.X + 1'],
  ['a[0]', 'a[OFFSET(0)]'],
  ['IF(b, 1, 2)', 'if(b, 1, 2)'],
  ['CASE WHEN b THEN 1 END', 'CASE WHEN b THEN 1 END'],
  ['s LIKE ANY UNNEST([s])', 's LIKE ANY UNNEST([s])'],
  ['(id, s)', '(id, s)'],
  ['STRUCT(id AS x)', 'STRUCT(g.id AS x)'],
  ['JSON_VALUE(j.a)', 'JSON_VALUE(g.j.a)'],
];

const DIFFERENT: readonly (readonly [item: string, key: string])[] = [
  ['LOWER(s)', 'UPPER(s)'],
  ['s IS NULL', 's IS NOT NULL'],
  ["s LIKE 'a'", "s NOT LIKE 'a'"],
  ["s LIKE ANY ('a')", "s LIKE ALL ('a')"],
  ["s LIKE ANY ('a')", "s NOT LIKE ANY ('a')"],
  ['id IN (1)', 'id NOT IN (1)'],
  ['id IN UNNEST([1])', 'id NOT IN UNNEST([1])'],
  ['id BETWEEN 1 AND 2', 'id NOT BETWEEN 1 AND 2'],
  ['id IS DISTINCT FROM 1', 'id IS NOT DISTINCT FROM 1'],
  ['CAST(id AS STRING)', 'CAST(id AS FLOAT64)'],
  ['CAST(id AS STRING)', 'SAFE_CAST(id AS STRING)'],
  ['CAST(s AS STRING(3))', 'CAST(s AS STRING(4))'],
  ['EXTRACT(DAY FROM d)', 'EXTRACT(MONTH FROM d)'],
  ['DATE_ADD(d, INTERVAL 1 DAY)', 'DATE_ADD(d, INTERVAL 1 MONTH)'],
  ['DATE_ADD(d, INTERVAL 1 DAY)', 'DATE_SUB(d, INTERVAL 1 DAY)'],
  ['DATE_TRUNC(d, WEEK)', 'DATE_TRUNC(d, WEEK(MONDAY))'],
  ['SUBSTR(s, 1)', 'SAFE.SUBSTR(s, 1)'],
  ['a[OFFSET(0)]', 'a[ORDINAL(0)]'],
  ['a[OFFSET(0)]', 'a[SAFE_OFFSET(0)]'],
  ['id + 1', 'id - 1'],
  ['id + 1', '1 + id'],
  ['-id', '+id'],
  ['id + 1', 'id + 2'],
  ["CONCAT(s, 'a')", "CONCAT(s, 'A')"],
  ['f + 1', 'f + 1.0'],
  ['f + 1e1', 'f + 1E1'],
  ['CASE b WHEN TRUE THEN TRUE ELSE FALSE END', 'CASE WHEN b THEN TRUE WHEN TRUE THEN FALSE END'],
  ['(id, s)', 'STRUCT(id, s)'],
  ['STRUCT(id AS x)', 'STRUCT(id AS y)'],
  ['STRUCT(id)', 'STRUCT(id AS y)'],
  ['STRUCT<INT64>(id)', 'STRUCT<FLOAT64>(id)'],
  ['JSON_VALUE(j.a)', 'JSON_VALUE(j.A)'],
  ['COALESCE(st.x, id)', 'COALESCE(st.y, id)'],
  ['(SELECT id)', '(SELECT id)'],
];

describe('an expression that is a key of groups', () => {
  const column = (name: string, type: SqlType) => ({ name, type, output: name });
  const tables = new Map([
    [
      'g',
      {
        sql: 'data.g',
        columns: [
          ...['id', 'k'].map((name) => column(name, INT64)),
          column('s', STRING),
          column('d', DATE),
          column('b', BOOL),
          column('f', FLOAT64),
          column('j', JSON_TYPE),
          column('a', arrayOf(INT64)),
          column('st', { kind: 'STRUCT', fields: ['x', 'y'].map((name) => ({ name, type: INT64 })) }),
        ],
      },
    ],
  ]);
  const problemOf = (sql: string) => {
    const made = compile({ sql, parameters: [], maxRows: 1 }, tables);
    return 'message' in made ? made.message : undefined;
  };

  it.each(SAME)('is that which is written %s, as %s', (item, key) => {
    expect([problemOf(`SELECT ${item} AS z FROM g GROUP BY ${key}`), key]).toEqual([undefined, key]);
    const ordered = problemOf(`SELECT 1 AS z FROM g GROUP BY ${key} ORDER BY ${item}`) ?? 'cannot order by';
    expect(ordered).toContain('cannot order by');
  });

  it.each(DIFFERENT)('is not %s, where it is %s', (item, key) => {
    expect(problemOf(`SELECT ${item} AS z FROM g GROUP BY ${key}`)).toContain(UNGROUPED);
    expect(problemOf(`SELECT ${key} AS z FROM g GROUP BY ${item}`)).toContain(UNGROUPED);
    expect(problemOf(`SELECT 1 AS z FROM g GROUP BY ${key} ORDER BY ${item}`)).toContain(UNGROUPED);
  });

  it.each([
    ['SELECT h.x FROM UNNEST([STRUCT(1 AS x)]) AS e, UNNEST([STRUCT(2 AS x)]) AS h GROUP BY e.x', 'column "x"'],
    ['SELECT v.id FROM g JOIN g AS v USING (id) GROUP BY g.id', 'column "id"'],
    ['SELECT id FROM g LEFT JOIN g AS v USING (id) GROUP BY v.id', 'column "id"'],
    ['SELECT id FROM g RIGHT JOIN g AS v USING (id) GROUP BY g.id', 'column "id"'],
    ['SELECT id FROM g FULL JOIN g AS v USING (id) GROUP BY g.id', 'column "id"'],
    ['SELECT e.id, e.s FROM (SELECT id, s FROM g) AS e GROUP BY 1', 'column "s"'],
    ['SELECT v.s FROM g JOIN g AS v ON g.id = v.id GROUP BY g.s', 'column "s"'],
    ['SELECT * FROM (SELECT id, s FROM g) GROUP BY 1', 'a column of *'],
    ['SELECT * FROM (SELECT id, s FROM g) GROUP BY ROLLUP(1)', 'a column of *'],
    ['SELECT MAX(id) AS m, * FROM (SELECT id, s FROM g) GROUP BY 2', 'a column of *'],
    ['SELECT st.* FROM g GROUP BY 1', 'column "st"'],
    ['SELECT -id.k FROM (SELECT id, k FROM g) AS id GROUP BY id', 'column "k"'],
    ['FROM g |> AGGREGATE SUM(id) + id GROUP BY s', 'column "id"'],
    ['FROM g |> AGGREGATE SUM(id) + k AS z GROUP BY k + 1', 'column "k"'],
    ['SELECT j, COUNT(*) AS c FROM g GROUP BY ALL', undefined],
    ['SELECT [j], COUNT(*) AS c FROM g GROUP BY ALL', undefined],
  ])('is not there in %s', (sql, what) => {
    expect(problemOf(sql)).toContain(what === undefined ? 'GROUP BY' : `${what} ${UNGROUPED}`);
  });

  it.each([
    'SELECT e.x, x AS y FROM UNNEST([STRUCT(1 AS x)]) AS e GROUP BY e.x',
    'SELECT g.s, v.s AS t FROM g JOIN g AS v ON g.id = v.id GROUP BY g.s, v.s',
    'SELECT x, e.x + 1 AS y FROM UNNEST([STRUCT(1 AS x)]) AS e GROUP BY x',
    'SELECT e.x, x AS y FROM UNNEST([STRUCT(1 AS x)]) AS e GROUP BY e',
    'SELECT id, g.id AS i FROM g JOIN g AS v USING (id) GROUP BY id',
    'SELECT id FROM g LEFT JOIN g AS v USING (id) GROUP BY g.id',
    'SELECT id FROM g RIGHT JOIN g AS v USING (id) GROUP BY v.id',
    'SELECT id FROM g FULL JOIN g AS v USING (id) GROUP BY id',
    'SELECT id FROM g JOIN g AS v USING (id) JOIN g AS w USING (id) GROUP BY g.id',
    'SELECT * FROM (SELECT id, s FROM g) GROUP BY 1, 2',
    'SELECT *, SUM(id) OVER () AS w FROM (SELECT id, s FROM g) GROUP BY ALL',
    'SELECT e.*, SUM(COUNT(*)) OVER (PARTITION BY s) AS w FROM (SELECT id, s FROM g) AS e GROUP BY ALL',
    'SELECT * REPLACE (id + k AS id) FROM (SELECT id, k FROM g) GROUP BY id, k',
    "SELECT JSON '1' AS o, COUNT(*) AS c FROM g GROUP BY ALL",
    'FROM g |> AGGREGATE SUM(id) + k AS z GROUP BY k',
    'SELECT st.* FROM g GROUP BY ALL',
    'SELECT st.* FROM g GROUP BY st',
    'SELECT GROUPING(CURRENT_DATE) AS o FROM g GROUP BY CURRENT_DATE()',
  ])('is there in %s', (sql) => {
    expect([problemOf(sql), sql]).toEqual([undefined, sql]);
  });
});
