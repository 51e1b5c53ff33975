import type { ScalarTypeName } from '../../../src/parameters/parameter.js';

/** Reasons why a file can be bad although its schema has nothing against it. */
export const REASONS = {
  yaml: 'A schema sees values, not the YAML that they were written in.',
  sql: 'A schema takes the query for text.',
  type: 'A schema takes the type of a column for text.',
  unique: 'A schema compares names and instants as they are spelled.',
  measured: 'A schema cannot measure one value against another.',
  calendar: 'A schema knows the form of a day, not the calendar.',
  digits: 'A schema sees numbers as a double holds them.',
  expression: 'A schema has no word for regular expressions with the `u` flag.',
} as const;

export type Verdict = 'good' | 'bad' | keyof typeof REASONS;
export type Case = readonly [Verdict, string];

const ID = 'id: 0B6E0D5C-2f0b-4c3a-9a51-6f1d2e3c4b5a\n';
const HEAD = `${ID}name: a.b\n`;
const QUERY = 'query: SELECT 1\n';

/** A whole file of which only these lines matter. */
const file = (lines: string) => `${HEAD}${lines}\n${QUERY}`;
/** A file with one parameter, `p`, that has these keys. */
const parameter = (keys: string, lines = '') => `${HEAD}parameters: { p: { ${keys} } }\n${lines}query: SELECT @p\n`;
const column = (keys: string) => file(`columns: [{ ${keys} }]`);
/** A file with a parameter `p` and one case, `t`. */
const test = (keys: string) => parameter('type: string', `tests: [{ name: t, ${keys} }]\n`);
/** A file with a parameter `p` and one set to warm. */
const warm = (set: string, keys = 'type: string') => parameter(keys, `caching: 9\nwarm: [${set}]\n`);

/** A file that is a tool for agents, or not. */
const agents = (keys: string) => `${HEAD}columns: [{ name: n, type: INT64 }]\nagents: ${keys}\nquery: SELECT 1 AS n\n`;

/** A file with pages over one column, `n`, that go on by the parameter `p`. */
const page = (keys: string, lines = '', order = ' ORDER BY n') =>
  `${HEAD}parameters: { p: { type: integer } }\n${lines}columns: [{ name: n, type: INT64, nullable: false }]\npage: ${keys}\nquery: SELECT n FROM t WHERE n > @p${order}\n`;

/** Values as a file may write them, for a parameter of each type; each list of good ones has no two equal. */
const VALUES: Readonly<Record<ScalarTypeName, { readonly good: readonly string[]; readonly bad: readonly string[] }>> =
  {
    string: {
      good: ['a', '"5"', '"😀"', '2026-01-01'],
      bad: ['5', 'true', '[a]', '{ a: b }', '', '"\\0"', '"\\uD800"'],
    },
    integer: {
      good: ['0', '-5', '0x1F', '1.0', '-9223372036854775808', '9223372036854775807', '9007199254740993'],
      bad: ['"5"', '1.5', 'true', '', '99999999999999999999', '-99999999999999999999'],
    },
    number: {
      good: ['0', '-1.5', '1e300', '9007199254740993'],
      bad: ['"1.5"', 'a', 'true', '', '.inf', '-.inf', '.nan'],
    },
    boolean: { good: ['true', 'false'], bad: ['"true"', 'yes', '1', ''] },
    timestamp: {
      good: ['2026-11-20', '2026-11-20T10:00:00Z', '"2026-11-20 10:00:00.123456+02:00"', '2026-11-20t10:01'],
      bad: ['5', 'now', '2026-11-20T10', '20261120', '""', ''],
    },
    date: { good: ['2026-11-20', '0001-01-01'], bad: ['5', 'today', '2026-11-20T10:00:00Z', '26-11-20', '""', ''] },
  };

/** A parameter with a value in every place that takes one of its own type. */
function withValue(type: string, written: string): string[] {
  // A comma without a value is no item at all in a flow list.
  const value = written || 'null';
  const keys = [`default: ${value}`, `enum: [${value}]`];
  if (type !== 'string' && type !== 'boolean') keys.push(`min: ${value}`, `max: ${value}`);
  const ofArray = [`default: [${value}]`, `enum: [${value}]`].map((key) => `type: array, items: ${type}, ${key}`);
  return [...keys.map((key) => `type: ${type}, ${key}`), ...ofArray].map((each) => parameter(each));
}

