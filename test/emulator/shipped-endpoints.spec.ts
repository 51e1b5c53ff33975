import { setTimeout } from 'node:timers/promises';
import { LOG_TABLES } from '../../src/catalog/log-tables/log-tables.js';
import { type Emulator, startEmulator } from '../support/engines/emulator.js';
import { DAY, HOUR, MINUTE, moved, SECOND } from '../support/instants.js';
import { type Rows, startService, type TestService } from '../support/service.js';

/** Rows are placed by the real time: the emulator knows no other. */
const NOW = new Date();

const at = (micros: number) => moved(NOW, -micros);

const request = (index: number, ago: number, project: string, path: string | null) => ({
  id: `id-${index}`,
  timestamp: at(ago),
  project,
  identifier: project,
  event_message: `GET | 200 | it's "é" \\ 🦆 | ${index}`,
  metadata: [
    {
      request: [
        {
          path,
          method: 'GET',
          url: `https://${project}.example.com${path ?? ''}`,
          headers: [{ host: 'h', range: 'bytes=0-1' }, { host: null }],
          cf: [
            { asn: 64_512, country: 'DE', botManagement: [{ score: 99, verifiedBot: false, detectionIds: [1, 2] }] },
          ],
        },
      ],
      response: [{ status_code: 200, origin_time: index, headers: [] }],
    },
  ],
});

const AGES = [
  2 * SECOND,
  90 * SECOND,
  7 * MINUTE,
  40 * MINUTE,
  55 * MINUTE,
  3 * HOUR,
  20 * HOUR,
  3 * DAY,
  6 * DAY,
  30 * DAY,
];
const PATHS = ['/rest/v1/todos', '/storage/v1/object/rest', '/auth/v1', '/realtime/v1', '/', null];

const EDGE_LOGS: Rows = [
  ...AGES.flatMap((ago, age) =>
    PATHS.map((path, index) => request(age * 10 + index, ago + index * 1000 + 1, index === 1 ? 'beta' : 'alpha', path)),
  ),
  { id: 'bare', timestamp: at(5 * SECOND), project: 'alpha' },
  { id: 'pathless', timestamp: at(5 * SECOND), project: 'alpha', metadata: [{ request: [] }] },
];

const INVOCATIONS: Rows = AGES.flatMap((ago, age) =>
  [200, 404, 500, null].map((status_code, index) => ({
    id: `${age}-${index}`,
    timestamp: at(ago),
    event_message: 'POST',
    metadata: [
      {
        // Times that are NULL have a project of their own: the emulator counts them in APPROX_QUANTILES.
        project_ref: index === 2 ? 'timeless' : 'alpha',
        function_id: index === 0 ? 'one' : 'two',
        execution_time_ms: index === 2 ? null : 10 * age + index * 3,
        response: [{ status_code }],
      },
    ],
  })),
);

const CALLS = [
  ...['hourly', 'daily', 'minutely'].flatMap((interval) =>
    ['alpha', '^https://beta', 'nobody'].map((project) => `usage.api-counts?project=${project}&interval=${interval}`),
  ),
  ...['5min', '15min', '1hr', '1day', '7day'].flatMap((interval) =>
    ['', '&function_id=two', '&function_id='].map(
      (rest) => `functions.invocation-stats?project=alpha&interval=${interval}${rest}`,
    ),
  ),
  'functions.invocation-stats?project=timeless&interval=7day',
  'functions.invocation-stats?project=nobody&interval=1hr',
  ...['', '&project_tier=FREE', '&project_tier=PRO', '&project_tier=ENTERPRISE'].map(
    (rest) => `logs.all?project=alpha${rest}`,
  ),
  `logs.all?project=alpha&project_tier=PRO&iso_timestamp_start=${at(DAY)}&iso_timestamp_end=${at(HOUR)}`,
  'logs.all?project=nobody',
];

/** Values that would be something else if they ever became SQL. */
const SQL = [
  "alpha' OR '1'='1",
  'alpha" OR "1"="1',
  "'; DROP TABLE edge_logs; --",
  "\\' OR TRUE --",
  "' UNION ALL SELECT id, timestamp, project, [] FROM edge_logs --",
  '`edge_logs`',
  '@project',
  '@@project_id',
  '/*',
  "alpha'''",
];

/** Such a value in each parameter by turns, beside good ones. */
const INJECTIONS = SQL.map((text) => encodeURIComponent(text)).flatMap((text) => [
  `logs.all?project=${text}`,
  `logs.all?project=alpha&project_tier=${text}`,
  `logs.all?project=alpha&iso_timestamp_start=${text}`,
  `logs.all?project=alpha&iso_timestamp_end=${text}`,
  `functions.invocation-stats?project=${text}&interval=1hr`,
  `functions.invocation-stats?project=alpha&interval=${text}`,
  `functions.invocation-stats?project=alpha&interval=1hr&function_id=${text}`,
  `usage.api-counts?project=nobody${text}&interval=hourly`,
  `usage.api-counts?project=alpha&interval=${text}`,
]);

/**
 * Each engine takes its own present. They agree on the buckets when both run within one minute (one second where a bucket
 * is as short as that), so a call that would come late in one is put off to the next.
 */
async function earlyIn(micros: number): Promise<void> {
  const length = micros / 1000;
  const passed = Date.now() % length;
  if (passed > length - 900) await setTimeout(length - passed);
}

describe('the shipped endpoints on both engines', () => {
  let emulator: Emulator;
  let bigquery: TestService;
  let duckdb: TestService;

  beforeAll(async () => {
    emulator = await startEmulator();
    const tables = { edge_logs: EDGE_LOGS, function_edge_logs: INVOCATIONS };
    for (const [name, schema] of LOG_TABLES) {
      await emulator.createTable(name, schema, name in tables ? tables[name as keyof typeof tables] : []);
    }
    [duckdb, bigquery] = await Promise.all([
      startService({ tables }),
      startService({
        env: emulator.env,
      }),
    ]);
  });

  afterAll(async () => {
    await Promise.all([bigquery.close(), duckdb.close()]);
    await emulator.stop();
  });

  const body = async (service: TestService, call: string) => {
    const response = await service.get(`/api/endpoints/query/${call}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    return response.text();
  };

  it.each(CALLS)('%s', async (call) => {
    await earlyIn(MINUTE);
    if (call.includes('5min')) await earlyIn(SECOND);
    const [theirs, ours] = await Promise.all([body(bigquery, call), body(duckdb, call)]);
    expect(theirs).toBe(ours);
    const { result } = JSON.parse(ours) as { result: unknown[] };
    expect(result.length > 0).toBe(!call.startsWith('logs.all?project=nobody'));
  });

  it.each(INJECTIONS)('take SQL for text: %s', async (call) => {
    const answers = await Promise.all(
      [bigquery, duckdb].map(async (service) => service.get(`/api/endpoints/query/${call}`)),
    );
    const [theirs, ours] = await Promise.all(
      answers.map(async (answer) => [answer.status, await answer.text()] as const),
    );
    expect(theirs?.[0]).toBe(ours?.[0]);
    expect([200, 400]).toContain(ours?.[0]);
    // A project of this name has nothing; nobody else's rows are in the answer.
    if (call.startsWith('logs.all?project=alpha')) return;
    for (const each of [theirs, ours]) expect(each?.[1]).not.toMatch(/"id":"id-|"project":"(?:alpha|beta)"/);
  });
});
