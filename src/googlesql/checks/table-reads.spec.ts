import { parseLeniently } from '../grammar/parse.js';
import { type QueryNode } from '../ast/nodes.js';
import { queryReads, tableNames } from './table-reads.js';

const PARTITIONED = new Map([
  ['logs', 'timestamp'],
  ['others', 'timestamp'],
]);

const reads = (sql: string) => queryReads(parseLeniently(sql), PARTITIONED)?.tables ?? [];

describe('the tables of a query', () => {
  it.each<[string, string[]]>([
    ['SELECT 1', []],
    ['SELECT * FROM a, `b` AS x JOIN d.c USING (id)', ['a', 'b', 'd.c']],
    ['SELECT * FROM my-project.d.t, `p-q.d.u`, `p-q`.d.`v`', ['my-project.d.t', 'p-q.d.u', 'p-q.d.v']],
    ['WITH q AS (SELECT * FROM a) SELECT * FROM Q', ['a']],
    ['WITH q AS (SELECT * FROM q) SELECT * FROM q', ['q']],
    ['WITH RECURSIVE q AS (SELECT 1 AS n FROM a UNION ALL SELECT n + 1 FROM q) SELECT * FROM q', ['a']],
    ['WITH q AS (SELECT 1), r AS (SELECT * FROM q, s) SELECT * FROM r', ['s']],
    ['SELECT * FROM (WITH q AS (SELECT 1 AS id) SELECT * FROM q) JOIN q USING (id)', ['q']],
    ['WITH q AS (SELECT 1) SELECT * FROM d.q', ['d.q']],
    ['SELECT * FROM a AS t, t.items AS i, UNNEST(t.more) AS m', ['a']],
    ['SELECT (SELECT COUNT(*) FROM t.items) FROM a AS t', ['a']],
    [
      'SELECT (SELECT MAX(x) FROM a) FROM b WHERE x IN (SELECT x FROM c) AND EXISTS (SELECT 1 FROM d)',
      ['a', 'b', 'c', 'd'],
    ],
    [
      'SELECT ARRAY(SELECT x FROM a), IF(x, (SELECT 1 FROM b), 2) FROM UNNEST(ARRAY(SELECT TRUE FROM c)) AS x',
      ['a', 'b', 'c'],
    ],
    ['SELECT x FROM a ORDER BY (SELECT 1 FROM b)', ['a', 'b']],
    ['(SELECT x FROM a) UNION ALL (SELECT x FROM b EXCEPT DISTINCT SELECT x FROM c)', ['a', 'b', 'c']],
    ["SELECT * FROM (a JOIN b ON a.x = b.x) JOIN c PIVOT(SUM(x) FOR y IN ('z')) USING (id)", ['a', 'b', 'c']],
    ["SELECT * FROM a PIVOT(SUM((SELECT MAX(x) FROM b)) FOR y IN ('z'))", ['a', 'b']],
    ['FROM a |> JOIN b USING (x) |> WHERE x IN (SELECT x FROM c) |> UNION ALL (SELECT x FROM d)', ['a', 'b', 'c', 'd']],
    ['FROM a |> UNION ALL (FROM b |> WHERE x), (SELECT x FROM c) |> EXCEPT DISTINCT (FROM d)', ['a', 'b', 'c', 'd']],
    ['SELECT (FROM a), ARRAY(FROM b |> SELECT x) FROM (FROM c) WHERE x IN (FROM d)', ['a', 'b', 'c', 'd']],
    ['FROM a |> JOIN b ON EXISTS (FROM c) |> ORDER BY (FROM d |> AGGREGATE MAX(x))', ['a', 'b', 'c', 'd']],
    ['FROM a |> WITH b AS (FROM c), d AS (FROM b) |> JOIN d USING (x) |> JOIN b USING (x)', ['a', 'c']],
    ['FROM b |> WITH b AS (FROM a) |> UNION ALL (FROM b)', ['b', 'a']],
    ['FROM a AS t |> CROSS JOIN t.items AS i |> CROSS JOIN i.more', ['a']],
    ['FROM a |> SELECT items |> AS a |> WHERE EXISTS (FROM a.items)', ['a']],
    ['FROM a |> AS t |> CROSS JOIN t.items', ['a']],
    ['(WITH a AS (SELECT 1 AS x) FROM a |> JOIN b USING (x)) |> WHERE EXISTS (SELECT 1 FROM a)', ['b', 'a']],
    ['WITH q AS (SELECT 1 AS x) (WITH r AS (SELECT * FROM a) SELECT * FROM q JOIN r USING (x))', ['a']],
    [
      'SELECT x FROM ML.PREDICT(MODEL d.m, (SELECT x FROM a)) JOIN NET.READ(b => ARRAY(SELECT 1 FROM c)) USING (x)',
      ['a', 'c'],
    ],
    [
      "SELECT x FROM a FOR SYSTEM_TIME AS OF TIMESTAMP '2026-11-25' JOIN b TABLESAMPLE SYSTEM (1 PERCENT) USING (x)",
      ['a', 'b'],
    ],
    ['SELECT x FROM a LEFT UNION ALL BY NAME SELECT x FROM b', ['a', 'b']],
    // Functions of which nothing is known may aggregate.
    ['SELECT x, COUNT(*), d.f(y), HLL_COUNT.INIT(*) FROM a GROUP BY x', ['a']],
    ['SELECT d.f(y) OVER (PARTITION BY (SELECT 1 FROM b)) AS z FROM a', ['b', 'a']],
    ['FROM a |> AGGREGATE HLL_COUNT.INIT(x) GROUP BY y', ['a']],
    ["SELECT * FROM a PIVOT(d.f(x) FOR y IN ('z'))", ['a']],
    ['SELECT x FROM d.f(TABLE a, (SELECT * FROM b), n => ARRAY(SELECT 1 FROM c))', ['b', 'c']],
    ['SELECT CAST(x AS GEOGRAPHY) AS g, @@session_id AS s, RANGE<DATE> "x" AS r FROM a', ['a']],
    ['FROM a |> JOIN b USING (x) |> DISTINCT |> SELECT a.x, y', ['a', 'b']],
  ])('%s', (sql, tables) => {
    expect(reads(sql).map(({ table }) => table)).toEqual(tables);
  });

  it('tells the place of each', () => {
    expect(reads('SELECT *\nFROM a, d.b')).toMatchObject([
      { table: 'a', line: 2, column: 6 },
      { table: 'd.b', line: 2, column: 9 },
    ]);
  });

  it('tells which are in WITH queries that nothing reads', () => {
    const sql = 'WITH q AS (SELECT * FROM a), r AS (SELECT * FROM b), s AS (SELECT * FROM q, r, c) SELECT * FROM r';
    expect(reads(sql).map(({ table, isIdle }) => [table, isIdle])).toEqual([
      ['a', true],
      ['b', false],
      ['c', true],
    ]);
  });

  it('ends with WITH queries that double at every step', () => {
    const steps = Array.from({ length: 40 }, (_, n) => `q${n + 1} AS (SELECT * FROM q${n} AS a, q${n} AS b)`);
    expect(reads(`WITH q0 AS (SELECT 1 AS x), ${steps.join(', ')} SELECT * FROM q40`)).toEqual([]);
  });
});

