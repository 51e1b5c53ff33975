import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashToken } from '../../src/access/token.js';
import { generateSampleLogs } from '../../src/engines/duckdb/sample/generator.js';
import { startService, TOKEN, type TestService } from '../support/service.js';
import { oneRow, PAGE_REQUESTS, ROW_TABLES } from '../support/studio/pages.js';
import { REPORT_REQUESTS } from '../support/studio/reports.js';
import { databaseDetails, functionDetails, gatewayDetails } from '../support/studio/request-details.js';
import { type StudioRequest } from '../support/studio/requests.js';
import { TEMPLATE_REQUESTS } from '../support/studio/templates.js';
import { UNIFIED_CHART, UNIFIED_COUNTS, UNIFIED_LOGS } from '../support/unified-logs.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const DAY = { iso_timestamp_start: '2026-11-19T10:00:00.000Z', iso_timestamp_end: NOW.toISOString() };
const NONE = { iso_timestamp_start: '', iso_timestamp_end: '' };

const ALL_LOGS: readonly StudioRequest[] = [
  {
    page: 'all logs: list',
    sql: UNIFIED_LOGS,
    columns: 'id source_id timestamp log_type status level pathname event_message method log_count logs'.split(' '),
  },
  {
    page: 'all logs: chart',
    sql: UNIFIED_CHART,
    columns: ['time_bucket', 'success', 'warning', 'error', 'total_per_bucket'],
  },
  { page: 'all logs: counts', sql: UNIFIED_COUNTS, columns: ['dimension', 'value', 'count'] },
];

const DETAILS: readonly (readonly [panel: string, table: string, details: (id: string) => string, of: string])[] = [
  [
    'a request',
    'edge_logs',
    gatewayDetails,
    'm.request[safe_offset(0)].sb[safe_offset(0)].apikey[safe_offset(0)].apikey[safe_offset(0)].prefix is not null',
  ],
  [
    'a call of a function',
    'function_edge_logs',
    functionDetails,
    `m.response[safe_offset(0)].headers[safe_offset(0)].x_sb_edge_region is not null
      and m.execution_id in (select line.execution_id from function_logs as l cross join unnest(l.metadata) as line)`,
  ],
  ['a line of the database', 'postgres_logs', databaseDetails, "m.parsed[safe_offset(0)].error_severity = 'ERROR'"],
];

