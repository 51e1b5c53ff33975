import { INT64, STRING } from '../../../../googlesql/types/types.js';
import { compileSandbox, compileSandboxSql } from './sandbox.js';

const COLUMNS = [
  { name: 'id', type: INT64, output: 'id' },
  { name: 's', type: STRING, output: 's' },
];
const TABLES = new Map([['t', { sql: 'data.t', columns: COLUMNS }]]);
const CLAUSE = `
  WITH hits AS (SELECT id, s FROM t),
    pairs AS (SELECT AS VALUE STRUCT(id AS a, s AS b) FROM t),
    numbers AS (SELECT AS VALUE id FROM t)`;

/** The columns of a caller's query, or why it is refused. */
function answered(sql: string): string {
  const sandbox = compileSandbox({ sql: `${CLAUSE} SELECT id FROM hits`, parameters: [], maxRows: 10 }, TABLES);
  if ('message' in sandbox) throw new Error(sandbox.message);
  const made = compileSandboxSql(sandbox, sql, 10);
  return 'message' in made ? made.message : made.columns.map(({ name, type }) => `${name} ${type}`).join();
}

describe('callers’ SQL over the queries of a WITH', () => {
  it.each([
    ['SELECT * FROM hits', 'id INT64,s STRING'],
    ['SELECT a, v.b FROM pairs AS v', 'a INT64,b STRING'],
    ['SELECT * FROM pairs', 'a INT64,b STRING'],
    ['SELECT pairs FROM pairs', 'pairs STRUCT<a INT64, b STRING>'],
    ['SELECT numbers + 1 AS n FROM numbers', 'n INT64'],
    ['SELECT s, COUNT(*) AS n FROM hits GROUP BY s', 's STRING,n INT64'],
  ])('is resolved as it is compiled: %s', (sql, columns) => {
    expect(answered(sql)).toBe(columns);
  });

  it.each([
    ['SELECT s FROM hits GROUP BY id', 'column "s" is neither in GROUP BY'],
    ['SELECT id FROM t', 'there is no table "t"'],
    ['SELECT c FROM pairs', 'unrecognized name "c"'],
  ])('is refused by the resolver: %s', (sql, message) => {
    expect(answered(sql)).toContain(message);
  });
});
