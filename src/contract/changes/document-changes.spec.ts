import { ALL_SCOPES } from '../../access/key.js';
import { readEndpoint } from '../../endpoint-files/format/read-endpoint.js';
import { type ValueFormats } from '../../engines/json-values.js';
import { openApiText } from '../openapi/document.js';
import { documentChanges } from './document-changes.js';

const KEY = { id: 'k', scopes: ALL_SCOPES, bind: new Map<string, string>() };
const ID = '0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a';

interface Version {
  readonly name?: string;
  readonly id?: string;
  readonly parameter?: object;
  /** Changes of the column `c`. */
  readonly type?: string;
  readonly column?: object;
  readonly columns?: readonly { readonly name: string; readonly type: string }[];
  readonly max_rows?: number;
  readonly formats?: Partial<ValueFormats>;
  readonly unchecked?: string;
  readonly sandboxing?: string;
  readonly sandbox_dialect?: string;
}

/** JSON with whole numbers of any size. */
function textOf(file: object): string {
  const text = JSON.stringify(file, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
  return text.replaceAll(/"(-?[0-9]+)n"/g, '$1');
}

/** The document of one endpoint, as the service writes it. */
function documentOf(...versions: readonly Version[]): string {
  const [{ formats = {} } = {}] = versions;
  const described = versions.map((version) => {
    const {
      name = 'x',
      id = ID,
      parameter,
      type = 'INT64',
      column,
      max_rows,
      unchecked,
      sandboxing,
      sandbox_dialect,
    } = version;
    const columns = version.columns ?? [{ name: 'c', type }];
    const file = {
      id,
      name,
      ...(parameter && { parameters: { p: parameter } }),
      ...(column && { columns: [{ name: 'c', type, ...column }] }),
      ...(max_rows !== undefined && { max_rows }),
      ...(sandboxing !== undefined && { sandboxing }),
      ...(sandbox_dialect !== undefined && { sandbox_dialect }),
      query: `WITH w AS (SELECT 1 AS c) SELECT c${parameter ? ', @p AS p' : ''} FROM w`,
    };
    const { endpoint, problems } = readEndpoint('x.yaml', Buffer.from(textOf(file)));
    if (!endpoint) throw new Error(JSON.stringify(problems));
    return { endpoint, columns, ...(unchecked !== undefined && { unchecked }) };
  });
  const terms = { formats: { timestamps: 'iso8601', numbers: 'exact', ...formats }, version: '1.2.3' } as const;
  return [...openApiText(described, KEY, terms)].join('');
}

const NONE: readonly string[] = [];
const integer = (rules: object = {}) => ({ parameter: { type: 'integer', ...rules } });
const text = (rules: object = {}) => ({ parameter: { type: 'string', ...rules } });
const time = (type: string, rules: object = {}) => ({ parameter: { type, ...rules } });
const list = (rules: object = {}) => ({ parameter: { type: 'array', items: 'string', ...rules } });

/** What it is called, two versions, and what breaks on the way from the first to the second, and on the way back. */
const CASES: readonly (readonly [string, Version, Version, readonly string[], readonly string[]])[] = [
  ['a description', integer({ description: 'a' }), integer({ description: 'b' }), NONE, NONE],
  ['a parameter that is gone', integer(), {}, ['p: is gone'], NONE],
  ['a new one that is required', {}, integer({ required: true }), ['p: is new, and required'], ['p: is gone']],
  ['one that is required now', text(), text({ required: true }), ['p: is required now'], NONE],
  ['a list that is required now', list(), list({ required: true }), ['p: is required now'], NONE],
  ['a value less', text({ enum: ['a', 'b'] }), text({ enum: ['a'] }), ['p: takes no "b" any more'], NONE],
  ['a value less of a list', list({ enum: ['a', 'b'] }), list({ enum: ['b'] }), ['p: takes no "a" any more'], NONE],
  [
    'other values',
    text({ enum: ['a'] }),
    text({ enum: ['b'] }),
    ['p: takes no "a" any more'],
    ['p: takes no "b" any more'],
  ],
  [
    'a value less where others count as the default',
    text({ enum: ['a', 'b'], default: 'a', otherwise: 'default' }),
    text({ enum: ['a'], default: 'a', otherwise: 'default' }),
    ['p: takes "b" for the default now'],
    NONE,
  ],
  [
    'any value, where most count as the default now',
    text({ default: 'a' }),
    text({ enum: ['a', 'b'], default: 'a', otherwise: 'default' }),
    ['p: takes "a", "b" alone for other than the default now'],
    ['p: takes no number any more', 'p: takes no boolean any more'],
  ],
  ['values in another order', text({ enum: ['a', 'b'] }), text({ enum: ['b', 'a'] }), NONE, NONE],
  ['values where there were none', text(), text({ enum: ['a', 'b'] }), ['p: takes only "a", "b" now'], NONE],
  [
    'values outside the list that are refused now',
    text({ enum: ['a'], default: 'a', otherwise: 'default' }),
    text({ enum: ['a'], default: 'a' }),
    ['p: takes only "a" now', 'p: takes no number any more', 'p: takes no boolean any more'],
    NONE,
  ],
  ['a greater min', integer({ min: 1, max: 9 }), integer({ min: 2, max: 9 }), ['p: minimum is 2 now, and was 1'], NONE],
  ['a lesser max', integer({ min: 1, max: 9 }), integer({ min: 1, max: 8 }), ['p: maximum is 8 now, and was 9'], NONE],
  [
    'limits where there were none',
    integer(),
    integer({ min: 0, max: 9 }),
    [
      'p: minimum is 0 now, and was -9007199254740991',
      'p: maximum is 9 now, and was 9007199254740991',
      'p: takes no string any more',
    ],
    NONE,
  ],
  [
    'a max beyond what a double holds',
    integer(),
    integer({ max: 1_000_000_000_000_000_000n }),
    ['p: maximum is 1000000000000000000 now, and was none'],
    NONE,
  ],
  [
    'another one',
    integer({ max: 1_000_000_000_000_000_001n }),
    integer({ max: 1_000_000_000_000_000_000n }),
    ['p: maximum is 1000000000000000000 now, and was 1000000000000000001'],
    NONE,
  ],
  [
    'limits that a double holds',
    integer({ min: 9_100_000_000_000_000n }),
    integer({ min: 5 }),
    NONE,
    ['p: minimum is 9100000000000000 now, and was 5'],
  ],
  ['a lesser max_length', text({ max_length: 9 }), text({ max_length: 8 }), ['p: maxLength is 8 now, and was 9'], NONE],
  ['a max_length where there was none', text(), text({ max_length: 8 }), ['p: maxLength is 8 now, and was none'], NONE],
  ['a max_length in a list', list(), list({ max_length: 8 }), ['p: maxLength is 8 now, and was none'], NONE],
  [
    'a pattern where there was none',
    text(),
    text({ pattern: 'a+' }),
    ['p: pattern is ^(?:a+)$ now, and was ^[^\\u0000]*$'],
    NONE,
  ],
  [
    'another pattern',
    text({ pattern: 'a+' }),
    text({ pattern: 'b+' }),
    ['p: pattern is ^(?:b+)$ now, and was ^(?:a+)$'],
    ['p: pattern is ^(?:a+)$ now, and was ^(?:b+)$'],
  ],
  [
    'a later min of a day',
    time('date', { min: '2026-01-01' }),
    time('date', { min: '2026-01-02' }),
    ['p: earliest is 2026-01-02 now, and was 2026-01-01'],
    NONE,
  ],
  [
    'a later min of an instant',
    time('timestamp', { min: '2026-01-01T00:00:00Z' }),
    time('timestamp', { min: '2026-01-01T00:00:00.5Z' }),
    Array<string>(2).fill('p: earliest is 2026-01-01T00:00:00.5Z now, and was 2026-01-01T00:00:00Z'),
    NONE,
  ],
  [
    'a max of a day',
    time('date'),
    time('date', { max: '2026-01-02' }),
    ['p: latest is 2026-01-02 now, and was none'],
    NONE,
  ],
  [
    'another type',
    integer({ min: 1, max: 9 }),
    text(),
    ['p: takes no integer any more'],
    ['p: takes no string any more'],
  ],
  [
    'a day where an instant was',
    time('timestamp'),
    time('date'),
    [expect.stringMatching(/^p: /) as string, expect.anything() as string],
    NONE,
  ],
  ['a list where a value was', text(), list(), ['p: takes no string any more'], ['p: takes no array any more']],
  ['any decimal', integer({ min: 1, max: 9 }), time('number'), NONE, ['p: takes no number any more']],
  [
    'another default',
    text({ default: 'a' }),
    text({ default: 'b' }),
    ['p: left out is "b" now, and was "a"'],
    ['p: left out is "a" now, and was "b"'],
  ],
  [
    'the time of the call for the default',
    time('date', { default: '2026-11-20' }),
    time('date', { default: 'now' }),
    ['p: left out is "now" now, and was "2026-11-20"'],
    ['p: left out is "2026-11-20" now, and was "now"'],
  ],
  ['SQL of callers', {}, { sandboxing: 'enabled' }, NONE, ['sql: is gone']],
  [
    'SQL of callers in GoogleSQL alone',
    { sandboxing: 'enabled', sandbox_dialect: 'lenient' },
    { sandboxing: 'enabled' },
    ['sql: takes GoogleSQL alone now'],
    NONE,
  ],
  [
    'another id',
    {},
    { id: ID.replace('0', '1') },
    [`has the id ${ID.replace('0', '1')} now, and had ${ID}`],
    [`has the id ${ID} now, and had ${ID.replace('0', '1')}`],
  ],
  ['an endpoint that is gone', { name: 'y' }, { name: 'z', id: ID.replace('0', '1') }, ['is gone'], ['is gone']],
  ['an endpoint with another name', { name: 'y' }, { name: 'z' }, ['is called z now'], ['is called y now']],
  ['fewer rows', { max_rows: 100 }, { max_rows: 99 }, ['has at most 99 rows now, and had 100'], NONE],
  [
    'a column that is gone',
    {
      columns: [
        { name: 'c', type: 'INT64' },
        { name: 'd', type: 'INT64' },
      ],
    },
    { columns: [{ name: 'c', type: 'INT64' }] },
    ['d: is gone'],
    NONE,
  ],
  [
    'a column with another name',
    { columns: [{ name: 'c', type: 'INT64' }] },
    { columns: [{ name: 'd', type: 'INT64' }] },
    ['c: is gone; "d" of the same type is new'],
    ['d: is gone; "c" of the same type is new'],
  ],
  [
    'a column of another type',
    { type: 'DATE' },
    { type: 'STRING' },
    ['c: is STRING now, and was DATE'],
    ['c: is DATE now, and was STRING'],
  ],
  [
    'a list where a value was',
    { type: 'INT64' },
    { type: 'ARRAY<INT64>' },
    ['c: is ARRAY<INT64> now, and was INT64'],
    ['c: is INT64 now, and was ARRAY<INT64>'],
  ],
  ['a column that may be NULL', { column: { nullable: false } }, { column: {} }, ['c: may be NULL now'], NONE],
  [
    'a column of which nothing is said',
    { type: 'JSON', column: { nullable: false } },
    { type: 'JSON', column: {} },
    NONE,
    NONE,
  ],
  [
    'numbers as text',
    {},
    { column: { json: 'string' } },
    ['c: is written as string now, and was as integer or string'],
    ['c: is written as integer or string now, and was as string'],
  ],
  [
    'numbers of all columns',
    { formats: { numbers: 'string' }, type: 'NUMERIC' },
    { formats: { numbers: 'number' }, type: 'NUMERIC' },
    [expect.stringMatching(/^c: is written as number now, and was as string$/) as string],
    [expect.stringMatching(/^c: is written as string now, and was as number$/) as string],
  ],
  [
    'instants in microseconds',
    { type: 'ARRAY<STRUCT<t TIMESTAMP>>' },
    { type: 'ARRAY<STRUCT<t TIMESTAMP>>', formats: { timestamps: 'unix-micros' } },
    [expect.stringMatching(/^c\[\]\.t: is written as integer or string now, and was as string date-time$/) as string],
    [expect.stringMatching(/^c\[\]\.t: is written as string date-time now, and was as integer or string$/) as string],
  ],
  [
    'a field less',
    { type: 'STRUCT<a INT64, b ARRAY<STRUCT<d STRING, e STRING>>>' },
    { type: 'STRUCT<a INT64, b ARRAY<STRUCT<d STRING>>>' },
    ['c.b[].e: is gone'],
    NONE,
  ],
  [
    'a field of another type',
    { type: 'STRUCT<a INT64>' },
    { type: 'STRUCT<a DATE>' },
    ['c.a: is DATE now, and was INT64'],
    ['c.a: is INT64 now, and was DATE'],
  ],
  [
    'columns that are not known',
    {},
    { unchecked: 'away' },
    ['has columns that are not known, since the query could not be checked'],
    NONE,
  ],
];

/** What callers do not notice. */
const SILENT = ['a description', 'values in another order', 'a column of which nothing is said'];

describe('documentChanges', () => {
  const breaking = (before: string, now: string) =>
    documentChanges(before, now, 'x.json').breaking.map(({ name, detail }) =>
      name === undefined ? detail : `${name}: ${detail}`,
    );

  it.each(CASES)('tells what breaks callers in %s, in both directions', (_, one, other, there, back) => {
    const [before, now] = [documentOf(one), documentOf(other)];
    expect(breaking(before, now)).toEqual(there);
    expect(breaking(now, before)).toEqual(back);
  });

  it.each(CASES)('tells nothing of %s against itself, and something of the two', (title, one, other) => {
    const [before, now] = [documentOf(one), documentOf(other)];
    for (const document of [before, now]) {
      expect(documentChanges(document, document, 'x.json')).toEqual({ breaking: [], harmless: [] });
    }
    const { breaking: broken, harmless } = documentChanges(before, now, 'x.json');
    expect(broken.length + harmless.length > 0).toBe(!SILENT.includes(title));
  });

  it('takes fewer kinds of values in answers for no break', () => {
    const now = documentOf({ type: 'FLOAT64' });
    const fewer = now.replace(/"NaN",\s*/, '');
    expect(fewer).not.toBe(now);
    expect(breaking(fewer, now)).toEqual([
      'c: is written as number or "NaN" or "Infinity" or "-Infinity" now, and was as number or "Infinity" or "-Infinity"',
    ]);
    expect(breaking(now, fewer)).toEqual([]);
    // Where nothing else differs, the patterns tell what does.
    const whole = documentOf({});
    expect(breaking(whole.replace('{15,18}', '{15,17}'), whole)).toEqual([
      'c: is written as integer or string ^-?[1-9][0-9]{15,18}$ now, and was as integer or string ^-?[1-9][0-9]{15,17}$',
    ]);
  });

  it('tells nothing of what Quern itself has come to say of `sql`', () => {
    const now = documentOf({ sandboxing: 'enabled' });
    const before = now.replace(/"maxLength":\d+,/, '');
    expect(before).not.toBe(now);
    expect(documentChanges(before, now, 'x.json')).toEqual({ breaking: [], harmless: [] });
  });

  it('sets apart what is new and harmless', () => {
    const { breaking: none, harmless } = documentChanges(
      documentOf(text({ required: true, enum: ['a'] })),
      documentOf(
        {
          ...text({ enum: ['a', 'b'] }),
          columns: [
            { name: 'c', type: 'INT64' },
            { name: 'd', type: 'DATE' },
          ],
        },
        { name: 'new', id: ID.replace('0', '1') },
      ),
      'x.json',
    );
    expect(none).toEqual([]);
    expect(harmless.map(({ kind, endpoint, name }) => [kind, endpoint, name])).toEqual([
      ['parameter_optional', 'x', 'p'],
      ['parameter_widened', 'x', 'p'],
      ['column_added', 'x', 'd'],
      ['endpoint_added', 'new', undefined],
    ]);
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{}',
    '{"openapi":"2.0","paths":{}}',
    '{"openapi":"3.1.0","paths":{"/api/endpoints/query/x":{"get":{}}}}',
  ])('refuses %j, which is no document of ours', (wrong) => {
    expect(() => documentChanges(wrong, documentOf({}), 'x.json')).toThrow(
      'x.json is no OpenAPI document that Quern has written',
    );
  });
});
