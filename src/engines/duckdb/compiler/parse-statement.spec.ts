import { compile } from './compile.js';

describe('a part of a query', () => {
  it('refuses the first in the text that a rule does not know', () => {
    const sql = 'SELECT * FROM (SELECT 1 AS y) PIVOT(COUNT(*) FOR y + 1 AS z IN (2))';
    // The parser gives a node's children in another order each time.
    const refused = Array.from({ length: 20 }, (_, run) =>
      compile({ sql: sql + ' '.repeat(run), parameters: [], maxRows: 1 }, new Map()),
    );
    const message = '"AS" here is not supported by the embedded engine';
    expect(refused).toEqual(refused.map(() => ({ line: 1, column: sql.indexOf('AS z') + 1, message })));
  });
});
