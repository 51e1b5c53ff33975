import { parseLeniently } from '../grammar/parse.js';
import { queryReads } from './table-reads.js';

const stars = (sql: string) => queryReads(parseLeniently(sql), new Map())?.stars ?? [];
const places = (sql: string) => stars(sql).map(({ line, column }) => `${line}:${column}`);

describe('stars at the top of a query', () => {
  it.each([
    ['SELECT * FROM t', ['1:8']],
    ['SELECT a,\n  t.* EXCEPT (b) FROM t', ['2:5']],
    ['WITH q AS (SELECT 1 AS a) SELECT DISTINCT * FROM q', ['1:43']],
    ['(SELECT a FROM t UNION ALL SELECT * FROM t) ORDER BY a', ['1:35']],
    ['SELECT * FROM t UNION ALL SELECT u.* FROM u', ['1:8', '1:36']],
    ['FROM t |> WHERE a > 1 |> SELECT *', ['1:33']],
    ['FROM t |> SELECT a, * |> LIMIT 5', ['1:21']],
    ['FROM t |> WHERE a > 1', ['1:1']],
    ['SELECT * FROM t |> WHERE a > 1', ['1:8']],
  ])('are in %j', (sql, expected) => {
    expect(places(sql)).toEqual(expected);
  });

  it.each([
    'SELECT a, b * c FROM t',
    'SELECT COUNT(*) AS n FROM t',
    'WITH q AS (SELECT * FROM t) SELECT a FROM q',
    'SELECT a FROM (SELECT * FROM t) WHERE EXISTS (SELECT * FROM u)',
    'FROM t |> AGGREGATE COUNT(*) AS n',
    'FROM (SELECT * FROM t) |> SELECT a |> WHERE a > 1',
  ])('are not in %j', (sql) => {
    expect(places(sql)).toEqual([]);
  });

  it.each([
    ['SELECT * FROM t', ['t']],
    ['SELECT * FROM `shop`.orders AS o JOIN (SELECT a FROM u) USING (a)', ['shop.orders']],
    ['SELECT d.* FROM (SELECT a FROM t) d JOIN u ON true', []],
    ['SELECT D.* FROM t AS d JOIN u ON true', ['t']],
    ['WITH a AS (SELECT 1 AS x) SELECT * FROM a', []],
    ['WITH a AS (SELECT * FROM t), b AS (SELECT * FROM A) SELECT * FROM b', ['t']],
    ['WITH t AS (SELECT x FROM t) SELECT * FROM t', []],
    ['WITH RECURSIVE a AS (SELECT 1 AS x UNION ALL SELECT * FROM a) SELECT * FROM a', []],
    ['SELECT * FROM (SELECT a, b FROM t) PIVOT(SUM(a) FOR b IN ("x"))', []],
    ['SELECT * FROM t PIVOT(SUM(a) FOR b IN ("x"))', ['t']],
    ['SELECT * FROM (SELECT a FROM t UNION ALL SELECT * FROM u)', ['u']],
    ['SELECT * FROM UNNEST([STRUCT(1 AS a)])', []],
    ['SELECT item.* FROM t, UNNEST(items) AS item', ['t']],
    ['SELECT item.* FROM t, t.items AS item', ['t']],
    ['SELECT record.* FROM t', ['t']],
    ['FROM t |> JOIN u ON true', ['t', 'u']],
    ['FROM t |> SELECT a |> SELECT *', []],
    ['FROM t |> JOIN v USING (x) |> EXTEND 1 AS e |> JOIN u USING (x) |> SELECT u.*', ['u']],
    ['FROM t |> AGGREGATE COUNT(*) AS n GROUP BY x |> JOIN u USING (x) |> JOIN v USING (x) |> SELECT u.*', ['u']],
    ['FROM t |> SET x = 1 |> JOIN u USING (x) |> SELECT u.*', ['t', 'u']],
    ['FROM t JOIN v USING (x) |> SET y = 1 |> JOIN u USING (x) |> SELECT v.*', ['t', 'v', 'u']],
    ['FROM t |> AS s |> JOIN u USING (x) |> SELECT u.*', ['u']],
    ['SELECT item.* FROM t AS a, u AS b, a.items AS item', ['t']],
    ['FROM t |> WITH u AS (SELECT * FROM v) |> JOIN u ON true', ['t', 'v']],
  ])('stand in %j for the columns of the tables %j', (sql, tables) => {
    expect(stars(sql)[0]?.tables).toEqual(tables);
  });

  it.each([
    ['SELECT a, t.*, b, c FROM t', { before: 1, behind: 2, of: 't' }],
    ['SELECT * EXCEPT (a) FROM t', { before: 0, behind: 0, of: undefined }],
    ['SELECT t.*, u.* FROM t, u', undefined],
    ['SELECT * REPLACE (1 AS a) FROM t', undefined],
    ['SELECT record.part.* FROM t', undefined],
    ['FROM t |> SELECT *', undefined],
  ])('have in %j a place in the answer: %j', (sql, span) => {
    expect(stars(sql)[0]?.span).toEqual(span);
  });

  it('are found in no more time where each WITH query names the one before twice', () => {
    const queries = Array.from(
      { length: 60 },
      (_, n) => `q${n + 1} AS (SELECT * FROM q${n} JOIN q${n} AS b USING (x))`,
    );
    const [star] = stars(`WITH q0 AS (SELECT * FROM t), ${queries.join(', ')} SELECT * FROM q60`);
    expect(star?.tables).toEqual(['t']);
  });
});
