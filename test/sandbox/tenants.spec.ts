import { DuckDBInstance } from '@duckdb/node-api';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpointFile } from '../support/endpoint-file.js';
import { startService, type TestService } from '../support/service.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');

const call = (id: string, project: string, message: string) => ({
  id,
  timestamp: new Date(NOW.getTime() - 1000).toISOString(),
  event_message: message,
  metadata: [{ project_ref: project, function_id: 'f' }],
});

// Others' rows stand in between, some of which no function of the caller's can take.
describe('a key of one project, on the endpoint that Supabase Studio’s how-to sets up', () => {
  let service: TestService;

  beforeAll(async () => {
    const rows = Array.from({ length: 60 }, (_, index) =>
      index % 3 === 0 ? call(`own-${index}`, 'demo', '12') : call(`other-${index}`, 'lighthouse', `secret-${index}`),
    );
    service = await startService({
      clock: { now: NOW },
      endpoints: { 'studio.yaml': await readFile('docs/how-to/supabase-studio.yaml', 'utf8') },
      tables: { function_edge_logs: rows },
    });
  });
  afterAll(async () => service.close());

  const ask = async (sql: string) => {
    const answer = await service.get(
      `/api/endpoints/query/logs.all?project=demo&sql=${encodeURIComponent(`select count(*) as n from function_edge_logs where ${sql}`)}`,
    );
    return [answer.status, ((await answer.json()) as { result?: unknown }).result];
  };
  const ALL = [200, [{ n: 20 }]];
  const NONE = [200, [{ n: 0 }]];

  it.each([
    ["generate_array(1, if(metadata[safe_offset(0)].project_ref != 'demo', 100000000, 1)) is not null", ALL],
    ["generate_array(1, if(metadata[safe_offset(0)].project_ref = 'nowhere', 100000000, 1)) is not null", ALL],
    ['array(select cast(x as int64) from unnest([event_message]) as x) is not null', ALL],
    ['cast(event_message as int64) = 12', ALL],
    ["event_message like any unnest([if(event_message = '12', '%', '\\\\')])", ALL],
    ["if(event_message like 'secret%', error(event_message), 'x') = 'y'", NONE],
    ["1 / if(event_message = '12', 1, 0) > 0", ALL],
  ] as const)('learns nothing of others by %s', async (sql, expected) => {
    expect(await ask(sql)).toEqual(expected);
  });

  it('still learns of an error that its own rows cause', async () => {
    expect((await ask("error(concat('own ', event_message)) is null"))[0]).toBe(400);
  });
});

describe('a key of one tenant, over a .duckdb file', () => {
  let folder: string;
  let service: TestService;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-tenants-'));
    const path = join(folder, 'data.duckdb');
    const instance = await DuckDBInstance.create(path);
    const connection = await instance.connect();
    const letter = 'secret, and to be kept from everybody who is not of the house and has no business to know about it';
    await connection.run(`CREATE TABLE events AS
      SELECT 'demo' AS tenant, [{'tenant': 'demo'}] AS owner, 'mine' AS message FROM range(50)
      UNION ALL SELECT 'other', [{'tenant': 'other'}], '${letter}'`);
    await connection.run('CREATE TABLE folded (tenant VARCHAR COLLATE NOCASE, message VARCHAR)');
    await connection.run("INSERT INTO folded VALUES ('demo', 'mine'), ('DEMO', 'secret')");
    connection.closeSync();
    instance.closeSync();
    const endpoint = (name: string, query: string) =>
      endpointFile({
        name,
        sandboxing: 'enabled',
        parameters: { tenant: { type: 'string', required: true } },
        // Enough for a process of the lowest priority beside busy cores, and never for what the pattern would take.
        timeout: 60,
        query: `WITH logs AS (${query}) SELECT COUNT(*) AS n FROM logs`,
      });
    service = await startService({
      env: { QUERN_DATA: path },
      endpoints: {
        'unnest.yaml': endpoint(
          'unnest',
          'SELECT e.message FROM events AS e CROSS JOIN UNNEST(e.owner) AS o WHERE o.tenant = @tenant',
        ),
        'folded.yaml': endpoint('folded', 'SELECT message FROM folded WHERE tenant = @tenant'),
      },
    });
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  const ask = async (endpoint: string, sql: string, tenant = 'demo') => {
    const answer = await service.get(
      `/api/endpoints/query/${endpoint}?tenant=${tenant}&sql=${encodeURIComponent(sql)}`,
    );
    return [answer.status, ((await answer.json()) as { result?: unknown }).result];
  };

  it.each(['secret%', 'sesame%'])('learns nothing of texts like %s by a deadline', async (first) => {
    const endless = `message LIKE '${'%_'.repeat(30)}%#'`;
    expect(await ask('unnest', `SELECT COUNT(*) AS n FROM logs WHERE message LIKE '${first}' AND ${endless}`)).toEqual([
      200,
      [{ n: 0 }],
    ]);
  });

  it('reads no rows of a tenant whose name a collation takes for its own', async () => {
    const sql = 'SELECT message FROM logs';
    expect(await ask('folded', sql)).toEqual([200, [{ message: 'mine' }]]);
    expect(await ask('folded', sql, 'Demo')).toEqual([200, []]);
  });
});
