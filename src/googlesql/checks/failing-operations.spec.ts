import { failingOperations } from './failing-operations.js';

const INT64 = 'bad INT64 value';
const ZERO = 'division by zero';

describe('failingOperations', () => {
  it.each([
    ['SELECT a / b, -- a / b\n  a / 2 FROM t', ZERO, ['1:10 SAFE_DIVIDE(a, b)']],
    [
      "SELECT '/', `a/b` / (c), DIV(a, b), mod(a, 3), SAFE.DIV(a, b), SAFE_DIVIDE(a, b)",
      ZERO,
      ['1:19 SAFE_DIVIDE', '1:26 SAFE.DIV', '1:37 SAFE.MOD'],
    ],
    ['SELECT a / 0, a / 0.5', ZERO, ['1:10 SAFE_DIVIDE', '1:17 SAFE_DIVIDE']],
    [
      'SELECT CAST(a AS INT64), cast(f(b, c) as bigint), CAST(a AS STRING), SAFE_CAST(a AS INT64)',
      INT64,
      ['1:8 SAFE_CAST(x AS INT64)', '1:26 SAFE_CAST'],
    ],
    ['SELECT CAST(CAST(a AS INT64) AS STRING), CAST((SELECT 1 AS x) AS DATE)', INT64, ['1:13 SAFE_CAST']],
    ['SELECT CAST(a AS DATE)', 'bad DATE value', ['1:8 SAFE_CAST(x AS DATE)']],
    ['SELECT CAST(a AS INT64), a / b', 'invalid JSON', []],
    ['SELECT a/b, a/b, a/b, a/b, a/b, a/b', ZERO, []],
  ])('finds in %s, of %s', (sql, reason, expected) => {
    const found = failingOperations(sql, reason).map(({ line, column, message }) => `${line}:${column} ${message}`);
    expect(found).toEqual(
      expected.map((each) => {
        const [place = '', remedy = ''] = each.split(/ (.*)/s);
        return expect.stringContaining(`${place} the query failed as it ran: ${reason}; ${remedy}`) as unknown;
      }),
    );
  });
});
