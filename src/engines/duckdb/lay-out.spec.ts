import { layOut } from './lay-out.js';

describe('layOut', () => {
  it('puts clauses on lines of their own and indents subqueries', () => {
    const sql = `SELECT "a" FROM (WITH q AS (SELECT 1 AS "a") SELECT "a" FROM q) AS x LEFT JOIN t ON true WHERE (1 IN (2, 3)) LIMIT 5`;
    expect(layOut(sql)).toBe(
      [
        'SELECT "a"',
        'FROM (',
        '  WITH q AS (',
        '    SELECT 1 AS "a"',
        '  )',
        '  SELECT "a"',
        '  FROM q',
        ') AS x',
        'LEFT JOIN t ON true',
        'WHERE (1 IN (2, 3))',
        'LIMIT 5',
      ].join('\n'),
    );
  });

  it.each([
    `SELECT 'it''s  FROM (SELECT 1)' AS "WHERE ""x  FROM y"`,
    'SELECT extract(day FROM t), list(x ORDER BY y)',
    'SELECT (a IS NOT DISTINCT FROM b), left(c, 2)',
    'SELECT "from", selected',
  ])('leaves %s as it is', (sql) => {
    expect(layOut(sql)).toBe(sql);
  });
});
