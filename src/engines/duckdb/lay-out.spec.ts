import { ACCEPTED } from '../../../test/support/sandbox/corpus.js';
import { compile } from './compiler/compile.js';
import { layOut } from './plan.js';

/** Strings, quoted names, words, and each other character but white space: equal SQL has equal ones. */
const tokensOf = (sql: string) => sql.match(/'(?:[^']|'')*'|"(?:[^"]|"")*"|\w+|[^\s\w'"]/g);

/** GoogleSQL that DuckDB's own syntax is made of: lists, structs, lambdas, slices, casts, windows. */
const QUERIES = [
  ...ACCEPTED,
  `SELECT ARRAY(SELECT AS STRUCT x, [x, 2][OFFSET(0)] AS y FROM UNNEST([1, 2]) AS x ORDER BY x) AS list`,
  `SELECT STRUCT(1 AS a, "it's -- no comment" AS b, '/* none */ "x"' AS c) AS s, b"\\x00" AS bytes, 1e300 AS big`,
  `SELECT ROW_NUMBER() OVER (PARTITION BY path ORDER BY ms DESC) AS n FROM hits QUALIFY n = 1`,
  `SELECT SUM(ms) OVER (ORDER BY ms ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS total FROM hits`,
  `SELECT REGEXP_CONTAINS(path, r'^\\d+$') AS digits, SAFE_CAST(path AS INT64) AS number, @least AS least FROM hits`,
  `SELECT TIMESTAMP_TRUNC(CURRENT_TIMESTAMP(), HOUR) AS hour, DATE '2026-01-01' - INTERVAL 1 DAY AS day`,
  `SELECT JSON_VALUE(JSON '{"a": {"b": 1}}', '$.a.b') AS value, EXTRACT(DAYOFWEEK FROM day) AS weekday FROM hits`,
  `SELECT ms IS NOT DISTINCT FROM 2 AS two, ms NOT BETWEEN 1 AND 2 AS other, path NOT LIKE '%\\\\_' AS plain FROM hits`,
];

function compiled(query: string): string[] {
  const tables = `hits AS (SELECT '/a' AS path, 3 AS ms, ['t'] AS tags, DATE '2026-01-01' AS day), busy AS (SELECT '/a' AS path, 2 AS n)`;
  const parameters = [{ name: 'least', type: 'INT64', array: false } as const];
  const made = compile({ sql: `WITH ${tables} (\n${query}\n)`, parameters, maxRows: 10 }, new Map());
  return 'sql' in made ? [made.sql] : [];
}

describe('layOut', () => {
  it('puts clauses on lines of their own and indents subqueries', async () => {
    const sql = `SELECT "a" FROM (WITH q AS (SELECT 1 AS "a") SELECT "a" FROM q) AS x LEFT JOIN t ON true WHERE (1 IN (2, 3)) LIMIT 5`;
    expect(await layOut(sql)).toBe(
      `
SELECT
  "a"
FROM
  (
    WITH
      q AS (
        SELECT
          1 AS "a"
      )
    SELECT
      "a"
    FROM
      q
  ) AS x
  LEFT JOIN t ON true
WHERE
  (1 IN (2, 3))
LIMIT
  5`.trim(),
    );
  });

  it('leaves compiled SQL the same but for white space between its tokens', async () => {
    const all = QUERIES.flatMap(compiled);
    expect(all.length).toBeGreaterThan(50);
    for (const sql of all) {
      const laidOut = await layOut(sql);
      expect(laidOut).toMatch(/^SELECT\n/);
      expect(tokensOf(laidOut)).toEqual(tokensOf(sql));
    }
  });

  it.each([
    `SELECT 'it''s  FROM (SELECT 1)' AS "WHERE ""x  FROM y"`,
    'SELECT extract(day FROM t), list(x ORDER BY y)',
    'SELECT (a IS NOT DISTINCT FROM b), left(c, 2)',
    'SELECT "from", selected',
    'SELECT list_transform(l[2:], lambda e: e + $p_a), struct_pack("a" := x::BIGINT)',
  ])('writes nothing else for %s', async (sql) => {
    expect(tokensOf(await layOut(sql))).toEqual(tokensOf(sql));
  });

  it('leaves what cannot be read as it is', async () => {
    expect(await layOut('SELECT (  1')).toBe('SELECT (  1');
  });
});
