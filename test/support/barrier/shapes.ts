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

/** The same behind a second query of the WITH. */
export function chained(shape: string): string {
  return `WITH first AS (${SHAPES[shape] ?? ''}), q AS (SELECT * FROM first) SELECT COUNT(*) AS n FROM q`;
}

/** Where a caller's expression stands. */
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
};
