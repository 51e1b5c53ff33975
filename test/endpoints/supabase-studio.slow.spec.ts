import { readFile } from 'node:fs/promises';
import { assertProblem } from '../support/http/assert-problem.js';
import { startService, type TestService } from '../support/service.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const MICROS = NOW.getTime() * 1000;

const request = { method: 'GET', path: '/rest/v1/todos', search: '?select=*' };
const edge = (id: string, seconds: number, status: number, project = 'default') => ({
  id,
  project,
  timestamp: new Date(NOW.getTime() - seconds * 1000).toISOString(),
  event_message: `GET ${status}`,
  metadata: [{ request: [request], response: [{ status_code: status }] }],
});

const at = (id: string, project: object) => ({
  id,
  timestamp: new Date(NOW.getTime() - 1000).toISOString(),
  ...project,
});
const twoProjects = (name: string) => ['default', 'other'].map((project) => at(project, { [name]: project }));
const twoNested = (name: string) =>
  ['default', 'other'].map((project) => at(project, { metadata: [{ [name]: project }] }));

/** The tables that Studio’s pages below do not read. */
const OTHER_TABLES = {
  auth_logs: twoProjects('project'),
  postgrest_logs: twoProjects('project'),
  pgbouncer_logs: twoProjects('project'),
  function_edge_logs: twoNested('project_ref'),
  function_logs: twoNested('project_ref'),
  realtime_logs: twoNested('project'),
  storage_logs: twoNested('project'),
};

const TABLES = {
  ...OTHER_TABLES,
  edge_logs: [edge('a', 90, 200), edge('b', 30, 500), edge('c', 10, 200), edge('foreign', 5, 200, 'other')],
  postgres_logs: [
    {
      id: 'p',
      project: 'default',
      timestamp: new Date(NOW.getTime() - 1000).toISOString(),
      event_message: 'syntax error',
      metadata: [{ parsed: [{ error_severity: 'ERROR', detail: null, hint: 'a comma' }] }],
    },
  ],
};

/** What Studio’s log pages send, as they send it. */
const PAGES: readonly (readonly [page: string, sql: string, rows: unknown])[] = [
  [
    'the list of requests',
    `select id, edge_logs.timestamp, event_message, request.method, request.path, request.search, response.status_code
from edge_logs
cross join unnest(metadata) as m
cross join unnest(m.request) as request
cross join unnest(m.response) as response

order by timestamp desc
limit 100
`,
    [
      ['c', 10, 200],
      ['b', 30, 500],
      ['a', 90, 200],
    ].map(([id, seconds, status]) => ({
      id,
      timestamp: MICROS - Number(seconds) * 1e6,
      event_message: `GET ${status}`,
      ...request,
      status_code: status,
    })),
  ],
  [
    'the chart above it',
    `
SELECT
-- log-event-chart
  timestamp_trunc(t.timestamp, minute) as timestamp,
  count(CASE WHEN response.status_code < 400 THEN 1 END) as ok_count,
  count(CASE WHEN response.status_code >= 500 THEN 1 END) as error_count
FROM
  edge_logs t
  cross join unnest(t.metadata) as metadata
  cross join unnest(metadata.request) as request
  cross join unnest(metadata.response) as response
GROUP BY
timestamp
ORDER BY
  timestamp ASC
`,
    [
      { timestamp: MICROS - 120e6, ok_count: 1, error_count: 0 },
      { timestamp: MICROS - 60e6, ok_count: 1, error_count: 1 },
    ],
  ],
  ['how many there are', `SELECT count(*) as count FROM edge_logs where (event_message like '%500%')`, [{ count: 1 }]],
  [
    'the database’s page',
    `select id, postgres_logs.timestamp, event_message, identifier, parsed.error_severity, parsed.detail, parsed.hint
from postgres_logs
cross join unnest(metadata) as m
cross join unnest(m.parsed) as parsed
where regexp_contains(event_message, 'syntax')
order by timestamp desc
limit 100`,
    [
      {
        id: 'p',
        timestamp: MICROS - 1e6,
        event_message: 'syntax error',
        identifier: null,
        error_severity: 'ERROR',
        detail: null,
        hint: 'a comma',
      },
    ],
  ],
  [
    'a template of the editor',
    `select cast(timestamp as datetime) as timestamp, event_message from edge_logs where id = 'a' LIMIT 5`,
    [{ timestamp: '2026-11-20T09:58:30', event_message: 'GET 200' }],
  ],
];

describe('Supabase Studio', () => {
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

  const send = async (sql: string) => {
    const range = 'iso_timestamp_start=2026-11-20T09:00:00.000Z&iso_timestamp_end=2026-11-20T10:00:00.000Z';
    return service.get(`/api/endpoints/query/logs.all?project=default&${range}&sql=${encodeURIComponent(sql)}`);
  };

  it.each(PAGES)('is given %s', async (_, sql, rows) => {
    const answer = await send(sql);
    expect([answer.status, await answer.json()]).toEqual([200, { result: rows }]);
  });

  it.each(Object.keys(OTHER_TABLES))('is given its project of %s', async (table) => {
    const answer = await send(`select id, timestamp, event_message, metadata from ${table}`);
    expect([answer.status, await answer.json()]).toMatchObject([200, { result: [{ id: 'default' }] }]);
  });

  it('is told what is wrong with a query where it looks for it', async () => {
    const { error } = await assertProblem(await send('select nothing from edge_logs'), 'invalid_sql');
    expect(error.message).toContain('nothing');
  });

  it('finds out that the service is there', async () => {
    for (const method of ['GET', 'HEAD']) expect((await fetch(`${service.base}/health`, { method })).status).toBe(200);
  });
});