function valueCases(): Case[] {
  return Object.entries(VALUES).flatMap(([type, { good, bad }]) => {
    const of = (verdict: Verdict, value: string) => withValue(type, value).map((text): Case => [verdict, text]);
    return [...good.flatMap((value) => of('good', value)), ...bad.flatMap((value) => of('bad', value))];
  });
}

const ALL_VALUES = Object.values(VALUES).flatMap(({ good, bad }) => [...good, ...bad].map((value) => value || 'null'));

/** All values of all types in every place of each type: nobody says which are good, but all have to agree. */
export const FOREIGN_VALUES = (Object.keys(VALUES) as ScalarTypeName[]).map((type) => {
  const twice = (value: string) => [
    `type: ${type}, enum: [${value}, ${value}]`,
    `type: array, items: ${type}, enum: ${value}`,
  ];
  // A schema that takes an integer twice is a case of its own.
  const pairs = type === 'integer' ? [] : ALL_VALUES.flatMap(twice).map((keys) => parameter(keys));
  return [type, [...ALL_VALUES.flatMap((value) => withValue(type, value)), ...pairs]] as const;
});

/** All values in the arguments of a test's call, and in the rows of its table. */
export const FIXTURES = ALL_VALUES.flatMap((value) => [value, `[a, ${value}]`, `[[${value}]]`]).flatMap((value) => [
  test(`parameters: { p: ${value} }`),
  test(`tables: { t: ${value} }`),
]);

