interface RecordQuery {
  readonly sql: string;
  /** No array is unnested for it, and no list made. */
  readonly isFlat: boolean;
}

/** Over the tables of `held-records.slow.spec.ts`; each line that begins with `! ` reads records by their fields alone. */
const LINES = `
-- Whole arrays, records and rows
SELECT * FROM logs ORDER BY id
SELECT one FROM logs ORDER BY id
SELECT one AS o, id FROM logs ORDER BY id DESC LIMIT 2
SELECT logs FROM logs ORDER BY id
SELECT m FROM logs, UNNEST(one) AS m ORDER BY id
SELECT m.* FROM logs, UNNEST(one) AS m ORDER BY id
SELECT * FROM logs, UNNEST(one) ORDER BY id
SELECT * EXCEPT (one) FROM logs, UNNEST(one) AS m ORDER BY id
SELECT m.request, m.at FROM logs, UNNEST(one) AS m ORDER BY id
SELECT r, r.list FROM logs ORDER BY id
SELECT TO_JSON_STRING(one), TO_JSON_STRING(logs), TO_JSON_STRING(r) FROM logs ORDER BY id
SELECT TO_JSON(m), TO_JSON_STRING(m.request) FROM logs, UNNEST(one) AS m ORDER BY id
SELECT ARRAY_AGG(m ORDER BY id, m.n) FROM logs, UNNEST(one) AS m
SELECT ARRAY_CONCAT_AGG(one ORDER BY id) FROM logs
SELECT ANY_VALUE(one HAVING MAX id), ANY_VALUE(m.k HAVING MIN id) FROM logs, UNNEST(one) AS m
SELECT ARRAY_CONCAT(one, one), ARRAY_REVERSE(one), one || one FROM logs ORDER BY id
SELECT COALESCE(one, []), IF(id = 1, one, NULL), IF(id = 1, m, NULL) FROM logs, UNNEST(one) AS m ORDER BY id
SELECT [m], STRUCT(m AS a, one AS b), STRUCT(one).one[0].k FROM logs, UNNEST(one) AS m ORDER BY id
-- Elements and lengths
! SELECT one[SAFE_OFFSET(0)].k, one[OFFSET(0)].n, one[0].k AS a, one[ORDINAL(1)].k AS b, one[SAFE_ORDINAL(1)].n AS c FROM logs ORDER BY id
! SELECT one[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].headers[0].agent FROM logs ORDER BY id
SELECT one[SAFE_OFFSET(1)].k, one[SAFE_ORDINAL(0)].k AS a, one[SAFE_OFFSET(id - 1)].k AS b FROM logs ORDER BY id
SELECT one[0].at.place[0].city, one[0].tags[SAFE_OFFSET(1)], one[0].some[SAFE_OFFSET(0)].x FROM logs ORDER BY id
! SELECT r.list[SAFE_OFFSET(0)].b, r.list[OFFSET(0)].b AS c, ARRAY_LENGTH(r.list) FROM logs ORDER BY id
! SELECT ARRAY_LENGTH(one), ARRAY_LENGTH(one[0].request), ARRAY_LENGTH(one[0].at.place) FROM logs ORDER BY id
SELECT ARRAY_LENGTH(one[0].tags), ARRAY_LENGTH(one[0].some) FROM logs ORDER BY id
! SELECT ARRAY_FIRST(one).k, ARRAY_LAST(one).request[0].path FROM logs ORDER BY id
! SELECT one IS NULL, one IS NOT NULL, r IS NULL, r.list IS NULL, one[0] IS NULL, one[0].at IS NULL FROM logs ORDER BY id
SELECT m IS NULL, m.request IS NOT NULL, m.at.place IS NULL FROM logs LEFT JOIN UNNEST(one) AS m ORDER BY id
SELECT COUNT(one), COUNT(r.list), COUNT(one[0].at.place) FROM logs
! SELECT id FROM logs WHERE ARRAY_LENGTH(one) = 1 AND one[0].k = "a" ORDER BY id
-- Joins
! SELECT id, m.k FROM logs, UNNEST(one) AS m ORDER BY id
! SELECT id, m.k FROM logs CROSS JOIN UNNEST(one) AS m WHERE m.n > 1 ORDER BY id
! SELECT id, k FROM logs JOIN UNNEST(one) ORDER BY id
! SELECT id, k, path, agent FROM logs, UNNEST(one), UNNEST(request), UNNEST(headers) ORDER BY id
! SELECT id, m.k FROM logs LEFT JOIN UNNEST(one) AS m ORDER BY id
! SELECT id, m.k FROM logs AS l, l.one AS m ORDER BY id
! SELECT l.id, h.agent FROM logs AS l LEFT JOIN l.one AS m LEFT JOIN m.request AS q LEFT JOIN q.headers AS h ORDER BY id
! SELECT id, m.k, o FROM logs, UNNEST(one) AS m WITH OFFSET AS o ORDER BY id
SELECT id, offset FROM logs LEFT JOIN UNNEST(one) WITH OFFSET ORDER BY id
SELECT o, COUNT(*) FROM logs, UNNEST(one) AS m WITH OFFSET AS o GROUP BY o ORDER BY o
! SELECT id, m.k FROM logs JOIN UNNEST(one) AS m ON m.n = id ORDER BY id
SELECT id, m.k FROM logs LEFT JOIN UNNEST(one) AS m ON m.n > 1 ORDER BY id
SELECT id, m.k, q.path FROM logs LEFT JOIN UNNEST(one) AS m ON m.n > 1 LEFT JOIN UNNEST(m.request) AS q ON TRUE ORDER BY id
SELECT id, m.k, q.path FROM logs LEFT JOIN UNNEST(one) AS m ON m.n > 1 CROSS JOIN UNNEST(m.request) AS q ORDER BY id
SELECT id, s.x FROM logs, UNNEST(one) AS m, UNNEST(m.some) AS s ORDER BY id, x
SELECT id, s.x, q.path FROM logs, UNNEST(one) AS m LEFT JOIN UNNEST(m.some) AS s LEFT JOIN UNNEST(m.request) AS q ORDER BY id, x
SELECT id, t FROM logs, UNNEST(one) AS m, UNNEST(m.tags) AS t ORDER BY id, t
SELECT id, p.city FROM logs, UNNEST(one) AS m, UNNEST(m.at.place) AS p ORDER BY id
SELECT id, p.city FROM logs, UNNEST(one) AS m LEFT JOIN UNNEST(m.at.place) AS p ORDER BY id
SELECT id, p.city, o FROM logs, UNNEST(one) AS m LEFT JOIN UNNEST(m.at.place) AS p WITH OFFSET AS o ORDER BY id
SELECT id, p.city, o FROM logs, UNNEST(one) AS m, UNNEST(m.at.place) AS p WITH OFFSET AS o ORDER BY id
SELECT id, l.b FROM logs, UNNEST(r.list) AS l ORDER BY id
! SELECT id, l.b FROM logs LEFT JOIN UNNEST(r.list) AS l ORDER BY id
SELECT id, l.b FROM logs JOIN UNNEST(r.list) AS l ON l.b IS NULL ORDER BY id
! SELECT id, m.k, name FROM logs, UNNEST(one) AS m JOIN ids USING (id) ORDER BY id
! SELECT a.id, x.k, y.k AS other FROM logs AS a, UNNEST(a.one) AS x, logs AS b, UNNEST(b.one) AS y WHERE x.k = y.k ORDER BY a.id, b.id
-- Sides of outer joins
SELECT ids.id, logs.one, one[SAFE_OFFSET(0)].k, ARRAY_LENGTH(one), one IS NULL FROM ids LEFT JOIN logs USING (id) ORDER BY ids.id
SELECT ids.id, m.k FROM ids LEFT JOIN logs USING (id) CROSS JOIN UNNEST(one) AS m ORDER BY ids.id
SELECT ids.id, m.k, o FROM ids LEFT JOIN logs USING (id) LEFT JOIN UNNEST(one) AS m WITH OFFSET AS o ORDER BY ids.id
SELECT ids.id, m.k, o FROM ids LEFT JOIN logs USING (id) CROSS JOIN UNNEST(one) AS m WITH OFFSET AS o ORDER BY ids.id
SELECT ids.id, m.k, m IS NULL FROM ids LEFT JOIN (logs CROSS JOIN UNNEST(one) AS m) ON logs.id = ids.id ORDER BY ids.id
SELECT ids.id, q.path, ARRAY_LENGTH(m.request), m.request IS NULL FROM ids LEFT JOIN (logs CROSS JOIN UNNEST(one) AS m CROSS JOIN UNNEST(m.request) AS q) ON logs.id = ids.id ORDER BY ids.id
SELECT ids.id, q.path FROM ids LEFT JOIN (logs JOIN UNNEST(one) AS m) ON logs.id = ids.id, UNNEST(m.request) AS q ORDER BY ids.id
SELECT logs.id, one[0].k FROM ids RIGHT JOIN logs ON ids.id = logs.id ORDER BY logs.id
SELECT logs.id, one FROM logs RIGHT JOIN ids ON ids.id = logs.id ORDER BY ids.id
SELECT id, one, ARRAY_LENGTH(one) FROM logs FULL JOIN ids USING (id) ORDER BY id
SELECT ids.id, q.o, q.o[SAFE_OFFSET(0)].k FROM ids LEFT JOIN (SELECT id, one AS o FROM logs) AS q USING (id) ORDER BY ids.id
SELECT id, q.o, q.o[SAFE_OFFSET(0)].k FROM (SELECT ids.id, one AS o FROM ids LEFT JOIN logs USING (id)) AS q ORDER BY id
SELECT id, m.k FROM (SELECT ids.id, one AS o FROM ids LEFT JOIN logs USING (id)), UNNEST(o) AS m ORDER BY id
-- Groups, windows, distinct
! SELECT m.k, COUNT(*) FROM logs, UNNEST(one) AS m GROUP BY m.k ORDER BY 1
! SELECT one[0].k AS k, COUNT(*) AS n FROM logs GROUP BY k ORDER BY k
! SELECT path, COUNT(*), MAX(m.n) FROM logs, UNNEST(one) AS m, UNNEST(m.request) GROUP BY path HAVING COUNT(*) > 0 ORDER BY 2, 1
SELECT k, GROUPING(k) FROM logs, UNNEST(one) GROUP BY ROLLUP (k) ORDER BY 1, 2
! SELECT DISTINCT k, method FROM logs, UNNEST(one), UNNEST(request) ORDER BY k, method
! SELECT id, ROW_NUMBER() OVER (PARTITION BY m.k ORDER BY m.n, id) FROM logs, UNNEST(one) AS m ORDER BY id
! SELECT id FROM logs, UNNEST(one) AS m QUALIFY ROW_NUMBER() OVER (PARTITION BY m.k ORDER BY id DESC) = 1 ORDER BY id
SELECT SUM(m.n HAVING MAX m.k), SUM(one[0].n HAVING MIN id) FROM logs, UNNEST(one) AS m
SELECT LAG(m.request) OVER (ORDER BY id, m.n), FIRST_VALUE(one) OVER (ORDER BY id) FROM logs, UNNEST(one) AS m ORDER BY id
-- Through other queries
! SELECT o[0].k FROM (SELECT one AS o, id FROM logs) ORDER BY id
! WITH q AS (SELECT * FROM logs WHERE id > 1) SELECT id, path FROM q, UNNEST(one), UNNEST(request) ORDER BY id
! WITH q AS (SELECT id, m.request AS o FROM logs, UNNEST(one) AS m) SELECT id, x.path, o[0].method FROM q, UNNEST(q.o) AS x ORDER BY id
WITH q AS (SELECT id, m FROM logs, UNNEST(one) AS m) SELECT id, x.path, q.m.k FROM q, UNNEST(q.m.request) AS x ORDER BY id
WITH q AS (SELECT AS VALUE one FROM logs) SELECT q[0].k FROM q ORDER BY 1
SELECT k FROM (SELECT AS STRUCT one, id FROM logs) AS q, UNNEST(q.one) ORDER BY id
! SELECT ARRAY_LENGTH(o), o[SAFE_OFFSET(0)].k FROM (SELECT one AS o FROM logs UNION ALL SELECT one FROM logs) ORDER BY 2
SELECT ARRAY_LENGTH(o), o[SAFE_OFFSET(0)].request[0].path AS p FROM (SELECT one AS o FROM logs UNION ALL SELECT [] FROM logs) ORDER BY 1, p
SELECT k, path FROM (SELECT one AS o FROM logs UNION ALL SELECT ARRAY(SELECT m FROM UNNEST(one) AS m WHERE m.k = "a") FROM logs), UNNEST(o), UNNEST(request) ORDER BY 1, 2
SELECT ARRAY_LENGTH(one) FROM (SELECT id, one FROM logs FULL UNION ALL BY NAME SELECT id FROM ids) ORDER BY 1
SELECT ARRAY_LENGTH((SELECT one FROM logs WHERE id = 3)), ARRAY_LENGTH((SELECT one FROM logs WHERE id = 7)), (SELECT one FROM logs WHERE id = 1)[0].k
SELECT (SELECT m FROM logs, UNNEST(one) AS m WHERE id = 3).request[0].method, (SELECT m FROM logs, UNNEST(one) AS m WHERE id = 7).request IS NULL
WITH RECURSIVE q AS (SELECT id, one, 1 AS d FROM logs UNION ALL SELECT id, one, d + 1 FROM q WHERE d < 2) SELECT id, d, one[0].k FROM q ORDER BY id, d
-- Tables that hold their records in different forms
SELECT k, path FROM (SELECT id, one FROM logs UNION ALL SELECT id, one FROM others), UNNEST(one), UNNEST(request) ORDER BY 1, 2
SELECT id, one FROM (SELECT id, one FROM others UNION ALL SELECT id, one FROM logs) ORDER BY id, one[0].k
SELECT id, m FROM (SELECT l.id, m FROM logs AS l, UNNEST(one) AS m UNION ALL SELECT o.id, m FROM others AS o, UNNEST(one) AS m) ORDER BY id, m.k
SELECT id, m.request FROM (SELECT l.id, m.request FROM logs AS l, UNNEST(one) AS m UNION ALL SELECT o.id, m.request FROM others AS o, UNNEST(one) AS m) AS m ORDER BY id, ARRAY_LENGTH(m.request)
SELECT l.id, IF(l.id = 1, a, b), COALESCE(b, a).request, [a, b] FROM logs AS l JOIN others AS o USING (id), UNNEST(l.one) AS a, UNNEST(o.one) AS b ORDER BY l.id
SELECT l.id, l.one || o.one, IF(l.id = 1, l.one, o.one) FROM logs AS l JOIN others AS o USING (id) ORDER BY l.id
SELECT o.id, q.path, ARRAY_LENGTH(m.request), (SELECT path FROM UNNEST(m.request)) FROM others AS o, UNNEST(one) AS m LEFT JOIN UNNEST(m.request) AS q ORDER BY o.id
-- Queries within expressions
! SELECT id, (SELECT m.k FROM UNNEST(one) AS m) FROM logs ORDER BY id
! SELECT id, (SELECT k FROM UNNEST(one) WHERE n > 1) FROM logs ORDER BY id
! SELECT id, (SELECT path FROM UNNEST(one) AS m, UNNEST(m.request) WHERE m.k = "a" AND logs.id < 4) FROM logs ORDER BY id
! SELECT id, EXISTS (SELECT 1 FROM UNNEST(one) AS m WHERE m.n > 1) FROM logs ORDER BY id
SELECT id FROM logs WHERE EXISTS (SELECT * FROM UNNEST(one) AS m CROSS JOIN UNNEST(m.request) AS q WHERE q.path = "/a") ORDER BY id
! SELECT id FROM logs WHERE NOT EXISTS (SELECT k FROM UNNEST(one) WHERE k = "a") ORDER BY id
! SELECT id, EXISTS (SELECT k FROM UNNEST(one)) FROM logs ORDER BY id
SELECT id, ARRAY(SELECT m.k || "!" FROM UNNEST(one) AS m WHERE m.k IS NOT NULL) FROM logs ORDER BY id
SELECT id, ARRAY(SELECT AS STRUCT k, n FROM UNNEST(one)) FROM logs ORDER BY id
SELECT id, (SELECT AS STRUCT k, n FROM UNNEST(one) WHERE n > 1).k FROM logs ORDER BY id
SELECT id, (SELECT NULL FROM UNNEST(one)), (SELECT one FROM UNNEST(one) AS x WHERE x.n = 1) FROM logs ORDER BY id
SELECT id, (SELECT COUNT(*) FROM UNNEST(one) WHERE n > 1), (SELECT MAX(x) FROM UNNEST(one) AS m, UNNEST(m.some)) FROM logs ORDER BY id
SELECT id, (SELECT x FROM UNNEST(one) AS m, UNNEST(m.some) ORDER BY x DESC LIMIT 1) FROM logs ORDER BY id
SELECT id, (SELECT city FROM UNNEST(one) AS m, UNNEST(m.at.place)), EXISTS (SELECT 1 FROM UNNEST(one) AS m, UNNEST(m.at.place)) FROM logs ORDER BY id
SELECT id, (SELECT city FROM UNNEST(one) AS m LEFT JOIN UNNEST(m.at.place)) FROM logs ORDER BY id
SELECT id, (SELECT b FROM UNNEST(r.list)), ARRAY(SELECT b FROM UNNEST(r.list) WHERE b IS NOT NULL) FROM logs ORDER BY id
SELECT id, (SELECT k FROM UNNEST(one) WITH OFFSET AS o WHERE o = 0) FROM logs ORDER BY id
SELECT id, "a" IN (SELECT k FROM UNNEST(one)), (SELECT 1 / n FROM UNNEST(one) WHERE n > 1) FROM logs ORDER BY id
! SELECT id, (SELECT (SELECT method FROM UNNEST(m.request)) FROM UNNEST(one) AS m) FROM logs ORDER BY id
! SELECT COUNT(*), MAX((SELECT n FROM UNNEST(one))), SUM(IF(EXISTS (SELECT 1 FROM UNNEST(one) WHERE n = 1), 1, 0)) FROM logs
SELECT (SELECT k FROM UNNEST(one)) AS k, COUNT(*) FROM logs GROUP BY k ORDER BY k
-- Pipes
! FROM logs |> CROSS JOIN UNNEST(one) AS m |> WHERE m.n > 1 |> SELECT id, m.k |> ORDER BY id
FROM logs |> EXTEND one[0].k AS k |> DROP one |> ORDER BY id
! FROM logs |> SELECT id, one |> LEFT JOIN UNNEST(one) AS m |> LEFT JOIN UNNEST(m.request) AS q |> AGGREGATE COUNT(*) AS c GROUP BY q.path |> ORDER BY path
FROM logs |> SET one = [] |> SELECT ARRAY_LENGTH(one)
! FROM logs |> RENAME one AS o |> AS t |> SELECT t.o[0].k, t.id |> ORDER BY id
FROM logs |> WHERE id > 1 |> UNION ALL (FROM logs) |> SELECT id, one |> ORDER BY id |> LIMIT 3
FROM logs |> JOIN UNNEST(one) AS m |> SET id = id + 1 |> SELECT m.k, id, m.request |> ORDER BY id
`;

export const QUERIES: readonly RecordQuery[] = LINES.split('\n')
  .filter((line) => line !== '' && !line.startsWith('--'))
  .map((line) => ({ sql: line.replace(/^! /, ''), isFlat: line.startsWith('! ') }));
