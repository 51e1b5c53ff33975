import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { PassThrough } from 'node:stream';
import { program } from '../../src/commands/cli.js';
import { Exit } from '../../src/commands/command-context.js';
import { readSettings } from '../../src/config/read-settings.js';
import { DuckDbFixtureEngine } from '../../src/engines/duckdb/fixture-engine.js';
import { eventually } from '../support/eventually.js';
import {
  type BigQueryServer,
  failureReply,
  rowsReply,
  startBigQueryServer,
} from '../support/engines/bigquery-server.js';

const MIB = 2 ** 20;
const REMARK = '(by the tables of QUERN_DATA, without the engine)';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quern-test-'));
  await mkdir(join(folder, 'data'));
  await mkdir(join(folder, 'endpoints'));
});

afterEach(async () => rm(folder, { recursive: true }));

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

/** An endpoint file, its own by one digit. */
function endpoint(digit: number | 'a', more = 'query: SELECT 1 AS one'): string {
  return `id: 0000000${digit}-0000-4000-8000-00000000000a\nname: e${digit}\n${more}\n`;
}

/** Begins `quern validate`; what it prints is told without the path of the folder. */
function start(args: readonly string[], env: Record<string, string> = {}) {
  const printed = { out: '', err: '' };
  // Its path is a short one where the two folders are neighbours.
  const told = (text: string) => text.replaceAll(`${folder}/`, '').replaceAll(`${relative('.', folder)}/`, '');
  const terminal = (name: 'out' | 'err') =>
    new PassThrough().on('data', (chunk: Buffer) => (printed[name] += told(chunk.toString())));
  const settings = () =>
    readSettings({ QUERN_DATA: join(folder, 'data'), QUERN_ENDPOINTS: join(folder, 'endpoints'), ...env });
  const [out, err] = [terminal('out'), terminal('err')];
  const status = program({ settings, laterThreads: () => [], input: new PassThrough(), out, err })
    .parseAsync(['node', 'quern', 'validate', ...args.map((arg) => arg.replace('FOLDER', folder))])
    .then(
      () => 0,
      (error: unknown) => {
        if (error instanceof Exit) return error.status;
        throw error;
      },
    );
  return { printed, status };
}

async function validate(args: readonly string[] = [], env?: Record<string, string>) {
  const { printed, status } = start(args, env);
  return { status: await status, ...printed };
}

/** A query whose columns are promised, so that nothing is suggested. */
const PROMISED = 'columns: [{ name: one, type: INT64 }]\nquery: SELECT 1 AS one';

const UNUSED = endpoint(1, 'parameters:\n  p: { type: string }\nquery: |\n  SELECT 1 AS one');

