import { eachProblem, type SqlProblem } from '../../../../googlesql/sql-problem.js';
import { arrayOf, INT64, STRING, type SqlType } from '../../../../googlesql/types/types.js';
import { compile } from '../compile.js';
import { compileSandbox, compileSandboxSql } from '../sandbox/sandbox.js';
import { type Table } from './tables.js';

const struct = (fields: Readonly<Record<string, SqlType>>): SqlType => ({
  kind: 'STRUCT',
  fields: Object.entries(fields).map(([name, type]) => ({ name, type })),
});
const table = (sql: string, columns: Readonly<Record<string, SqlType>>): Table => ({
  sql,
  columns: Object.entries(columns).map(([name, type]) => ({ name, type, output: name })),
});
const METADATA = arrayOf(
  struct({ response: arrayOf(struct({ status_code: INT64, origin: struct({ city: STRING }) })) }),
);
const TABLES = new Map([
  ['logs', table('logs', { id: STRING, metadata: METADATA, place: struct({ city: STRING }) })],
  ['users', table('users', { id: STRING, plan: STRING })],
  ['places', { ...table('places', {}), unread: [{ name: 'geo', reason: 'is of a type that nothing reads' }] }],
]);

function told(compiled: object): string[] {
  if (!('message' in compiled)) throw new Error('it compiles');
  return eachProblem(compiled as SqlProblem).map(({ line, column, message }) => `${line}:${column} ${message}`);
}

const problems = (sql: string) => told(compile({ sql, parameters: [], maxRows: 10 }, TABLES));
/** The words of the text that are told of, in its order. */
const words = (sql: string) =>
  problems(sql)
    .map((text) => Number(/^1:(\d+) /.exec(text)?.[1]))
    .sort((a, b) => a - b)
    .map((column) => /^@?\w+/.exec(sql.slice(column - 1))?.[0]);

describe('a table without columns that can be read', () => {
  it.each([
    ['SELECT geo FROM places', '1:8 "geo" is of a type that nothing reads'],
    ['SELECT p.geo FROM places AS p', '1:10 "geo" is of a type that nothing reads'],
    ['SELECT x FROM places', '1:8 unrecognized name "x"'],
    ['SELECT p.x FROM places AS p', '1:10 "p" has no column "x"'],
    ['SELECT x FROM places, users', '1:8 unrecognized name "x"'],
    ['SELECT * FROM places', '1:8 there is no column that * could stand for'],
    ['SELECT p.* FROM places AS p', '1:10 there is no column that * could stand for'],
    ['FROM places', '1:1 this pipe has no columns'],
    ['FROM places |> AS p |> SELECT p.x', '1:33 "p" has no column "x"'],
  ])('%s', (sql, message) => {
    expect(problems(sql).join()).toContain(message);
  });
});

describe('names that mean nothing', () => {
  it.each([
    ['SELECT DATE_DIFF(DAY, nope, MONTH), nada FROM logs', 'DAY nope nada'],
    ['SELECT nope, nada + 1 AS n FROM logs WHERE zilch = 1 ORDER BY zero', 'nope nada zilch zero'],
    ['SELECT u.nope, l.nada.x FROM logs AS l JOIN users AS u ON u.idd = l.id', 'nope nada idd'],
    ['WITH a AS (SELECT nope FROM logs) SELECT one, two FROM a', 'nope one two'],
    ['SELECT id FROM lgos UNION ALL SELECT id FROM user', 'lgos user'],
    // Any name may be a column of a table that is not there.
    ['SELECT x, l.nope FROM lgos AS t LEFT JOIN logs AS l USING (id)', 'nope lgos'],
    ['SELECT x, l.nope FROM lgos AS t LEFT JOIN logs AS l ON t.id = l.id', 'nope lgos'],
    ['SELECT (SELECT x FROM lgos) AS x, nope FROM users', 'lgos nope'],
    ['SELECT x FROM lgos AS t, UNNEST(GENERATE_ARRAY(1, t.n)) AS x', 'lgos'],
    ['SELECT x FROM logs AS t, UNNEST(GENERATE_ARRAY(1, t.nope)) AS x', 'nope'],
    ['WITH a AS (SELECT * FROM lgos) SELECT x FROM a', 'lgos'],
    ['SELECT @a, @b, nope FROM logs', '@a @b nope'],
    ['SELECT * EXCEPT (nope, nada) FROM logs', 'nope nada'],
    ['SELECT COUNT(nope) AS n FROM logs GROUP BY nada HAVING COUNT(zilch) > 1', 'nope nada zilch'],
  ])('are told in one go: %s', (sql, expected) => {
    expect(words(sql)).toEqual(expected.split(' '));
  });

  it('are ten at the most, and nothing else that may be so because of them', () => {
    const names = Array.from({ length: 30 }, (_, index) => `nope${index}`);
    expect(problems(`SELECT ${names.join(', ')} FROM logs`)).toHaveLength(10);
    expect(problems(`SELECT nope, ${'('.repeat(900)}1${')'.repeat(900)} AS n, 1 + 'a' AS m FROM logs`)).toHaveLength(1);
  });

  it.each([
    [
      'SELECT status_code FROM logs',
      'metadata.response.status_code; write CROSS JOIN UNNEST(metadata) AS m CROSS JOIN UNNEST(m.response) AS r, and r.status_code',
    ],
    ['SELECT l.Status_Code FROM logs AS l', 'metadata.response.status_code; write'],
    ['SELECT city FROM logs', 'place.city, metadata.response.origin.city'],
    [
      'SELECT m.city FROM logs, UNNEST(metadata) AS m',
      'response.origin.city; write CROSS JOIN UNNEST(response) AS r, and r.origin.city',
    ],
    ['SELECT city FROM (SELECT place FROM logs)', 'place.city'],
  ])('that are fields within a column say where: %s', (sql, expected) => {
    expect(problems(sql)).toEqual([expect.stringContaining(`. It is deeper: ${expected}`)]);
  });

  it('say the same to callers, of the queries that they may read and of no table', () => {
    const sandbox = compileSandbox(
      {
        sql: 'WITH hits AS (SELECT id, metadata FROM logs), ids AS (SELECT id FROM users) SELECT id FROM ids',
        parameters: [],
        maxRows: 1,
      },
      TABLES,
    );
    if ('message' in sandbox) throw new Error(sandbox.message);
    const callers = (text: string) => told(compileSandboxSql(sandbox, text, 10));
    expect(callers('SELECT status_code, city, plan FROM hits')).toEqual([
      expect.stringContaining('1:8 unrecognized name "status_code". It is deeper: metadata.response.status_code'),
      expect.stringContaining('1:21 unrecognized name "city". It is deeper: metadata.response.origin.city'),
      '1:27 unrecognized name "plan". There are id, metadata, hits',
    ]);
    expect(callers('SELECT status_code FROM ids')).toEqual([
      expect.stringContaining('It is deeper in hits: metadata.response.status_code'),
    ]);
  });
});
