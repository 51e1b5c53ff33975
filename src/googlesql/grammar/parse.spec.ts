import { differenceOver, readByOwn } from '../../../test/support/fuzz/two-parsers.js';
import { POSITIONS } from '../../../test/support/sandbox/corpus.js';
import { UnparsedQuery } from '../parser/unparsed-query.js';
import { parseLeniently } from './parse.js';
import { TOO_DEEP } from './token-reader.js';

/** Where a text is refused, and why; what is read is of no interest. */
function refusalOf(sql: string): string | undefined {
  const found = readByOwn(sql);
  if (!(found instanceof UnparsedQuery)) return undefined;
  const { line, column, message } = found.problem;
  return `${line}:${column} ${message}`;
}

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

describe('the parser of our own', () => {
  it.each(QUERIES)('reads the tree of bq2cst from %s', (sql) => {
    expect(refusalOf(sql)).toBeUndefined();
    expect(differenceOver(sql)).toBeUndefined();
  });

  it('reads the tree of bq2cst from whatever callers may ask', () => {
    expect(POSITIONS.map(differenceOver).filter((difference) => difference !== undefined)).toEqual([]);
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
    ["SELECT 1, '\ud800'", '1:11 syntax error: this is half of a Unicode character; leave it out'],
  ])('says of %j what is wrong with it, and where', (sql, message) => {
    expect(refusalOf(sql)).toBe(message);
  });

  it.each([
    ['SELECT NET.HOST(url), SAFE.d.f(x) FROM t', '1:8 function NET.HOST'],
    ["SELECT x FROM t AS u FOR SYSTEM_TIME AS OF TIMESTAMP '2026-11-25' WHERE x > 1", '1:22 "FOR" here'],
    ['SELECT x FROM t TABLESAMPLE SYSTEM (10 PERCENT) JOIN u USING (x)', '1:17 "TABLESAMPLE" here'],
    ['FROM t |> TABLESAMPLE SYSTEM (10 PERCENT) |> SELECT x', '1:11 |> TABLESAMPLE'],
    ["SELECT * FROM t UNPIVOT (v FOR n IN (a, b)) PIVOT (SUM(v) FOR n IN ('a'))", '1:45 PIVOT beside UNPIVOT'],
    ['SELECT x FROM UNNEST([1], [2]) AS x', '1:15 UNNEST of several arrays'],
    ['SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon = 10) COUNT(*) AS n FROM t', '1:8 "WITH" here'],
    ['SELECT AS d.message 1 AS x', '1:11 SELECT AS d'],
    ['SELECT CAST(x AS GEOGRAPHY) FROM t', '1:18 type "GEOGRAPHY"'],
    ["SELECT RANGE<DATE> '[2026-11-25, UNBOUNDED)' AS r", '1:8 type "RANGE"'],
    ["SELECT INTERVAL '1-2' YEAR TO MONTH", '1:28 "TO" here'],
    ["SELECT ARRAY<STRING(5)>['a']", '1:20 "(" here'],
    ['SELECT (x + 1).CAST(y AS STRING) FROM t', '1:16 "CAST" here'],
  ])('reads over what %s has of BigQuery alone, and says so', (sql, refusal) => {
    expect(refusalOf(sql)).toBe(refusal);
    expect(parseLeniently(sql).type).toBe('Query');
    expect(() => parseLeniently(`${sql} 1 2`)).toThrow(refusal.replace(/^\S+ /, ''));
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
    ['pipes', (n) => `FROM t${' |> WHERE x'.repeat(n)}`, 400],
  ])('reads %s as deep as anybody writes them, and refuses them deeper', (_, nest, enough) => {
    expect(refusalOf(nest(enough))).toBeUndefined();
    expect(refusalOf(nest(20_000))).toContain(TOO_DEEP);
  });
});
