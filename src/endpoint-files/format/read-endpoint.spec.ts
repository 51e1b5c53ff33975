import { readEndpoint } from './read-endpoint.js';

const HEAD = 'id: 0B6E0D5C-2f0b-4c3a-9a51-6f1d2e3c4b5a\nname: a.b\n';
const QUERY = 'query: SELECT 1\n';

function read(text: string | Uint8Array) {
  return readEndpoint('x.yaml', typeof text === 'string' ? Buffer.from(text) : text);
}

function places(text: string | Uint8Array): string[] {
  return read(text).problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

/** A file with one parameter, declared with these keys on line 4 and used by the query. */
function withParameter(keys: string): string {
  return `${HEAD}parameters:\n  p: { ${keys} }\nquery: SELECT @p\n`;
}

describe('readEndpoint', () => {
  it('reads every key', () => {
    const { endpoint, problems } = read(
      `
version: 1
id: 0B6E0D5C-2f0b-4c3a-9a51-6f1d2e3c4b5a
name: usage.api-counts
description: Counts.
parameters:
  project: { type: string, required: true, max_length: 64, pattern: '[a-z]+', description: Which. }
  interval: { type: string, enum: [hourly, daily], default: hourly, otherwise: default }
  big: { type: integer, min: -9223372036854775808, max: 9223372036854775807, default: 9007199254740993 }
  ids: { type: array, items: integer, default: [1, 2] }
  since: { type: timestamp, default: 2026-01-01 }
columns:
  - { name: n, type: INT64, description: How many., json: string }
  - { name: id, type: STRING, nullable: false }
max_rows: 10
caching: 900
cache_warming: 300
stale_if_error: 60
warm:
  - { project: abc, interval: daily, ids: [1, 02] }
sandboxing: disabled
max_bytes_billed: 5000000000
timeout: 5
query: |
  SELECT @project, @interval, @big, @ids, @since
`,
    );
    expect(problems).toEqual([]);
    expect(endpoint).toMatchObject({
      id: '0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a',
      name: 'usage.api-counts',
      description: 'Counts.',
      maxRows: 10,
      cachingSeconds: 900,
      cacheWarmingSeconds: 300,
      staleIfErrorSeconds: 60,
      sandboxing: false,
      maxBytesBilled: 5_000_000_000,
      timeoutSeconds: 5,
      sql: 'SELECT @project, @interval, @big, @ids, @since\n',
      columns: [
        { name: 'n', type: 'INT64', nullable: true, description: 'How many.', json: 'string' },
        { name: 'id', type: 'STRING', nullable: false },
      ],
      parameters: [
        { name: 'project', type: 'string', required: true, maxLength: 64, default: null, array: false },
        { name: 'interval', enum: ['hourly', 'daily'], default: 'hourly', otherwiseDefault: true },
        { name: 'big', min: -(2n ** 63n), max: 2n ** 63n - 1n, default: 9007199254740993n },
        { name: 'ids', type: 'integer', array: true, default: [1n, 2n] },
        { name: 'since', default: BigInt(Date.UTC(2026, 0, 1)) * 1000n },
      ],
    });
    expect(endpoint?.warm).toEqual([
      new Map([
        ['project', ['abc']],
        ['interval', ['daily']],
        ['ids', ['1', '02']],
      ]),
    ]);
    expect(Object.isFrozen(endpoint)).toBe(true);
  });

  it('gives the defaults of what a file leaves out', () => {
    expect(read(HEAD + QUERY).endpoint).toMatchObject({
      parameters: [],
      columns: undefined,
      maxRows: 1000,
      cachingSeconds: undefined,
      cacheWarmingSeconds: undefined,
      staleIfErrorSeconds: undefined,
      warm: [],
      timeoutSeconds: 30,
    });
  });

  it.each<[string, string, string]>([
    ['an empty file', '', '1:1 the file is empty'],
    ['comments only', '# nothing\n', '1:1 the file is empty'],
    ['a list', '\n- a\n', '2:1 an endpoint file is a mapping'],
    ['a word', 'hello', '1:1 an endpoint file is a mapping'],
    ['bad syntax', `${HEAD}max_rows: [1,\n${QUERY}`, '4:1 not valid YAML'],
    ['a tab as indentation', `${HEAD}parameters:\n\tp: 1\n`, '4:1 not valid YAML'],
    ['two documents', `${HEAD}${QUERY}---\na: 1\n`, '4:1 a second document'],
    ['a directive', `%YAML 1.1\n---\n${HEAD}${QUERY}`, '1:1 a %YAML directive'],
    ['a duplicate key', `${HEAD}name: c\n${QUERY}`, '3:1 the key "name" is already on line 2'],
    ['an anchor', `${HEAD}description: &x a\n${QUERY}`, '3:17 the anchor &x'],
    ['an alias', `${HEAD}description: *x\n${QUERY}`, '3:14 aliases are not supported'],
    ['a tag', `${HEAD}description: !!str a\n${QUERY}`, '3:20 the tag tag:yaml.org,2002:str'],
    ['a merge key', `${HEAD}<<: { description: a }\n${QUERY}`, '3:1 merge keys'],
    ['a number for a key', `${HEAD}1: a\n${QUERY}`, '3:1 a key is a plain word'],
    ['a mapping for a key', `${HEAD}? { a: b }\n: c\n${QUERY}`, '3:3 a key is a plain word'],
    ['a key without a value', `${HEAD}caching:\n${QUERY}`, '3:1 "caching" has no value'],
    ['an unknown key', `${HEAD}max_row: 5\n${QUERY}`, '3:1 unknown key "max_row". Did you mean "max_rows"?'],
    ['an unknown key like no other', `${HEAD}owner: me\n${QUERY}`, '3:1 unknown key "owner". The keys are version, id'],
    ['a key of every object', `${HEAD}constructor: a\n${QUERY}`, '3:1 unknown key "constructor"'],
    ['another key of every object', `${HEAD}__proto__: { a: b }\n${QUERY}`, '3:1 unknown key "__proto__"'],
    ['a key behind other alphabets', `${HEAD}{ "é😀": 1 }`, '3:1 not valid YAML'],
    ['a missing id', `name: a\n${QUERY}`, '1:1 "id" is missing; it must be a UUID'],
    ['a missing query', HEAD, '1:1 "query" is missing'],
    ['a bad id', `id: 12\nname: a\n${QUERY}`, '1:5 "id" must be a UUID'],
    [
      'a name that is a UUID',
      `${HEAD.replace('a.b', '0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5b')}${QUERY}`,
      '2:7 "name" must be',
    ],
    ['a name with a slash', `${HEAD.replace('a.b', 'a/b')}${QUERY}`, '2:7 "name" must be'],
    ['a number for a name', `${HEAD.replace('a.b', '12')}${QUERY}`, '2:7 "name" must be text'],
    ['another version', `version: 2\n${HEAD}${QUERY}`, '1:10 "version" must be the number 1'],
    ['too many rows', `${HEAD}max_rows: 1000001\n${QUERY}`, '3:11 "max_rows" must be a whole number from 1 to 1000000'],
    [
      'too many bytes',
      `${HEAD}max_bytes: 1000\n${QUERY}`,
      '3:12 "max_bytes" must be a whole number of bytes from 1024 to 268435456',
    ],
    [
      'more rows of callers’ own SQL than are held twice',
      `${HEAD}sandboxing: enabled\nmax_rows: 10001\nquery: WITH t AS (SELECT 1 AS x) SELECT x FROM t\n`,
      '4:11 max_rows may be 10000 at most where callers bring SQL of their own; write that, or sandboxing: disabled',
    ],
    [
      'a quoted number',
      `${HEAD}caching: "900"\n${QUERY}`,
      '3:10 "caching" must be whole seconds from 1 to 2592000, or disabled; remove the quotes',
    ],
    ['no caching as 0', `${HEAD}caching: 0\n${QUERY}`, '3:10 "caching" must be whole seconds'],
    ['half a second', `${HEAD}timeout: 0.5\n${QUERY}`, '3:10 "timeout" must be whole seconds from 1 to 3600'],
    ['sandboxing', `${HEAD}sandboxing: enabled\n${QUERY}`, '3:13 sandboxing needs a query that begins with WITH'],
    [
      'sandboxing whose tenants are told apart in the final SELECT',
      `${HEAD}sandboxing: enabled\nparameters: { p: { type: string } }\nbound: [p]\nquery: WITH a AS (SELECT 1 AS n) SELECT n FROM a WHERE @p = ''\n`,
      '5:8 callers of a sandboxed endpoint leave its final SELECT out',
    ],
    ['another sandboxing', `${HEAD}sandboxing: true\n${QUERY}`, '3:13 "sandboxing" must be enabled or disabled'],
    [
      'a dialect without sandboxing',
      `${HEAD}sandbox_dialect: lenient\n${QUERY}`,
      '3:1 "sandbox_dialect" needs sandboxing; write sandboxing: enabled',
    ],
    [
      'another dialect',
      `${HEAD}sandboxing: enabled\nsandbox_dialect: postgresql\nquery: WITH a AS (SELECT 1 AS n) SELECT n FROM a\n`,
      '4:18 "sandbox_dialect" must be googlesql or lenient',
    ],
    [
      'more haste where nobody waits',
      `${HEAD}timeout: 5\nasync_timeout: 5\n${QUERY}`,
      '4:16 "async_timeout" must be more than "timeout" (5',
    ],
    ['warming without caching', `${HEAD}cache_warming: 5\n${QUERY}`, '3:1 "cache_warming" needs caching'],
    ['stale_if_error without caching', `${HEAD}stale_if_error: 5\n${QUERY}`, '3:1 "stale_if_error" needs caching'],
    [
      'warming as slow as caching',
      `${HEAD}caching: 5\ncache_warming: 5\n${QUERY}`,
      '4:16 "cache_warming" must be less than "caching" (5',
    ],
    ['no columns', `${HEAD}columns: []\n${QUERY}`, '3:10 "columns" must be a list of at least one'],
    [
      'a column that may hardly hold NULL',
      `${HEAD}columns: [{ name: a, type: INT64, nullable: "no" }]\n${QUERY}`,
      '3:45 "nullable" must be true or false',
    ],
    [
      'a key of a column that is misspelled',
      `${HEAD}columns: [{ name: a, type: INT64, nulable: false }]\n${QUERY}`,
      '3:35 unknown key "nulable". Did you mean "nullable"?',
    ],
    ['a column without a type', `${HEAD}columns:\n  - name: a\n${QUERY}`, '4:5 "type" is missing'],
    [
      'a column twice',
      `${HEAD}columns: [{ name: a, type: INT64 }, { name: A, type: DATE }]\n${QUERY}`,
      '3:45 there is a column "A"',
    ],
    [
      'another format of numbers',
      `${HEAD}columns: [{ name: a, type: INT64, json: text }]\n${QUERY}`,
      '3:41 "json" must be string, number or exact',
    ],
    [
      'a format of numbers that there are none of',
      `${HEAD}columns: [{ name: a, type: STRUCT<numeric FLOAT64>, json: exact }]\n${QUERY}`,
      '3:59 "json" is for INT64, NUMERIC and BIGNUMERIC, of which there is none in "STRUCT<numeric FLOAT64>"; remove "json"',
    ],
    ['a list of parameters', `${HEAD}parameters: []\n${QUERY}`, '3:13 "parameters" must be a mapping'],
    [
      'a parameter without a mapping',
      `${HEAD}parameters:\n  p: string\nquery: SELECT @p\n`,
      '4:6 a parameter is a mapping',
    ],
    ['a parameter name', `${HEAD}parameters:\n  p-q: { type: string }\n${QUERY}`, '4:3 "p-q" is no parameter name'],
    [
      'the reserved name',
      `${HEAD}parameters:\n  SQL: { type: string }\nquery: SELECT @SQL\n`,
      '4:3 the name "SQL" is reserved',
    ],
    ['an unused parameter', `${HEAD}parameters:\n  p: { type: string }\n${QUERY}`, '4:3 the query does not use "p"'],
    [
      'an unknown type',
      withParameter('type: int'),
      '4:14 "type" must be one of string, integer, number, boolean, timestamp, date, array. Did you mean "integer"?',
    ],
    ['a shortened key', `${HEAD}cach: 60\n${QUERY}`, '3:1 unknown key "cach". Did you mean "caching"?'],
    [
      'another',
      `${HEAD}params:\n  p: { type: string }\n${QUERY}`,
      '3:1 unknown key "params". Did you mean "parameters"?',
    ],
    [
      'an unknown key of a parameter',
      withParameter('type: string, requird: true'),
      '4:22 unknown key "requird". Did you mean "required"?',
    ],
    ['an array of what', withParameter('type: array'), '4:14 "items" is missing'],
    ['items of no array', withParameter('type: string, items: string'), '4:22 "items" goes with type: array'],
    [
      'text for a boolean',
      withParameter('type: string, required: "true"'),
      '4:32 "required" must be true or false; remove the quotes',
    ],
    ['required with a default', withParameter('type: string, required: true, default: a'), '4:38 a required parameter'],
    [
      'otherwise alone',
      withParameter('type: string, otherwise: default'),
      '4:22 "otherwise" needs "enum" and "default"',
    ],
    [
      'otherwise for something else',
      withParameter('type: string, otherwise: null_'),
      '4:33 "otherwise" must be default',
    ],
    [
      'a default of another type',
      withParameter('type: integer, default: "5"'),
      '4:32 "default" must be a whole number, without quotes',
    ],
    ['now without truncate', withParameter('type: timestamp, default: now'), '4:34 "default: now" needs "truncate"'],
    ['truncate alone', withParameter('type: timestamp, truncate: 1m'), '4:25 "truncate" needs default: now'],
    [
      'truncate beside an instant',
      withParameter('type: timestamp, default: 2026-01-01, truncate: 1m'),
      '4:56 "truncate" goes with default: now; remove it',
    ],
    ['truncate of a day', withParameter('type: date, default: now, truncate: 1m'), '4:34 "truncate" goes with type'],
    [
      'another length',
      withParameter('type: timestamp, default: now, truncate: 7m'),
      '4:49 "truncate" must be one of 1s',
    ],
    [
      'now in a list',
      withParameter('type: array, items: date, default: [now]'),
      '4:44 an item of "default" must be a date',
    ],
    [
      'now outside the enum',
      withParameter('type: date, enum: [2026-01-01], default: now'),
      '4:49 "default" must be one',
    ],
    [
      'a number for text',
      withParameter('type: string, default: 5'),
      '4:31 "default" must be text; put it in quotes: "5"',
    ],
    [
      'text for a flag',
      withParameter('type: boolean, default: "true"'),
      '4:32 "default" must be true or false, without quotes',
    ],
    [
      'a default outside the enum',
      withParameter('type: string, enum: [a], default: b'),
      '4:42 "default" must be one of "a", not "b"',
    ],
    [
      'a default over the limit',
      withParameter('type: string, max_length: 1, default: ab'),
      '4:46 "default" must have at most 1',
    ],
    [
      'an INT64 one too great',
      withParameter('type: integer, max: 9223372036854775808'),
      '4:28 "max" must be a whole number',
    ],
    [
      'a float that lost digits',
      withParameter('type: integer, max: 9007199254740993.0'),
      '4:28 "max" must be a whole number',
    ],
    ['an item of another type', withParameter('type: string, enum: [a, 5]'), '4:32 an item of "enum" must be text'],
    [
      'an item twice',
      withParameter('type: date, enum: [2026-01-01, 2026-01-01]'),
      '4:39 this value is in "enum" already',
    ],
    [
      'an item of another type, whatever the default',
      withParameter('type: string, enum: [5], default: a'),
      '4:29 an item',
    ],
    ['an empty item', withParameter('type: string, enum: [""]'), '4:29 an empty string counts as missing'],
    [
      'an item that is a mapping',
      withParameter('type: string, enum: [{ a: b }]'),
      '4:29 an item of "enum" must be one string',
    ],
    ['a bad day', withParameter('type: date, default: 2026-02-30'), '4:29 "default" must be a day of the calendar'],
    ['limits upside down', withParameter('type: integer, min: 2, max: 1'), '4:28 "min" must not be greater'],
    [
      'a day in milliseconds',
      withParameter('type: date, accepts: unix-millis'),
      '4:20 "accepts" goes with type timestamp only',
    ],
    ['a longest number', withParameter('type: integer, max_length: 5'), '4:23 "max_length" goes with type string only'],
    ['a least string', withParameter('type: string, min: a'), '4:22 "min" does not go with type string'],
    [
      'a bad pattern',
      withParameter('type: string, pattern: "("'),
      '4:31 "pattern" is not a JavaScript regular expression',
    ],
    [
      'one value for an array',
      withParameter('type: array, items: string, default: a'),
      '4:45 "default" of an array must be a list',
    ],
    [
      'a name in other case',
      `${HEAD}parameters:\n  p: { type: string }\nquery: SELECT @P\n`,
      '5:15 @P is declared as "p"; write @p',
    ],
    ['an undeclared name', `${HEAD}query: |\n  SELECT '@a', -- @b\n    @c\n`, '5:5 @c is not declared'],
    ['a positional parameter', `${HEAD}query: SELECT ?\n`, '3:15 positional parameters are not supported'],
    ['a system variable', `${HEAD}query: SELECT @@time_zone\n`, '3:15 system variables'],
    ['two statements', `${HEAD}query: |\n  SELECT 1;\n\n  SELECT 2\n`, '6:3 an endpoint runs one statement'],
    ['a statement that writes', `${HEAD}query: DELETE FROM t\n`, '3:8 a query starts with SELECT'],
    ['an open string', `${HEAD}query: >-\n  SELECT\n   'a\n`, `5:4 this string is not closed`],
    ['an empty query', `${HEAD}query: ""\n`, '3:8 the query is empty'],
    ['a number for a query', `${HEAD}query: 5\n`, '3:8 "query" must be text'],
    ['warm without caching', `${HEAD}warm: []\n${QUERY}`, '3:1 "warm" needs caching'],
    ['warm with a word', `${HEAD}caching: 5\nwarm: [a]\n${QUERY}`, '4:7 each item of "warm" must be a mapping'],
    ['warm with an unknown name', `${HEAD}caching: 5\nwarm: [{ p: a }]\n${QUERY}`, '4:10 "p" is not a parameter'],
    [
      'warm with a mapping',
      `${HEAD}caching: 5\nwarm: [{ p: { a: b } }]\nparameters: { p: { type: string } }\nquery: SELECT @p`,
      '4:13 a value in "warm"',
    ],
    [
      'warm with a list in a list',
      `${HEAD}caching: 5\nwarm: [{ p: [[a]] }]\nparameters: { p: { type: array, items: string } }\nquery: SELECT @p`,
      '4:14 a value in "warm"',
    ],
  ])('refuses %s', (_, text, expected) => {
    const [first, ...others] = places(text);
    expect(first?.slice(0, expected.length)).toBe(expected);
    expect(others).toEqual([]);
    expect(read(text).endpoint).toBeUndefined();
  });

  it('reports everything that is wrong with a file', () => {
    const text = `id: x\nnam: a\nmax_rows: 0\nparameters:\n  p: { type: text, max_length: a }\n  P: { type: string }\nquery: SELECT @q; DROP\n`;
    expect(places(text).map((each) => each.split(' ', 1)[0])).toEqual([
      '2:1',
      '1:5',
      '1:1',
      '3:11',
      '5:14',
      '5:32',
      '6:3',
      '7:19',
      '7:15',
    ]);
  });

  it('finds the first byte that is not UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from('\ufeffa: 1\nb: é\ufffd'), Buffer.from([0xe9, 0x0a])]);
    expect(places(bytes)).toEqual(['2:6 this is not UTF-8; save the file as UTF-8']);
  });

  it('takes a byte order mark and CRLF', () => {
    const { endpoint, problems } = read(`\ufeff${HEAD}query: |\n  SELECT\n  1\n`.replaceAll('\n', '\r\n'));
    expect(problems).toEqual([]);
    expect(endpoint?.sql).toBe('SELECT\n1\n');
  });

  it('survives a file that nests without end', () => {
    expect(places('['.repeat(100_000))[0]).toContain('not valid YAML');
  });

  it('hashes what can change results and nothing else', () => {
    const hash = (text: string) => read(text).endpoint?.definitionHash;
    const base = hash(withParameter('type: string'));
    expect(base).toMatch(/^[0-9a-f]{32}$/);
    expect(hash(`${withParameter('type: string, description: new')}description: new\ncaching: 5\ntimeout: 5\n`)).toBe(
      base,
    );
    expect(hash(`# a comment\n${withParameter('type: string')}`)).toBe(base);
    const others = [
      withParameter('type: integer'),
      withParameter('type: string, pattern: a'),
      withParameter('type: string, pattern: b'),
      withParameter('type: string').replace('SELECT', 'select'),
      `${withParameter('type: string')}max_rows: 5\n`,
      `${withParameter('type: string')}columns: [{ name: a, type: INT64 }]\n`,
      `${withParameter('type: string')}columns: [{ name: a, type: INT64, nullable: false }]\n`,
      `${withParameter('type: string')}columns: [{ name: a, type: INT64, json: exact }]\n`,
      `${withParameter('type: string')}columns: [{ name: a, type: INT64, json: string }]\n`,
    ].map(hash);
    expect(new Set([base, ...others]).size).toBe(others.length + 1);
    expect(hash(`${withParameter('type: string')}columns: [{ name: a, type: INT64, nullable: true }]\n`)).toBe(
      others[5],
    );
  });
});
