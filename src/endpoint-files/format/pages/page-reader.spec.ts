import { readEndpoint } from '../read-endpoint.js';

const COLUMNS = [
  '  - { name: time, type: TIMESTAMP, nullable: false }',
  '  - { name: id, type: STRING, nullable: false }',
  '  - { name: size, type: FLOAT64, nullable: false }',
  '  - { name: note, type: STRING }',
];
const NEXT = '{ before: time, before_id: id }';
const ORDER = 'ORDER BY time DESC, id';
const USES = '@before, @before_id, @number, @list, @closed, @needed';

interface Parts {
  readonly page?: string;
  readonly order?: string;
  readonly keys?: string;
}

function read({ page = `{ size: 3, next: ${NEXT} }`, order = ORDER, keys = '' }: Parts) {
  const lines = [
    'id: 0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a',
    'name: a',
    'parameters:',
    '  before: { type: timestamp }',
    '  before_id: { type: string }',
    '  number: { type: number }',
    '  list: { type: array, items: string }',
    '  closed: { type: string, enum: [a] }',
    '  needed: { type: string, required: true }',
    keys,
    'columns:',
    ...COLUMNS,
    `page: ${page}`,
    'query: |',
    `  SELECT time, id, size, note FROM t WHERE f(${USES})`,
    `  ${order}`,
  ];
  return readEndpoint('x.yaml', Buffer.from(lines.filter(Boolean).join('\n')));
}

function problems(parts: Parts): readonly string[] {
  return read(parts).problems.map(({ code, line, column, message }) => `${line}:${column} ${code}: ${message}`);
}

