import { refusalOf } from '../../../test/support/parsed.js';
import { parseLeniently } from './parse.js';
import { TokenReader, TOO_DEEP } from './token-reader.js';

/** A query or several for each part of the grammar. */
const QUERIES = [
  'SELECT 1 + 2 * -3 || x, NOT a AND b OR c, a BETWEEN 1 AND 2 AND b',
  'SELECT ~1 & 2 | 3 ^ 4 << 5 >> 6',
  "SELECT r'\\d', b'\\x00', rb\"\"\"a\nb\"\"\", '''it's''', 0xFF, 1e3, .5",
  'SELECT @p, @@time_zone, `a b`.`c d`, ?',
  "SELECT DATE '2026-11-25', NUMERIC '1', JSON '{}', INTERVAL 1 DAY",
  "SELECT CAST(x AS STRING(3)), SAFE_CAST(x AS ARRAY<STRUCT<a INT64>>), CAST(x AS STRING FORMAT 'YY' AT TIME ZONE 'UTC')",
  'SELECT [1, 2][OFFSET(0)], ARRAY<INT64>[1], STRUCT(1 AS a, 2), STRUCT<a INT64>(1), (1, 2), ARRAY(SELECT 1)',
  "SELECT SAFE.SUBSTR('a', -1), (x).UPPER(), SEARCH(t, 'a', analyzer => 'b'), f(DISTINCT a IGNORE NULLS ORDER BY b LIMIT 1)",
  'SELECT SUM(x) OVER (w ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t QUALIFY RANK() OVER w = 1 WINDOW w AS (PARTITION BY a)',
  'SELECT DISTINCT AS STRUCT t.* EXCEPT (a) REPLACE (1 AS b), FROM t -- remark\n/* and */ # more\n;',
  'SELECT x FROM a.b-c.d AS t, UNNEST(t.list) AS e WITH OFFSET AS o LEFT JOIN (SELECT 1) USING (x, y) CROSS JOIN t.e.f',
  "SELECT * FROM t UNPIVOT INCLUDE NULLS ((v, w) FOR n IN ((a, b) AS 'x', (c, d) AS 'y'))",
  "SELECT * FROM t PIVOT (SUM(a) AS s, COUNT(*) FOR k IN ('x' AS x, 'y'))",
  'WITH RECURSIVE a AS (SELECT 1 AS x UNION ALL SELECT x + 1 FROM a), b AS (FROM a) SELECT * FROM b ORDER BY 1 DESC NULLS LAST LIMIT 2 OFFSET @o',
  'SELECT 1 UNION ALL SELECT 2 UNION ALL (SELECT 3 EXCEPT DISTINCT SELECT 4) ORDER BY 1',
  'SELECT 1 AS a FULL UNION ALL BY NAME SELECT 2 AS a',
  'SELECT a, COUNT(*) FROM t GROUP BY GROUPING SETS (a, ROLLUP (b, c), CUBE (d), ()) HAVING COUNT(*) > 1',
  'SELECT a FROM t GROUP BY ALL',
  'FROM t |> WHERE a |> EXTEND a + 1 AS b |> SET b = 2 |> DROP c |> RENAME d AS e |> AS u |> AGGREGATE COUNT(*) AS n GROUP AND ORDER BY k DESC',
  'FROM t |> JOIN u USING (a) |> UNION ALL (SELECT 1), (SELECT 2) |> ORDER BY x |> LIMIT 1 |> SELECT DISTINCT x |> DISTINCT',
  'SELECT x FROM t WHERE x IN (1, 2) AND x NOT IN UNNEST(@l) AND EXISTS (SELECT 1) AND x IS NOT DISTINCT FROM y AND x LIKE ANY (a, b)',
];

