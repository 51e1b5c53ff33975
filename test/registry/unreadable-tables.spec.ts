import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { dataFolder } from '../support/duckdb.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { assertRows } from '../support/http/assert-rows.js';
import { scrape } from '../support/metrics.js';
import { startService, type TestService, TOKEN } from '../support/service.js';

const SHORT = 'id,name\n1,a\n2\n';
const SOUND = 'id,name\n1,a\n2,b\n';

/** The parts of the admin listing that are looked at. */
interface Listed {
  readonly problems: readonly { readonly code: string; readonly file: string; readonly message: string }[];
  readonly result: readonly { readonly name: string; readonly state: string; readonly unchecked: string | null }[];
}

describe('a service beside tables that cannot be read', () => {
  let folder: string;
  let service: TestService;

  beforeAll(async () => {
    folder = await dataFolder({
      'first.csv': SHORT,
      'second.ndjson': '{"id":\n',
      'sound.csv': SOUND,
      'later.csv': SOUND,
    });
    const names = ['first', 'second', 'sound', 'later'];
    const endpoints = [...names, 'first-again'].map((name) => [
      `${name}.yaml`,
      endpointFile({ name, query: `SELECT COUNT(*) AS n FROM ${name.split('-')[0] ?? ''}` }),
    ]);
    service = await startService({
      endpoints: Object.fromEntries(endpoints) as Record<string, string>,
      env: { QUERN_DATA: folder },
    });
  });

  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  const call = (name: string) => service.get(`/api/endpoints/query/${encodeURIComponent(name)}`);
  const listed = async () => (await (await service.get('/api/endpoints')).json()) as Listed;
  const isRefused = async (name: string, table: string) => {
    const { status, detail } = await assertProblem(await call(name), 'query_failed');
    expect([status, detail]).toEqual([502, `The table "${table}" cannot be read as its files are now.`]);
  };
  /** Asserts that the metrics, the readiness and the listing tell of these files. */
  const areTold = async (files: Readonly<Record<string, string>>) => {
    const count = Object.keys(files).length;
    expect((await scrape(service, TOKEN)).get('quern_data_file_errors')).toBe(count);
    const data =
      count > 0
        ? { status: 'degraded', detail: 'Some files of tables cannot be read as they are.' }
        : { status: 'ok', detail: 'The files of tables can be read.' };
    const readiness = await service.get('/readyz');
    expect([readiness.status, await readiness.json()]).toMatchObject([200, { status: data.status, checks: { data } }]);
    const { problems } = await listed();
    const found = problems.filter(({ code }) => code === 'data_unreadable');
    expect(found.map(({ file }) => resolve(file))).toEqual(Object.keys(files).map((file) => join(folder, file)));
    for (const [file, reason] of Object.entries(files)) {
      expect(found.find((each) => each.file.endsWith(file))?.message).toContain(reason);
      expect(service.log.filter((line) => line.includes('data_unreadable') && line.includes(file)).length).toBe(1);
    }
  };

  it('starts, and tells each of them once', async () => {
    await areTold({ 'first.csv': 'line 3 has 1 field', 'second.ndjson': 'line 1' });
    await Promise.all([isRefused('first', 'first'), isRefused('first-again', 'first'), isRefused('second', 'second')]);
    for (const name of ['sound', 'later']) expect(await assertRows(await call(name))).toEqual([{ n: 2 }]);
    expect((await listed()).result).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          name: 'first-again',
          state: 'unchecked',
          unchecked: expect.stringContaining('line 3 has 1 field') as string,
        }),
        expect.objectContaining({ name: 'sound', state: 'serving', unchecked: null }),
      ]),
    );
    expect(await (await service.get('/readyz')).json()).toMatchObject({
      checks: { files: { detail: '5 endpoints can be called; the queries of 3 of them could not be checked.' } },
    });
  });

  it('tells one that breaks while it runs, and serves all of them when they are mended', async () => {
    await writeFile(join(folder, 'later.csv'), SHORT);
    await eventually(() => service.log.some((line) => line.includes('later.csv:')));
    await areTold({ 'first.csv': 'line 3', 'later.csv': 'line 3 has 1 field', 'second.ndjson': 'line 1' });
    await isRefused('later', 'later');
    expect(await assertRows(await call('sound'))).toEqual([{ n: 2 }]);
    await Promise.all(['first.csv', 'later.csv'].map((file) => writeFile(join(folder, file), SOUND)));
    await writeFile(join(folder, 'second.ndjson'), '{"id":1}\n{"id":2}\n');
    await eventually(async () => (await scrape(service, TOKEN)).get('quern_data_file_errors') === 0);
    await areTold({});
    for (const name of ['first', 'first-again', 'second', 'sound', 'later'])
      expect(await assertRows(await call(name))).toEqual([{ n: 2 }]);
    expect((await listed()).result.map(({ state }) => state)).toEqual(Array(5).fill('serving'));
  });
});

it('a service tells at its start which of the tables that endpoints read no file makes', async () => {
  const folder = await dataFolder({ 'function_logs.ndjson': '', 'sound.csv': SOUND });
  const queries = [
    'SELECT id FROM edge_logs',
    'SELECT id FROM function_logs',
    'SELECT id FROM sound',
    "WITH storage_logs AS (SELECT 'auth_logs' AS id) SELECT id FROM storage_logs",
  ];
  const endpoints = queries.map((query, index) => [`${index}.yaml`, endpointFile({ name: `e${index}`, query })]);
  const service = await startService({
    endpoints: Object.fromEntries(endpoints) as Record<string, string>,
    env: { QUERN_DATA: folder },
  });
  expect(service.log.filter((line) => line.includes('no file makes'))).toEqual([
    expect.stringContaining('no file makes edge_logs, which endpoints read: empty until one does') as string,
  ]);
  await service.close();
  await rm(folder, { recursive: true });
});

it('a service starts where the reason why a table cannot be read is longer than what is told of a query', async () => {
  const deep = join(await dataFolder({}), ...Array<string>(10).fill('x'.repeat(220)));
  await mkdir(deep, { recursive: true });
  await writeFile(join(deep, 'first.csv'), SHORT);
  const endpoints = { 'first.yaml': endpointFile({ name: 'first', query: 'SELECT COUNT(*) AS n FROM first' }) };
  const service = await startService({ endpoints, env: { QUERN_DATA: deep } });
  await assertProblem(await service.get('/api/endpoints/query/first'), 'query_failed');
  await service.close();
  await rm(deep.slice(0, deep.indexOf('/x')), { recursive: true });
});
