/** Ways to keep a caller to the rows of one tenant; each is the query of a WITH that callers read as `q`. */
export const SHAPES: Readonly<Record<string, string>> = {
  where: 'SELECT * FROM events WHERE tenant = @tenant',
  'where among others': 'SELECT * FROM events WHERE id >= 0 AND tenant = @tenant AND tenant IS NOT NULL',
  negation: 'SELECT * FROM events WHERE NOT (tenant != @tenant)',
  expression: "SELECT * FROM events WHERE CONCAT(tenant, '') = @tenant",
  case: 'SELECT * FROM events WHERE CASE WHEN tenant = @tenant THEN TRUE ELSE FALSE END',
  unnest: 'SELECT e.* FROM events AS e CROSS JOIN UNNEST(e.owner) AS o WHERE o.tenant = @tenant',
  element: 'SELECT * FROM events WHERE owner[SAFE_OFFSET(0)].tenant = @tenant',
  join: 'SELECT e.* FROM events AS e JOIN owners AS o ON o.id = e.id WHERE o.tenant = @tenant',
  'condition of a join': 'SELECT e.* FROM events AS e JOIN owners AS o ON o.id = e.id AND o.tenant = @tenant',
  'left join': 'SELECT e.* FROM events AS e LEFT JOIN owners AS o ON o.id = e.id WHERE o.tenant = @tenant',
  in: 'SELECT * FROM events WHERE id IN (SELECT id FROM owners WHERE tenant = @tenant)',
  exists: 'SELECT * FROM events AS e WHERE EXISTS (SELECT 1 FROM owners AS o WHERE o.id = e.id AND o.tenant = @tenant)',
  'scalar subquery':
    'SELECT * FROM events AS e WHERE (SELECT MAX(o.tenant) FROM owners AS o WHERE o.id = e.id) = @tenant',
  'element by subquery': 'SELECT * FROM events WHERE (SELECT MAX(o.tenant) FROM UNNEST(owner) AS o) = @tenant',
  derived: 'SELECT * FROM (SELECT * FROM events WHERE tenant = @tenant)',
  union:
    'SELECT * FROM events WHERE tenant = @tenant AND id < 2 UNION ALL SELECT * FROM events WHERE tenant = @tenant AND id >= 2',
  qualify: 'SELECT * FROM events WHERE tenant = @tenant QUALIFY ROW_NUMBER() OVER (PARTITION BY id ORDER BY ts) = 1',
  'order and limit': 'SELECT * FROM events WHERE tenant = @tenant ORDER BY id LIMIT 100000',
  pipe: 'FROM events |> WHERE tenant = @tenant',
};

/** The endpoint's query; one of the shapes reads another of the WITH. */
export function authored(shape: string): string {
  return `WITH q AS (${SHAPES[shape] ?? ''}) SELECT COUNT(*) AS n FROM q`;
}

/** The endpoint's query with the shape behind a second query of the WITH. */
export function chained(shape: string): string {
  return `WITH first AS (${SHAPES[shape] ?? ''}), q AS (SELECT * FROM first) SELECT COUNT(*) AS n FROM q`;
}