/** Texts that parsers are known to differ over, and why ours is right by BigQuery's documentation of the syntax. */
const DISPUTED: readonly [sql: string, isRead: boolean, reason: string][] = [
  ['SELECT 1.', true, 'a floating point literal may end with its point'],
  ['SELECT TABLE FROM t', true, 'TABLE is no reserved keyword'],
  ['FROM hits|> SELECT *', true, 'nothing need stand between a name and a pipe'],
  ["SELECT 'a' LIKE ANY ((SELECT 'a'))", true, 'a query in two pairs of brackets is a query, as with IN'],
  ['SELECT 1 UNION ALL FROM t', false, 'FROM as an operand stands in brackets'],
  ['SELECT DISTINCT ON (s) s, i FROM t', false, 'ON is a reserved keyword and no function'],
  ['SELECT GROUPING SETS (a) FROM t', false, 'GROUPING is a reserved keyword, and SETS no function'],
  ['SELECT CUBE(a, b)', false, 'CUBE is a reserved keyword and no function'],
  ['SELECT UNNEST([1])', false, 'UNNEST stands in FROM and behind IN'],
  ['SELECT a, b => 1', false, 'only arguments have names'],
  ['SELECT NOT * FROM t', false, 'a star is no operand'],
  ['SELECT *.a FROM t', false, 'a star has no fields'],
  ['SELECT 1 FROM t(1)(2)', false, 'a table function is called once'],
  ['SELECT 1 FROM t JOIN u USING ()', false, 'USING names at least one column'],
  ['SELECT ABS(1 FROM t', false, 'nothing but its bracket closes a list'],
  ['SELECT 1 BETWEEN 1 OR 2', false, 'AND has to stand there'],
  ['SELECT STRUCT(1 2)', false, 'values have commas between them'],
  ['SELECT a IN (1, 2,)', false, 'only some lists may end with a comma'],
  ['SELECT a = b = c', false, 'comparisons do not associate'],
  ['SELECT a IS NULL = b', false, 'IS is a comparison'],
  ['SELECT a BETWEEN 1 AND 2 IN (TRUE)', false, 'BETWEEN is a comparison'],
  ['SELECT NOT a = b AND c = d OR (e = f) = g', true, 'these are not chained'],
  ['SELECT NOT NOT a', true, 'NOT may stand in front of NOT'],
  ['SELECT a = NOT b', false, 'a comparison binds more than NOT'],
  ['SELECT - NOT a', false, 'a sign binds more than NOT'],
  ['SELECT a BETWEEN 1 AND NOT b', false, 'so does BETWEEN'],
  ['SELECT STRUCT(1 a)', false, 'fields take their names by AS'],
  ['SELECT * REPLACE (1 a) FROM t', false, 'so do the columns of REPLACE'],
  ['SELECT a FROM t INNER OUTER JOIN u USING (a)', false, 'LEFT, RIGHT and FULL alone may be OUTER'],
  ['SELECT a FROM t CROSS OUTER JOIN u', false, 'CROSS is neither'],
  ["SELECT COLLATE(a, 'und:ci') FROM t", true, 'it is a function'],
  ['SELECT ABS(SELECT 1)', false, 'an argument is an expression'],
  ['SELECT ABS((SELECT 1)), ARRAY(SELECT 1), EXISTS(FROM t)', true, 'these are given a query'],
  ['\ufeffSELECT 1', false, 'a byte order mark is no white space'],
  ['SELECT\u2028 1', false, 'nor is what else ends lines in Unicode'],
  ['SELECT\u00a01\u2003AS\u3000a\b', true, 'spaces of other widths are'],
];

