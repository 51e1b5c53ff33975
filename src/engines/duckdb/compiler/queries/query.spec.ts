import { ndjson, schemaOf, useDuckDb } from '../../../../../test/support/duckdb.js';

const NAN = 'IEEE_DIVIDE(0, 0)';

describe('queries', () => {
  const database = useDuckDb({
    't.ndjson': ndjson(
      { id: 1, s: 'b', f: 1.5, ts: '2026-11-20T10:15:00Z', l: [1, 2] },
      { id: 2, s: 'a', f: -1, ts: '2026-11-20T10:45:00Z', l: [] },
      { id: 3, s: 'b', ts: '2026-11-20T11:00:00Z' },
      { id: 4 },
    ),
    't.schema.json': schemaOf('id INT64, s STRING, f FLOAT64, ts TIMESTAMP, l INT64[]'),
  });
  const parameters = [
    { name: 'n', type: 'INT64', array: false, value: 2n },
    { name: 'nothing', type: 'INT64', array: false, value: null },
    { name: 'minus', type: 'INT64', array: false, value: -1n },
  ] as const;

  it.each<[string, unknown]>([
    // SELECT lists
    ['SELECT 1, 2, FROM t LIMIT 1', [[1, 2]]],
    ['SELECT /* a */ 1 -- b\n, # c\n 2 /* ; */ + /* d */ 3 -- e', [[1, 5]]],
    ['SELECT 1;', [[1]]],
    ['(SELECT 1)', [[1]]],
    ['SELECT * EXCEPT (ts, L, f) FROM t WHERE id = 1', [[1, 'b']]],
    ['SELECT t.* EXCEPT (ts, l), id + 1 AS next FROM t WHERE id = 1', [[1, 'b', 1.5, 2]]],
    ['SELECT DISTINCT s FROM t ORDER BY s', [[null], ['a'], ['b']]],
    ['SELECT DISTINCT s AS id FROM t ORDER BY 1 DESC LIMIT 2', [['b'], ['a']]],
    ['SELECT ALL id FROM t WHERE s = "a"', [[2]]],
    [`SELECT DISTINCT x FROM UNNEST([0.0, -0.0, ${NAN}, ${NAN}]) AS x ORDER BY x DESC`, [[0], ['NaN']]],
    // ORDER BY: NULL first when ascending, then NaN.
    [
      `SELECT x FROM UNNEST([1, ${NAN}, NULL, IEEE_DIVIDE(-1, 0)]) AS x ORDER BY x`,
      [[null], ['NaN'], ['-Infinity'], [1]],
    ],
    [
      `SELECT x FROM UNNEST([1, ${NAN}, NULL, IEEE_DIVIDE(-1, 0)]) AS x ORDER BY x DESC`,
      [[1], ['-Infinity'], ['NaN'], [null]],
    ],
    [`SELECT x FROM UNNEST([1, ${NAN}, NULL]) AS x ORDER BY x NULLS LAST`, [['NaN'], [1], [null]]],
    [`SELECT x FROM UNNEST([1, ${NAN}, NULL]) AS x ORDER BY x DESC NULLS FIRST`, [[null], [1], ['NaN']]],
    [
      'SELECT s, id FROM t ORDER BY s DESC, 2 DESC',
      [
        ['b', 3],
        ['b', 1],
        ['a', 2],
        [null, 4],
      ],
    ],
    ['SELECT id FROM t ORDER BY -id LIMIT 1', [[4]]],
    // The direction is that of the whole key, whatever stands last in it.
    ['SELECT id FROM t ORDER BY id + 0 DESC LIMIT 1', [[4]]],
    ['SELECT id FROM t ORDER BY -id DESC LIMIT 1', [[1]]],
    ['SELECT id FROM t ORDER BY NOT id = 2 ASC, id DESC LIMIT 2', [[2], [4]]],
    ['SELECT id FROM t ORDER BY id IS NULL DESC, t.id DESC NULLS LAST LIMIT 1', [[4]]],
    ['SELECT x.n FROM UNNEST([STRUCT(1 AS n), STRUCT(2 AS n)]) AS x ORDER BY x.n DESC', [[2], [1]]],
    [
      'SELECT x.a.n FROM UNNEST([STRUCT(STRUCT(1 AS n) AS a), STRUCT(STRUCT(2 AS n) AS a)]) AS x ORDER BY x.a.n DESC',
      [[2], [1]],
    ],
    ['SELECT id FROM t ORDER BY s NULLS LAST, ts DESC LIMIT 2', [[2], [3]]],
    ['SELECT -id AS id FROM t ORDER BY id LIMIT 1', [[-4]]],
    ['SELECT -f AS f FROM t WHERE f IS NOT NULL ORDER BY f', [[-1.5], [1]]],
    ['SELECT -id AS id FROM t ORDER BY id + 0 LIMIT 1', [[-4]]],
    ['SELECT -id AS id FROM t ORDER BY t.id LIMIT 1', [[-1]]],
    // LIMIT and OFFSET
    ['SELECT id FROM t ORDER BY id LIMIT @n', [[1], [2]]],
    ['SELECT id FROM t ORDER BY id LIMIT 1 OFFSET @n', [[3]]],
    ['SELECT id FROM t LIMIT 0', []],
    // GROUP BY an alias that hides a column, a position, an expression.
    [
      'SELECT TIMESTAMP_TRUNC(ts, HOUR) AS ts, COUNT(*) AS n FROM t GROUP BY ts ORDER BY ts DESC LIMIT 2',
      [
        ['2026-11-20T11:00:00Z', 1],
        ['2026-11-20T10:00:00Z', 2],
      ],
    ],
    // Also where the alias would be ambiguous in FROM.
    [
      'SELECT t.s, COUNT(*) AS n FROM t CROSS JOIN (SELECT "c" AS s) AS u GROUP BY s ORDER BY s DESC LIMIT 1',
      [['b', 2]],
    ],
    ['SELECT UPPER(t.s) AS s FROM t CROSS JOIN UNNEST([STRUCT(1 AS s)]) AS u GROUP BY s HAVING s > "A"', [['B']]],
    [
      'SELECT IF(COUNT(*) > 1, (SELECT t.s), NULL) AS n, t.s FROM t, (SELECT 1 AS s) AS u GROUP BY s HAVING s > "a"',
      [['b', 'b']],
    ],
    [
      'SELECT s, SUM(id) FROM t GROUP BY 1 ORDER BY 2 DESC, 1',
      [
        [null, 4],
        ['b', 4],
        ['a', 2],
      ],
    ],
    [
      'SELECT MOD(id, 2), SUM(id) FROM t GROUP BY MOD(id, 2) ORDER BY 1',
      [
        [0, 6],
        [1, 4],
      ],
    ],
    ['SELECT MOD(id, @n) AS m, SUM(id) FROM t GROUP BY m HAVING m = 1', [[1, 4]]],
    ['SELECT COUNT(*) FROM t GROUP BY s, id ORDER BY 1 LIMIT 1', [[1]]],
    ['SELECT UPPER(t.s) AS s FROM t GROUP BY t.s ORDER BY s', [[null], ['A'], ['B']]],
    [
      `SELECT x, COUNT(*) FROM UNNEST([0.0, -0.0, ${NAN}, ${NAN}, NULL]) AS x GROUP BY x ORDER BY x`,
      [
        [null, 1],
        ['NaN', 2],
        [0, 2],
      ],
    ],
    // In HAVING and ORDER BY an alias hides a column, but not from aggregate functions.
    ['SELECT UPPER(s) AS s, COUNT(*) FROM t GROUP BY s HAVING s = "B"', [['B', 2]]],
    ['SELECT UPPER(s) AS s, COUNT(*) FROM t GROUP BY 1 HAVING MAX(s) = "a"', [['A', 1]]],
    ['SELECT -id AS id FROM t GROUP BY s, id ORDER BY MAX(id) LIMIT 1', [[-1]]],
    ['SELECT s FROM t GROUP BY s HAVING COUNT(*) > 1', [['b']]],
    // An aggregate function in parentheses belongs to the query in there.
    ['SELECT id FROM t WHERE id = (SELECT MAX(id) FROM t)', [[4]]],
    ['SELECT SUM(id) AS total FROM t HAVING total > 100', []],
    // WITH
    ['WITH t AS (SELECT 9 AS id) SELECT id FROM t', [[9]]],
    ['WITH t AS (SELECT id FROM t WHERE id = 1) SELECT * FROM t', [[1]]],
    ['WITH a AS (SELECT 1 AS x), b AS (SELECT x + 1 AS x FROM A) SELECT * FROM b', [[2]]],
    [
      'WITH a AS (WITH b AS (SELECT 5 AS y) SELECT y FROM b) SELECT (WITH c AS (SELECT y FROM a) SELECT y FROM c)',
      [[5]],
    ],
    ['WITH a AS (SELECT 1 AS x) SELECT one.x, two.x AS y FROM a AS one, a AS two', [[1, 1]]],
    ['WITH a AS (SELECT 1 AS x) SELECT x FROM a UNION ALL SELECT x + 1 FROM a ORDER BY x DESC', [[2], [1]]],
    ['WITH a AS (SELECT id AS x FROM t) SELECT (WITH a AS (SELECT 7 AS x) SELECT x FROM a), COUNT(*) FROM a', [[7, 4]]],
    // Subqueries
    ['SELECT (SELECT MAX(id) FROM t), (SELECT id FROM t WHERE FALSE)', [[4, null]]],
    ['SELECT id FROM t AS a WHERE EXISTS (SELECT 1 FROM t AS b WHERE b.id = a.id + 1) ORDER BY id', [[1], [2], [3]]],
    ['SELECT id FROM t AS a WHERE NOT EXISTS (SELECT 1 FROM t AS b WHERE b.id > a.id)', [[4]]],
    ['SELECT id IN (SELECT id FROM t WHERE id > 2) FROM t ORDER BY id', [[false], [false], [true], [true]]],
    ['SELECT id NOT IN (SELECT IF(id = 1, NULL, id) FROM t) FROM t ORDER BY id', [[null], [false], [false], [false]]],
    [
      'SELECT id, (SELECT SUM(e) FROM UNNEST(l) AS e), (SELECT COUNT(*) FROM UNNEST(t.l)) FROM t ORDER BY id',
      [
        [1, 3, 2],
        [2, null, 0],
        [3, null, 0],
        [4, null, 0],
      ],
    ],
    ['SELECT id FROM t WHERE 2 IN UNNEST(l)', [[1]]],
    [
      'SELECT id, (SELECT MAX(b.id) FROM t AS b WHERE b.s = t.s) AS m FROM t ORDER BY id',
      [
        [1, 3],
        [2, 2],
        [3, 3],
        [4, null],
      ],
    ],
    // Set operations
    ['SELECT 1 AS x UNION ALL SELECT 2.5 UNION ALL SELECT NULL ORDER BY x DESC', [[2.5], [1], [null]]],
    ['SELECT 3 AS x UNION ALL SELECT 1 AS x UNION ALL SELECT 2 AS x ORDER BY x LIMIT 2', [[1], [2]]],
    ['SELECT 1 AS x UNION ALL SELECT 2 AS x ORDER BY x DESC LIMIT 1', [[2]]],
    [`SELECT 1.5 AS x UNION ALL SELECT ${NAN} UNION ALL SELECT NULL ORDER BY x`, [[null], ['NaN'], [1.5]]],
    ['(SELECT id FROM t ORDER BY id DESC LIMIT 1) UNION ALL SELECT 0 ORDER BY 1', [[0], [4]]],
    ['SELECT s FROM t UNION DISTINCT SELECT "z" ORDER BY s', [[null], ['a'], ['b'], ['z']]],
    ['SELECT s FROM t EXCEPT DISTINCT SELECT "b" ORDER BY 1', [[null], ['a']]],
    ['SELECT s FROM t INTERSECT DISTINCT SELECT "b"', [['b']]],
    ['SELECT id FROM t EXCEPT DISTINCT SELECT 1 EXCEPT DISTINCT SELECT 2 ORDER BY id', [[3], [4]]],
    ['SELECT 1 UNION ALL (SELECT 1 UNION DISTINCT SELECT 1)', [[1], [1]]],
    ['(SELECT 1 AS x UNION ALL SELECT 2) INTERSECT DISTINCT SELECT 2', [[2]]],
    ['SELECT NULL UNION ALL SELECT "a"', [[null], ['a']]],
    ['SELECT SUM(x) FROM (SELECT 1 AS x UNION ALL SELECT 2)', [[3]]],
  ])('%s', async (sql, expected) => {
    expect(
      await database.rows(
        sql,
        parameters.filter(({ name }) => sql.includes(`@${name}`)),
      ),
    ).toEqual(expected);
  });

  it.each([
    ['SELECT 1, s, 2, (id), t.f FROM t', ['f0_ INT64', 's STRING', 'f1_ INT64', 'id INT64', 'f FLOAT64']],
    ['SELECT NULL, [], ID FROM t', ['f0_ INT64', 'f1_ ARRAY<INT64>', 'ID INT64']],
    ['SELECT COUNT(*), MAX(ts) AS `last one` FROM t', ['f0_ INT64', 'last one TIMESTAMP']],
    ['SELECT STRUCT(id, s AS name) AS r, l FROM t', ['r STRUCT<id INT64, name STRING>', 'l ARRAY<INT64>']],
    ['SELECT x FROM (SELECT NULL AS x)', ['x INT64']],
  ])('names the columns of %s', async (sql, expected) => {
    expect(await database.columns(sql)).toEqual(expected);
  });

  it.each([
    ['SELECT id FROM t LIMIT @nothing', 'LIMIT and OFFSET need a number'],
    ['SELECT id FROM t LIMIT 1 OFFSET @minus', 'LIMIT and OFFSET need a number'],
    ['SELECT (SELECT id FROM t)', 'More than one row'],
  ])('%s fails', async (sql, message) => {
    const used = parameters.filter(({ name }) => sql.includes(`@${name}`));
    expect(await database.failure(sql, used)).toContain(message);
  });

  it.each([
    ['SELECT id, id FROM t', '1:12 two columns of the answer are named "id"'],
    ['SELECT 1 AS a, 2 AS A', '1:21 two columns of the answer are named "A"'],
    ['SELECT id, t.* FROM t', '1:12 two columns of the answer are named "id"'],
    ['(SELECT 1 AS a, 2 AS a) UNION ALL SELECT 3, 4', '1:22 two columns of the answer are named "a"'],
    [`SELECT 1 AS 'a'`, `1:13 'a' is a STRING; as a name it stands in backticks`],
    ['SELECT 1 AS "a"', '1:13 "a" is a STRING; as a name it stands in backticks'],
    ['SELECT *', '1:8 SELECT * needs a FROM clause'],
    ['SELECT * EXCEPT (nope) FROM t', '1:18 EXCEPT names "nope"'],
    ['SELECT * EXCEPT (id, ID) FROM t', '1:22 EXCEPT names "ID" twice'],
    ['SELECT * EXCEPT (id) REPLACE (3 AS id) FROM t', '1:36 "id" cannot be left out and be replaced'],
    ['SELECT 1, * EXCEPT (x) FROM (SELECT 1 AS x)', '1:11 EXCEPT leaves no column'],
    ['SELECT id, s FROM t GROUP BY id', '1:12 column "s" is neither in GROUP BY nor in an aggregate function'],
    ['SELECT MAX(s), UPPER(t.s) FROM t', '1:22 column "s" is neither in GROUP BY'],
    ['SELECT id FROM t HAVING TRUE', '1:18 HAVING picks groups, and there are none without GROUP BY'],
    ['SELECT COUNT(*) FROM t WHERE s = "a" GROUP BY id ORDER BY s', '1:59 column "s" is neither in GROUP BY'],
    ['SELECT x FROM (SELECT s AS x, COUNT(*) FROM t) GROUP BY x', '1:23 column "s" is neither in GROUP BY'],
    ['SELECT SUM(id) FROM t WHERE SUM(id) > 1', '1:29 SUM is an aggregate function; WHERE picks rows before'],
    ['SELECT t.id FROM t JOIN t AS u ON COUNT(*) > 1', '1:35 COUNT is an aggregate function; ON joins rows before'],
    ['SELECT SUM(1 + COUNT(id)) FROM t', '1:16 COUNT is an aggregate function; inside SUM it has no groups'],
    ['SELECT id FROM t GROUP BY SUM(id)', '1:27 SUM is worked out for the groups'],
    ['SELECT id, COUNT(*) AS n FROM t GROUP BY 1, 2', '1:45 COUNT is worked out for the groups'],
    ['SELECT COUNT(*) FROM t GROUP BY 3', '1:33 there is no column 3; the answer has 1'],
    ['SELECT id FROM t ORDER BY 0', '1:27 there is no column 0'],
    ['SELECT id FROM t ORDER BY l', 'cannot order by a value of type ARRAY'],
    ['SELECT id FROM t ORDER BY s COLLATE "und:ci"', '1:29 "COLLATE" here is not supported'],
    ['SELECT id FROM t LIMIT -1', '1:24 LIMIT and OFFSET take an integer or a parameter'],
    ['SELECT id FROM t LIMIT 1 + 1', 'LIMIT and OFFSET take an integer or a parameter'],
    ['SELECT id FROM t LIMIT 1.5', 'expected INT64, found FLOAT64'],
    ['SELECT id FROM t LIMIT ALL', 'LIMIT and OFFSET take'],
    ['SELECT id FROM t WHERE 1', '1:24 expected BOOL, found INT64'],
    ['SELECT a.x + 1 FROM (SELECT id AS x, s AS x FROM t) AS a', 'column "x" of "a" is ambiguous'],
    ['SELECT id FROM t GROUP BY id ORDER BY nope', 'unrecognized name "nope"'],
    ['WITH a AS (SELECT 1), A AS (SELECT 2) SELECT * FROM a', '1:23 two WITH queries are named "A"'],
    ['WITH a AS (SELECT x FROM b), b AS (SELECT 1 AS x) SELECT * FROM a', '1:26 there is no table "b"'],
    ['WITH a AS (WITH b AS (SELECT 5 AS y) SELECT y FROM b) SELECT * FROM b', 'there is no table "b"'],
    ['SELECT (SELECT 1, 2)', 'a subquery in an expression must return one column'],
    ['SELECT 1 IN (SELECT 1, 2)', 'the subquery of IN must return one column'],
    ['SELECT id IN (SELECT s FROM t) FROM t', 'IN compares INT64 with STRING'],
    ['SELECT 1 UNION ALL SELECT "a"', 'column 1 of UNION ALL has no common type: INT64, STRING'],
    ['SELECT x FROM (SELECT NULL AS x) UNION ALL SELECT "a"', 'no common type: INT64, STRING'],
    ['SELECT 1, 2 UNION ALL SELECT 1', 'UNION ALL needs as many columns on both sides, found 2 and 1'],
    [
      'SELECT 1 UNION ALL SELECT 2 UNION DISTINCT SELECT 3',
      'UNION DISTINCT after another set operation needs parentheses',
    ],
    ['SELECT 1 UNION ALL SELECT 2 EXCEPT DISTINCT SELECT 3', 'needs parentheses'],
    ['SELECT 1 AS x ORDER BY x UNION ALL SELECT 2', 'ORDER BY and LIMIT before UNION ALL need parentheses'],
    ['SELECT 1 AS x UNION ALL SELECT 2 LIMIT 1 UNION ALL SELECT 3', 'ORDER BY and LIMIT before UNION ALL need'],
    ['SELECT 1 UNION SELECT 2', 'syntax error'],
    ['SELECT 1 EXCEPT ALL SELECT 2', 'EXCEPT ALL is not supported'],
    ['SELECT JSON "1" UNION DISTINCT SELECT JSON "1"', 'UNION DISTINCT over JSON'],
    // Other statements, other languages
    ['', '1:1 the query is empty'],
    ['-- nothing', '1:1 the query is empty'],
    ['SELECT', 'syntax error'],
    ['SELECT 1; SELECT 2', '1:11 syntax error: unexpected "SELECT"'],
    ['INSERT INTO t VALUES (1)', 'is not supported'],
    ['UPDATE t SET id = 1 WHERE TRUE', 'is not supported'],
    ['DELETE FROM t WHERE TRUE', 'is not supported'],
    ['MERGE t USING t AS s ON TRUE WHEN MATCHED THEN DELETE', 'is not supported'],
    ['TRUNCATE TABLE t', 'is not supported'],
    ['CREATE TABLE x AS SELECT 1', 'is not supported'],
    ['DROP TABLE t', 'is not supported'],
    ['ALTER TABLE t ADD COLUMN x INT64', 'is not supported'],
    ['DECLARE x INT64', 'is not supported'],
    ['SET x = 1', 'is not supported'],
    ['BEGIN SELECT 1; END', 'is not supported'],
    ['IF TRUE THEN SELECT 1; END IF', 'is not supported'],
    ['CALL f()', 'is not supported'],
    ['EXECUTE IMMEDIATE "SELECT 1"', 'is not supported'],
    ['EXPORT DATA OPTIONS(uri="x") AS SELECT 1', 'is not supported'],
    ['COPY t TO "x"', 'is not supported'],
    ['ATTACH "x"', 'is not supported'],
    ['PRAGMA version', 'is not supported'],
    ['EXPLAIN SELECT 1', 'is not supported'],
    ['SELECT ?', '1:8 "?" for a parameter, which is written @name, is not supported'],
    ['SELECT @@x', '1:8 "@@x" is not supported'],
    ['SELECT @unknown', '1:8 parameter @unknown is not declared'],
    ['SELECT @ n', '1:8 a parameter is written @name'],
    ['SELECT $p_n', 'is not supported'],
    ['SELECT @{hint=1} 1', '1:8 a parameter is written @name'],
    ['SELECT * FROM t JOIN @{a=b} t ON TRUE', '1:22 a parameter is written @name'],
    ['SELECT {{x}}', 'is not supported'],
    ['{{x}}', 'is not supported'],
    ['SELECT /* not closed', 'this comment is not closed'],
    [`SELECT ${'('.repeat(300)}1${')'.repeat(300)}`, 'the query is nested too deeply'],
  ])('%s is refused', async (sql, message) => {
    const refusal = await database.refusal(sql);
    expect(refusal).not.toBe('not refused');
    if (message !== 'is not supported') expect(refusal).toContain(message);
  });

  it.each([3000, 20_000])(
    'a chain of %d operators is refused, and the next query is none the worse',
    async (length) => {
      const refusal = await database.refusal(`SELECT 1${' + 1'.repeat(length)}`);
      expect(refusal).toContain('the query is nested too deeply');
      expect(await database.refusal('SELECT 1 + 1 AS two')).toBe('not refused');
    },
  );
});
