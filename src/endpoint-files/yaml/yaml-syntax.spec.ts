import { readEndpoint } from '../format/read-endpoint.js';

describe('a slip in YAML', () => {
  it.each([
    ['a tab', 'parameters:\n\tp: 1', '2:1', 'Tabs are not allowed as indentation; indent with spaces'],
    [
      'a key out of line',
      'parameters:\n  p: a\n q: b',
      '3:1',
      'All mapping items must start at the same column; indent keys',
    ],
    [
      'an @ in front',
      'description: @p',
      '1:14',
      'Plain value cannot start with reserved character @; put the value in quotes',
    ],
    [
      'a backslash in double quotes',
      'description: "\\d"',
      '1:15',
      'Invalid escape sequence \\d; write \\\\ for a backslash',
    ],
    [
      'a colon in a value',
      'description: a: b',
      '1:14',
      'Nested mappings are not allowed in compact mappings; put a value',
    ],
    ['a quote that stays open', 'description: "a', '1:16', 'Missing closing "quote; close what is open here'],
    [
      'a bracket that stays open',
      'columns: [a',
      '1:12',
      'Flow sequence in block collection must be sufficiently indented and end with a ]',
    ],
    [
      'no space behind the colon',
      'name:a\nid: b',
      '1:1',
      'Implicit keys need to be on a single line; write a colon and a space',
    ],
    [
      'a quote too many',
      "description: 'a'b",
      '1:17',
      'Unexpected scalar at node end; remove it, or put the value in quotes',
    ],
  ])('is told with its place and what to write: %s', (_, text, place, message) => {
    const { problems } = readEndpoint('x.yaml', Buffer.from(text));
    expect(problems.map(({ code }) => code)).toEqual(['yaml_syntax']);
    expect(problems.map(({ line, column, message: said }) => `${line}:${column} ${said}`)[0]).toContain(
      `${place} not valid YAML: ${message}`,
    );
  });

  it.each([
    ['all of it', 'name: a\nquery: |\nSELECT 1 AS n\nFROM t\n', 3],
    ['one line', 'name: a\nquery: |\nSELECT 1\n', 3],
    ['its end', 'query: |  # mine\n  SELECT 1 AS n\n\nFROM t -- a: b\nWHERE TRUE\nmax_rows: 1\n', 4],
    ['a string with a bracket', "query: >-\nSELECT '[' AS n,\n  {'a': 1}\n", 2],
    ['text of an entry', 'columns:\n  - name: n\n    description: |\n    how many\n    there are\n', 4],
  ])('is told where a block of text is not indented: %s', (_, text, line) => {
    const { problems } = readEndpoint('x.yaml', Buffer.from(text));
    expect(problems.map(({ code, line: at, message }) => [code, at, message])).toEqual([
      [
        'yaml_syntax',
        line,
        expect.stringMatching(/^this line has to be indented to belong to "(query|description): \|"/),
      ],
    ]);
  });

  it.each(['query: |\n  SELECT 1\nname: a: b\n', 'columns:\n- description: |\n    a\n- name: a: b\n'])(
    'is no block of text where the line belongs to another key: %j',
    (text) => {
      const { problems } = readEndpoint('x.yaml', Buffer.from(text));
      expect(problems[0]?.message).toContain('Nested mappings are not allowed');
    },
  );
});
