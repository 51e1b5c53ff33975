import { useDuckDb } from '../../../../../test/support/duckdb.js';

describe('a SELECT without FROM', () => {
  const database = useDuckDb();

  it.each([
    ['SELECT 1 WHERE TRUE', '1:10 WHERE'],
    ['SELECT 1 GROUP BY 1', '1:10 GROUP BY'],
    ['SELECT 1 GROUP BY ALL', '1:10 GROUP BY'],
    ['SELECT 1 HAVING TRUE', '1:10 HAVING'],
    ['SELECT 1 QUALIFY TRUE', '1:10 QUALIFY'],
    ['SELECT 1 WINDOW w AS ()', '1:10 WINDOW'],
    ['SELECT 1 AS a ORDER BY a', '1:15 ORDER BY'],
    ['SELECT DISTINCT 1', '1:8 SELECT DISTINCT'],
    ['SELECT 1, 2 + COUNT(*)', '1:15 COUNT'],
    ['SELECT STRING_AGG("a")', '1:8 STRING_AGG'],
    ['SELECT ROW_NUMBER() OVER ()', '1:8 ROW_NUMBER'],
    ['SELECT (SELECT MAX(1)) FROM UNNEST([1]) AS x', '1:16 MAX'],
    ['SELECT ARRAY(SELECT 1 ORDER BY 1)', '1:23 ORDER BY'],
    ['SELECT 1 UNION ALL (SELECT 2 ORDER BY 1)', '1:30 ORDER BY'],
    ['WITH a AS (SELECT 1 AS x) SELECT 1 WHERE EXISTS (SELECT x FROM a)', '1:36 WHERE'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(sql)).toContain(
      `${message} needs a FROM in its SELECT; for rows of your own write FROM UNNEST([…]) AS x`,
    );
  });

  it.each<[string, unknown[][]]>([
    ['SELECT ALL 1 LIMIT 1', [[1]]],
    ['SELECT 2 AS a UNION ALL SELECT 1 ORDER BY a', [[1], [2]]],
    ['(SELECT 1 AS a) ORDER BY a', [[1]]],
    ['SELECT (SELECT MAX(x) FROM UNNEST([1, 2]) AS x WHERE x < 2)', [[1]]],
    ['SELECT 1 AS a |> WHERE a = 1 |> AGGREGATE COUNT(*)', [[1]]],
    ['FROM UNNEST([1, 2]) AS a |> AGGREGATE COUNT(*)', [[2]]],
  ])('%s has rows', async (sql, rows) => {
    expect(await database.rows(sql)).toEqual(rows);
  });
});
