import { positionAt } from '../googlesql/tokens/text-position.js';
import { placeIn, problemIn } from './endpoint-source.js';
import { readEndpoint } from './format/read-endpoint.js';

const HEAD = 'id: 0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a\nname: a\n';

/** Where the file has the place of `mark` in the SQL. */
function place(query: string, mark: string): string {
  const { endpoint, problems } = readEndpoint('x.yaml', Buffer.from(`${HEAD}${query}`));
  if (!endpoint) throw new Error(JSON.stringify(problems));
  const { line, column } = placeIn(endpoint, positionAt(endpoint.sql, endpoint.sql.indexOf(mark)));
  return `${line}:${column}`;
}

describe('a place of the SQL', () => {
  it.each<[string, string, string]>([
    ['a literal block', 'query: |\n  SELECT 1,\n\n     HERE\n', '6:6'],
    ['a literal block without its last line feed', 'query: |-\n  SELECT\n  HERE\n\n\n', '5:3'],
    ['a literal block with blank lines in front', 'query: |\n\n\n  SELECT HERE\n', '6:10'],
    ['a literal block that says its indentation', 'query: |2 # comment\n    SELECT\n   HERE\n', '5:4'],
    ['a literal block with other alphabets', "query: |\n  SELECT 'é😀', HERE\n", '4:16'],
    ['a literal block with CRLF', 'query: |\r\n  SELECT\r\n  HERE\r\n', '5:3'],
    ['a literal block with tabs', 'query: |\n  SELECT\n  \t\tHERE\n', '5:5'],
    ['a folded block', 'query: >\n  SELECT\n  1,\n\n    HERE\n', '7:5'],
    ['a folded block without its last line feed', 'query: >-\n  SELECT\n  1, HERE', '5:6'],
    ['a folded block that says its indentation', 'query: >2+\n     SELECT\n   HERE\n\n', '5:4'],
    ['a literal block that keeps its last line feeds', 'query: |+\n  SELECT\n  HERE\n\n\n', '5:3'],
    ['a literal block that says both', 'query: |-2\n    SELECT 1,\n   HERE\n\n', '5:4'],
    ['a plain scalar on the line below its key', 'query:\n  SELECT\n  HERE\n', '5:3'],
    ['a plain scalar', 'query: SELECT 1, HERE\n', '3:18'],
    ['a plain scalar of several lines', 'query: SELECT\n    1,\n\n  HERE\n', '6:3'],
    ['single quotes', "query: 'SELECT ''a'', HERE'\n", '3:23'],
    ['single quotes over several lines', "query: 'SELECT ''a'',\n\n   HERE'\n", '5:4'],
    ['double quotes', String.raw`query: "SELECT\n\t\"a\", '\x41\x20\u00e9\U0001F600', HERE"`, '3:54'],
    ['double quotes over several lines', 'query: "SELECT \\\n    1,\n    HERE"\n', '5:5'],
  ])('finds the place in %s', (_, query, expected) => {
    expect(place(query, 'HERE')).toBe(expected);
  });

  it.each([
    ['in a mapping in braces', '{ id: ID, name: a, query: SELECT HERE }', '1:68'],
    ['in JSON', '{"id": "ID", "name": "a",\n"query": "SELECT\\n HERE"}', '2:20'],
    ['behind a byte order mark', '\ufeffid: ID\nname: a\nquery: |\n  SELECT HERE\n', '4:10'],
  ])('finds the place %s', (_, file, expected) => {
    const { endpoint } = readEndpoint('x.yaml', Buffer.from(file.replace('ID', HEAD.slice(4, 40))));
    const start = endpoint && positionAt(endpoint.sql, endpoint.sql.indexOf('HERE'));
    expect(start && problemIn(endpoint, 'query_refused', { ...start, message: '' })).toMatchObject({
      line: Number(expected.split(':')[0]),
      column: Number(expected.split(':')[1]),
    });
  });

  it('turns a problem of the SQL into one of the file', () => {
    const { endpoint } = readEndpoint('x.yaml', Buffer.from(`${HEAD}query: |\n  SELECT\n    a\n\n`));
    expect(endpoint && problemIn(endpoint, 'query_refused', { line: 2, column: 3, message: 'no such column' })).toEqual(
      {
        code: 'query_refused',
        severity: 'error',
        file: 'x.yaml',
        line: 5,
        column: 5,
        sourceLine: '    a',
        message: 'no such column',
      },
    );
    expect(endpoint && placeIn(endpoint, { line: 99, column: 1 })).toEqual({ line: 5, column: 6 });
  });
});
