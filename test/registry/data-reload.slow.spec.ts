import { DuckDBInstance } from '@duckdb/node-api';
import { appendFileSync } from 'node:fs';
import { appendFile, copyFile, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Registry } from '../../src/registry/registry.service.js';
import { putDatabase } from '../support/database-file.js';
import { ndjson, schemaOf } from '../support/duckdb.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { assertRows } from '../support/http/assert-rows.js';
import { startService, TOKEN, type TestService } from '../support/service.js';

const GONE = 'A table that the query reads is not there now, or has other columns than before.';

describe('data that change while the service runs', () => {
  let folder: string;
  let service: TestService;
  let clock: { now: Date };

  const at = (name: string) => join(folder, 'data', name);
  const write = async (name: string, text: string) => {
    await mkdir(dirname(at(name)), { recursive: true });
    await writeFile(at(name), text);
  };
  const start = async (endpoints: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) => {
    const files = Object.entries(endpoints).map(([name, query]) => [
      `${name}.yaml`,
      query.startsWith('{') ? query : endpointFile({ name, query }),
    ]);
    clock = { now: new Date() };
    service = await startService({
      endpoints: Object.fromEntries(files) as Record<string, string>,
      clock,
      env: { QUERN_DATA: at(''), ...env },
    });
  };
  const call = (name: string) => service.get(`/api/endpoints/query/${name}`);
  const registry = () => service.app.get(Registry);
  /** The columns that an endpoint is listed with. */
  const columns = (name: string) =>
    registry()
      .findIfServed(name)
      ?.columns.map((column) => `${column.name} ${column.type}`)
      .join(', ');
  const messages = () => registry().problems.map(({ message }) => message);
  const hasProblem = (part: string) => messages().some((message) => message.includes(part));

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-data-'));
    await mkdir(at(''));
  });

  afterEach(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  it('a table of other columns is listed, described and read so; what is cached stays good until its time is over', async () => {
    await write('orders.ndjson', ndjson({ id: 1, amount: 5 }));
    await start({
      orders: endpointFile({ name: 'orders', query: 'SELECT id, amount FROM orders', caching: 60 }),
      others: 'SELECT 1 AS one',
    });
    expect(columns('orders')).toBe('id INT64, amount INT64');
    expect(await assertRows(await call('orders'))).toEqual([{ id: 1, amount: 5 }]);
    const others = registry().findIfServed('others');
    await write('orders.ndjson', ndjson({ id: 'a', amount: 'five' }));
    await eventually(() => columns('orders') === 'id STRING, amount STRING');
    // An endpoint that cannot have changed is not checked again.
    expect(registry().findIfServed('others')?.columns).toBe(others?.columns);
    // The hit has the columns of before, not those that are promised now.
    const hit = await fetch(`${service.base}/api/endpoints/query/orders`, { headers: { 'x-api-key': TOKEN } });
    expect(hit.headers.get('cache-status')).toContain('hit');
    expect(await hit.json()).toEqual({ result: [{ id: 1, amount: 5 }] });
    const listed = (await (await service.get('/api/endpoints/orders')).json()) as { columns: { type: string }[] };
    expect(JSON.stringify(listed)).toContain('"type":"STRING"');
    expect(await (await service.get('/api/openapi.json')).text()).not.toContain('"amount":{"type":["integer"');
    clock.now = new Date(clock.now.getTime() + 61_000);
    expect(await assertRows(await call('orders'))).toEqual([{ id: 'a', amount: 'five' }]);
    expect(service.log.filter((line) => line.includes('tables have changed'))).toEqual(['tables have changed: orders']);
  });

  it('a table that goes is told, and one that comes back is there for the next call', async () => {
    await write('orders.csv', 'id\n1\n');
    await start({ orders: 'SELECT id FROM orders' });
    await rm(at('orders.csv'));
    expect((await assertProblem(await call('orders'), 'query_failed')).detail).toBe(GONE);
    await eventually(() => hasProblem('there is no table "orders"'));
    expect(await (await service.get('/readyz')).json()).toMatchObject({ status: 'degraded', endpoints: 'outdated' });
    await write('orders.csv', 'id\n2\n');
    expect(await assertRows(await call('orders'))).toEqual([{ id: 2 }]);
    await eventually(() => messages().length === 0);
  });

  it('a table that has gone has all files looked at once a second, however many calls fail', async () => {
    await write('orders.csv', 'id\n1\n');
    await start({ orders: 'SELECT id FROM orders' });
    await rm(at('orders.csv'));
    await eventually(() => hasProblem('there is no table "orders"'));
    const looks = jest.spyOn(registry(), 'reloadData');
    const began = performance.now();
    for (let calls = 0; calls < 4; calls += 1) await assertProblem(await call('orders'), 'query_failed');
    const count = looks.mock.calls.filter(([paths]) => paths.includes(at(''))).length;
    expect(count).toBeGreaterThan(0);
    // One of the looks may be the follower's own.
    expect(count).toBeLessThanOrEqual(2 + (performance.now() - began) / 1000);
  });

  it('a file that is always written to is taken up, though it is never at rest', async () => {
    await write('log.ndjson', ndjson({ id: 0 }));
    await start({ log: 'SELECT COUNT(*) AS n FROM log' });
    const looks = jest.spyOn(registry(), 'reloadData');
    let written = 0;
    const writing = setInterval(() => {
      appendFileSync(at('log.ndjson'), ndjson({ id: 1, [`column${(written += 1)}`]: 1 }));
    }, 20);
    try {
      await eventually(() => looks.mock.calls.some(([paths]) => paths.includes(at('log.ndjson'))));
    } finally {
      clearInterval(writing);
    }
  });

  it('a table that comes is read, in a dataset as well', async () => {
    await write('here.csv', 'id\n0\n');
    await start({ here: 'SELECT id FROM here' });
    await service.writeEndpoint('plain.yaml', endpointFile({ name: 'plain', query: 'SELECT id FROM plain' }));
    await service.writeEndpoint('shop.yaml', endpointFile({ name: 'shop', query: 'SELECT id FROM shop.orders' }));
    await eventually(() => hasProblem('there is no table "plain"') && hasProblem('there is no dataset "shop"'));
    await write('plain/2026/1.ndjson', ndjson({ id: 1 }));
    await eventually(() => columns('plain') === 'id INT64');
    await write('shop/orders.tsv', 'id\tn\nx\t1\n');
    await eventually(() => columns('shop') === 'id STRING');
    expect(await assertRows(await call('plain'))).toEqual([{ id: 1 }]);
    expect(await assertRows(await call('shop'))).toEqual([{ id: 'x' }]);
    // A schema gives the types from then on.
    await write('plain.schema.json', schemaOf('id STRING'));
    await eventually(() => columns('plain') === 'id STRING');
    await rm(at('shop'), { recursive: true });
    await eventually(() => hasProblem('there is no dataset "shop"'));
  });

  it('rows that are added are read at once, and are no change of the table', async () => {
    await write('orders/1.ndjson', ndjson({ id: 1 }));
    await start({ orders: 'SELECT id FROM orders ORDER BY id' });
    await appendFile(at('orders/1.ndjson'), ndjson({ id: 2 }));
    await write('orders/2.ndjson', ndjson({ id: 3 }));
    expect(await assertRows(await call('orders'))).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    await write('other.ndjson', ndjson({ id: 1 }));
    await eventually(() => service.log.some((line) => line.includes('tables have changed: other')));
    expect(service.log.filter((line) => line.includes('orders,') || line.endsWith('orders'))).toEqual([]);
  });

  it('a file that is broken leaves the columns as they were until it is mended', async () => {
    const good = join(folder, 'good.parquet');
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run(`COPY (SELECT 1 AS id) TO '${good}'`);
    connection.closeSync();
    instance.closeSync();
    await copyFile(good, at('orders.parquet'));
    await start({ orders: 'SELECT id FROM orders' });
    await write('orders.parquet', 'half of a file');
    await eventually(() => hasProblem('table "orders" cannot be read'));
    expect(columns('orders')).toBe('id INT64');
    expect(await (await service.get('/health')).json()).toEqual({ status: 'degraded', data: 'outdated' });
    await assertProblem(await call('orders'), 'query_failed');
    await copyFile(good, at('orders.parquet'));
    await eventually(() => messages().length === 0);
    expect(await assertRows(await call('orders'))).toEqual([{ id: 1 }]);
  });

  it('a value of another type that is added is told as the table’s by the first call', async () => {
    await write('orders.csv', 'id,amount\n1,5\n');
    await write('orders.schema.json', schemaOf('id INT64, amount INT64'));
    await start({ orders: 'SELECT SUM(amount) AS amount FROM orders', own: 'SELECT 1 / (id - 1) AS n FROM orders' });
    expect(await assertRows(await call('orders'))).toEqual([{ amount: 5 }]);
    appendFileSync(at('orders.csv'), '2,6\n');
    expect(await assertProblem(await call('own'), 'query_failed')).toMatchObject({
      detail: 'The query could not be run with these values.',
    });
    appendFileSync(at('orders.csv'), '3,x\n');
    expect(await assertProblem(await call('orders'), 'query_failed')).toMatchObject({
      detail: 'The table "orders" cannot be read as its files are now.',
    });
  });

  it('callers’ SQL reads the tables as they are', async () => {
    await write('orders.ndjson', ndjson({ id: 1 }));
    const query = 'WITH o AS (SELECT id FROM orders) SELECT id FROM o';
    await start({ orders: endpointFile({ name: 'orders', query, sandboxing: 'enabled' }) });
    const sql = () => service.get(`/api/endpoints/query/orders?sql=${encodeURIComponent('SELECT id FROM o')}`);
    expect(((await (await sql()).json()) as { result: unknown }).result).toEqual([{ id: 1 }]);
    await write('orders.ndjson', ndjson({ id: 'a' }));
    await eventually(() => columns('orders') === 'id STRING');
    expect(((await (await sql()).json()) as { result: unknown }).result).toEqual([{ id: 'a' }]);
    await rm(at('orders.ndjson'));
    const refused = await service.get('/api/endpoints/query/orders?sql=SELECT%20id%20FROM%20o');
    expect((await assertProblem(refused, 'engine_unavailable')).detail).toBe(GONE);
  });

  it('callers’ SQL that finds columns of other types reads them so', async () => {
    const put = async (select: string) => {
      const instance = await DuckDBInstance.create(':memory:');
      const connection = await instance.connect();
      await connection.run(`COPY (${select}) TO '${at('.new')}' (FORMAT parquet)`);
      connection.closeSync();
      instance.closeSync();
      await rename(at('.new'), at('orders.parquet'));
    };
    await put('SELECT 1::BIGINT AS id');
    await write('others.csv', 'one\n1\n');
    const sandboxed = (name: string, query: string) => endpointFile({ name, query, sandboxing: 'enabled' });
    await start(
      {
        orders: sandboxed('orders', 'WITH o AS (SELECT id FROM orders) SELECT id FROM o'),
        others: sandboxed('others', 'WITH o AS (SELECT one FROM others) SELECT one FROM o'),
      },
      { QUERN_DUCKDB_SANDBOX_PROCESSES: '1' },
    );
    const sql = async (name: string): Promise<unknown> =>
      (await service.get(`/api/endpoints/query/${name}?sql=SELECT%20*%20FROM%20o`)).json();
    expect(await sql('others')).toEqual({ result: [{ one: 1 }] });
    await put("SELECT DATE '2026-11-20' AS id");
    expect(await sql('orders')).toEqual({ result: [{ id: '2026-11-20' }] });
    expect(columns('orders')).toBe('id DATE');
  });

  it('a database that another one is renamed onto is read from then on, in callers’ SQL as well', async () => {
    const path = at('shop.duckdb');
    await putDatabase(path, { orders: "SELECT 1 AS id, 'demo' AS tenant", others: 'SELECT 1 AS one' });
    const query = "WITH o AS (SELECT * FROM orders WHERE tenant = 'demo') SELECT id FROM o";
    const sandboxed = (name: string, sql: string) => endpointFile({ name, query: sql, sandboxing: 'enabled' });
    await start(
      {
        orders: sandboxed('orders', query),
        others: sandboxed('others', 'WITH o AS (SELECT one FROM others) SELECT one FROM o'),
      },
      { QUERN_DATA: path, QUERN_DUCKDB_SANDBOX_PROCESSES: '1' },
    );
    const sql = async (name: string): Promise<unknown> =>
      (await service.get(`/api/endpoints/query/${name}?sql=SELECT%20*%20FROM%20o`)).json();
    expect(await sql('others')).toEqual({ result: [{ one: 1 }] });
    // SQL that is compiled for this database compares texts as they are; SQL for the one before does not.
    await putDatabase(path, {
      orders: "SELECT * FROM (VALUES ('a', 'demo' COLLATE NOCASE), ('b', 'DEMO')) AS t(id, tenant)",
      later: 'SELECT 1 AS one',
    });
    // The process has the table of the other endpoint alone, so that it opens the file anew.
    expect(await sql('orders')).toEqual({ result: [{ id: 'a', tenant: 'demo' }] });
    expect(columns('orders')).toBe('id STRING');
    expect(await assertRows(await call('orders'))).toEqual([{ id: 'a' }]);
    expect(hasProblem('there is no table "others"')).toBe(true);
    expect((await assertProblem(await call('others'), 'query_failed')).detail).toBe(GONE);
    await service.writeEndpoint('later.yaml', endpointFile({ name: 'later', query: 'SELECT one FROM later' }));
    await eventually(() => columns('later') === 'one INT64');
  });

  it('a folder that Kubernetes turns to another version is read anew', async () => {
    await write('..v1/orders.csv', 'id\n1\n');
    await write('..v2/orders.csv', 'id\nx\n');
    await symlink('..v1', at('..data'));
    await symlink('..data/orders.csv', at('orders.csv'));
    await start({ orders: 'SELECT id FROM orders' });
    expect(columns('orders')).toBe('id INT64');
    await symlink('..v2', at('..new'));
    await rename(at('..new'), at('..data'));
    await eventually(() => columns('orders') === 'id STRING');
    expect(await assertRows(await call('orders'))).toEqual([{ id: 'x' }]);
  });

  it('files of a table are read at other depths than before, and a link to another folder is told', async () => {
    await write('v1/orders/1.csv', 'id\n1\n');
    await write('v2/orders/1.csv', 'id\n2\n');
    await symlink('v1', at('current'));
    await start({ orders: 'SELECT id FROM orders ORDER BY id' }, { QUERN_DATA: at('current') });
    await write('v1/orders/2026/11/2.csv', 'id\n3\n');
    await eventually(async () => (await (await call('orders')).text()).includes('3'));
    await rm(at('v1/orders/1.csv'));
    expect(await assertRows(await call('orders'))).toEqual([{ id: 3 }]);
    await symlink('v2', at('new'));
    await rename(at('new'), at('current'));
    await eventually(() => hasProblem('leads to another folder than at the start'));
  });

  it('a schema that is broken leaves the others to change, and is told', async () => {
    await write('orders.csv', 'id\n1\n');
    await write('others.csv', 'id\n1\n');
    await start({ orders: 'SELECT id FROM orders', others: 'SELECT id FROM others' });
    await write('orders.schema.json', '[{"name": "id", "type": "GEOGRAPHY"}]');
    await write('others.csv', 'id\nx\n');
    await eventually(() => columns('others') === 'id STRING' && hasProblem('GEOGRAPHY'));
    expect(columns('orders')).toBe('id INT64');
    await write('orders.schema.json', 'no JSON');
    await eventually(() => hasProblem('table "orders" cannot be read: it is no JSON from line 1 on'));
    await write('orders.schema.json', schemaOf('id STRING'));
    await eventually(() => columns('orders') === 'id STRING' && messages().length === 0);
  });

  it('what is not read is told at the start, and once that it is mended', async () => {
    await write('orders.csv', 'id\n1\n');
    await write('more.csv.xz', '');
    await start({ orders: 'SELECT id FROM orders' });
    const told = () => service.log.filter((line) => line.includes('more.csv.xz'));
    expect(told()).toEqual([expect.stringContaining('ignored: it is compressed in a way that is not read')]);
    const listing = (await (await service.get('/api/endpoints')).json()) as object;
    expect(JSON.stringify(listing)).toContain('data_remark');
    expect(await (await service.get('/health')).json()).toEqual({ status: 'ok' });
    await rm(at('more.csv.xz'));
    await eventually(() => told().length === 2);
    expect(told()[1]).toContain('no problems any more');
  });

  it('a second file by the name of a table leaves it as it was, and is told', async () => {
    await write('orders.csv', 'id\n1\n');
    await start({ orders: 'SELECT id FROM orders' });
    await write('orders.ndjson', ndjson({ id: 'x' }));
    await eventually(() => hasProblem('stays table "orders" as it was until the next start'));
    expect(await assertRows(await call('orders'))).toEqual([{ id: 1 }]);
    await rm(at('orders.ndjson'));
    await eventually(() => messages().length === 0);
  });

  it('is not followed where nothing is', async () => {
    await write('orders.csv', 'id\n1\n');
    await start({ orders: 'SELECT id FROM orders' }, { QUERN_RELOAD: 'off' });
    await rm(at('orders.csv'));
    expect((await assertProblem(await call('orders'), 'query_failed')).detail).toBe(GONE);
    await write('orders.csv', 'id\n2\n');
    expect(await assertRows(await call('orders'))).toEqual([{ id: 2 }]);
  });
});