/** Copies of a part of a tree, each with one of its expressions exchanged for a query. */
function* exchanged(part: unknown, query: unknown): Generator {
  if (typeof part !== 'object' || part === null) return;
  if ('type' in part && EXCHANGEABLE.includes(String(part.type))) yield query;
  for (const [key, value] of Object.entries(part)) {
    for (const other of exchanged(value, query)) {
      yield Array.isArray(part) ? part.with(Number(key), other) : { ...part, [key]: other };
    }
  }
}

const EXCHANGEABLE = ['Integer', 'String', 'Call', 'Binary', 'Field', 'Element', 'Case', 'Struct', 'Array'];

it.each([
  'SELECT a.x + 1, DATE(a.y, "z"), STRING(y, "z"), DATETIME(y, LOWER("z")), TIMESTAMP_TRUNC(y, DAY, "z") FROM a',
  'SELECT APPROX_QUANTILES(x, 2 + 1), ARRAY_AGG(x ORDER BY y + 1 LIMIT 3), STRING_AGG(x, ","), MAX(x) FROM a',
  'SELECT d.f(x + 1, n => 2) OVER (PARTITION BY a.y ORDER BY z + 1), d.g((SELECT 1), y[OFFSET(1)]) FROM a',
  'SELECT RANK() OVER (PARTITION BY y + 1 ORDER BY z + 1), LAG(x, 1, 2) OVER (ORDER BY a.z) FROM a WHERE x IN (1, 2)',
  'SELECT EXTRACT(DAY FROM x AT TIME ZONE "z"), CAST(x + 1 AS STRING FORMAT "YYYY"), IF(x, 1, 2), [x + 1, 2][SAFE_OFFSET(1)] FROM a',
  'SELECT y + 1, COUNT(*) FROM a, UNNEST(GENERATE_ARRAY(1, 2 + 1)) AS y WHERE x BETWEEN 1 AND 2 GROUP BY y + 1 HAVING COUNT(*) > 1 ORDER BY y + 1',
  'SELECT * REPLACE (x + 1 AS x) FROM a JOIN b ON a.x = b.x + 1 QUALIFY RANK() OVER (ORDER BY x + 1) = 1',
  'FROM a |> EXTEND x + 1 AS y |> SET y = 2 |> WHERE x = 1 |> AGGREGATE SUM(x + 1) GROUP BY y + 1 |> ORDER BY 2 + 1',
  'SELECT * FROM a PIVOT(SUM(x + 1) FOR y + 1 IN (1, 2))',
  'SELECT x LIKE ANY ("a", "b"), JSON_VALUE(y.z, "$.a"), SAFE.SUBSTR(x, 1, 2), CASE x WHEN 1 THEN 2 END, STRUCT(x + 1 AS s) FROM a',
])('the tables of a query are those of the queries in all its expressions: %s', (sql) => {
  const { body: hidden } = parseLeniently(
    'SELECT (SELECT COUNT(*) FROM (SELECT h.* FROM hidden AS h JOIN i USING (k)))',
  );
  const query = hidden.type === 'Select' && hidden.items[0]?.type === 'ExpressionItem' && hidden.items[0].value;
  const found = [...exchanged(parseLeniently(sql), query)].map((tree) => queryReads(tree as QueryNode, PARTITIONED));
  const taken = found.flatMap((reads) => (reads ? [tableNames(reads.tables)] : []));
  expect(taken.length).toBeGreaterThan(2);
  expect(taken.filter((tables) => !tables.includes('hidden') || !tables.includes('i'))).toEqual([]);
});