/** Small endpoint files, and whether each is one; a reason where only the service can tell. */
export const CORPUS: readonly Case[] = [
  ['good', file('')],
  ['bad', ''],
  ['bad', '# nothing\n'],
  ['bad', 'hello\n'],
  ['bad', '- a\n'],
  ['bad', `name: a.b\n${QUERY}`],
  ['bad', ID + QUERY],
  ['bad', HEAD],
  ['bad', file('owner: me')],
  ['bad', file('max_row: 5')],
  ['bad', file('constructor: a')],
  ['bad', file('__proto__: { a: b }')],
  ['bad', file('1: a')],
  ['bad', file('name: c')],
  ['bad', file('<<: { description: a }')],
  ['bad', file('max_rows: [1,')],
  ['bad', `${file('')}---\na: 1\n`],
  ['yaml', file('description: &x a')],
  ['yaml', file('description: !!str a')],
  ['yaml', `%YAML 1.2\n---\n${file('')}`],
  ['yaml', `${HEAD}parameters: { true: { type: string } }\nquery: SELECT @true\n`],

  ['good', file('version: 1')],
  ['bad', file('version: 2')],
  ['bad', file('version: "1"')],
  ['bad', file('version: null')],

  ['bad', `id: 12\nname: a.b\n${QUERY}`],
  ['bad', `id: 0b6e0d5c2f0b4c3a9a516f1d2e3c4b5a\nname: a.b\n${QUERY}`],
  ['bad', `id: urn:uuid:0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a\nname: a.b\n${QUERY}`],
  ['good', `${ID}name: ${'9'.repeat(127)}a\n${QUERY}`],
  ['bad', `${ID}name: ${'a'.repeat(129)}\n${QUERY}`],
  ['bad', `${ID}name: 12\n${QUERY}`],
  ['bad', `${ID}name: a/b\n${QUERY}`],
  ['bad', `${ID}name: -a\n${QUERY}`],
  ['bad', `${ID}name: ""\n${QUERY}`],
  ['bad', `${ID}name: 1B6E0D5C-2f0b-4c3a-9a51-6f1d2e3c4b5a\n${QUERY}`],

  ['good', file('description: ""')],
  ['good', file(`description: "${'😀'.repeat(4096)}"`)],
  ['bad', file(`description: ${'a'.repeat(4097)}`)],
  ['bad', file('description: 5')],
  ['bad', file('description:')],

  ['good', file('max_rows: 1000000')],
  ['good', file('max_rows: 1e3')],
  ['bad', file('max_rows: 0')],
  ['bad', file('max_rows: 1000001')],
  ['good', file('max_bytes: 1024')],
  ['good', file('max_bytes: 268435456')],
  ['bad', file('max_bytes: 1023')],
  ['bad', file('max_bytes: 268435457')],
  ['bad', file('max_bytes: 64 MiB')],
  ['bad', file('max_rows: 1.5')],
  ['bad', file('max_rows: "5"')],

  ['good', file('slices: disabled')],
  ['good', file('caching: 9\nslices: enabled')],
  ['bad', file('caching: 9\nslices: true')],
  ['bad', file('slices: enabled')],
  ['bad', file('caching: disabled\nslices: enabled')],
  ['bad', page('{ size: 1, next: { p: n } }', 'caching: 9\nslices: enabled\n')],
  ['good', page('{ size: 1, next: { p: n } }', 'caching: 9\nslices: disabled\n')],
  [
    'measured',
    `${HEAD}caching: 9\nslices: enabled\nparameters: { limit: { type: integer } }\nquery: SELECT @limit AS n\n`,
  ],

  ['good', page('{ size: 1, next: { p: n } }')],
  ['good', page('{ size: 10000, next: { p: n } }')],
  ['bad', page('{ size: 0, next: { p: n } }')],
  ['bad', page('{ size: 10001, next: { p: n } }')],
  ['bad', page('{ size: 1.5, next: { p: n } }')],
  ['bad', page('{ next: { p: n } }')],
  ['bad', page('{ size: 1 }')],
  ['bad', page('{ size: 1, next: {} }')],
  ['bad', page('{ size: 1, next: [p, n] }')],
  ['bad', page('{ size: 1, next: { p: 5 } }')],
  ['bad', page('{ size: 1, next: { p: "" } }')],
  ['bad', page(`{ size: 1, next: { p: ${'n'.repeat(301)} } }`)],
  ['bad', page('{ size: 1, next: { p-q: n } }')],
  ['bad', page('{ size: 1, next: { p: n }, last: n }')],
  ['good', agents('{ enabled: true }')],
  ['good', agents('{ enabled: false, max_rows: 1000, hide: [n], description: Some }')],
  ['bad', agents('{ max_rows: 5 }')],
  ['bad', agents('{ enabled: "yes" }')],
  ['bad', agents('{ enabled: true, description: 5 }')],
  ['bad', agents(`{ enabled: true, description: ${'d'.repeat(4097)} }`)],
  ['bad', agents('{ enabled: true, max_rows: 0 }')],
  ['bad', agents('{ enabled: true, max_rows: 1001 }')],
  ['bad', agents('{ enabled: true, max_rows: 1.5 }')],
  ['bad', agents('{ enabled: true, hide: n }')],
  ['bad', agents('{ enabled: true, hide: [] }')],
  ['bad', agents('{ enabled: true, hide: [n, n] }')],
  ['bad', agents('{ enabled: true, hide: [5] }')],
  ['bad', agents('{ enabled: true, show: [n] }')],
  ['bad', agents('[true]')],
  ['bad', page('[1, n]')],
  ['bad', page('{ size: 1, next: { p: n } }', 'max_rows: 5\n')],
  ['bad', file('page: { size: 1, next: { p: n } }')],
  ['bad', file('page: { size: 1, next: { p: n } }\ncolumns: [{ name: n, type: INT64, nullable: false }]')],
  ['bad', parameter('type: integer', 'page: { size: 1, next: { p: n } }\n')],
  ['measured', page('{ size: 1, next: { q: n } }')],
  ['measured', page('{ size: 1, next: { p: m } }')],
  ['sql', page('{ size: 1, next: { p: n } }', '', '')],

  ['good', file('caching: disabled')],
  ['good', file('caching: 2592000')],
  ['bad', file('caching: 2592001')],
  ['bad', file('caching: 0')],
  ['bad', file('caching: 1.5')],
  ['bad', file('caching: "5"')],
  ['bad', file('caching: off')],

  ['good', file('caching: 9\ncache_warming: 1')],
  ['good', file('caching: 2592000\ncache_warming: 2591999')],
  ['bad', file('caching: 9\ncache_warming: 0')],
  ['bad', file('caching: 9\ncache_warming: 2592001')],
  ['bad', file('caching: 9\ncache_warming: disabled')],
  ['bad', file('caching: 9\ncache_warming: 1.5')],
  ['bad', file('cache_warming: 5')],
  ['bad', file('caching: disabled\ncache_warming: 5')],
  ['measured', file('caching: 9\ncache_warming: 9')],

  ['good', file('caching: 9\nstale_if_error: 2592000')],
  ['bad', file('caching: 9\nstale_if_error: 0')],
  ['bad', file('caching: 9\nstale_if_error: 2592001')],
  ['bad', file('caching: 9\nstale_if_error: "5"')],
  ['bad', file('stale_if_error: 5')],

  ['good', file('caching: 9\nrefresh: on_change')],
  ['bad', file('caching: 9\nrefresh: always')],
  ['bad', file('refresh: on_change')],

  ['good', warm('{ p: a }')],
  ['good', warm('{}')],
  ['good', warm('{ p: [1, 2.5] }', 'type: array, items: number')],
  ['good', warm('{ p: .inf }')],
  ['good', warm('{ p: true }', 'type: boolean')],
  ['good', file('caching: 9\nwarm: []')],
  ['good', file(`caching: 9\nwarm: [${'{}, '.repeat(100)}]`)],
  ['bad', file(`caching: 9\nwarm: [${'{}, '.repeat(101)}]`)],
  ['bad', file('warm: []')],
  ['bad', file('caching: 9\nwarm: { p: a }')],
  ['bad', file('caching: 9\nwarm: [a]')],
  ['bad', warm('{ p: null }')],
  ['bad', warm('{ p: { a: b } }')],
  ['bad', warm('{ p: [[a]] }', 'type: array, items: string')],
  ['bad', warm('{ p: [null] }', 'type: array, items: string')],
  ['bad', warm('{ p-q: a }')],
  ['measured', warm('{ q: a }')],
  ['measured', warm('{ p: [a, b] }')],
  ['measured', warm('{ p: a }', 'type: integer')],
  ['measured', warm('{}', 'type: string, required: true')],

  ['good', file('sandboxing: disabled')],
  ['good', `${HEAD}sandboxing: enabled\nquery: WITH a AS (SELECT 1 AS n) SELECT n FROM a\n`],
  ['sql', file('sandboxing: enabled')],
  ['bad', file('sandboxing: false')],
  ['good', `${HEAD}sandboxing: enabled\nsandbox_dialect: lenient\nquery: WITH a AS (SELECT 1 AS n) SELECT n FROM a\n`],
  [
    'good',
    `${HEAD}sandboxing: enabled\nsandbox_dialect: googlesql\nquery: WITH a AS (SELECT 1 AS n) SELECT n FROM a\n`,
  ],
  [
    'bad',
    `${HEAD}sandboxing: enabled\nsandbox_dialect: postgresql\nquery: WITH a AS (SELECT 1 AS n) SELECT n FROM a\n`,
  ],
  ['bad', file('sandbox_dialect: lenient')],
  ['bad', file('sandboxing: disabled\nsandbox_dialect: googlesql')],

  ['good', file('max_bytes_billed: 9007199254740991')],
  ['bad', file('max_bytes_billed: 9007199254740992')],
  ['bad', file('max_bytes_billed: 0')],
  ['bad', file('max_bytes_billed: 10GB')],

  ['good', file('budget: 10MiB/day')],
  ['good', file('budget: 50GiB/day')],
  ['good', file('budget: 9999TiB/day')],
  ['good', file('budget: 600s/day')],
  ['good', file('budget: 10slot-hours/day')],
  ['bad', file('budget: 9MiB/day')],
  ['bad', file('budget: 0GiB/day')],
  ['bad', file('budget: 1.5GiB/day')],
  ['bad', file('budget: 50GB/day')],
  ['bad', file('budget: 50 GiB/day')],
  ['bad', file('budget: 50GiB')],
  ['bad', file('budget: 50GiB/month')],
  ['bad', file('budget: 10h/day')],
  ['bad', file('budget: 600')],
  ['bad', file('budget: { bytes: 50GiB/day }')],

  ['good', file('max_concurrency: 1000')],
  ['bad', file('max_concurrency: 1001')],
  ['bad', file('max_concurrency: 0')],
  ['bad', file('max_concurrency: 1.5')],
  ['bad', file('max_concurrency: "5"')],

  ['good', parameter('type: string', 'bound: [p]\n')],
  ['bad', parameter('type: string', 'bound: p\n')],
  ['bad', parameter('type: string', 'bound: []\n')],
  ['bad', parameter('type: string', 'bound: [p, p]\n')],
  ['bad', parameter('type: string', 'bound: [5]\n')],
  ['measured', parameter('type: string', 'bound: [q]\n')],

  ['good', file('timeout: 3600')],
  ['bad', file('timeout: 3601')],
  ['bad', file('timeout: 0')],
  ['bad', file('timeout: 0.5')],
  ['bad', file('timeout: 30s')],
  ['good', file('async_timeout: 31')],
  ['good', file('timeout: 1\nasync_timeout: 2')],
  ['good', file('async_timeout: 21600')],
  ['bad', file('async_timeout: 21601')],
  ['bad', file('async_timeout: 0')],
  ['bad', file('async_timeout: -1')],
  ['bad', file('async_timeout: 60.5')],
  ['bad', file('async_timeout: 5m')],
  ['measured', file('async_timeout: 30')],

  ['bad', `${HEAD}query: 5\n`],
  ['bad', `${HEAD}query: [SELECT 1]\n`],
  ['sql', `${HEAD}query: ""\n`],
  ['sql', `${HEAD}query: DELETE FROM t\n`],
  ['sql', `${HEAD}query: SELECT 1; SELECT 2\n`],
  ['sql', `${HEAD}query: SELECT @q\n`],
  ['sql', file('parameters: { p: { type: string } }')],

  ['good', column('name: n, type: INT64, description: How many.')],
  ['good', column(`name: ${'n'.repeat(300)}, type: ${'T'.repeat(4096)}, description: ${'d'.repeat(4096)}`)],
  ['good', column('name: n, type: INT64, nullable: false')],
  ['good', column('name: n, type: ARRAY<INT64>, nullable: true')],
  ['bad', column('name: n, type: INT64, nullable: "false"')],
  ['bad', column('name: n, type: INT64, nullable: no')],
  ['bad', column('name: n, type: INT64, nullable:')],
  ['good', column('name: n, type: NUMERIC, json: string')],
  ['good', column('name: n, type: INT64, json: exact')],
  ['bad', column('name: n, type: INT64, json: text')],
  ['bad', column('name: n, type: INT64, json: 1')],
  ['bad', column('name: n, type: INT64, nulable: false')],
  ['bad', file('columns: []')],
  ['bad', file('columns: { name: n, type: INT64 }')],
  ['bad', file('columns: [n]')],
  ['bad', column('type: INT64')],
  ['bad', column('name: n')],
  ['bad', column('name: n, type: INT64, mode: REPEATED')],
  ['bad', column('name: "", type: INT64')],
  ['bad', column('name: 5, type: INT64')],
  ['bad', column(`name: ${'n'.repeat(301)}, type: INT64`)],
  ['bad', column('name: n, type: ""')],
  ['bad', column('name: n, type: 5')],
  ['bad', column(`name: n, type: ${'T'.repeat(4097)}`)],
  ['bad', column('name: n, type: INT64, description: 5')],
  ['bad', column(`name: n, type: INT64, description: ${'d'.repeat(4097)}`)],
  ['good', column('name: n, type: INT64, json: string')],
  ['good', column('name: n, type: ARRAY<NUMERIC>, json: number')],
  ['good', column('name: n, type: STRUCT<a BIGNUMERIC>, json: exact')],
  ['bad', column('name: n, type: INT64, json: text')],
  ['bad', column('name: n, type: INT64, json: true')],
  ['type', column('name: n, type: FLOAT64, json: number')],
  ['unique', file('columns: [{ name: n, type: INT64 }, { name: N, type: DATE }]')],

  ['good', file('parameters: {}')],
  ['good', `${HEAD}parameters: { _1: { type: string } }\nquery: SELECT @_1\n`],
  ['bad', file('parameters: []')],
  ['bad', file('parameters: { p: string }')],
  ['bad', file('parameters: { p-q: { type: string } }')],
  ['bad', file('parameters: { 1: { type: string } }')],
  ['bad', `${HEAD}parameters: { Sql: { type: string } }\nquery: SELECT @Sql\n`],
  ['bad', `${HEAD}parameters: { p: }\nquery: SELECT @p\n`],
  ['unique', `${HEAD}parameters: { p: { type: string }, P: { type: string } }\nquery: SELECT @p\n`],

  ['bad', parameter('description: a')],
  ['bad', parameter('type: int')],
  ['bad', parameter('type: [string]')],
  ['bad', parameter('type: string, requird: true')],
  ['bad', parameter('type: array')],
  ['bad', parameter('type: array, items: array')],
  ['bad', parameter('type: string, items: string')],
  ['good', parameter('type: string, description: a')],
  ['bad', parameter('type: string, description: [a]')],
  ['bad', parameter(`type: string, description: ${'a'.repeat(4097)}`)],

  ['good', parameter('type: string, required: true')],
  ['good', parameter('type: string, required: false, default: a')],
  ['bad', parameter('type: string, required: "true"')],
  ['bad', parameter('type: string, required: yes')],
  ['bad', parameter('type: string, required: true, default: a')],

  ['good', parameter('type: string, log: true')],
  ['bad', parameter('type: string, log: "true"')],

  ...valueCases(),
  ['good', parameter('type: string, default: ""')],
  ['good', parameter('type: array, items: string, default: []')],
  ['bad', parameter('type: array, items: string, default: a')],
  ['bad', parameter('type: array, items: integer, default: 5')],
  ['bad', parameter('type: array, items: number, default: 5')],
  ['bad', parameter('type: array, items: boolean, default: true')],
  ['bad', parameter('type: array, items: timestamp, default: 2026-01-01')],
  ['bad', parameter('type: array, items: date, default: 2026-01-01')],
  ['calendar', parameter('type: date, default: 2026-02-30')],
  ['calendar', parameter('type: timestamp, default: 2026-01-01T25:00:00Z')],
  ['digits', parameter('type: integer, default: 9223372036854775808')],
  ['digits', parameter('type: integer, default: 9007199254740993.0')],
  ['measured', parameter('type: string, max_length: 1, default: ab')],
  ['measured', parameter('type: string, pattern: a, default: b')],
  ['measured', parameter('type: integer, max: 1, default: 2')],

  ['good', parameter('type: integer, enum: [9007199254740992, 9007199254740993]')],
  ['bad', parameter('type: string, enum: []')],
  ['bad', parameter('type: string, enum: a')],
  ['bad', parameter('type: string, enum: [""]')],
  ['bad', parameter('type: string, enum: [a, a]')],
  ['bad', parameter('type: number, enum: [1, 1.0]')],
  ['bad', parameter('type: boolean, enum: [true, true]')],
  ['bad', parameter('type: date, enum: [2026-01-01, 2026-01-01]')],
  ['bad', parameter('type: timestamp, enum: [2026-01-01, 2026-01-01]')],
  ['unique', parameter('type: timestamp, enum: [2026-01-01, 2026-01-01T00:00:00Z]')],
  ['unique', parameter('type: integer, enum: [1, 0x1]')],
  ['measured', parameter('type: string, enum: [a], default: b')],
  ['measured', parameter('type: integer, max: 1, enum: [2]')],

  ['good', parameter('type: string, enum: [a], default: a, otherwise: default')],
  ['bad', parameter('type: string, enum: [a], default: a, otherwise: null_')],
  ['bad', parameter('type: string, enum: [a], otherwise: default')],
  ['bad', parameter('type: string, default: a, otherwise: default')],
  ['bad', parameter('type: array, items: string, enum: [a], default: [a], otherwise: default')],

  ['good', parameter('type: array, items: integer, min: 1, max: 2')],
  ['bad', parameter('type: string, min: a')],
  ['bad', parameter('type: string, max: a')],
  ['bad', parameter('type: boolean, min: false')],
  ['bad', parameter('type: boolean, max: true')],
  ['bad', parameter('type: array, items: string, min: a')],
  ['measured', parameter('type: integer, min: 2, max: 1')],

  ['good', parameter('type: timestamp, default: now, truncate: 1m')],
  ['good', parameter('type: date, default: now')],
  ['bad', parameter('type: timestamp, default: now')],
  ['bad', parameter('type: timestamp, default: now, truncate: 7m')],
  ['bad', parameter('type: timestamp, truncate: 1m')],
  ['bad', parameter('type: timestamp, required: true, default: now, truncate: 1m')],
  ['measured', parameter('type: timestamp, default: 2026-11-20, truncate: 1m')],
  ['measured', parameter('type: date, enum: [2026-11-20], default: now')],
  ['bad', parameter('type: date, default: now, truncate: 1d')],
  ['bad', parameter('type: array, items: timestamp, default: now, truncate: 1m')],
  ['bad', parameter('type: array, items: date, default: [now]')],
  ['bad', parameter('type: date, min: now')],
  ['good', parameter('type: string, default: now')],
  ['bad', parameter('type: string, default: now, truncate: 1m')],
  ['good', parameter('type: timestamp, accepts: unix-millis')],
  ['good', parameter('type: array, items: timestamp, accepts: unix-millis')],
  ['bad', parameter('type: timestamp, accepts: unix-seconds')],
  ['bad', parameter('type: timestamp, accepts: true')],
  ['bad', parameter('type: timestamp, accepts: unix-millis, default: 1763632800000')],
  ...(['string', 'integer', 'number', 'boolean', 'date'] as const).flatMap((type): Case[] => [
    ['bad', parameter(`type: ${type}, accepts: unix-millis`)],
    ['bad', parameter(`type: array, items: ${type}, accepts: unix-millis`)],
  ]),

  ['good', parameter('type: string, max_length: 16384')],
  ['good', parameter('type: array, items: string, max_length: 1, pattern: a')],
  ['bad', parameter('type: string, max_length: 16385')],
  ['bad', parameter('type: string, max_length: 0')],
  ['bad', parameter('type: string, max_length: 1.5')],
  ['bad', parameter('type: string, max_length: "5"')],
  ...(['integer', 'number', 'boolean', 'timestamp', 'date'] as const).flatMap((type): Case[] => [
    ['bad', parameter(`type: ${type}, max_length: 5`)],
    ['bad', parameter(`type: array, items: ${type}, pattern: a`)],
  ]),

  ['good', parameter("type: string, pattern: '[a-z]+'")],
  ['good', parameter("type: string, pattern: '[\\u{1F600}-\\u{1F64F}]'")],
  ['bad', parameter('type: string, pattern: 5')],
  ['bad', parameter(`type: string, pattern: ${'a'.repeat(1025)}`)],
  ['expression', parameter('type: string, pattern: "("')],
  ['expression', parameter("type: string, pattern: '\\-'")],

  ['good', file('tests: []')],
  ['good', test('')],
  ['good', file(`tests: [{ name: ${'n'.repeat(200)} }]`)],
  ['bad', file('tests: { name: t }')],
  ['bad', file('tests: [t]')],
  ['bad', file('tests: [{ row_count: 1 }]')],
  ['bad', file('tests: [{ name: "" }]')],
  ['bad', file('tests: [{ name: 5 }]')],
  ['bad', file(`tests: [{ name: ${'n'.repeat(201)} }]`)],
  ['bad', test('row: []')],
  ['unique', file('tests: [{ name: a }, { name: a }]')],
  ['good', test('now: 2026-11-20T10:00:00.123Z')],
  ['bad', test('now: 2026-11-20T10:00:00.1234Z')],
  ['bad', test('now: 5')],
  ['bad', test('now: today')],
  ['calendar', test('now: 2026-02-30')],
  ['good', test('parameters: { p: [a, 1] }')],
  ['bad', test('parameters: [p]')],
  ['bad', test('parameters: { p-q: a }')],
  ['bad', test('parameters: { p: null }')],
  ['bad', test('parameters: { p: { a: b } }')],
  ['bad', test('parameters: { p: [[a]] }')],
  ['measured', test('parameters: { q: a }')],
  ['good', test('tables: { t: [{ a: null, b: [{ c: 1 }] }] }')],
  ['bad', test('tables: [t]')],
  ['bad', test('tables: { t: { a: 1 } }')],
  ['good', test('rows: [{ a: null }], row_count: 1, columns: [a]')],
  ['good', test('rows_unordered: []')],
  ['bad', test('rows: { a: 1 }')],
  ['bad', test('rows: [1]')],
  ['bad', test('rows: null')],
  ['yaml', test('rows: [{ a: }]')],
  ['bad', test('rows_unordered: { a: 1 }')],
  ['bad', test('rows_unordered: [1]')],
  ['bad', test('rows: [], rows_unordered: []')],
  ['good', test('row_count: 10000')],
  ['bad', test('row_count: 10001')],
  ['bad', test('row_count: -1')],
  ['bad', test('row_count: "1"')],
  ['bad', test('row_count: 1.5')],
  ['bad', test('columns: a')],
  ['bad', test('columns: []')],
  ['bad', test('columns: [5]')],
  ['good', test('error: 400')],
  ['good', test('error: invalid_parameters')],
  ['bad', test('error: 418')],
  ['bad', test('error: "400"')],
  ...['rows: []', 'rows_unordered: []', 'row_count: 0', 'columns: [a]'].map((keys): Case => [
    'bad',
    test(`error: 400, ${keys}`),
  ]),
];
