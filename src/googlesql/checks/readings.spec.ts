import { parse } from '../grammar/parse.js';
import { readsMoreThan } from './readings.js';

/** The number of readings, up to a hundred. */
function readings(sql: string): number {
  const query = parse(sql);
  return Array.from({ length: 100 }, (_, most) => most).find((most) => !readsMoreThan(most, query)) ?? Infinity;
}

/** Queries that each name the one behind twice. */
function doubling(count: number, from: string): string {
  return Array.from(
    { length: count },
    (_, n) => `q${n} AS (${from} q${n + 1} AS a JOIN q${n + 1} AS b ON TRUE)`,
  ).join();
}

describe('readings', () => {
  it.each([
    ['SELECT 1', 0],
    ['SELECT 1 FROM a JOIN b USING (x) WHERE x IN (SELECT x FROM c)', 3],
    ['WITH q AS (SELECT * FROM a) SELECT * FROM q AS x JOIN Q AS y USING (x)', 4],
    ['WITH q AS (SELECT * FROM a), r AS (SELECT * FROM q) SELECT 1 FROM r, r AS s', 6],
    ['WITH q AS (SELECT * FROM a) SELECT 1', 2],
    ['WITH q AS (SELECT * FROM a), r AS (SELECT * FROM q) SELECT 1', 3],
    ['WITH q AS (SELECT * FROM q) SELECT * FROM q', 2],
    ['SELECT * FROM (WITH q AS (SELECT 1 AS x FROM a) SELECT * FROM q) JOIN q USING (x)', 3],
    ['WITH RECURSIVE q AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM q) SELECT * FROM q', 2],
    ['WITH RECURSIVE a AS (SELECT * FROM b, b AS c), b AS (SELECT 1 AS x FROM t) SELECT 1 FROM a', 5],
    ['FROM a |> WITH q AS (FROM b), r AS (FROM c) |> JOIN q ON TRUE |> UNION ALL (FROM q)', 7],
    ['FROM q |> WITH q AS (FROM a)', 3],
    [
      'WITH RECURSIVE a AS (FROM b), b AS (FROM x JOIN y ON TRUE) FROM (WITH b AS (FROM t) FROM a JOIN a AS c ON TRUE)',
      10,
    ],
    // A name that is given once more hides no reading.
    ['FROM t |> WITH q AS (FROM a JOIN b USING (x)) |> WITH q AS (FROM c)', 6],
    ['WITH q AS (FROM a JOIN b USING (x)), q AS (FROM c) FROM t', 6],
  ])('of %s are %d', (sql, expected) => {
    expect(readings(sql)).toBe(expected);
  });

  it.each([
    `WITH RECURSIVE ${doubling(60, 'SELECT 1 FROM')}, q60 AS (SELECT 1) SELECT 1 FROM q0`,
    `WITH RECURSIVE ${doubling(5000, 'FROM')}, q5000 AS (SELECT 1) FROM q0`,
    `WITH q0 AS (FROM t), ${Array.from({ length: 20 }, (_, n) => `q${n + 1} AS (SELECT ${'('.repeat(170)}EXISTS(FROM q${n} JOIN q${n} AS b ON TRUE)${')'.repeat(170)})`).join()} FROM q20`,
  ])('are bounded in a query that doubles them (%#)', (sql) => {
    expect(readings(sql)).toBe(Infinity);
  });
});