describe('quern validate', () => {
  describe('of tests', () => {
    const OVER_T = endpoint(1, 'query: SELECT id FROM orders\ncolumns:\n  - { name: id, type: INT64 }');
    const cases = (tables: string) => `tests:\n  - name: a\n    tables: ${tables}\n    row_count: 1\n`;
    const FILES = {
      'data/orders.ndjson': '{"id": 1}\n',
      'data/orders.schema.json': '[{"name": "id", "type": "INT64"}]',
    };

    it('finds tables and columns that there are not, and values of another type, beside the file and in it', async () => {
      await write({
        ...FILES,
        'endpoints/a.yaml': OVER_T,
        'endpoints/b.yaml':
          OVER_T.replace('00000001', '00000002').replace('e1', 'e2') + cases('{ orders: [{ idd: 1 }] }'),
      });
      await write({ 'endpoints/a.test.yaml': cases('{ ordrs: [{ id: 1 }], orders: [{ id: x }] }') });
      const { status, out, err } = await validate();
      expect([status, out]).toEqual([1, '']);
      expect(err.split('\n').filter((line) => line.includes('error'))).toEqual([
        'endpoints/a.test.yaml:3:22  error invalid_value  there is no table "ordrs". Did you mean "orders"?',
        'endpoints/a.test.yaml:3:50  error invalid_value  "id" must be a whole number that 64 bits hold, without quotes',
        expect.stringMatching(
          /^endpoints\/b.yaml:\d+:26 {2}error unknown_key {2}there is no field "idd". Did you mean "id"\?$/,
        ),
        '3 errors in 2 files',
      ]);
      expect(await validate(['FOLDER/endpoints/a.yaml'])).toMatchObject({
        status: 1,
        err: expect.stringContaining('2 errors in 1 file') as unknown,
      });
    });

    it('finds the first twenty mistakes of a file, however many cases it has, and how many more there are', async () => {
      const wrong = cases('{ orders: [{ id: x }] }').replace('tests:\n', '');
      const all = Array.from({ length: 30 }, (_, index) => wrong.replace('name: a', `name: a${index}`));
      await write({ ...FILES, 'endpoints/a.yaml': OVER_T, 'endpoints/a.test.yaml': `tests:\n${all.join('')}` });
      const { err } = await validate();
      expect(err).toContain('error invalid_value  and 10 more problems from here on; correct the first 20');
      expect(err).toContain('21 errors in 1 file');
    });

    it('finds test files without an endpoint, unless that is broken or others are asked for', async () => {
      await write({ ...FILES, 'endpoints/a.yaml': OVER_T, 'endpoints/gone.test.yaml': cases('{ orders: [] }') });
      expect(await validate()).toMatchObject({
        status: 1,
        err: expect.stringContaining('gone.test.yaml:1:1  error file_unreadable  there is no endpoint file') as unknown,
      });
      expect(await validate(['FOLDER/endpoints/a.yaml'])).toMatchObject({ status: 0 });
      await write({ 'endpoints/gone.yaml': 'id: 1\n' });
      expect((await validate()).err).not.toContain('there is no endpoint file');
    });

    it('has nothing to say of those that can be run', async () => {
      await write({
        ...FILES,
        'endpoints/a.yaml': OVER_T,
        'endpoints/a.test.yml': cases('{ orders: [{ id: 1 }], edge_logs: [] }'),
      });
      expect(await validate()).toMatchObject({ status: 0, err: '', out: '1 endpoint in endpoints, no problems\n' });
    });
  });

  it('counts what is right', async () => {
    await write({ 'endpoints/a.yaml': endpoint(1, PROMISED), 'endpoints/sub/b.yaml': endpoint(2, PROMISED) });
    expect(await validate()).toEqual({ status: 0, out: '2 endpoints in endpoints, no problems\n', err: '' });
  });

  it('suggests columns for a query without them, in full where its file is named', async () => {
    await write({
      'endpoints/a.yaml': endpoint(1, PROMISED),
      'endpoints/b.yaml': endpoint(2, 'query: SELECT country, COUNT(*) AS n, [1] AS list FROM orders GROUP BY country'),
      'endpoints/c.yaml': endpoint(3),
      'data/orders.csv': 'country\nPT\n',
    });
    expect((await validate()).err).toBe(
      'endpoints/b.yaml and 1 more: no columns are promised; quern validate endpoints/b.yaml suggests some\n',
    );
    const { err } = await validate(['FOLDER/endpoints/a.yaml', 'FOLDER/endpoints/b.yaml']);
    const [first, ...lines] = err.split('\n');
    expect(first).toBe('endpoints/b.yaml promises no columns; these go with its query:');
    expect(lines.join('\n')).toBe(`columns:
  - { name: country, type: STRING }
  - { name: n, type: INT64, nullable: false, json: number }
  - { name: list, type: ARRAY<INT64> }

`);
    const query = 'query: SELECT country, COUNT(*) AS n, [1] AS list FROM orders GROUP BY country\n';
    await write({ 'endpoints/b.yaml': endpoint(2, query + lines.join('\n')) });
    expect(await validate(['--strict', 'FOLDER/endpoints/b.yaml'])).toEqual({
      status: 0,
      out: '1 endpoint, no problems\n',
      err: '',
    });
  });

  it('shows every problem of every file at its line, those that the engine finds included', async () => {
    await write({
      'endpoints/a.yaml': endpoint(1, 'max_row: 5\nquery: SELECT 1 AS one'),
      'endpoints/b.yaml': endpoint(1, 'columns: [{ name: two, type: STRING }]\nquery: |\n  SELECT 2 AS two'),
      'endpoints/c.yaml': endpoint(3, 'query: |\n  SELECT 1 AS one,\n    NOPE() AS two'),
    });
    expect(await validate()).toEqual({
      status: 1,
      out: '',
      err: `endpoints/a.yaml:3:1  error unknown_key  unknown key "max_row". Did you mean "max_rows"?
  3 | max_row: 5
    | ^

endpoints/b.yaml:1:5  error duplicate  the id "00000001-0000-4000-8000-00000000000a" is taken at endpoints/a.yaml:1:5; give each its own (uuidgen makes one)
  1 | id: 00000001-0000-4000-8000-00000000000a
    |     ^

endpoints/b.yaml:2:7  error duplicate  the name "e1" is taken at endpoints/a.yaml:2:7; rename one of the two
  2 | name: e1
    |       ^

endpoints/b.yaml:3:30  error columns_differ  column "two" is INT64 in the query, not STRING; write type: INT64, or CAST it in the query
  3 | columns: [{ name: two, type: STRING }]
    |                              ^

endpoints/c.yaml:5:5  error query_refused  function NOPE is not supported by the embedded engine
  5 |     NOPE() AS two
    |     ^

5 errors in 3 files
`,
    });
  });

  it('names what is not read of the data, unless it is asked about some files alone', async () => {
    await write({
      'endpoints/a.yaml': endpoint(
        1,
        'columns: [{ name: n, type: INT64 }]\nquery: SELECT COUNT(*) AS n FROM shop.orders',
      ),
      'data/shop/orders.csv': 'id\n1\n',
      'data/shop/orders.xlsx': '',
      'data/empty.csv': 'id\n',
    });
    const { status, out, err } = await validate();
    expect([status, out]).toEqual([0, '1 endpoint in endpoints, 2 warnings\n']);
    expect(err).toContain('data/shop/orders.xlsx:1:1  warning data_remark  ignored: it is of a kind that is not read');
    expect(err).toContain('data/empty.csv:1:1  warning data_remark  table "empty": there is nothing below the header');
    expect((await validate(['FOLDER/endpoints/a.yaml'])).err).toBe('');
    expect((await validate(['--strict'])).status).toBe(1);
  });

  it('says so when there is no such folder', async () => {
    const { status, err } = await validate([], { QUERN_ENDPOINTS: 'nowhere' });
    expect(status).toBe(1);
    expect(err).toContain(
      'nowhere:1:1  error file_unreadable  there is no such folder; create it, or name another one',
    );
  });

  describe('paths', () => {
    it('checks these files and folders only, each once, and duplicates among them', async () => {
      await write({
        'endpoints/a.yaml': endpoint(1, PROMISED),
        'endpoints/b.yaml': 'broken',
        'more/c.yaml': endpoint(1, PROMISED),
        'more/d.txt': endpoint(2, PROMISED),
        'more/c.test.yaml': 'tests:\n  - { name: a, row_count: 1 }\n',
      });
      const of = async (...args: string[]) => validate(args);
      expect(await of('FOLDER/endpoints/a.yaml', 'FOLDER/endpoints/../endpoints/a.yaml')).toEqual({
        status: 0,
        out: '1 endpoint, no problems\n',
        err: '',
      });
      expect(await of('FOLDER/more', 'FOLDER/more/d.txt', 'FOLDER/more/c.test.yaml')).toMatchObject({
        status: 0,
        out: '2 endpoints, no problems\n',
      });
      const { status, err } = await of('FOLDER/endpoints/a.yaml', 'FOLDER/more');
      expect({ status, last: err.split('\n').at(-2) }).toEqual({ status: 1, last: '2 errors in 1 file' });
    });

    it('refuses one that is not there', async () => {
      await symlink('nothing', join(folder, 'link.yaml'));
      const { status, err } = await validate(['FOLDER/link.yaml']);
      expect(status).toBe(1);
      expect(err).toContain(
        'link.yaml:1:1  error file_unreadable  there is no such file or folder; name endpoint files',
      );
    });
  });

  describe('--format', () => {
    it('prints one JSON object', async () => {
      await write({ 'endpoints/a.yaml': UNUSED, 'endpoints/b.yaml': endpoint(2) });
      const { status, out, err } = await validate(['--format', 'json']);
      expect({ status, err }).toEqual({ status: 1, err: '' });
      expect(JSON.parse(out)).toEqual({
        problems: [
          {
            code: 'unused_parameter',
            severity: 'error',
            file: `endpoints/a.yaml`,
            line: 4,
            column: 3,
            message: 'the query does not use "p"; write @p in it, or remove the parameter',
          },
        ],
        endpoints: 1,
        errors: 1,
        warnings: 0,
      });
    });

    it('prints annotations for GitHub, escaped as it wants them', async () => {
      await write({ 'endpoints/a,b:100%.yaml': UNUSED.replaceAll('p:', '"100%":') });
      const { status, out, err } = await validate(['--format', 'github']);
      expect({ status, err }).toEqual({ status: 1, err: '' });
      expect(out).toBe(
        '::error file=endpoints/a%2Cb%3A100%25.yaml,line=4,col=3,title=invalid_value::"100%25" is no parameter name; ' +
          'use up to 128 letters, digits and "_", with no digit in front\n',
      );
    });

    it('refuses one that is none', async () => {
      await expect(validate(['--format', 'xml'])).rejects.toThrow("argument 'xml' is invalid");
    });
  });

  describe('--engine', () => {
    let bigquery: BigQueryServer;

    beforeAll(async () => {
      bigquery = await startBigQueryServer();
    });
    afterAll(async () => bigquery.close());
    beforeEach(async () => write({ 'endpoints/a.yaml': endpoint(1, 'query: |\n  SELECT n\n  FROM t') }));

    const ask = async (...args: string[]) =>
      validate(['--engine', 'bigquery', ...args], {
        QUERN_BIGQUERY_PROJECT: 'acme',
        QUERN_BIGQUERY_DATASET: 'logs',
        QUERN_BIGQUERY_API_ENDPOINT: bigquery.url,
      });

    it('asks the other engine by dry runs, and tells columns and bytes', async () => {
      bigquery.answers(rowsReply('n INTEGER', [], { totalBytesProcessed: '4096' }));
      expect(await ask()).toEqual({
        status: 0,
        out: 'e1: would read 4096 bytes and return n INT64\n1 endpoint in endpoints, no problems\n',
        err: 'endpoints/a.yaml: no columns are promised; quern validate endpoints/a.yaml suggests some\n',
      });
      expect(bigquery.seen.map(({ body }) => body.dryRun)).toEqual([true]);
    });

    it('prints what runs would read, and fails where one got dearer than what was recorded', async () => {
      const reads = (bytes: number) => {
        bigquery.answers(rowsReply('n INTEGER', [], { totalBytesProcessed: String(bytes) }));
      };
      reads(20 * MIB);
      const recorded = await ask('--cost', '--format', 'json');
      expect(JSON.parse(recorded.out)).toMatchObject({ errors: 0, costs: { e1: 20 * MIB } });
      await write({ 'costs.json': recorded.out });
      const against = async (...args: string[]) => ask('--against', join(folder, 'costs.json'), ...args);
      reads(40 * MIB);
      expect(await against()).toMatchObject({
        status: 0,
        out: 'e1: 41,943,040 bytes, 20,971,520 before\n1 endpoint in endpoints, no problems\n',
      });
      const message = 'a run would read 41,943,040 bytes instead of 20,971,520; make the query read less';
      const dearer = await against('--factor', '1.5');
      expect([dearer.status, dearer.out]).toEqual([1, 'e1: 41,943,040 bytes, 20,971,520 before\n']);
      expect(dearer.err).toContain(`endpoints/a.yaml:4:3  error dearer  ${message}`);
      const annotated = await against('--factor', '1.5', '--format', 'github');
      expect(annotated.out).toContain(`::error file=endpoints/a.yaml,line=4,col=3,title=dearer::${message}`);
      await write({ 'endpoints/a.yaml': endpoint(2, 'query: SELECT n FROM t') });
      const added = await against();
      expect([added.status, added.out]).toEqual([0, expect.stringContaining('e2: 41,943,040 bytes, new\n')]);
    });

    it('takes what is billed alike for alike, and nothing else for costs', async () => {
      bigquery.answers(rowsReply('n INTEGER', [], { totalBytesProcessed: String(15 * MIB) }));
      await write({ 'costs.json': '{"costs":{"e1":1}}', 'other.json': '{"costs":{"e1":"1"}}' });
      expect((await ask('--against', join(folder, 'costs.json'))).status).toBe(0);
      await expect(ask('--against', join(folder, 'other.json'))).rejects.toThrow(
        'has no costs; write it with quern validate',
      );
      await expect(ask('--cost', '--factor', '0.5')).rejects.toThrow('a number of at least 1');
      await write({ 'endpoints/a.yaml': endpoint(1) });
      await expect(validate(['--cost'])).rejects.toThrow('name another one with --engine');
    });

    it('points into the file', async () => {
      bigquery.answers(failureReply(400, 'invalidQuery', 'Unrecognized name: n at [1:8]'));
      const { status, err } = await ask();
      expect(status).toBe(1);
      expect(err).toContain(
        'endpoints/a.yaml:4:10  error query_refused  BigQuery: Unrecognized name: n\n  4 |   SELECT n\n',
      );
    });

    it('does not say yes where it could not ask', async () => {
      bigquery.answers('reset');
      const { status, out, err } = await ask();
      expect({ status, out }).toEqual({ status: 1, out: '' });
      expect(err).toMatch(
        /endpoints\/a.yaml:4:3 {2}error unchecked {2}BigQuery could not be asked: .*; validate again when/,
      );
    });

    it('tells what is wrong by the tables of QUERN_DATA where it could not ask', async () => {
      const columns = 'columns:\n  - { name: n, type: INT64 }\n  - { name: g, type: STRING }';
      await write({
        'data/t.ndjson': '',
        'data/t.schema.json': JSON.stringify([{ name: 'n', type: 'FLOAT' }]),
        'endpoints/a.yaml': endpoint(1, `query: |\n  SELECT n + m FROM acme.logs.t WHERE o > 0`),
        'endpoints/b.yaml': endpoint(2, `${columns}\nquery: |\n  SELECT n, SESSION_USER() AS g FROM t`),
        'endpoints/c.yaml': endpoint(
          3,
          'columns: [{ name: n, type: STRING }]\nquery: SELECT COUNT(*) AS n FROM elsewhere JOIN guessed USING (b)',
        ),
        'endpoints/e.yaml': endpoint(5, 'query: SELECT ST_GEOGPOINT(1, 2) AS g'),
        'endpoints/f.yaml': endpoint(6, 'query: SELECT n FROM t WHERE _PARTITIONDATE > "2026-01-01"'),
        'endpoints/g.yaml': endpoint(7, 'query: SELECT word FROM `other-project.samples.shakespeare`, more.t'),
        'data/guessed.ndjson': '{"a": 1}\n',
        'endpoints/h.yaml': endpoint(8, 'columns: [{ name: b, type: STRING }]\nquery: SELECT b FROM guessed'),
        'endpoints/i.yaml': endpoint(
          9,
          'columns: [{ name: u, type: ARRAY<STRING> }]\nquery: SELECT [SESSION_USER()] AS u FROM t',
        ),
        'endpoints/j.yaml': endpoint('a', 'query: SELECT UPPER(1) AS u, o FROM elsewhere AS e GROUP BY e.o, u'),
        'endpoints/d.yaml': endpoint(4, 'query: SELECT n FROM t FOR SYSTEM_TIME AS OF CURRENT_TIMESTAMP()'),
      });
      bigquery.answers(...Array.from({ length: 40 }, () => 'reset' as const));
      const { status, out, err } = await ask();
      expect({ status, out }).toEqual({ status: 1, out: '' });
      const lines = err.split('\n');
      // Told once for all, apart from what was found without the engine, and from what nothing is known of.
      const [reason = -1, ...more] = lines.flatMap((line, index) =>
        line.includes('  error unchecked  ') ? index : [],
      );
      expect([lines[reason], more]).toEqual([
        expect.stringMatching(/^10 files {2}error unchecked {2}BigQuery could/),
        [],
      ]);
      expect(lines[reason + 1]).toBe(
        `  ${['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].map((name) => `endpoints/${name}.yaml`).join(', ')}`,
      );
      expect(lines.slice(-4)).toEqual([
        '10 errors, 5 warnings in 10 files',
        'by the tables of QUERN_DATA, without the engine: nothing wrong in 1 endpoint (e9)',
        'by the tables of QUERN_DATA, without the engine: no verdict on 5 endpoints (e4, e5, e6, e7, e8), whose tables or SQL are not known there',
        '',
      ]);
      expect(lines.filter((line) => line.includes('  warning '))).toEqual([
        `endpoints/a.yaml:4:14  warning query_refused  unrecognized name "m". There are n, t ${REMARK}`,
        `endpoints/a.yaml:4:39  warning query_refused  unrecognized name "o". There are n, t ${REMARK}`,
        `endpoints/b.yaml:4:22  warning columns_differ  column "n" is FLOAT64 in the query, not INT64; write type: FLOAT64, or CAST it in the query ${REMARK}`,
        `endpoints/c.yaml:3:28  warning columns_differ  column "n" is INT64 in the query, not STRING; write type: INT64, or CAST it in the query ${REMARK}`,
        `endpoints/j.yaml:3:15  warning query_refused  no UPPER(INT64); there is UPPER(STRING), UPPER(BYTES) ${REMARK}`,
      ]);
    });

    it('opens the embedded engine once, for the tables of tests and of queries that it could not ask about', async () => {
      await write({
        'endpoints/b.yaml': endpoint(2, 'query: SELECT n FROM t'),
        'endpoints/a.test.yaml': 'tests:\n  - name: a\n    tables: { t: [{ n: 1 }] }\n    row_count: 1\n',
        'data/t.ndjson': '',
        'data/t.schema.json': JSON.stringify([{ name: 'm', type: 'FLOAT' }]),
      });
      bigquery.answers(rowsReply('n INTEGER', []), 'reset');
      const open = jest.spyOn(DuckDbFixtureEngine.prototype, 'open');
      try {
        const { err } = await ask();
        expect(err).toMatch(/a\.test\.yaml.* {2}error [^]*b\.yaml:3:15 {2}warning query_refused/);
        expect(open).toHaveBeenCalledTimes(1);
      } finally {
        open.mockRestore();
      }
    });

    it('does not say yes where it could not ask about what callers may read', async () => {
      const query = 'sandboxing: enabled\nquery: WITH a AS (SELECT n FROM t) SELECT n FROM a';
      await write({ 'endpoints/a.yaml': endpoint(1, query) });
      bigquery.answers(rowsReply('n INTEGER', []), failureReply(403, 'quotaExceeded'));
      const { status, err } = await ask();
      expect(status).toBe(1);
      expect(err).toContain(
        'error unchecked  BigQuery could not be asked: secret of quotaExceeded; validate again when',
      );
    });
  });

  describe('beside a table that cannot be read', () => {
    const files = {
      'endpoints/a.yaml': endpoint(1, 'query: SELECT COUNT(*) AS n FROM short'),
      'endpoints/b.yaml': endpoint(2, 'query: SELECT COUNT(*) AS n FROM short'),
      'data/short.csv': 'id,name\n1,a\n2\n',
    };
    const reason = 'line 3 has 1 field, and the header 2';

    it('says what is wrong with it once, and which queries could not be checked', async () => {
      await write(files);
      const { status, out } = await validate(['--format', 'json']);
      type Found = Record<'code' | 'file' | 'message', string> & { readonly line: number };
      const { problems } = JSON.parse(out) as { problems: readonly Found[] };
      expect(status).toBe(1);
      expect(problems.map(({ code, file, line, message }) => [code, file, line, message])).toEqual([
        ['data_unreadable', 'data/short.csv', 3, expect.stringContaining(reason) as string],
        ...['a', 'b'].map((name) => [
          'unchecked',
          `endpoints/${name}.yaml`,
          3,
          'table "short" cannot be read; the query is checked when it can be',
        ]),
      ]);
    });

    it('says so for a file that is named', async () => {
      await write(files);
      const { status, err } = await validate(['FOLDER/endpoints/a.yaml']);
      expect(status).toBe(1);
      expect(err).toContain(`table "short" cannot be read from data/short.csv: ${reason}`);
      expect(err).not.toContain('engine');
    });
  });

  describe('--watch', () => {
    it.each([
      ['a folder', [], 'SIGINT' as const],
      ['a file', ['FOLDER/endpoints/a.yaml'], 'SIGTERM' as const],
    ])('checks %s again after each change, until a signal', async (_, args, signal) => {
      await write({ 'endpoints/a.yaml': endpoint(1) });
      const { printed, status } = start(['--watch', ...args]);
      await eventually(() => /^\d\d:\d\d:\d\d {2}1 endpoint.*, no problems\n$/.test(printed.out));
      await write({ 'endpoints/a.yaml': UNUSED });
      await eventually(() => printed.err.includes('a.yaml:4:3  error unused_parameter'));
      await rm(join(folder, 'endpoints/a.yaml'));
      await write({ 'endpoints/new.yaml': endpoint(2), 'endpoints/a.yaml': endpoint(1) });
      await eventually(() => printed.out.split('\n').length > 2);
      process.emit(signal, signal);
      expect(await status).toBe(0);
    });

    it('checks again after each change of the data', async () => {
      await write({
        'endpoints/a.yaml': endpoint(1, 'query: SELECT id + 1 AS next FROM orders'),
        'data/orders.csv': 'id\n1\n',
      });
      const { printed, status } = start(['--watch']);
      await eventually(() => printed.out.includes('no problems'));
      await write({ 'data/orders.csv': 'id\nx\n' });
      await eventually(() => /a\.yaml:3:15 {2}error/.test(printed.err));
      await write({ 'data/orders.csv': 'id\n1\n' });
      await eventually(() => printed.out.split('\n').length > 2);
      await write({ 'data/orders.csv.xz': '' });
      await eventually(() => printed.err.includes('orders.csv.xz'));
      process.emit('SIGTERM', 'SIGTERM');
      expect(await status).toBe(0);
    });

    it('is for people', async () => {
      await expect(validate(['--watch', '--format', 'json'])).rejects.toThrow("cannot be used with option '--format");
    });
  });

  it('says what the documentation shows', async () => {
    const page = await readFile('docs/reference/diagnostics.md', 'utf8');
    const [file = '', text = '', json = '', , annotations = ''] = [...page.matchAll(/```\w+\n([^`]*)```/g)].map(
      ([, block]) => block,
    );
    await write({ 'endpoints/visits.yaml': file });
    expect((await validate()).err).toBe(text);
    expect((await validate(['--format', 'json'])).out).toBe(json);
    expect((await validate(['--format', 'github'])).out).toBe(annotations);
  });

  it('lets warnings pass, unless it is strict', async () => {
    await write({ 'endpoints/a.yaml': endpoint(1, 'query: |\n  SELECT COUNT(*) AS n\n  FROM edge_logs') });
    const { status, out, err } = await validate();
    expect({ status, out }).toEqual({ status: 0, out: '1 endpoint in endpoints, 1 warning\n' });
    expect(err).toMatch(
      /^endpoints\/a.yaml:5:8 {2}warning unbounded_scan {2}.*\n {2}5 \| {3}FROM edge_logs\n {4}\| {8}\^\n\n1 warning in 1 file\nendpoints\/a.yaml: no columns are promised; quern validate endpoints\/a.yaml suggests some\n$/,
    );
    expect(await validate(['--strict'])).toEqual({ status: 1, out, err });
    expect((await validate(['--format', 'github'])).out).toMatch(/^::warning file=endpoints\/a.yaml,line=5,col=8,/);
    expect(JSON.parse((await validate(['--format', 'json'])).out)).toMatchObject({
      endpoints: 1,
      errors: 0,
      warnings: 1,
    });
  });
});