describe('a table is unbounded', () => {
  const unbounded = (sql: string) => reads(sql).some(({ isUnbounded }) => isUnbounded);

  it.each([
    'SELECT 1 FROM logs',
    'SELECT 1 FROM logs WHERE id = @id',
    'SELECT 1 FROM logs WHERE timestamp < @end',
    'SELECT 1 FROM logs WHERE @end >= timestamp',
    'SELECT 1 FROM logs WHERE timestamp != @end AND timestamp IS NOT NULL',
    'SELECT 1 FROM logs WHERE timestamp > @start OR @start IS NULL',
    'SELECT 1 FROM logs WHERE timestamp > (SELECT MAX(x) FROM small)',
    'SELECT 1 FROM logs WHERE timestamp IN (SELECT x FROM small)',
    'SELECT 1 FROM logs, small WHERE logs.timestamp > small.x',
    'SELECT 1 FROM logs WHERE timestamp NOT BETWEEN @start AND @end',
    'SELECT 1 FROM logs WHERE timestamp BETWEEN other AND @end',
    'SELECT 1 FROM logs WHERE timestamp NOT IN (@a, @b)',
    'SELECT 1 FROM logs WHERE EXTRACT(HOUR FROM timestamp) > 5',
    'SELECT 1 FROM logs WHERE TIMESTAMP_DIFF(CURRENT_TIMESTAMP(), timestamp, DAY) < 7',
    'SELECT 1 FROM logs WHERE EXISTS (SELECT 1 FROM small WHERE timestamp > @start)',
    'SELECT 1 FROM small LEFT JOIN logs ON logs.id = small.id',
    'SELECT 1 FROM logs LEFT JOIN small ON logs.timestamp > @start',
    'SELECT 1 FROM logs JOIN others USING (timestamp)',
    'WITH RECURSIVE r AS (SELECT timestamp FROM logs UNION ALL SELECT o.timestamp FROM others AS o JOIN r ON o.id = 1) SELECT 1 FROM r',
    // The column of a row around bounds nothing here.
    'SELECT ARRAY(SELECT x FROM (SELECT l.* FROM others AS o) WHERE timestamp > @start) FROM logs AS l WHERE timestamp > @start',
    'SELECT 1 FROM logs AS a, logs AS b WHERE a.timestamp > @start',
    'SELECT 1 FROM (SELECT timestamp FROM logs)',
    'SELECT 1 FROM (SELECT id FROM logs), small WHERE timestamp > @start',
    'SELECT 1 FROM (SELECT * FROM logs LIMIT 10) WHERE timestamp > @start',
    'SELECT 1 FROM (SELECT timestamp AS moment, id AS timestamp FROM logs) WHERE timestamp > @start',
    'WITH q AS (SELECT * FROM logs) SELECT 1 FROM q AS a, q AS b WHERE a.timestamp > @start',
    'SELECT (SELECT MAX(id) FROM logs) FROM others WHERE timestamp > @start',
    'SELECT 1 FROM (SELECT timestamp FROM logs UNION ALL SELECT other FROM others) WHERE timestamp > @start',
  ])('%s', (sql) => {
    expect(unbounded(sql)).toBe(true);
  });
});

