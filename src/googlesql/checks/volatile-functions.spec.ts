import { volatileCalls, volatileProblems } from './volatile-functions.js';

describe('volatileCalls', () => {
  it.each([
    ['SELECT RAND()', 'RAND() gives another answer'],
    ['SELECT safe.Rand ()', 'RAND()'],
    ['SELECT `rand`() AS x', 'RAND()'],
    ['SELECT GENERATE_UUID() AS id', 'GENERATE_UUID()'],
    ['SELECT a FROM t WHERE owner = session_user()', 'SESSION_USER() tells who runs the query'],
    ['SELECT CURRENT_USER()', 'CURRENT_USER()'],
    ['SELECT (1).rand()', 'RAND()'],
    ["SELECT 'a'.rand()", 'RAND()'],
    ['SELECT [1][0].rand()', 'RAND()'],
    ["SELECT KEYS.NEW_KEYSET('AEAD_AES_GCM_256')", 'KEYS.NEW_KEYSET()'],
    ['SELECT a FROM t TABLESAMPLE SYSTEM (10 PERCENT)', 'TABLESAMPLE takes other rows at each run'],
  ])('finds one in %j', (sql, message) => {
    expect(volatileProblems(sql)).toMatchObject([{ line: 1, message: expect.stringContaining(message) as string }]);
  });

  it.each([
    'SELECT CURRENT_TIMESTAMP(), CURRENT_DATE, CURRENT_DATETIME(), CURRENT_TIME()',
    'SELECT rand, t.session_user FROM t',
    "SELECT 'RAND()' -- RAND()",
    'SELECT tools.rand(1), t.tablesample FROM t',
    'WITH rand AS (SELECT 1 AS a) SELECT a FROM rand',
  ])('finds none in %j', (sql) => {
    expect(volatileCalls(sql)).toEqual([]);
  });

  it('tells the place of each', () => {
    expect(volatileCalls('SELECT RAND() AS a,\n  RAND() AS b').map(({ line, column }) => [line, column])).toEqual([
      [1, 8],
      [2, 3],
    ]);
  });
});