/** What the panel of a row has to have a value for, so that the joins behind it show something. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  edge_logs: ['api_key_prefix', 'api_key_hash', 'jwt_auth_key_id', 'jwt_auth_session_id', 'api_role', 'request_path'],
  function_edge_logs: ['response_edge_region', 'execution_id', 'function_log_count', 'last_event_message'],
  postgres_logs: ['sql_state_code', 'error_severity', 'operation_timestamp'],
};

const DAY_MICROS = 86_400_000_000;
const STUDIO = 'token of studio';

type Row = Readonly<Record<string, unknown>>;

describe('Supabase Studio over the sample logs', () => {
  let folder: string;
  let service: TestService;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-studio-'));
    await generateSampleLogs(folder, NOW, () => undefined);
    service = await startService({
      clock: { now: NOW },
      endpoints: { 'logs.all.yaml': await readFile('docs/how-to/supabase-studio.yaml', 'utf8') },
      keys: JSON.stringify({
        keys: [
          { id: 'any', sha256: hashToken(TOKEN), scopes: ['*'] },
          { id: 'studio', sha256: hashToken(STUDIO), scopes: ['logs.all'], bind: { project: 'demo' } },
        ],
      }),
      env: { QUERN_DATA: folder, QUERN_TIMESTAMPS: 'unix-micros' },
    });
  });

  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = async (sql: string, values: Readonly<Record<string, string>>, token = STUDIO) => {
    const query = new URLSearchParams({ project: 'demo', ...values, sql });
    const answer = await service.get(`/api/endpoints/query/logs.all?${query.toString()}`, { 'x-api-key': token });
    return { status: answer.status, body: (await answer.json()) as { readonly result?: readonly Row[] } };
  };
  const rowsOf = async (...call: Parameters<typeof ask>): Promise<readonly Row[]> => {
    const { status, body } = await ask(...call);
    expect([status, body]).toEqual([200, { result: expect.any(Array) as unknown }]);
    return body.result ?? [];
  };

  it.each(
    [...PAGE_REQUESTS, ...ALL_LOGS, ...TEMPLATE_REQUESTS, ...REPORT_REQUESTS].map((each) => [each.page, each] as const),
  )('is given %s', async (_, { sql, columns, times = 'both' }) => {
    const rows = await rowsOf(sql, { ...DAY, ...(times !== 'both' && { iso_timestamp_start: '' }) });
    expect(rows).not.toEqual([]);
    for (const row of rows) expect(Object.keys(row)).toEqual(columns);
  });

  it.each(ROW_TABLES)('is given a row of %s by its id, however old it is', async (table) => {
    const [oldest] = await rowsOf(`select id, timestamp from ${table} order by timestamp limit 1`, NONE);
    expect(Number(oldest?.timestamp)).toBeLessThan(NOW.getTime() * 1000 - 30 * DAY_MICROS);
    const rows = await rowsOf(oneRow(table, String(oldest?.id)), NONE);
    expect(rows).toMatchObject([{ id: oldest?.id, timestamp: oldest?.timestamp }]);
    expect(Object.keys(rows[0] ?? {})).toEqual(['id', 'timestamp', 'event_message', 'metadata']);
  });

  it.each(DETAILS)('is given the panel of %s', async (_, table, details, of) => {
    const [old] = await rowsOf(
      `select t.id from ${table} as t cross join unnest(t.metadata) as m where ${of} order by timestamp limit 1`,
      NONE,
    );
    const [row, ...others] = await rowsOf(details(String(old?.id)), NONE);
    expect(others).toEqual([]);
    for (const name of SHOWN[table] ?? []) expect([name, row?.[name] ?? null]).not.toEqual([name, null]);
    expect(row?.raw_log_data).toMatchObject({ id: old?.id, metadata: [expect.any(Object)] });
    if (table === 'function_edge_logs') expect(row?.function_logs).toHaveLength(Number(row?.function_log_count));
  });

  it.each(ROW_TABLES)('is given no row of another project of %s, whatever it sends', async (table) => {
    const [foreign] = await rowsOf(`select id from ${table} limit 1`, { ...NONE, project: 'lighthouse' }, TOKEN);
    const id = String(foreign?.id);
    expect(await rowsOf(oneRow(table, id), { ...NONE, project: 'lighthouse' }, TOKEN)).toHaveLength(1);
    for (const project of ['lighthouse', '%', 'DEMO']) {
      expect((await ask(oneRow(table, id), { ...NONE, project })).status).toBe(403);
    }
    for (const project of ['', 'demo']) {
      expect(await rowsOf(oneRow(table, id), { ...NONE, project })).toEqual([]);
    }
    for (const project of ['%', 'light%', "demo' or '1'='1", "lighthouse' --"]) {
      expect(await rowsOf(oneRow(table, id), { ...NONE, project }, TOKEN)).toEqual([]);
    }
    const any = `select id from ${table} where id = '${id}' or true order by id = '${id}' desc limit 1`;
    expect(await rowsOf(any, NONE)).not.toEqual([{ id }]);
    expect(await rowsOf(oneRow(table, `${id}' or ''='`), NONE)).toEqual([]);
    expect(
      await rowsOf(`with other as (select * from ${table}) select id from other where id = '${id}'`, NONE),
    ).toEqual([]);
  });

  it.each(DETAILS)('is given no panel of %s of another project', async (_, table, details) => {
    const [foreign] = await rowsOf(`select id from ${table} limit 1`, { ...NONE, project: 'lighthouse' }, TOKEN);
    expect(await rowsOf(details(String(foreign?.id)), NONE)).toEqual([]);
  });

  it.each(["' or true --", '2026-11-20T10:00:00Z; select 1', 'null', "0001-01-01 00:00:00') or (1=1", '%'])(
    'is refused a time like %s',
    async (text) => {
      for (const name of Object.keys(NONE))
        expect((await ask('select id from edge_logs', { [name]: text })).status).toBe(400);
    },
  );

  it('is told by name which tables there are, where it asks for one of the hosted service alone', async () => {
    const { status, body } = await ask('select id from pg_upgrade_logs', NONE);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('supavisor_logs')]);
  });
});