describe('a table is bounded', () => {
  it.each([
    'SELECT 1 FROM logs WHERE timestamp > @start',
    'SELECT 1 FROM logs AS t WHERE t.id = 1 AND (@start <= `t`.`Timestamp` AND TRUE)',
    "SELECT 1 FROM logs WHERE timestamp = TIMESTAMP '2026-11-20'",
    'SELECT 1 FROM logs WHERE timestamp BETWEEN @start AND other',
    'SELECT 1 FROM logs WHERE timestamp IN (@a, @b) AND id = 1',
    'SELECT 1 FROM logs WHERE timestamp IN UNNEST(@times)',
    'SELECT 1 FROM logs WHERE timestamp > @a OR timestamp > @b',
    'SELECT 1 FROM logs WHERE timestamp >= TIMESTAMP_SUB(CURRENT_TIMESTAMP, INTERVAL CASE @n WHEN 1 THEN 2 ELSE 3 END DAY)',
    'SELECT 1 FROM logs WHERE timestamp >= TIMESTAMP_TRUNC(TIMESTAMP(DATE_TRUNC(CURRENT_DATE(), WEEK(MONDAY))), DAY)',
    'SELECT 1 FROM logs WHERE DATE(timestamp) >= @day',
    'SELECT 1 FROM logs WHERE CAST(timestamp AS DATE) = CAST(@day AS DATE)',
    'SELECT 1 FROM logs WHERE EXTRACT(DATE FROM timestamp) > @day',
    'SELECT 1 FROM logs AS t, UNNEST(t.metadata) AS m WHERE timestamp > @start',
    'SELECT 1 FROM small LEFT JOIN logs ON logs.id = small.id AND logs.timestamp > @start',
    'SELECT 1 FROM logs RIGHT JOIN small ON logs.timestamp > @start',
    'SELECT 1 FROM logs JOIN small ON logs.timestamp > @start',
    'SELECT 1 FROM logs AS a JOIN others AS b ON a.timestamp = b.timestamp WHERE a.timestamp > @start',
    'SELECT 1 FROM logs JOIN others USING (timestamp) WHERE logs.timestamp > @start',
    'SELECT 1 FROM (SELECT timestamp AS moment FROM logs) WHERE moment > @start',
    'SELECT 1 FROM (SELECT * FROM logs) WHERE timestamp > @start',
    'SELECT 1 FROM (SELECT t.* EXCEPT (id) FROM logs AS t) AS q WHERE q.timestamp > @start',
    'SELECT 1 FROM (SELECT TIMESTAMP_TRUNC(timestamp, DAY) AS day, COUNT(*) FROM logs GROUP BY day) WHERE day > @start',
    'WITH q AS (SELECT * FROM logs), r AS (SELECT timestamp FROM q) SELECT 1 FROM r WHERE timestamp > @start',
    'WITH q AS (SELECT * FROM logs) SELECT 1 FROM q AS a, q AS b WHERE a.timestamp > @start AND b.timestamp > @start',
    'SELECT 1 FROM (SELECT timestamp FROM logs UNION ALL SELECT timestamp FROM others) WHERE timestamp > @start',
    'SELECT 1 FROM small WHERE EXISTS (SELECT 1 FROM logs WHERE timestamp > @start)',
  ])('%s', (sql) => {
    expect(reads(sql).filter(({ isUnbounded }) => isUnbounded)).toEqual([]);
  });
});

describe('where it cannot be told whether a table is bounded, nothing is said', () => {
  it.each([
    'SELECT 1 FROM logs WHERE IF(@all, timestamp > @start, timestamp > @other)',
    'SELECT 1 FROM logs WHERE NOT timestamp <= @start',
    'SELECT 1 FROM (SELECT * FROM logs UNION ALL SELECT * FROM others) WHERE timestamp > @start',
    "SELECT 1 FROM logs PIVOT(COUNT(id) FOR kind IN ('a')) WHERE timestamp > @start",
    'FROM logs |> WHERE timestamp > @start',
    'SELECT 1 FROM d.logs',
    'WITH q AS (SELECT * FROM logs) SELECT 1',
  ])('%s', (sql) => {
    expect(reads(sql).filter(({ isUnbounded }) => isUnbounded)).toEqual([]);
  });
});
