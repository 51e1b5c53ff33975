import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { FORM_NAMES, FORMS } from '../../src/contract/form-names.js';
import { endpointFile } from '../support/endpoint-file.js';
import { readArrow } from '../support/forms/read-arrow.js';
import { readParquet } from '../support/forms/read-parquet.js';
import { InstalledQuern } from '../support/processes/installed-quern.js';
import { startService, type TestService } from '../support/service.js';

const QUERY = `
  SELECT 9007199254740993 AS big, CAST('1.10' AS NUMERIC) AS price, 'a "quoted", text' AS text, CAST(NULL AS STRING) AS missing,
    TIMESTAMP '2026-01-02 03:04:05.678901+00' AS moment, DATE '2026-01-02' AS day, [1, 2] AS list, STRUCT('x' AS a, 1 AS b) AS record
  UNION ALL
  SELECT 1, CAST('2' AS NUMERIC), '', 'b', TIMESTAMP '2026-01-02 00:00:00+00', DATE '2026-01-03', [], STRUCT('y', 2)
  ORDER BY big DESC`;

const VALUES = endpointFile({ name: 'sample.values', caching: 900, query: QUERY });
const OWN = endpointFile({ name: 'own', sandboxing: 'enabled', query: 'WITH t AS (SELECT 1 AS n) SELECT n FROM t' });
/** It fails behind its first rows. */
const BROKEN = endpointFile({
  name: 'broken',
  query: 'SELECT 1 / (n - 5000) AS x FROM UNNEST(GENERATE_ARRAY(1, 6000)) AS n ORDER BY n',
});

const BINARY = FORM_NAMES.filter((name) => !FORMS[name].isText);

describe('the forms of rows', () => {
  let installed: InstalledQuern;
  let service: TestService;

  beforeAll(async () => {
    const endpoints = { 'values.yaml': VALUES, 'own.yaml': OWN, 'broken.yaml': BROKEN };
    installed = await InstalledQuern.open();
    for (const [file, content] of Object.entries(endpoints)) await installed.write(`endpoints/${file}`, content);
    service = await startService({ endpoints });
  });
  afterAll(async () => {
    await service.close();
    await installed.close();
  });

  const run = async (...args: readonly string[]) => {
    const { status, out, err } = await installed.bytesHere(args);
    return { status, out, err: err.toString() };
  };
  const overHttp = async (form: string) => {
    const answer = await service.get(`/api/endpoints/query/sample.values/rows.${form}`);
    return Buffer.from(await answer.arrayBuffer());
  };

  it.each(FORM_NAMES)('are those of HTTP, byte by byte: %s', async (form) => {
    const expected = Buffer.concat([await overHttp(form), Buffer.from(form === 'json' ? '\n' : '')]);
    for (const args of [
      ['run', 'sample.values'],
      ['sql', QUERY],
    ]) {
      const { status, out, err } = await run(...args, '--format', form);
      expect({ status, err }).toEqual({ status: 0, err: '' });
      expect(out.equals(expected)).toBe(true);
    }
  });

  it('are whole in a pipe of a process, however large', async () => {
    const query = 'SELECT n, REPEAT("x", 100) AS text FROM UNNEST(GENERATE_ARRAY(1, 50000)) AS n';
    const child = installed.start(['sql', query, '--max-rows', '50000', '--format', 'arrow']);
    const read = readArrow(child.stdout ? await buffer(child.stdout) : Buffer.alloc(0));
    expect(read.rows.length).toBe(50_000);
  });

  const ROWS = [
    [9007199254740993n, 1100000000n, 'a "quoted", text', null, 1767323045678901n, 20455, [1n, 2n], { a: 'x', b: 1n }],
    [1n, 2000000000n, '', 'b', 1767312000000000n, 20456, [], { a: 'y', b: 2n }],
  ];

  it('are read back by others, types and all', async () => {
    const parquet = await readParquet((await run('sql', QUERY, '--format', 'parquet')).out);
    expect(parquet.rows).toEqual(ROWS);
    expect(parquet.types).toEqual([
      ...['BIGINT', 'DECIMAL(38,9)', 'VARCHAR', 'VARCHAR', 'TIMESTAMP WITH TIME ZONE', 'DATE', 'BIGINT[]'],
      'STRUCT("a" VARCHAR, "b" BIGINT)',
    ]);
    const arrow = readArrow((await run('run', 'sample.values', '--format', 'arrow')).out);
    expect(arrow.rows).toEqual(ROWS);
    expect(arrow.names).toEqual(['big', 'price', 'text', 'missing', 'moment', 'day', 'list', 'record']);
  });

  it('have the types of SQL of one’s own', async () => {
    const { out } = await run('run', 'own', '-p', 'sql=SELECT n, 1.5 AS half FROM t', '--format', 'parquet');
    expect(await readParquet(out)).toMatchObject({
      names: ['n', 'half'],
      types: ['BIGINT', 'DOUBLE'],
      rows: [[1n, 1.5]],
    });
  });

  it.each([
    ['rows.parquet', 'parquet'],
    ['rows.arrows', 'arrow'],
    ['rows.arrow', 'arrow'],
    ['rows.csv', 'csv'],
    ['rows.txt', 'json'],
  ])('go to a file, in the form that %s is called by', async (file, form) => {
    const { status, out, err } = await run('run', 'sample.values', '--out', join(installed.folder, file));
    expect({ status, out: out.toString(), err }).toEqual({ status: 0, out: '', err: '' });
    const expected = Buffer.concat([await overHttp(form), Buffer.from(form === 'json' ? '\n' : '')]);
    expect((await readFile(join(installed.folder, file))).equals(expected)).toBe(true);
  });

  it('go to a file in the form that is named', async () => {
    await run('sql', 'SELECT 1 AS one', '-o', join(installed.folder, 'odd.csv'), '--format', 'ndjson');
    expect(await readFile(join(installed.folder, 'odd.csv'), 'utf8')).toBe('{"one":1}\n');
  });

  it.each(BINARY)('are not begun by what fails: %s', async (form) => {
    for (const args of [
      ['run', 'broken'],
      ['run', 'no.such'],
      ['sql', 'SELECT nothing FROM nowhere'],
      ['sql', 'SELECT 1 / (n - 5000) AS x FROM UNNEST(GENERATE_ARRAY(1, 6000)) AS n ORDER BY n'],
    ]) {
      for (const target of [[], ['--out', join(installed.folder, `failed.${form}`)]]) {
        const { status, out, err } = await run(...args, '--format', form, ...target);
        expect({ status, bytes: out.length }).toEqual({ status: 1, bytes: 0 });
        expect(err).not.toBe('');
      }
    }
    expect(await readdir(installed.folder)).not.toContain(`failed.${form}`);
  });

  it('say which file cannot be written', async () => {
    const { status, out, err } = await run('sql', 'SELECT 1 AS one', '--out', 'no/such/folder.csv');
    expect({ status, out: out.toString() }).toEqual({ status: 2, out: '' });
    expect(err).toBe('quern: --out "no/such/folder.csv" cannot be written: there is no such folder; make it first\n');
  });

  it('of lists are text', async () => {
    const csv = await installed.here(['list', '--format', 'csv']);
    expect(csv.out).toMatch(/^name,id,parameters,caching,cache_warming,file\r\n[^]*sample\.values,[\w-]+,"",900,,/);
    const { status, err } = await installed.here(['list', '--format', 'parquet']);
    expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining('table, json, ndjson, csv.') as string });
  });
});
