import { ndjson, schemaOf, useDuckDb } from '../../../../../test/support/duckdb.js';

describe('syntax', () => {
  const database = useDuckDb({
    't.ndjson': ndjson({ id: 1, s: 'abc', left: 'x' }, { id: 2, s: 'def' }),
    't.schema.json': schemaOf('id INT64, s STRING, left STRING'),
  });

  it.each<[string, unknown]>([
    // LEFT and RIGHT are functions where a bracket follows.
    ['SELECT id, LEFT(s, 2), RIGHT (s, 1) AS r, t.left FROM t WHERE id = 1', [[1, 'ab', 'c', 'x']]],
    ['SELECT a.id, RIGHT(b.s, 1) FROM t AS a LEFT JOIN t AS b ON a.id = b.id - 1 WHERE a.id = 1', [[1, 'f']]],
    ['SELECT COUNT(*), LEFT(s, 1) FROM t WHERE id = 2 GROUP BY LEFT(s, 1)', [[1, 'd']]],
    // Both clauses of a star.
    ['SELECT * EXCEPT (id) REPLACE (UPPER(s) AS s) FROM t WHERE id = 1', [['ABC', 'x']]],
    ['SELECT 3 * 2, t.* EXCEPT (`left`, id) REPLACE (id + 1 AS s) FROM t WHERE id = 1', [[6, 2]]],
    // Queries that begin with FROM, wherever a query may stand.
    ['SELECT (FROM t |> AGGREGATE MAX(id))', [[2]]],
    ['SELECT ARRAY(FROM t |> ORDER BY id DESC |> SELECT id), EXISTS(FROM t |> WHERE FALSE)', [[[2, 1], false]]],
    ['SELECT id FROM t WHERE id IN (FROM t |> SELECT id + 1)', [[2]]],
    ['SELECT id FROM t WHERE EXISTS (FROM t AS u |> WHERE u.id = t.id + 1)', [[1]]],
    ['SELECT x.id FROM (FROM t |> WHERE id = 2) AS x JOIN (FROM t) AS y USING (id)', [[2]]],
    ['WITH q AS (FROM t) SELECT MAX(id) FROM q', [[2]]],
    ['WITH q AS (SELECT 7 AS id) SELECT (FROM q), (WITH r AS (FROM q) FROM r |> SELECT id + 1)', [[7, 8]]],
    // A WITH in brackets behind another one.
    ['WITH a AS (SELECT 1 AS x) (WITH b AS (SELECT x + 1 AS y FROM a) SELECT x, y FROM a, b)', [[1, 2]]],
    ['WITH a AS (SELECT 1 AS x) ((WITH b AS (SELECT 2 AS y) (WITH c AS (FROM b) FROM a, c)))', [[1, 2]]],
    ['WITH a AS (SELECT 1 AS x) (SELECT x FROM a UNION ALL SELECT 2) ORDER BY x DESC LIMIT 1', [[2]]],
    ['WITH a AS (SELECT 1 AS x) ((SELECT 2 AS x) UNION ALL (WITH b AS (FROM a) FROM b)) ORDER BY 1', [[1], [2]]],
    // Names.
    ['SELECT 1 AS `left`, 2 AS `a-b c`, STRUCT(3 AS `from`).from', [[1, 2, 3]]],
    ['SELECT STRUCT((SELECT 1) AS a, ((SELECT 2)) AS b)', [[{ a: 1, b: 2 }]]],
    ['SELECT `\\x61\\`b` FROM (SELECT 5 AS `a\\`b`)', [[5]]],
    ['SELECT COUNT(*) FROM (SELECT 1 AS a, 2 AS a)', [[1]]],
    ['SELECT q.b FROM (SELECT 1 AS a, 2 AS a, 3 AS b) AS q', [[3]]],
    // Literals.
    ['SELECT 0xFF, [0x1f, -0X10], 0x7FFFFFFFFFFFFFFF', [[255, [31, -16], '9223372036854775807']]],
    [String.raw`SELECT r'\d', R"""a'"\n""", LENGTH(b'\x00a'), TO_HEX(rb'\x')`, [['\\d', 'a\'"\\n', 2, '5c78']]],
    ["SELECT r'''a\nb''', 'c'", [['a\nb', 'c']]],
    // Comments may stand anywhere, and end where GoogleSQL ends them.
    ['SELECT /*/ 1, */ 2 /**/, /* -- */ 3 -- /*\n, 4 # */ "\n', [[2, 3, 4]]],
    ['SELECT*/**/FROM(SELECT/*é😀*/1/**/AS/**/x)--', [[1]]],
    // A function behind what it is applied to.
    [
      "SELECT (s).UPPER().REPLACE('A', 'z'), 'x'.CONCAT('y'), (id).SUM() FROM t WHERE id = 1 GROUP BY s",
      [['zBC', 'xy', 1]],
    ],
    ['SELECT LOWER(s).LENGTH() AS n FROM t ORDER BY (id).ABS() DESC', [[3], [3]]],
  ])('%s', async (sql, expected) => {
    expect(await database.rows(sql)).toEqual(expected);
  });

  it.each([
    // Places are those of the author's text, whatever the parser was given.
    ['SELECT (FROM t |> SELECT nope)', '1:26 unrecognized name "nope"'],
    ['SELECT (FROM t |> SELECT 1), nope', '1:30 unrecognized name "nope"'],
    ['SELECT /* é😀 */ nope', '1:17 unrecognized name "nope"'],
    ['SELECT * EXCEPT (id) REPLACE (1 AS nope) FROM t', '1:31 REPLACE gives a value to "nope"'],
    ['SELECT * EXCEPT (id, nope) REPLACE (1 AS s) FROM t', '1:22 EXCEPT names "nope"'],
    ['SELECT * EXCEPT (id) REPLACE (1 AS id, nope AS s) FROM t', '1:40 unrecognized name "nope"'],
    ['SELECT (FROM t) oops oops', '1:22 syntax error: unexpected "oops"'],
    ['SELECT (FROM t', '1:8 syntax error: this "(" is not closed'],
    ["SELECT LEFT(s, 1) FROM t WHERE r'x' 0xF", '1:37 syntax error: unexpected "0xF"'],
    ['SELECT (FROM _ |> SELECT 1)', '1:14 there is no table "_"'],
    ['SELECT (FROM t)', 'must return one column'],
    ['SELECT a.b.c FROM (SELECT 1 AS `a\\`b`)', 'unrecognized name "a"'],
    ['SELECT id FROM t LEFT (id)', '1:'],
    ['SELECT 0x8000000000000000', 'integer 0x8000000000000000 is beyond INT64'],
    ['SELECT 0xG', '1:9'],
    ['SELECT (1).CAST()', '1:12 "CAST" here is not supported'],
    ['SELECT (id).SUM(DISTINCT) FROM t', '1:'],
    ['SELECT id.ABS() FROM t', '1:8 function id.ABS is not supported'],
    ['SELECT 1 AS a, 1 AS a', 'two columns of the answer are named "a"'],
    // Where GoogleSQL leaves no choice, the parser takes whatever stands there.
    ['SELECT 1 BETWEEN 1 OR 2', '1:20 syntax error: unexpected "OR"'],
    ["SELECT EXTRACT(DAY OF DATE '2026-01-01')", '1:20 syntax error: unexpected "OF"'],
    ['SELECT CAST(1 IN STRING)', 'syntax error'],
    ['SELECT CASE WHEN TRUE ELSE 1 END', '1:23 syntax error: unexpected "ELSE"'],
    ['SELECT CASE WHEN TRUE THEN 1 FROM t', '1:8 syntax error: this CASE has no END'],
    ['SELECT 1 IS DISTINCT OF 2', '1:22 syntax error: unexpected "OF"'],
    ['SELECT ABS(1 FROM t', '1:14 syntax error: unexpected "FROM", ")" is missing'],
    ['SELECT [1, 2 FROM t', '1:14 syntax error: unexpected "FROM", "]" is missing'],
    ['SELECT 1 IN (1, 2 FROM t', '1:19 syntax error: unexpected "FROM", ")" is missing'],
    ['SELECT STRUCT(1 2)', '1:17 syntax error: unexpected "2", "," is missing'],
    ['SELECT ANY_VALUE(id HAVING OF s) FROM t', '1:28 syntax error: unexpected "OF"'],
    ['SELECT ARRAY_AGG(id IGNORE NULL) FROM t', '1:28 syntax error: unexpected "NULL"'],
    ['SELECT * FROM UNNEST([1]) AS x WITH 1', '1:37 syntax error: unexpected "1"'],
    // Keywords are names in backticks and behind a dot alone.
    ['SELECT 1 AS `group`, 2 AS from', '1:27 "from" is a reserved keyword; as a name it stands in backticks'],
    ['SELECT id FROM t AS order', '1:21 "order" is a reserved keyword'],
    // What other dialects have.
    ['SELECT id FROM t WHERE id == 1', '1:27 syntax error: write = for "=="'],
    ['SELECT id::STRING FROM t', '1:10 syntax error: write CAST(x AS type) for "x::type"'],
    ["SELECT s->>'a' FROM t", "1:9 syntax error: write JSON_VALUE(x, '$.name')"],
    ['SELECT id FROM t WHERE id = 1 && id = 2', '1:31 syntax error: write AND for "&&"'],
    ["SELECT id FROM t WHERE s ~ 'a'", '1:26 syntax error: write REGEXP_CONTAINS(x, r'],
    ['SELECT id FROM t WHERE s = ‘a’', '1:28 syntax error: write straight quotes'],
    ["SELECT id FROM t WHERE s ILIKE 'a'", '1:26 syntax error: write LOWER(x) LIKE'],
    ["SELECT id FROM t WHERE s SIMILAR TO 'a'", '1:26 syntax error: write REGEXP_CONTAINS(x, r'],
    [
      "SELECT DATE_ADD(DATE '2026-01-01', INTERVAL '1 day')",
      '1:36 syntax error: write an interval as in INTERVAL 1 DAY',
    ],
    ["SELECT DATE_ADD(DATE '2026-01-01', 1 DAY)", '1:36 syntax error: write an interval as in INTERVAL 1 DAY'],
    // GoogleSQL's own is not what is wrong here.
    ["SELECT DATE '2026-01-01' + INTERVAL '1' DAY, ~1 FROM t WHERE", 'syntax error: the query ends too early'],
    ["SELECT DATE '2026-01-01' - INTERVAL -1 DAY oops oops", '1:49 syntax error: unexpected "oops"'],
  ])('%s is refused', async (sql, message) => {
    const refusal = await database.refusal(sql);
    expect(refusal).not.toBe('not refused');
    expect(refusal).toContain(message);
  });
});
