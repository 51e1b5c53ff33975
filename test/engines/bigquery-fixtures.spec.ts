import { bigQueryOptions } from '../../src/engines/bigquery/create-bigquery-engine.js';
import { BigQueryFixtureEngine } from '../../src/engines/bigquery/fixture-engine.js';
import { readSettings } from '../../src/config/read-settings.js';
import {
  bigQueryEnv,
  type BigQueryServer,
  ONE,
  startBigQueryServer,
  statementOf,
} from '../support/engines/bigquery-server.js';

describe('BigQueryFixtureEngine', () => {
  let server: BigQueryServer;
  let engine: BigQueryFixtureEngine;

  beforeAll(async () => {
    server = await startBigQueryServer();
    const clock = () => Date.parse('2026-11-20T09:00:00Z');
    engine = new BigQueryFixtureEngine(bigQueryOptions(readSettings(bigQueryEnv(server.url))), clock);
    await engine.open();
    const schema = [{ name: 'id', type: 'INT64' }];
    await engine.load(new Map([['orders', { schema, rows: [{ id: '1' }] }]]));
  });

  afterAll(async () => {
    await engine.close();
    await server.close();
  });

  it('sends the rows and the present with the query, which may bill nothing', async () => {
    server.answers(ONE);
    const { rows } = await engine.run(statementOf({ sql: 'SELECT id, CURRENT_TIMESTAMP() AS now FROM orders' }));
    expect(rows).toEqual([['1']]);
    const [request] = server.seen;
    expect(request?.body.maximumBytesBilled).toBe('1');
    expect(request?.body.query).toMatch(/UNNEST\(ARRAY<STRUCT<`id` INT64>>\[STRUCT\(1\)\]\)/);
    expect(request?.body.query).toContain('2026-11-20');
    expect(request?.body.query).not.toContain('CURRENT_TIMESTAMP');
  });

  it('asks about no real table', async () => {
    server.answers(ONE);
    expect(await engine.check()).toHaveProperty('unchecked');
    const sandbox = engine.sandbox();
    expect(await sandbox.prepare()).toHaveProperty('unchecked');
    await expect(sandbox.run(statementOf({}))).rejects.toThrow('no SQL of callers’ own');
    expect(server.seen).toEqual([]);
  });
});
