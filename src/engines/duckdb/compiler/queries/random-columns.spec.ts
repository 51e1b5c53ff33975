import { ndjson, schemaOf, useDuckDb } from '../../../../../test/support/duckdb.js';
import { compile } from '../compile.js';
import { FUNCTIONS } from '../expressions/calls.js';

const BIT = 'CAST(FLOOR(RAND() * 2) AS INT64)';

describe('random values', () => {
  const database = useDuckDb({
    't.ndjson': ndjson(
      ...Array.from({ length: 1000 }, (_, index) => ({ id: index + 1, k: index % 7, a: [1, 2, 3, 4] })),
    ),
    't.schema.json': schemaOf('id INT64, k INT64, a INT64[]'),
    's.ndjson': ndjson(...Array.from({ length: 10 }, (_, index) => ({ j: index + 1 }))),
    's.schema.json': schemaOf('j INT64'),
  });
  const value = async (sql: string) => (await database.rows(sql)).flat()[0];

  it.each([
    [`CASE ${BIT} WHEN 0 THEN 'a' WHEN 1 THEN 'b' END IS NOT NULL`],
    [`NULLIF(${BIT}, 0) IS DISTINCT FROM 0`],
    [`NULLIF(FLOOR(RAND() * 2), 0) IS DISTINCT FROM 0`],
    [`IFNULL(SAFE_DIVIDE(1, ${BIT}), 1) = 1`],
    ['TRUNC(RAND(), 1) BETWEEN 0 AND 0.9'],
    [`CAST(RAND() * 100 AS NUMERIC) BETWEEN 0 AND 100`],
    ['EXTRACT(SECOND FROM TIMESTAMP_SECONDS(CAST(RAND() * 1e9 AS INT64))) BETWEEN 0 AND 59'],
    [`GREATEST(RAND(), 0.5) >= 0.5 AND LEAST(RAND(), 0.5) <= 0.5`],
    [`${BIT} IN UNNEST([0, 1]) AND ${BIT} IN (0, 1)`],
    [`STRUCT(${BIT} AS x) IN (STRUCT(0), STRUCT(1))`],
    [`CAST(${BIT} AS STRING) LIKE ANY ('0', '1') AND CAST(${BIT} AS STRING) LIKE ANY UNNEST(['0', '1'])`],
    [
      `SUBSTR(GENERATE_UUID(), 1, 1) LIKE ANY ('0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f')`,
    ],
    [`SAFE.SQRT(RAND()) < 1 AND [RAND()][OFFSET(0)] < 1`],
  ])('%s in every row', async (condition) => {
    expect(await value(`SELECT LOGICAL_AND(${condition}) FROM t`)).toBe(true);
    expect(await value(`SELECT COUNT(*) FROM t WHERE NOT (${condition})`)).toBe(0);
    expect(await value(`SELECT COUNT(*) FROM (SELECT k FROM t GROUP BY k, id HAVING ${condition})`)).toBe(1000);
    expect(await value(`SELECT ${condition}`)).toBe(true);
  });

  /** Counts that cannot be beyond these by chance. */
  it.each([
    ['SELECT COUNTIF(RAND() BETWEEN 0.2 AND 0.4) FROM t', 130, 270],
    ["SELECT COUNTIF(GENERATE_UUID() LIKE ANY ('0%', '1%', '2%', '3%')) FROM t", 150, 350],
    // A condition stays behind an UNNEST, a window, an aggregate and a join.
    [
      'SELECT COUNT(*) FROM (SELECT id FROM t, UNNEST(t.a) AS x WHERE RAND() < 0.5 GROUP BY id HAVING COUNT(*) < 4)',
      800,
      999,
    ],
    ['SELECT COUNT(*) FROM UNNEST(GENERATE_ARRAY(1, 1000)) WHERE RAND() < 0.5', 350, 650],
    ['SELECT MAX(c) FROM (SELECT COUNT(*) OVER (PARTITION BY MOD(id, 2)) AS c FROM t) WHERE RAND() < 0.5', 500, 500],
    ['SELECT MIN(c) FROM (SELECT COUNT(*) OVER () AS c, id FROM t QUALIFY RAND() < 0.5)', 1000, 1000],
    ['SELECT MIN(c) FROM (SELECT MOD(id, 100) AS h, COUNT(*) AS c FROM t GROUP BY h HAVING RAND() < 0.5)', 10, 10],
    ['SELECT COUNT(*) FROM (SELECT MOD(id, 500) AS h FROM t GROUP BY h HAVING RAND() BETWEEN 0.2 AND 0.4)', 50, 145],
    ['SELECT COUNT(*) FROM t JOIN s ON RAND() BETWEEN 0.2 AND 0.4 AND t.k < 7', 1600, 2400],
    ['FROM t |> WHERE RAND() BETWEEN 0.2 AND 0.4 |> AGGREGATE COUNT(*)', 130, 270],
    ['FROM t |> EXTEND RAND() BETWEEN 0.2 AND 0.4 AS b |> AGGREGATE COUNTIF(b)', 130, 270],
    ['FROM t |> AGGREGATE COUNT(*) AS n GROUP BY RAND() < 2 |> AGGREGATE SUM(n)', 1000, 1000],
    // The offsets are those of the elements.
    [`SELECT COUNTIF(x <> o) FROM t, UNNEST(GENERATE_ARRAY(0, ${BIT})) AS x WITH OFFSET AS o`, 0, 0],
    [`SELECT COUNTIF(x <> o) FROM UNNEST(GENERATE_ARRAY(0, ${BIT})) AS x WITH OFFSET AS o`, 0, 0],
    ['SELECT COUNT(*) FROM (SELECT RAND() AS r FROM t ORDER BY r LIMIT 10) WHERE r < 0.2', 10, 10],
    ['SELECT COUNTIF(r < 0.5) FROM (SELECT MOD(id, 500) AS h, RAND() AS r FROM t GROUP BY h HAVING r > 0.5)', 0, 0],
    ['SELECT COUNT(DISTINCT u) FROM (SELECT id, GENERATE_UUID() AS u FROM t GROUP BY id ORDER BY u)', 1000, 1000],
    ['SELECT COUNT(DISTINCT GENERATE_UUID()) FROM t', 1000, 1000],
    ['SELECT SUM(RAND()) + RAND() FROM t', 300, 700],
    ['SELECT SUM(c) FROM (SELECT COUNT(*) AS c FROM t GROUP BY MOD(CAST(RAND() * 10 AS INT64), 2))', 1000, 1000],
    ['SELECT COUNT(*) FROM (SELECT DISTINCT k FROM t ORDER BY RAND() BETWEEN 0.2 AND 0.4)', 7, 7],
    ['SELECT COUNT(*) FROM ((SELECT j FROM s) UNION ALL (SELECT k FROM t) ORDER BY RAND() LIMIT 15)', 15, 15],
    ['SELECT COUNT(*) FROM t WHERE EXISTS (SELECT 1 FROM UNNEST(t.a) AS x WHERE RAND() < 2 AND x = 1)', 1000, 1000],
    // What is not chosen does not fail.
    ["SELECT COUNTIF(IF(RAND() < 2, TRUE, (SELECT CAST(CONCAT('x', id) AS BOOL)))) FROM t", 1000, 1000],
    ['SELECT COUNT(*) FROM (SELECT k, IF(k < 9, RAND(), (SELECT SQRT(k))) AS r FROM t GROUP BY k)', 7, 7],
  ])('%s', async (sql, least, most) => {
    const count = Number(await value(sql));
    expect(count).toBeGreaterThanOrEqual(least);
    expect(count).toBeLessThanOrEqual(most);
  });

  it('are written out once each, whatever the function', () => {
    const args = ['RAND()', 'CAST(RAND() AS INT64)', 'CAST(RAND() AS NUMERIC)', 'CAST(RAND() AS STRING)', '[RAND()]'];
    const lists = args.flatMap((each) => [each, `${each}, ${each}`, `${each}, 1`, `${each}, ''`]);
    const calls = [...FUNCTIONS.keys()].flatMap((name) => lists.map((list) => `${name}(${list})`));
    const compiled = calls.flatMap((call) => {
      const made = compile({ sql: `SELECT ${call} FROM UNNEST([1]) AS x`, parameters: [], maxRows: 1 }, new Map());
      return 'sql' in made ? [[call, made.sql] as const] : [];
    });
    expect(compiled.length).toBeGreaterThan(300);
    const timesIn = (text: string, call: RegExp) => text.match(call)?.length;
    expect(compiled.filter(([call, sql]) => timesIn(call, /RAND\(\)/g) !== timesIn(sql, /random\(\)/g))).toEqual([]);
  });

  it.each([
    [
      'SELECT 1 FROM t LEFT JOIN s ON RAND() < 0.5',
      'RAND here is not supported by the embedded engine; name it in a subquery in FROM',
    ],
    ['SELECT SUM(RAND() HAVING MAX id) FROM t', 'RAND here'],
    ['SELECT RAND() < 1 AS r FROM t GROUP BY r', 'a random item as a key of GROUP BY'],
    ['SELECT k, GENERATE_UUID() FROM t GROUP BY ROLLUP(k)', 'GENERATE_UUID beside ROLLUP, CUBE or GROUPING SETS'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(sql)).toContain(message);
  });
});
