import { readFile } from 'node:fs/promises';
import { startService, type TestService } from '../support/service.js';
import { UNIFIED_CHART, UNIFIED_COUNTS, UNIFIED_LOGS } from '../support/unified-logs.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const HOUR = Date.parse('2026-11-20T09:00:00.000Z') * 1000;
const at = (minute: number) => new Date(HOUR / 1000 + minute * 60_000).toISOString();
const micros = (minute: number) => HOUR + minute * 60e6;

const line = (id: string, minute: number, metadata: object) => ({
  id,
  project: 'default',
  timestamp: at(minute),
  event_message: `message of ${id}`,
  metadata: [metadata],
});
const edge = (id: string, minute: number, path: string, status: number, ray: string) =>
  line(id, minute, {
    request: [{ method: 'GET', path }],
    response: [{ status_code: status, headers: [{ cf_ray: ray }] }],
  });
const database = (id: string, minute: number, severity: string, code: string) =>
  line(id, minute, { parsed: [{ error_severity: severity, sql_state_code: code, timestamp: 'another' }] });
const call = (id: string, minute: number, status: number, request: string) =>
  line(id, minute, {
    project_ref: 'default',
    request_id: request,
    request: [{ method: 'POST', pathname: '/v1/hello' }],
    response: [{ status_code: status }],
  });
const output = (id: string, minute: number, level: string) =>
  line(id, minute, { project_ref: 'default', request_id: 'run', level, timestamp: 'another' });
const auth = (id: string, minute: number, level: string, status: string, ray: string) =>
  line(id, minute, { project: 'default', request_id: ray, level, status, timestamp: 'another' });

const TABLES = {
  edge_logs: [
    edge('e1', 1, '/auth/v1/token', 200, 'ray1'),
    edge('e2', 2, '/rest/v1/todos', 404, 'ray2'),
    edge('e3', 2, '/storage/v1/object', 500, 'ray3'),
  ],
  postgres_logs: [
    database('p1', 1, 'ERROR', '42601'),
    database('p2', 1, 'LOG', '00000'),
    database('p3', 3, 'PANIC', ''),
  ],
  function_edge_logs: [call('f1', 3, 200, 'run'), call('f2', 4, 503, 'none')],
  function_logs: [output('l1', 3, 'info'), output('l2', 3, 'error'), output('l3', 4, 'warning')],
  auth_logs: [
    auth('a1', 1, 'info', '200', 'ray1'),
    auth('a2', 5, 'info', '422', 'lost'),
    auth('a3', 5, 'error', '', 'x'),
  ],
};

/** The chart above the page of one table, as Studio makes it of the page's joins and of what it calls an error and a warning. */
const chart = (table: string, joins: string, error: string, warning: string) => `
SELECT
-- log-event-chart
  timestamp_trunc(t.timestamp, minute) as timestamp,
  count(CASE WHEN NOT (${error} OR ${warning}) THEN 1 END) as ok_count,
  count(CASE WHEN ${error} THEN 1 END) as error_count,
  count(CASE WHEN ${warning} THEN 1 END) as warning_count,
FROM
  ${table} t
  ${joins}
  where t.timestamp > '2026-11-20T03:00:00.000Z'
GROUP BY
timestamp
ORDER BY
  timestamp ASC
`;

const PARSED = `cross join unnest(metadata) as m
  cross join unnest(m.parsed) as parsed`;
const METADATA = 'cross join unnest(metadata) as metadata';
const bar = (minute: number, ok: number, error: number, warning: number) => ({
  timestamp: micros(minute),
  ok_count: ok,
  error_count: error,
  warning_count: warning,
});