describe('parse', () => {
  it.each(QUERIES)('reads %s', (sql) => {
    expect(refusalOf(sql)).toBeUndefined();
  });

  it.each(DISPUTED)('takes %s: %s, since %s', (sql, isRead) => {
    expect(refusalOf(sql) === undefined).toBe(isRead);
  });

  it.each([
    ['', '1:1 the query is empty; write one SELECT'],
    ['SELECT 1 +', '1:11 syntax error: the query ends too early'],
    ['SELECT (1', '1:8 syntax error: this "(" is not closed'],
    ['SELECT CAST(1 INT64)', '1:15 syntax error: unexpected "INT64", AS has to stand here'],
    ['SELECT CASE x END', '1:8 CASE needs a WHEN'],
    ['SELECT 1\nFROM t JOIN u USING ()', '2:22 syntax error: unexpected ")", a name has to stand here'],
    ['SELECT 1 UNION ALL x', '1:20 syntax error: unexpected "x", a query begins with SELECT, WITH or FROM'],
    [
      'SELECT 1 UNION ALL FROM t',
      '1:20 syntax error: unexpected "FROM", FROM behind a set operation needs parentheses',
    ],
    ['FROM t UNION ALL SELECT 1', '1:8 syntax error: unexpected "UNION"'],
    ['SELECT x FROM t GROUP 1', '1:17 syntax error: write GROUP BY'],
    ['SELECT x FROM t WHERE a == 1', '1:25 syntax error: write = for "=="'],
    ['SELECT a b c FROM t', '1:12 syntax error: unexpected "c"'],
    ['SELECT a = b = c', '1:8 a comparison inside a comparison needs parentheses around it'],
    ['SELECT a = NOT b', '1:12 syntax error: unexpected "NOT", NOT and what it is for stand in parentheses here'],
    [
      'SELECT a FROM UNNEST(SELECT [1]) AS a',
      '1:22 syntax error: unexpected "SELECT", a query here has to stand in parentheses of its own',
    ],
    ["SELECT a FROM t ORDER BY a COLLATE 'und:ci'", '1:28 "COLLATE" here is unknown'],
    ['FROM t |> AGGREGATE COUNT(*) AS n GROUP BY a, ROLLUP(b)', '1:47 ROLLUP in |> AGGREGATE is unknown'],
    ["SELECT 1, '\ud800'", '1:11 syntax error: this is half of a Unicode character; leave it out'],
  ])('says of %j what is wrong with it, and where', (sql, message) => {
    expect(refusalOf(sql)).toBe(message);
  });

  it.each([
    ['SELECT NET.HOST(url), SAFE.d.f(x) FROM t', '1:23 function SAFE.d.f is unknown'],
    ["SELECT x FROM t AS u FOR SYSTEM_TIME AS OF TIMESTAMP '2026-11-25' WHERE x > 1", '1:22 "FOR" here is unknown'],
    ['SELECT x FROM t TABLESAMPLE SYSTEM (10 PERCENT) JOIN u USING (x)', '1:17 "TABLESAMPLE" here is unknown'],
    ['FROM t |> TABLESAMPLE SYSTEM (10 PERCENT) |> SELECT x', '1:11 |> TABLESAMPLE is unknown'],
    [
      "SELECT * FROM t UNPIVOT (v FOR n IN (a, b)) PIVOT (SUM(v) FOR n IN ('a'))",
      '1:45 PIVOT beside UNPIVOT is unknown',
    ],
    ['SELECT x FROM UNNEST([1], [2]) AS x', '1:15 UNNEST of several arrays is unknown'],
    ['SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon = 10) COUNT(*) AS n FROM t', '1:8 "WITH" here is unknown'],
    ['SELECT AS d.message 1 AS x', '1:11 SELECT AS d is unknown'],
    ['SELECT CAST(x AS GEOGRAPHY) FROM t', '1:18 type "GEOGRAPHY" is unknown'],
    ["SELECT RANGE<DATE> '[2026-11-25, UNBOUNDED)' AS r", '1:8 type "RANGE" is unknown'],
    ["SELECT INTERVAL '1-2' YEAR TO MONTH", '1:28 "TO" here is unknown'],
    ["SELECT ARRAY<STRING(5)>['a']", '1:20 "(" here is unknown'],
    ['SELECT (x + 1).CAST(y AS STRING) FROM t', '1:16 "CAST" here is unknown'],
  ])('reads over what %s has of BigQuery alone, and says so', (sql, refusal) => {
    expect(refusalOf(sql)).toBe(refusal);
    expect(parseLeniently(sql).type).toBe('Query');
    expect(() => parseLeniently(`${sql} 1 2`)).toThrow(/^\S+ (.*) is unknown$/.exec(refusal)?.[1]);
  });

  it.each<[string, (levels: number) => string, number]>([
    ['brackets', (n) => `SELECT ${'('.repeat(n)}x${')'.repeat(n)}`, 150],
    ['calls', (n) => `SELECT ${'f('.repeat(n)}x${')'.repeat(n)}`, 150],
    ['subqueries', (n) => `SELECT ${'(SELECT '.repeat(n)}x${')'.repeat(n)}`, 60],
    ['derived tables', (n) => `SELECT x FROM ${'(SELECT x FROM '.repeat(n)}t${')'.repeat(n)}`, 60],
    ['CASE', (n) => `SELECT ${'CASE WHEN '.repeat(n)}x${' THEN 1 END'.repeat(n)}`, 150],
    ['ELSE', (n) => `SELECT ${'CASE WHEN a = 1 THEN 1 ELSE '.repeat(n)}x${' END'.repeat(n)}`, 100],
    ['NOT', (n) => `SELECT ${'NOT '.repeat(n)}x`, 150],
    ['signs', (n) => `SELECT ${'- '.repeat(n)}x`, 90],
    ['INTERVAL', (n) => `SELECT ${'INTERVAL '.repeat(n)}1${' DAY'.repeat(n)}`, 90],
    ['types of arrays', (n) => `SELECT CAST(x AS ${'STRUCT<a '.repeat(n)}INT64${'>'.repeat(n)})`, 90],
    ['conditions', (n) => `SELECT x FROM t WHERE ${'a = 1 AND '.repeat(n)}x`, 1000],
    ['sums', (n) => `SELECT x${' + x'.repeat(n)}`, 2000],
    ['fields', (n) => `SELECT x${'.x'.repeat(n)}`, 1000],
    ['set operations', (n) => `SELECT 1, 2${' UNION ALL SELECT 1, 2'.repeat(n)}`, 2000],
    ['joins', (n) => `SELECT 1 FROM t${' JOIN t USING (x)'.repeat(n)}`, 2000],
    ['EXISTS', (n) => `SELECT 1 FROM t WHERE ${'EXISTS (SELECT 1 FROM t WHERE '.repeat(n)}x${')'.repeat(n)}`, 60],
    ['arithmetic', (n) => `SELECT ${'(a OR b AND c = d + e * '.repeat(n)}x${')'.repeat(n)}`, 25],
    ['windows', (n) => `SELECT ${'f(x) OVER (ORDER BY '.repeat(n)}x${')'.repeat(n)}`, 80],
    ['pipes', (n) => `FROM t${' |> WHERE x'.repeat(n)}`, 400],
  ])('reads %s as deep as anybody writes them, and refuses them deeper', (_, nest, enough) => {
    expect(refusalOf(nest(enough))).toBeUndefined();
    expect(refusalOf(nest(20_000))).toContain(TOO_DEEP);
  });

  it.each([
    `SELECT x IN (${'1, '.repeat(20_000)}1) FROM t`,
    `SELECT ${'f(a.b + 1, -c) AS d, '.repeat(5000)}x FROM t`,
    `SELECT ${'CASE WHEN a THEN -1 ELSE 2 END, '.repeat(5000)}x`,
    `SELECT ${'ARRAY<STRUCT<a INT64>>[], a < b, '.repeat(5000)}x`,
    `SELECT '${'('.repeat(5000)}' -- ${'('.repeat(5000)}`,
  ])('minds no length (%#)', (sql) => {
    expect(refusalOf(sql)).toBeUndefined();
  });

  it.each<[string, (times: number) => string]>([
    [
      'of brackets around a long query',
      (n) => `SELECT x FROM ${'('.repeat(100)}SELECT ${'a, '.repeat(n)}b${')'.repeat(100)}`,
    ],
    ['of queries beside each other', (n) => `SELECT ${'((SELECT 1)) + 1, '.repeat(n)}b`],
    ['with a mistake at its end', (n) => `SELECT ${'(a + 1), '.repeat(n)}b c d`],
    ['with a bracket that is open', (n) => `SELECT ${'(SELECT a), '.repeat(n)}(b`],
    ['with a string that is open', (n) => `SELECT ${"'a', ".repeat(n)}'''b`],
  ])('looks at each word of a text %s a few times, however long it is', (_, make) => {
    const looked = jest.spyOn(TokenReader.prototype, 'word');
    const count = (sql: string) => {
      looked.mockClear();
      refusalOf(sql);
      return looked.mock.calls.length;
    };
    expect(count(make(4000))).toBeLessThanOrEqual(2.1 * count(make(2000)) + 1);
    expect(count(make(2000))).toBeLessThan(200_000);
    looked.mockRestore();
  });
});