/** Places in queries that reshape rows, in sets of them, and in joins that keep rows without a partner. */
const RESHAPED: Readonly<Record<string, (expression: string) => string>> = {
  pivot: (e) =>
    `SELECT * FROM (SELECT (${e}) IS NULL AS p, id FROM q) PIVOT (COUNT(id) AS n FOR p IN (TRUE AS missing, FALSE AS present))`,
  unpivot: (e) =>
    `SELECT k, COUNT(*) AS n FROM (SELECT i, IF((${e}) IS NULL, 1, 2) AS v FROM q) UNPIVOT (x FOR k IN (i, v)) GROUP BY k ORDER BY k`,
  'grouping sets': (e) =>
    `SELECT p, b, COUNT(*) AS n FROM (SELECT (${e}) IS NULL AS p, b FROM q) GROUP BY GROUPING SETS ((p, b), (b), ()) ORDER BY p, b, n`,
  rollup: (e) => `SELECT p, COUNT(*) AS n FROM (SELECT (${e}) IS NULL AS p FROM q) GROUP BY ROLLUP (p) ORDER BY p, n`,
  having: (e) => `SELECT id FROM q GROUP BY id HAVING LOGICAL_OR((${e}) IS NOT NULL) ORDER BY id LIMIT 3`,
  'aggregate of the greatest': (e) => `SELECT COUNT((${e}) IS NULL HAVING MAX id) AS n FROM q`,
  'ordered array': (e) => `SELECT ARRAY_AGG((${e}) IS NULL ORDER BY id LIMIT 2) AS x FROM q`,
  'array by order': (e) => `SELECT ARRAY_AGG(id ORDER BY (${e}) IS NULL, id DESC LIMIT 2) AS x FROM q`,
  text: (e) => `SELECT LENGTH(STRING_AGG(CAST((${e}) IS NULL AS STRING), ',' ORDER BY id)) AS n FROM q`,
  'left join': (e) =>
    `SELECT COUNT(r.other) AS n FROM q LEFT JOIN (SELECT id AS other FROM q WHERE id > 1) AS r ON r.other = q.id AND (${e}) IS NOT NULL`,
  'full join': (e) =>
    `SELECT COUNT(*) AS n FROM (SELECT id, (${e}) IS NULL AS p FROM q) AS l FULL JOIN (SELECT id AS other FROM q WHERE i = 1) AS r ON r.other = l.id AND NOT l.p`,
  'join of nothing': (e) =>
    `SELECT COUNT(*) AS n FROM (SELECT id AS other FROM q WHERE i < -9) AS r JOIN q ON r.other = q.id AND (${e}) IS NOT NULL`,
  'join by it': (e) =>
    `SELECT COUNT(*) AS n FROM (SELECT DISTINCT (${e}) IS NULL AS p FROM q) AS l JOIN (SELECT (${e}) IS NULL AS p FROM q) AS r ON l.p = r.p`,
  using: (e) =>
    `SELECT COUNT(*) AS n FROM (SELECT id, (${e}) IS NULL AS p FROM q) JOIN (SELECT id, b FROM q) USING (id) WHERE NOT p`,
  except: (e) => `SELECT COUNT(*) AS n FROM (SELECT id FROM q EXCEPT DISTINCT SELECT id FROM q WHERE (${e}) IS NULL)`,
  intersect: (e) =>
    `SELECT COUNT(*) AS n FROM (SELECT id FROM q WHERE (${e}) IS NOT NULL INTERSECT DISTINCT SELECT id FROM q)`,
  struct: (e) => `SELECT COUNTIF((SELECT AS STRUCT (${e}) IS NULL AS p, id).p) AS n FROM q`,
  'three levels down': (e) =>
    `SELECT COUNT(*) AS n FROM q AS a WHERE EXISTS (SELECT 1 FROM q AS b WHERE b.id = a.id AND b.id IN (SELECT q.id FROM q WHERE q.id = a.id AND (${e}) IS NOT NULL))`,
  'scalar query': (e) =>
    `SELECT (SELECT COUNTIF((${e}) IS NOT NULL) FROM q) AS n, (SELECT MAX(id) FROM q WHERE (${e}) IS NOT NULL) AS m`,
  'not in': (e) => `SELECT COUNT(*) AS n FROM q WHERE id NOT IN (SELECT id FROM q WHERE (${e}) IS NULL)`,
  'array of a query': (e) => `SELECT ARRAY_LENGTH(ARRAY(SELECT id FROM q WHERE (${e}) IS NOT NULL)) AS n`,
  'unnest of it': (e) => `SELECT COUNT(*) AS n FROM q, UNNEST(IF((${e}) IS NULL, [1], [1, 2])) AS u WHERE u = 2`,
  'unnest of words': (e) =>
    `SELECT COUNT(*) AS n FROM q LEFT JOIN UNNEST(words) AS w WHERE w = '12' AND (${e}) IS NOT NULL`,
  recursion: (e) =>
    `WITH RECURSIVE r AS (SELECT 1 AS k UNION ALL SELECT k + 1 FROM r JOIN q ON q.id = r.k WHERE (${e}) IS NOT NULL AND k < 4) SELECT COUNT(*) AS n, MAX(k) AS m FROM r`,
  'frame of a window': (e) =>
    `SELECT SUM(x) AS n FROM (SELECT COUNTIF((${e}) IS NULL) OVER (ORDER BY id ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS x FROM q)`,
  'named window': (e) =>
    `SELECT COUNT(*) AS n FROM (SELECT RANK() OVER w AS x FROM q WINDOW w AS (PARTITION BY b ORDER BY (${e}) IS NULL))`,
  'order of all': (e) => `SELECT id FROM q ORDER BY (${e}) IS NULL DESC, id DESC LIMIT 2 OFFSET 1`,
  'order and then it': (e) => `SELECT (${e}) IS NULL AS x FROM (SELECT * FROM q ORDER BY id LIMIT 5) ORDER BY id`,
  distinct: (e) => `SELECT COUNT(*) AS n FROM (SELECT DISTINCT (${e}) IS NULL AS x, b FROM q)`,
  choice: (e) =>
    `SELECT COUNT(*) AS n FROM q WHERE CASE WHEN s = '1234' THEN (${e}) IS NOT NULL ELSE (SELECT LOGICAL_AND((${e}) IS NULL) FROM q AS z) END`,
  'twice the same': (e) =>
    `SELECT COUNTIF(x) AS n, COUNTIF(y) AS m FROM (SELECT (${e}) IS NULL AS x, (${e}) IS NULL AS y FROM q WHERE (${e}) IS NOT NULL OR id > 1)`,
  'like any': (e) =>
    `SELECT COUNT(*) AS n FROM q WHERE IF((${e}) IS NULL, 'a', 'b') LIKE ANY ('%a', 'b%') AND s LIKE '%2%'`,
  'pipe, aggregate': (e) =>
    `FROM q |> SET f = IF((${e}) IS NULL, 0, f) |> AGGREGATE COUNT(*) AS n, MAX(f) AS x GROUP BY i |> ORDER BY i`,
  'pipe, join': (e) =>
    `FROM q |> JOIN (SELECT id AS other FROM q) AS r ON r.other = q.id |> WHERE (${e}) IS NOT NULL |> AGGREGATE COUNT(*) AS n`,
};

