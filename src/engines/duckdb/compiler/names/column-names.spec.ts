import { useDuckDb } from '../../../../../test/support/duckdb.js';

const JOINED = '(SELECT 1 AS pk) AS a JOIN (SELECT 1 AS Pk) AS b USING (PK)';

describe('the names of the columns of an answer', () => {
  const database = useDuckDb();

  it.each<[string, string[]]>([
    // As USING and REPLACE write them.
    [`SELECT * FROM ${JOINED}`, ['PK INT64']],
    [`SELECT * FROM ${JOINED} JOIN (SELECT 1 AS pk, 2 AS n) USING (pK)`, ['pK INT64', 'n INT64']],
    [`FROM ${JOINED} |> WHERE pk = 1`, ['PK INT64']],
    ['SELECT * REPLACE ("x" AS PK) FROM (SELECT 1 AS pk)', ['PK STRING']],
    ['SELECT a.* REPLACE ("x" AS PK) FROM (SELECT 1 AS pk, 2 AS n) AS a', ['PK STRING', 'n INT64']],
    // As they were, in a pipe.
    ['FROM (SELECT 1 AS pk) |> SET PK = "x"', ['pk STRING']],
    // A function without its parentheses is no column.
    ['SELECT CURRENT_TIMESTAMP, (current_date), 1 AS n', ['f0_ TIMESTAMP', 'f1_ DATE', 'n INT64']],
    ['SELECT STRUCT(CURRENT_DATE).*', ['f0_ DATE']],
    ['SELECT CURRENT_DATE FROM (SELECT 1 AS `current_date`)', ['CURRENT_DATE INT64']],
  ])('%s', async (sql, expected) => {
    expect(await database.columns(sql)).toEqual(expected);
  });
});