describe('page', () => {
  it('has the columns of the ORDER BY with their parameters, in that order', () => {
    const { endpoint } = read({ page: '{ size: 3, next: { before_id: id, before: time } }' });
    expect([endpoint?.maxRows, endpoint?.page]).toEqual([
      3,
      [
        { parameter: 'before', column: 'time', descending: true },
        { parameter: 'before_id', column: 'id', descending: false },
      ],
    ]);
  });

  it('is part of the definition, and nothing of it where there is none', () => {
    const hash = (parts: Parts) => read(parts).endpoint?.definitionHash;
    const other = hash({ page: '{ size: 4, next: { before: time, before_id: id } }' });
    expect(new Set([hash({}), other, hash({ order: 'ORDER BY time, id' })]).size).toBe(3);
    const whole = readEndpoint(
      'x.yaml',
      Buffer.from(`id: 0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a\nname: a\nquery: SELECT 1 AS n`),
    );
    // As it was before there were pages.
    expect(whole.endpoint?.definitionHash).toBe('9e35c41705831b84f00a9cacbee83d3f');
  });

  it.each<[string, Parts]>([
    ['an ordinal', { order: 'ORDER BY 1 DESC, 2' }],
    ['a column named again', { order: 'ORDER BY time DESC, id, time' }],
    ['one more row than a page has', { order: `${ORDER} LIMIT 4` }],
    ['many more', { order: `${ORDER} LIMIT 10000` }],
  ])('takes %s', (_, parts) => {
    expect(problems(parts)).toEqual([]);
  });

  it.each<[string, Parts, string]>([
    [
      'an unknown key',
      { page: `{ size: 3, next: ${NEXT}, sise: 4 }` },
      '15:57 unknown_key: unknown key "sise". Did you mean "size"?',
    ],
    [
      'no size',
      { page: `{ next: ${NEXT} }` },
      '15:7 invalid_value: "size" is missing; it must be a whole number from 1 to 10000',
    ],
    [
      'no parameter',
      { page: '{ size: 3, next: {} }' },
      '15:24 invalid_value: "next" must be a mapping of at least one parameter name to the name of a column',
    ],
    [
      'another parameter',
      { page: '{ size: 3, next: { befor: time, before_id: id } }' },
      '15:26 undeclared_parameter: "befor" is no parameter of this file; declare it. Did you mean "before"?',
    ],
    [
      'another column',
      { page: '{ size: 3, next: { before: tme, before_id: id } }' },
      '15:34 page_key: there is no column "tme" under "columns". Did you mean "time"?',
    ],
    [
      'no name',
      { page: '{ size: 3, next: { before: 5, before_id: id } }' },
      '15:34 invalid_value: the column of "before" must be text, the name of a column, of up to 300 characters',
    ],
    [
      'a column with NULL',
      { page: '{ size: 3, next: { before: time, before_id: note } }' },
      '15:51 page_key: "note" may be NULL, behind which there is no next row; write nullable: false for it under "columns"',
    ],
    [
      'a column of another type',
      { page: '{ size: 3, next: { before: id, before_id: time } }' },
      '15:34 page_key: "id" is STRING, and "before" takes TIMESTAMP; change one of the two, or CAST the column in the query',
    ],
    [
      'a number',
      { page: '{ size: 3, next: { number: size } }' },
      '15:26 page_key: "number" is a number, and FLOAT64 is no order to go by; order by another column, or by a CAST of it to INT64',
    ],
    [
      'an array',
      { page: '{ size: 3, next: { list: id } }' },
      '15:26 page_key: "list" is an array, and takes the value of one column; give it a scalar type',
    ],
    [
      'an enum',
      { page: '{ size: 3, next: { closed: id } }' },
      '15:26 page_key: "closed" takes the values of its "enum" alone, and a last row may have any; remove "enum"',
    ],
    [
      'a required one',
      { page: '{ size: 3, next: { needed: id } }' },
      '15:26 page_key: "needed" is required, and the first page is called without it; remove "required"',
    ],
    [
      'one that keys are bound to',
      { keys: 'bound: [before]' },
      '16:26 page_key: "before" is in "bound" as well, and each page takes another value; remove it from one of the two',
    ],
    [
      'a column twice',
      {
        page: '{ size: 3, next: { before: time, before_id: id, second_id: id } }',
        keys: '  second_id: { type: string }',
      },
      '16:66 duplicate: the column "id" has a parameter already; remove one of the two',
    ],
    [
      'max_rows',
      { keys: 'max_rows: 5' },
      '10:1 conflicting_keys: with "page", its "size" takes the place of "max_rows"; remove it',
    ],
    [
      'a parameter that is called cursor',
      { keys: '  cursor: { type: string }' },
      '16:1 conflicting_keys: with "page", a call says by "cursor" which page it wants; rename the parameter',
    ],
    ['no order', { order: '' }, '15:1 page_order: the query’s ORDER BY has to end with time, id: "next" goes by it'],
    [
      'an order that goes on elsewhere',
      { order: 'ORDER BY time DESC' },
      '18:12 page_order: the query’s ORDER BY has to end with id: "next" goes by it',
    ],
    [
      'an order with more',
      { order: 'ORDER BY time DESC, size, id' },
      '18:23 page_order: "next" has no parameter for "size", and the next page goes on by the columns of the ORDER BY; order by time, id alone',
    ],
    [
      'an order by what is in no row',
      { order: 'ORDER BY time DESC, LOWER(id)' },
      '18:23 page_order: this is no column of the answer, and the next page goes on by the columns of the ORDER BY; order by time, id alone',
    ],
    [
      'a LIMIT that hides whether there is more',
      { order: `${ORDER} LIMIT 3` },
      '18:26 page_order: pages end at their "size", 3; write LIMIT 4, by which Quern tells whether there are more rows, or remove it',
    ],
    [
      'a LIMIT that nobody knows',
      { order: `${ORDER} LIMIT @number` },
      '18:26 page_order: pages end at their "size", 3; write LIMIT 4, by which Quern tells whether there are more rows, or remove it',
    ],
    [
      'an OFFSET',
      { order: `${ORDER} LIMIT 9 OFFSET 1` },
      '18:34 page_order: OFFSET leaves rows of every page out; remove it',
    ],
    [
      'a query that cannot be read',
      { order: `${ORDER} COLLATE x` },
      '15:1 page_order: the query’s ORDER BY cannot be read, and pages go by it; write the query in another way',
    ],
  ])('refuses %s, where it is', (_, parts, expected) => {
    expect(problems(parts)).toContain(expected);
    expect(read(parts).endpoint).toBeUndefined();
  });

  it('needs columns and parameters', () => {
    const text = `id: 0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a\nname: a\npage: { size: 3, next: { a: b } }\nquery: SELECT 1 AS n`;
    const messages = readEndpoint('x.yaml', Buffer.from(text)).problems.map(({ message }) => message);
    expect(messages).toEqual([
      '"page" needs "columns" and "parameters": it carries the values of columns over to parameters',
    ]);
  });
});