const CHARTS: readonly (readonly [page: string, sql: string, bars: readonly object[]])[] = [
  [
    'the database',
    chart(
      'postgres_logs',
      PARSED,
      `parsed.error_severity IN ('ERROR', 'FATAL', 'PANIC')`,
      `parsed.error_severity IN ('WARNING')`,
    ),
    [bar(1, 1, 1, 0), bar(3, 0, 1, 0)],
  ],
  [
    'users',
    chart(
      'auth_logs',
      METADATA,
      `IFNULL(metadata.level, '') IN ('error', 'fatal') OR IFNULL(SAFE_CAST(metadata.status AS INT64), 0) >= 500`,
      `IFNULL(metadata.level, '') = 'warning' OR IFNULL(SAFE_CAST(metadata.status AS INT64), 0) BETWEEN 400 AND 499`,
    ),
    [bar(1, 1, 0, 0), bar(5, 0, 1, 1)],
  ],
  [
    'functions',
    chart('function_logs', METADATA, `metadata.level IN ('error', 'fatal')`, `metadata.level IN ('warning')`),
    [bar(3, 1, 1, 0), bar(4, 0, 0, 1)],
  ],
  [
    'scheduled jobs',
    chart('postgres_logs', PARSED, `parsed.error_severity IN ('ERROR', 'FATAL', 'PANIC')`, 'false').replace(
      'where',
      `where ( parsed.application_name = 'pg_cron' or regexp_contains(event_message, 'of p[12]') ) and`,
    ),
    [bar(1, 1, 1, 0)],
  ],
];

describe('Supabase Studio over several logs', () => {
  let service: TestService;

  beforeAll(async () => {
    const endpoint = await readFile('docs/how-to/supabase-studio.yaml', 'utf8');
    service = await startService({
      clock: { now: NOW },
      tables: TABLES,
      endpoints: { 'logs.all.yaml': endpoint },
      env: { QUERN_TIMESTAMPS: 'unix-micros' },
    });
  });

  afterAll(async () => service.close());

  const send = async (sql: string): Promise<{ result: readonly Record<string, unknown>[] }> => {
    const range = `iso_timestamp_start=${at(0)}&iso_timestamp_end=${NOW.toISOString()}`;
    const answer = await service.get(
      `/api/endpoints/query/logs.all?project=default&${range}&sql=${encodeURIComponent(sql)}`,
    );
    return (await answer.json()) as Awaited<ReturnType<typeof send>>;
  };

  it.each(CHARTS)('is given the chart of %s', async (_, sql, bars) => {
    expect(await send(sql)).toEqual({ result: bars });
  });

  it('is given the lines of all logs at once', async () => {
    const { result } = await send(UNIFIED_LOGS);
    expect(result.map(({ id, log_type, level }) => [id, log_type, level])).toEqual([
      ['f2', 'edge function', 'error'],
      ['f1', 'edge function', 'success'],
      ['e3', 'storage', 'error'],
      ['e1', 'auth', 'success'],
      ['e1', 'edge', 'success'],
      ['p1', 'postgres', 'error'],
      ['p2', 'postgres', 'success'],
      [null, 'auth', 'success'],
      [null, 'auth', 'success'],
    ]);
    expect(result[1]).toEqual({
      id: 'f1',
      source_id: null,
      timestamp: micros(3),
      log_type: 'edge function',
      status: '200',
      level: 'success',
      pathname: '/v1/hello',
      event_message: expect.stringMatching(/^message of l[123]$/) as unknown,
      method: 'POST',
      log_count: 3,
      logs: null,
    });
  });

  it('is given their chart', async () => {
    const { result } = await send(UNIFIED_CHART);
    const bars = result.map((row) => [row.time_bucket, row.success, row.warning, row.error, row.total_per_bucket]);
    expect(bars).toEqual([
      [null, 2, 0, 0, 2],
      [micros(1), 3, 0, 1, 4],
      [micros(2), 0, 1, 1, 2],
      [micros(3), 1, 0, 0, 2],
      [micros(4), 0, 0, 1, 1],
    ]);
  });

  it('is given how many there are of each kind', async () => {
    const { result } = await send(UNIFIED_COUNTS);
    const counts = result.map(
      ({ dimension, value, count }) => `${String(dimension)} ${String(value)}: ${String(count)}`,
    );
    expect(counts.sort()).toEqual([
      'level error: 3',
      'level success: 6',
      'level warning: 1',
      'log_type auth: 3',
      'log_type edge function: 2',
      'log_type edge: 1',
      'log_type postgres: 3',
      'log_type postgrest: 1',
      'log_type storage: 1',
      'method GET: 4',
      'method POST: 2',
      'pathname /auth/v1/token: 2',
      'pathname /rest/v1/todos: 1',
      'pathname /storage/v1/object: 1',
      'pathname /v1/hello: 2',
      'status 00000: 1',
      'status 200: 3',
      'status 404: 1',
      'status 42601: 1',
      'status 500: 1',
      'status 503: 1',
      'status : 1',
      'total all: 11',
    ]);
  });
});
