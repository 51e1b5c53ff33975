import { readEndpoint } from '../endpoint-files/format/read-endpoint.js';
import { queryOf } from '../endpoint-files/endpoint-query.js';
import { statementOf } from './statement.js';
import { boundQuery } from './bound-query.js';

const { endpoint } = readEndpoint(
  'x.yaml',
  Buffer.from(`id: 0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a
name: a
sandboxing: enabled
columns:
  - { name: n, type: INT64, json: string }
  - { name: m, type: INT64 }
query: WITH a AS (SELECT 1 AS n, 2 AS m) SELECT n, m FROM a
`),
);

describe('statementOf', () => {
  const run = { caller: 'k', signal: new AbortController().signal };

  it('says how numbers are written, of the columns whose author says it', () => {
    if (!endpoint) throw new Error('the file is broken');
    const numbers = new Map([['n', 'string']]);
    expect(statementOf(boundQuery(endpoint, []), run).columnNumbers).toEqual(numbers);
    // The text that is checked is the one that is run.
    expect(queryOf(endpoint).columnNumbers).toEqual(numbers);
  });

  it('says nothing of the columns of a caller’s own SQL', () => {
    if (!endpoint) throw new Error('the file is broken');
    const statement = statementOf(boundQuery(endpoint, [], 'SELECT 3 AS n'), run);
    expect([statement.sql, statement.columnNumbers]).toEqual(['SELECT 3 AS n', undefined]);
  });
});
