import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvalidEndpoints } from '../../src/registry/invalid-endpoints.js';
import { type CommandOutcome, runCommand } from '../support/processes/command-line.js';
import { schemaOf } from '../support/duckdb.js';

const ENDPOINT = `id: 11111111-1111-4111-8111-111111111111
name: things
parameters:
  least: { type: integer, default: 0 }
query: |
  SELECT t.id, t.n, CURRENT_TIMESTAMP() AS \`at\` FROM things AS t WHERE t.n >= @least ORDER BY t.n
`;

const TESTS = `defaults:
  now: 2026-11-20T10:00:00Z
  tables:
    things: # three of them
      - { id: b, n: 2 }
      - { id: a, n: 1 }
      - { id: c, n: 3 }
tests:
`;

describe('quern test', () => {
  let folder: string;

  const write = async (files: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  };
  const test = async (...args: readonly string[]): Promise<CommandOutcome> =>
    runCommand(['test', ...args], { QUERN_ENDPOINTS: join(folder, 'endpoints'), QUERN_DATA: join(folder, 'data') });
  /** Runs cases of the one endpoint. */
  const cases = async (tests: string, ...args: readonly string[]) => {
    await write({ 'endpoints/things.test.yaml': TESTS + tests });
    return test(...args);
  };
  const problems = async (tests: string) => {
    const error: unknown = await cases(tests).catch((thrown: unknown) => thrown);
    if (!(error instanceof InvalidEndpoints)) throw new Error(`no problems, but ${JSON.stringify(error)}`);
    return error.problems.map(({ file, line, column, message }) => {
      expect(file).toBe(join(folder, 'endpoints/things.test.yaml'));
      return `${line}:${column} ${message}`;
    });
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-tests-'));
    await mkdir(join(folder, 'endpoints'));
    await mkdir(join(folder, 'data'));
    await write({
      'endpoints/things.yaml': ENDPOINT,
      // The operator's own row, which no test may see.
      'data/things.ndjson': '{"id":"real","n":9}\n',
      'data/things.schema.json': schemaOf('id STRING, n INT64'),
    });
  });

  afterEach(async () => rm(folder, { recursive: true }));

  it('gives rows to tables of datasets, instead of the operator’s own', async () => {
    await mkdir(join(folder, 'data/shop'));
    await write({
      'data/shop/orders.csv': 'id,n\nreal,9\n',
      'endpoints/orders.yaml': `id: 22222222-2222-4222-8222-222222222222
name: orders
query: SELECT o.id, t.n FROM shop.orders AS o JOIN things AS t ON t.id = o.id
tests:
  - { name: both, tables: { shop.orders: [{ id: a }, { id: b }], things: [{ id: a, n: 5 }] }, rows: [{ id: a, n: 5 }] }
  - { name: none, tables: { things: [{ id: real }] }, rows: [] }
  - { name: again, tables: { shop.orders: [{ id: real }], things: [{ id: real, n: 1 }] }, rows: [{ id: real, n: 1 }] }
`,
    });
    const { status, out } = await test('orders');
    expect([status, out]).toEqual([0, expect.stringContaining('3 passed, 0 failed')]);
  });

  it('takes a column that is called as a member of every object for any other', async () => {
    await write({
      'data/cars.ndjson': '',
      'data/cars.schema.json': schemaOf('id STRING, constructor STRING'),
      'endpoints/cars.yaml': `id: 22222222-2222-4222-8222-222222222222
name: cars
query: SELECT c.id, c.constructor FROM cars AS c
tests:
  - { name: none, tables: { cars: [{ id: a }] }, rows: [{ id: a }] }
  - { name: another, tables: { cars: [{ id: a, constructor: b }] }, rows: [{ id: a, constructor: b, toString: c }] }
`,
    });
    const { status, out } = await test('cars');
    expect([status, out]).toEqual([1, expect.stringContaining('1 passed, 1 failed')]);
    expect(out).toContain('+ toString: (there is no such field)');
  });

  it('runs those of the endpoints that are named beside files that are broken, which it names', async () => {
    await write({
      'endpoints/broken.yaml': 'id: 22222222-2222-4222-8222-222222222222\nname: broken\nquery: SELECT NOPE() AS two\n',
      'endpoints/broken.test.yaml': 'tests: 5\n',
      'endpoints/other.yaml': 'id: 33333333-3333-4333-8333-333333333333\nname: other\nquery: SELECT 1 AS one\n',
      'endpoints/other.test.yaml': 'tests: 5\n',
    });
    const { status, out, err } = await cases(
      '  - { name: no rows, rows: [] }\n',
      'things',
      '11111111-1111-4111-8111-111111111111',
    );
    expect([status, out]).toEqual([1, expect.stringContaining('0 passed, 1 failed')]);
    expect(err).toMatch(/^warning: .*broken\.yaml:3:15 .*NOPE.*\n$/);
    await expect(test()).rejects.toThrow(InvalidEndpoints);
    await expect(test('broken')).rejects.toThrow(InvalidEndpoints);
    await expect(test('things', 'other')).rejects.toThrow(InvalidEndpoints);
    await expect(test('thing')).rejects.toThrow(
      `there is no endpoint "thing". Did you mean "things"? These files cannot be served: ${join(folder, 'endpoints/broken.yaml')}.`,
    );
  });

  it('passes for the endpoints that ship with Quern', async () => {
    const { status, out } = await runCommand(['test', '--format', 'json'], {});
    const results = JSON.parse(out) as {
      readonly endpoint: string;
      readonly passed: boolean;
      readonly failures: string[];
    }[];
    expect(results.filter(({ passed }) => !passed)).toEqual([]);
    const names = [...new Set(results.map(({ endpoint }) => endpoint))];
    expect([status, names]).toEqual([0, ['functions.invocation-stats', 'logs.all', 'usage.api-counts']]);
  });

  it('passes for the example of the documentation', async () => {
    const page = await readFile('docs/how-to/testing-endpoints.md', 'utf8');
    const [endpoint = '', tests = '', schema = ''] = [...page.matchAll(/```(?:yaml|json)\n(.*?)```/gs)].map(
      ([, text = '']) => text,
    );
    await write({
      'endpoints/orders.yaml': endpoint,
      'endpoints/orders.test.yaml': tests,
      'data/orders.schema.json': schema,
      [`data/${/an empty `(.*?)`/.exec(page)?.[1] ?? ''}`]: '',
    });
    const settings = { QUERN_ENDPOINTS: join(folder, 'endpoints'), QUERN_DATA: join(folder, 'data') };
    expect(await runCommand(['validate'], settings)).toMatchObject({ status: 0 });
    const { status, out } = await test();
    expect([status, out]).toEqual([0, expect.stringContaining('\n4 passed, 0 failed')]);
  });

  it('sees the given rows and the given time, and no other', async () => {
    const at = 'at: 2026-11-20T10:00:00Z';
    const { status, out } = await cases(`
  - { name: all, rows: [{ id: a, n: 1, ${at} }, { id: b, n: 2, ${at} }, { id: c, n: 3, ${at} }] }
  - { name: some, parameters: { least: 3 }, rows: [{ id: c, n: 3, ${at} }], row_count: 1, columns: [id, n, at] }
  - { name: any order, rows_unordered: [{ id: c, n: 3, ${at} }, { id: a, n: 1, ${at} }, { id: b, n: 2, ${at} }] }
  - { name: its own rows, now: 2026-11-20T10:00:00.5Z, tables: { things: [{ n: 7 }] }, rows: [{ n: 7, at: 2026-11-20T10:00:00.5Z }] }
  - { name: none, tables: { things: [] }, rows: [] }
  - { name: status, parameters: { least: much }, error: 400 }
  - { name: code, parameters: { least: much }, error: invalid_parameters }
`);
    expect([status, out]).toEqual([0, expect.stringContaining('\n7 passed, 0 failed')]);
  });

  it('fails over NULL in a column that may hold none, whatever the case expects', async () => {
    const columns =
      'columns: [{ name: id, type: STRING }, { name: n, type: INT64, nullable: false }, { name: at, type: TIMESTAMP }]';
    await write({
      'endpoints/things.yaml': ENDPOINT.replace('query:', `${columns}\nquery:`).replace(
        't.n >=',
        'COALESCE(t.n, 9) >=',
      ),
    });
    const { status, out } = await cases(`
  - { name: whole, tables: { things: [{ n: 1 }] }, row_count: 1 }
  - { name: missing, tables: { things: [{ id: a }, { n: 1 }] }, row_count: 2 }
  - { name: expected, tables: { things: [{ id: a }] }, error: null_in_column }
`);
    expect([status, out]).toEqual([1, expect.stringContaining('\n2 passed, 1 failed')]);
    expect(out).toContain('expected rows, and the error null_in_column (502) came');
    expect(out).toContain('In row 1 of the answer, column "n" is NULL, which the endpoint rules out.');
  });

  it('compares numbers as they are, however they are written for clients', async () => {
    await write({
      'endpoints/things.yaml': `id: 11111111-1111-4111-8111-111111111111
name: things
columns:
  - { name: a, type: NUMERIC, json: number }
  - { name: b, type: NUMERIC, json: string }
  - { name: c, type: INT64, json: string }
  - { name: d, type: ARRAY<INT64>, json: number }
  - { name: e, type: INT64 }
query: |
  SELECT NUMERIC '12345678901234567890.5' AS a, NUMERIC '238750' AS b, 7 AS c, [9007199254740993] AS d, 8 AS e
`,
      'endpoints/things.test.yaml': `tests:
  - { name: it, rows: [{ a: "12345678901234567890.5", b: 238750, c: 7, d: ["9007199254740993"], e: 8 }] }
`,
    });
    for (const numbers of ['exact', 'string', 'number']) {
      const { status, out } = await runCommand(['test'], {
        QUERN_ENDPOINTS: join(folder, 'endpoints'),
        QUERN_DATA: join(folder, 'data'),
        QUERN_NUMBERS: numbers,
      });
      expect([status, out]).toEqual([0, expect.stringContaining('\n1 passed, 0 failed')]);
    }
  });

  it('shows what differs, row beside row, with types', async () => {
    const at = 'at: 2026-11-20T10:00:00Z';
    const { status, out } = await cases(`
  - name: three
    rows:
      - { id: a, n: "1", ${at} }
      - { id: c, n: 3, ${at}, m: 1 }
      - { id: d, n: 4, ${at} }
`);
    expect(status).toBe(1);
    const shown = out.slice(out.indexOf('\n') + 1, out.indexOf('\n\n'));
    expect(shown.replace(/^ {7}/gm, '').split('\n')).toEqual([
      '3 rows differ (3 expected, 3 came)',
      '  row 1  id: "a"',
      '    - n: "1"',
      '    + n: 1',
      '  row 2  at: "2026-11-20T10:00:00Z"',
      '    - id: "c"',
      '    + id: "b"',
      '    - n:  3',
      '    + n:  2',
      '    - m:  1',
      '    + m:  (there is no such field)',
      '  row 3  at: "2026-11-20T10:00:00Z"',
      '    - id: "d"',
      '    + id: "c"',
      '    - n:  4',
      '    + n:  3',
    ]);
  });

  it('does not take rows after one that is missing for wrong', async () => {
    const at = 'at: 2026-11-20T10:00:00Z';
    const { out } = await cases(`
  - { name: zero, rows: [{ id: z, n: 0, ${at} }, { id: a, n: 1, ${at} }, { id: b, n: 2, ${at} }, { id: c, n: 3, ${at} }] }
`);
    expect(out).toContain('1 row differs (4 expected, 3 came)\n         row 1 is missing\n');
  });

  it.each([
    ['row_count: 2', '2 rows expected, 3 came'],
    ['columns: [n, id, at]', 'the columns differ'],
    ['error: 404', 'expected the error 404, and 3 rows came'],
    ['parameters: { least: much }, row_count: 0', 'expected rows, and the error invalid_parameters (400) came'],
    [
      'parameters: { least: much }, error: query_failed',
      'expected the error query_failed, and the error invalid_parameters',
    ],
    ['now: 2026-11-20', 'nothing is expected'],
  ])('fails where %s does not hold', async (expectation, failure) => {
    const { status, out } = await cases(`\n  - { name: it, ${expectation} }\n`);
    expect([status, out]).toEqual([1, expect.stringContaining(failure)]);
  });

  it('gives each column its type, nested records too', async () => {
    const types =
      's STRING, i INT64, f FLOAT64, u NUMERIC, b BOOL, d DATE, h TIME, l DATETIME, t TIMESTAMP, y BYTES, j JSON, a INT64[]';
    const fields = JSON.parse(schemaOf(types)) as object[];
    const record = { name: 'r', type: 'RECORD', mode: 'REPEATED', fields };
    await write({
      'data/kinds.schema.json': JSON.stringify([...fields, record]),
      'data/kinds.ndjson': '',
      'endpoints/kinds.yaml': `id: 22222222-2222-4222-8222-222222222222\nname: kinds\nquery: SELECT s, i, f, u, b, d, h, l, t, y, j, a, r FROM kinds\n`,
    });
    const values = `s: "1", i: 9007199254740993, f: 1.5, u: 12345678901234567890.5, b: true, d: 2026-11-20, h: 10:00:00.5, l: 2026-11-20T10:00:00, t: 2026-11-20T10:00:00.000001Z, y: //8=, a: [1, 2]`;
    const rows = `[{ ${values}, j: { k: [1, null] }, r: { ${values} } }]`;
    const expected = values
      .replace('i: 9007199254740993', 'i: "9007199254740993"')
      .replace('u: 12345678901234567890.5', 'u: "12345678901234567890.5"');
    await write({
      'endpoints/kinds.test.yaml': `tests:\n  - name: all\n    tables: { kinds: ${rows} }\n    rows: [{ ${expected}, j: { k: [1, null] }, r: [{ ${expected} }] }]\n`,
    });
    const { status, out } = await test('kinds');
    expect([status, out]).toEqual([0, expect.stringContaining('1 passed')]);
  });

  it('reports every mistake of a file with its place', async () => {
    expect(
      await problems(`
  - name: it
    nwo: 2026-11-20
    parameters: { leest: 1 }
    tables:
      thing: []
      things:
        - { id: 1, m: 2 }
        - { n: x }
      others: []
    rows: []
    error: 400
  - name: it
    now: 2026-11-20T10:00:00.0001Z
    rows: []
`),
    ).toEqual([
      '11:5 unknown key "nwo". Did you mean "now"?',
      '19:5 "rows" and "error" do not go together: an error has no rows; keep one of the two',
      '12:19 "leest" is not a parameter of this endpoint. Did you mean "least"?',
      '22:10 "now" must have at most three digits after the second: the clock has milliseconds',
      '21:11 there is a case "it" already; rename one of the two',
      '16:17 "id" must be text; put it in quotes',
      '16:20 there is no field "m". There are id, n.',
      '17:16 "n" must be a whole number that 64 bits hold, without quotes',
      '14:14 there is no table "thing". Did you mean "things"?',
      '18:15 there is no table "others". Put its data in QUERN_DATA, or an empty .ndjson file beside its .schema.json.',
    ]);
  });

  it('misses the endpoint of a test file that has none', async () => {
    await write({ 'endpoints/thing.test.yaml': 'tests: [{ name: it, rows: [] }]\n' });
    await expect(test()).rejects.toThrow(
      /thing\.test\.yaml:1:1 .*there is no endpoint file .*thing\.yaml for these tests/,
    );
  });

  it('runs the tests in the endpoint file too, and only those that are asked for', async () => {
    await write({ 'endpoints/things.yaml': `${ENDPOINT}tests:\n  - { name: empty, rows: [] }\n` });
    await write({ 'endpoints/things.test.yaml': `${TESTS}  - { name: three, row_count: 3 }\n` });
    expect((await test()).out).toContain('\n2 passed');
    expect((await test('things', '--filter', 'EMP')).out).toMatch(/^ok .* things: empty\n\n1 passed/);
    await expect(test('--filter', 'nothing')).rejects.toThrow('no case has "nothing" in its name');
    await expect(test('thing')).rejects.toThrow('there is no endpoint "thing". Did you mean "things"?');
  });

  it('--update writes the rows that came, and changes no other line', async () => {
    const text = (wrong: string, missing: string) => `${TESTS}  # the first
  - name: wrong   # of old
    rows:${wrong}
    parameters: {least:   3}   # kept
  # between

  - name: "none yet"
    parameters: { least: 2 } # kept too${missing}

  - name: right
    row_count: 3
# the end
`;
    await write({ 'endpoints/things.test.yaml': text('\n    - { id: x }\n    - id: y\n      n: 2', '') });
    const { status, out, err } = await test('--update');
    expect([status, out, err]).toEqual([
      0,
      expect.stringMatching(
        /^new .*: wrong .*\n(?: .*\n)+new .*: none yet .*\n(?: .*\n)+ok .*: right\n\n1 passed, 2 updated, 0 failed, /,
      ),
      expect.stringMatching(/^wrote the rows of 2 cases into .*things\.test\.yaml\n$/),
    ]);
    const at = 'at: 2026-11-20T10:00:00Z';
    expect(await readFile(join(folder, 'endpoints/things.test.yaml'), 'utf8')).toBe(
      text(
        `\n      - { id: c, n: 3, ${at} }`,
        `\n    rows:\n      - { id: b, n: 2, ${at} }\n      - { id: c, n: 3, ${at} }`,
      ),
    );
    expect(await test()).toMatchObject({ status: 0, out: expect.stringContaining('\n3 passed, 0 failed') as string });
  });

  it('--update fails where new rows are not all that is missing', async () => {
    const rows = `\n  - name: wrong\n    rows: []\n    columns: [n]\n  - name: none\n    row_count: 7\n`;
    await write({ 'endpoints/things.test.yaml': `${TESTS}${rows}` });
    const { status, out, err } = await test('--update');
    expect([status, out]).toEqual([1, expect.stringContaining('0 passed, 2 failed')]);
    expect(err).toContain('wrote the rows of 1 case into ');
  });
});