/** Places of a caller's expression in a query. */
export const PLACES: Readonly<Record<string, (expression: string) => string>> = {
  where: (e) => `SELECT COUNT(*) AS n FROM q WHERE (${e}) IS NOT NULL`,
  'where, last': (e) => `SELECT COUNT(*) AS n FROM q WHERE id >= 0 AND b AND (${e}) IS NOT NULL`,
  'where, first': (e) => `SELECT COUNT(*) AS n FROM q WHERE (${e}) IS NOT NULL AND i > 5`,
  'within a lambda': (e) =>
    `SELECT COUNT(*) AS n FROM q WHERE ARRAY_LENGTH(ARRAY(SELECT (${e}) IS NULL FROM UNNEST([1, 2]))) = 2`,
  'within an array': (e) => `SELECT COUNT(*) AS n FROM q WHERE [(${e}) IS NULL][OFFSET(0)]`,
  condition: (e) => `SELECT COUNT(*) AS n FROM q WHERE IF(id >= 0, (${e}) IS NOT NULL, FALSE)`,
  list: (e) => `SELECT (${e}) IS NULL AS x FROM q`,
  join: (e) => `SELECT COUNT(*) AS n FROM q JOIN (SELECT 1 AS one) AS o ON (${e}) IS NOT NULL`,
  'join of two': (e) =>
    `SELECT COUNT(*) AS n FROM q JOIN (SELECT id AS other FROM q) AS r ON r.other = q.id WHERE (${e}) IS NOT NULL`,
  exists: (e) =>
    `SELECT COUNT(*) AS n FROM q WHERE EXISTS (SELECT 1 FROM UNNEST([1]) AS u WHERE (${e}) IS NOT NULL AND u = 1)`,
  'correlated query': (e) =>
    `SELECT COUNT(*) AS n FROM q AS r WHERE EXISTS (SELECT 1 FROM q WHERE q.id = r.id AND (${e}) IS NOT NULL)`,
  group: (e) => `SELECT COUNT(*) AS n FROM q GROUP BY (${e}) IS NULL`,
  order: (e) => `SELECT id FROM q ORDER BY (${e}) IS NULL, id LIMIT 2`,
  qualify: (e) =>
    `SELECT id FROM q WHERE TRUE QUALIFY ROW_NUMBER() OVER (PARTITION BY (${e}) IS NULL ORDER BY id) = 1 ORDER BY id`,
  'own query': (e) =>
    `WITH mine AS (SELECT * FROM q WHERE (${e}) IS NOT NULL) SELECT (SELECT COUNT(*) FROM mine) + (SELECT COUNT(*) FROM mine) AS n`,
  union: (e) => `SELECT COUNT(*) AS n FROM (SELECT * FROM q UNION ALL SELECT * FROM q) WHERE (${e}) IS NOT NULL`,
  pipe: (e) => `FROM q |> EXTEND (${e}) IS NULL AS x |> WHERE NOT x |> AGGREGATE COUNT(*) AS n`,
  window: (e) =>
    `SELECT COUNT(*) AS n FROM (SELECT LAG((${e}) IS NULL) OVER (PARTITION BY (${e}) IS NULL ORDER BY id) AS x FROM q)`,
  aggregate: (e) => `SELECT COUNTIF((${e}) IS NULL) AS n FROM q`,
  ...RESHAPED,
};

/** Sums whose last digits tell how the rows are stored, of shapes that DuckDB adds up one row after the other. */
export const SUMS: Readonly<Record<string, (expression: string) => string>> = {
  sum: (e) => `SELECT SUM(IF((${e}) IS NULL, 1e9, f)) AS x, AVG(f) AS y FROM q`,
  'sum of pairs': (e) =>
    `SELECT SUM(l.f) AS x FROM q AS l CROSS JOIN (SELECT id FROM q WHERE (${e}) IS NOT NULL) AS r WHERE l.id < 40000`,
  'sum by group': (e) => `SELECT i, SUM(f * i) AS x, AVG(f) AS y FROM q WHERE (${e}) IS NOT NULL GROUP BY i ORDER BY i`,
};
