import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { LOG_TABLES } from '../../src/catalog/log-tables/log-tables.js';
import { endpointFile } from '../support/endpoint-file.js';
import { bigQueryEnv, startBigQueryServer } from '../support/engines/bigquery-server.js';
import { eventually } from '../support/eventually.js';
import { runCommand } from '../support/processes/command-line.js';
import { InstalledQuern } from '../support/processes/installed-quern.js';

describe('quern tables', () => {
  let installed: InstalledQuern;

  beforeAll(async () => {
    installed = await InstalledQuern.open();
    await installed.write('data/orders.ndjson', '{"id": 1, "country": "NO"}');
    await installed.write('data/orders.schema.json', JSON.stringify([{ name: 'id', type: 'INTEGER' }]));
    await installed.write('data/shop/a.csv', 'x\n1\n');
    await installed.write('data/shop/b.ndjson', '{"y": "z"}');
    await installed.write('data/events/one.ndjson', '{"n": 1}');
    await installed.write('data/events/two.ndjson', '{"n": 2}');
    await mkdir(join(installed.folder, 'data/empty'));
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    await connection.run(`COPY (SELECT range AS n FROM range(7)) TO '${installed.folder}/data/counted.parquet'`);
    connection.closeSync();
    instance.closeSync();
  });
  afterAll(async () => installed.close());

  it('tells tables, the rows of those that know them, columns with types, files, and why others are none', async () => {
    const { status, out, err } = await installed.here(['tables']);
    expect({ status, err }).toEqual({
      status: 0,
      err: expect.stringMatching(/^shop is no table: .*so that it is a dataset.*\n$/) as string,
    });
    const found = JSON.parse(out) as Record<string, unknown>[] & { files: string[] }[];
    const NOT_STORED = { stored_bytes: null, stored_at: null };
    for (const { files, ...table } of found)
      expect(table).toMatchObject({ read_from: files.length > 0 ? 'files' : null, ...NOT_STORED });
    const told = ({ table, rows, columns, files }: (typeof found)[number]) => ({ table, rows, columns, files });
    expect(
      found.map(told).map(({ files, ...rest }) => ({ ...rest, file: files[0]?.replace(/^.*data\//, 'data/') })),
    ).toEqual([
      { table: 'counted', rows: 7, columns: [{ name: 'n', type: 'INT64' }], file: 'data/counted.parquet' },
      { table: 'events', rows: null, columns: [{ name: 'n', type: 'INT64' }], file: 'data/events' },
      { table: 'orders', rows: null, columns: [{ name: 'id', type: 'INT64' }], file: 'data/orders.ndjson' },
      { table: 'shop.a', rows: null, columns: [{ name: 'x', type: 'INT64' }], file: 'data/shop/a.csv' },
      { table: 'shop.b', rows: null, columns: [{ name: 'y', type: 'STRING' }], file: 'data/shop/b.ndjson' },
      // Queries can read them as well.
      ...[...LOG_TABLES.keys()].sort().map((table) => ({ table, rows: 0, columns: expect.anything() as unknown })),
    ]);
  });

  it('is read by people, too', async () => {
    const { out } = await installed.here(['tables', '--format', 'table']);
    expect(out.split('\n').slice(0, 3)).toEqual([
      expect.stringMatching(/^table +rows +columns +files +read_from$/),
      expect.stringMatching(/^─+/),
      expect.stringMatching(/^counted +7 +n +/),
    ]);
  });

  it('tells which are read from copies', async () => {
    const rows = Array.from({ length: 40_000 }, (_, n) => `{"n":${n}}`).join('\n');
    await installed.write('data/large.ndjson', rows);
    await installed.write('endpoints/one.yaml', endpointFile({ name: 'one', query: 'SELECT 1 AS n' }));
    const service = installed.start(['serve'], { QUERN_PORT: '0', QUERN_API_KEY: 'one-token-0123456789' });
    try {
      await eventually(async () => (await installed.run(['tables'])).out.includes('"read_from":"store"'));
    } finally {
      const ended = once(service, 'exit');
      service.kill();
      await ended;
    }
    const { out } = await installed.run(['tables', '--format', 'table']);
    expect(out).toMatch(/^large +40000 +n +\S+ +store, \d+\.\d MB of \d{4}-\d\d-\d\d \d\d:\d\d$/m);
    expect(out).toMatch(/^events .* files$/m);
  });

  it('tells the columns of the tables that are named', async () => {
    const empty = await installed.here(['tables', 'function_logs', '--format', 'csv']);
    expect(empty.out).toMatch(/^column,type\r\nid,STRING\r\n/);
    const one = await installed.here(['tables', 'orders', '--format', 'csv']);
    expect(one.out).toBe('column,type\r\nid,INT64\r\n');
    const two = await installed.here(['tables', 'orders', 'shop.a', '--format', 'ndjson']);
    expect(two.out.split('\n')[1]).toBe('{"table":"shop.a","column":"x","type":"INT64"}');
  });

  it('tells of BigQuery’s that they are in no files', async () => {
    const bigquery = await startBigQueryServer();
    const listed = { tableReference: { projectId: 'acme', datasetId: 'logs', tableId: 'orders' } };
    bigquery.answers({ json: { tables: [listed] } }, { json: { type: 'TABLE', numRows: '0' } }, { json: {} });
    const { out, err } = await runCommand(['tables'], bigQueryEnv(bigquery.url));
    expect(JSON.parse(out)).toMatchObject([{ table: 'orders', rows: 0, files: [], read_from: null }]);
    expect(await runCommand(['tables'], bigQueryEnv(bigquery.url))).toMatchObject({ out: '[]\n', err });
    expect(err).toBe('');
    await bigquery.close();
  });

  it('says which name is meant', async () => {
    const { status, err } = await installed.here(['tables', 'order']);
    expect({ status, err }).toEqual({ status: 2, err: 'quern: there is no table "order"; did you mean orders?\n' });
  });

  it('says why a name is none of a table', async () => {
    const { status, err } = await installed.here(['tables', 'shop']);
    expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining('shop is no table: ') as string });
  });
});
