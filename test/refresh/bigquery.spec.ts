import { type BigQueryEngine } from '../../src/engines/bigquery/bigquery.engine.js';
import { endpointFile } from '../support/endpoint-file.js';
import {
  bigQueryEnv,
  type BigQueryServer,
  failureReply,
  openBigQuery,
  type Reply,
  rowsReply,
  type SeenRequest,
  startBigQueryServer,
} from '../support/engines/bigquery-server.js';
import { listed } from '../support/listing.js';
import { startService, type TestService } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';

const SQL = 'SELECT n FROM orders';
const ORDERS = 'GET /datasets/logs/tables/orders';
const RUN = rowsReply('n INTEGER', [['1']], { totalBytesBilled: '10485760', totalBytesProcessed: '5000' });

const table = (more: object = {}): Reply => ({ json: { type: 'TABLE', lastModifiedTime: '1000', ...more } });
const view = (query: string, more: object = {}): Reply => table({ type: 'VIEW', view: { query }, ...more });
const reads = (...names: readonly string[]): Reply => {
  const referencedTables = names.map((tableId) => ({ projectId: 'acme', datasetId: 'logs', tableId }));
  return { json: { statistics: { query: { referencedTables } } } };
};

describe('the state of tables on BigQuery', () => {
  let server: BigQueryServer;
  let engine: BigQueryEngine;
  let now = 0;
  /** What there is, by call; a dry run finds `orders`. */
  let replies: Record<string, Reply>;

  beforeAll(async () => {
    server = await startBigQueryServer();
  });
  afterAll(async () => server.close());
  beforeEach(async () => {
    replies = { 'POST /jobs': reads('orders'), [ORDERS]: table() };
    server.answers(({ call }) => replies[call] ?? failureReply(404, 'notFound'));
    engine = await openBigQuery(server.url, { monotonic: () => now, pausesMs: [] });
  });
  afterEach(async () => engine.close());

  const stateOf = async (sql = SQL, maxAgeMs = Infinity) => {
    const tables = await engine.tablesOf({ sql, parameters: [], maxRows: 1 });
    return tables && engine.stateOf(tables, maxAgeMs);
  };
  const calls = (call: string) => server.seen.filter((each) => each.call === call).length;

  it('is that of when they were changed last', async () => {
    const before = await stateOf();
    expect(before).toMatchObject({ ageMs: 0 });
    now += 30_000;
    expect(await stateOf()).toEqual(before);
    replies[ORDERS] = table({ lastModifiedTime: '1001' });
    now += 30_000;
    expect((await stateOf())?.state).not.toBe(before?.state);
    const { fields = '' } = server.seen.find(({ call }) => call === ORDERS)?.query ?? {};
    expect(fields).toMatch(/^type,lastModifiedTime,streamingBuffer,/);
  });

  it('is asked for in the place that is set, by jobs that are named in full', async () => {
    const inEu = await openBigQuery(server.url, { location: 'EU' });
    await inEu.tablesOf({ sql: SQL, parameters: [], maxRows: 1 });
    await inEu.close();
    const { jobReference } = server.seen[0]?.body as { jobReference?: object };
    expect(jobReference).toEqual({
      projectId: 'acme',
      jobId: expect.stringMatching(/^[\w-]+$/) as string,
      location: 'EU',
    });
  });

  it('is asked for once in half a minute, however many ask', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => stateOf(`${SQL} WHERE n > ${index % 2}`)));
    now += 29_999;
    expect(await stateOf(`${SQL} WHERE n > 0`)).toMatchObject({ ageMs: 29_999 });
    expect([calls(ORDERS), calls('POST /jobs')]).toEqual([1, 2]);
    expect(await stateOf(SQL, 10_000)).toMatchObject({ ageMs: 0 });
    expect(calls(ORDERS)).toBe(2);
  });

  it('has what a view reads, and when the view was written', async () => {
    const sql = 'SELECT n FROM recent';
    replies['POST /jobs'] = reads('orders');
    replies['GET /datasets/logs/tables/recent'] = view('SELECT n FROM logs.middle', { lastModifiedTime: '5' });
    replies['GET /datasets/logs/tables/middle'] = view('SELECT n FROM `acme.logs.orders`');
    const before = await stateOf(sql);
    expect(before).toBeDefined();
    for (const [name, changed] of [
      ['recent', view('SELECT n FROM logs.middle', { lastModifiedTime: '6' })],
      ['middle', view('SELECT n FROM `acme.logs.orders`', { lastModifiedTime: '2000' })],
      ['orders', table({ lastModifiedTime: '3000' })],
    ] as const) {
      const call = `GET /datasets/logs/tables/${name}`;
      const was = replies[call];
      replies[call] = changed;
      now += 30_000;
      expect((await stateOf(sql))?.state).not.toBe(before?.state);
      replies[call] = was ?? table();
    }
  });

  it('is asked for in the project that a query names', async () => {
    replies['POST /jobs'] = { json: { statistics: { query: {} } } };
    const other = 'GET /bigquery/v2/projects/shop.x/datasets/sales/tables/orders';
    replies[other] = table();
    expect(await stateOf('SELECT n FROM `shop.x.sales.orders`')).toBeDefined();
    expect(calls(other)).toBe(1);
  });

  it('changes when rows of a partition expire', async () => {
    const day = 86_400_000;
    const timePartitioning = { type: 'DAY', expirationMs: String(7 * day) };
    replies[ORDERS] = table({ timePartitioning });
    const before = await stateOf();
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + day);
    now += 30_000;
    expect((await stateOf())?.state).not.toBe(before?.state);
    jest.restoreAllMocks();
  });

  it.each<readonly [string, string, Record<string, Reply>]>([
    ['rows that are being streamed', SQL, { [ORDERS]: table({ streamingBuffer: { estimatedRows: '1' } }) }],
    ['an external table', SQL, { [ORDERS]: table({ type: 'EXTERNAL' }) }],
    ['a materialized view', SQL, { [ORDERS]: table({ type: 'MATERIALIZED_VIEW' }) }],
    ['a table without a time of change', SQL, { [ORDERS]: table({ lastModifiedTime: undefined }) }],
    ['no permission', SQL, { [ORDERS]: failureReply(403, 'accessDenied') }],
    ['a call that fails', SQL, { [ORDERS]: failureReply(503, 'backendError') }],
    ['a broken connection', SQL, { [ORDERS]: 'reset' }],
    ['a dry run that fails', SQL, { 'POST /jobs': failureReply(500, 'internalError') }],
    ['a wildcard table', 'SELECT n FROM `logs.orders_*`', {}],
    ['a wildcard table below a view', SQL, { 'POST /jobs': reads('orders', 'orders_*') }],
    ['a view over an external table', SQL, { [ORDERS]: view('SELECT n FROM logs.outside') }],
    ['a view that reads the clock', SQL, { [ORDERS]: view('SELECT n FROM logs.a WHERE day > CURRENT_DATE()') }],
    ['a view that is random', SQL, { [ORDERS]: view('SELECT RAND() AS n FROM logs.a') }],
    [
      'a view in legacy SQL',
      SQL,
      { [ORDERS]: table({ type: 'VIEW', view: { query: 'SELECT 1', useLegacySql: true } }) },
    ],
    ['another database', "SELECT n FROM orders JOIN EXTERNAL_QUERY('c', 'SELECT 1') USING (n)", {}],
    ['no table at all', 'SELECT 1 AS n', { 'POST /jobs': reads() }],
    [
      'a function of the dataset',
      SQL,
      { 'POST /jobs': { json: { statistics: { query: { referencedRoutines: [{ routineId: 'f' }] } } } } },
    ],
    ['more tables than BigQuery names', SQL, { 'POST /jobs': reads(...Array.from({ length: 51 }, (_, n) => `t${n}`)) }],
  ])('is unknown of %s', async (_, sql, changed) => {
    const others = {
      'GET /datasets/logs/tables/a': table(),
      'GET /datasets/logs/tables/orders_*': table(),
      'GET /datasets/logs/tables/outside': table({ type: 'EXTERNAL' }),
    };
    Object.assign(replies, others, changed);
    for (let n = 0; n < 51; n += 1) replies[`GET /datasets/logs/tables/t${n}`] = table();
    expect(await stateOf(sql)).toBeUndefined();
  });
});

describe('refresh: on_change on BigQuery', () => {
  let server: BigQueryServer;
  let service: TestService;
  let seconds = 0;
  const clock = new TestClock(new Date('2026-11-20T10:00:00.000Z'));
  const refreshed = { caching: 60, refresh: 'on_change', query: SQL };

  beforeAll(async () => {
    server = await startBigQueryServer();
    server.answers(({ call, body }: SeenRequest) => {
      if (call === 'POST /jobs') return reads('orders');
      if (call === ORDERS) return table();
      return body.dryRun ? rowsReply('n INTEGER', []) : RUN;
    });
    service = await startService({
      clock,
      endpoints: {
        // One run is all that it may have.
        'poor.yaml': endpointFile({ name: 'poor', ...refreshed, budget: '10MiB/day' }),
      },
      env: {
        ...bigQueryEnv(server.url),
      },
    });
  });
  afterAll(async () => {
    await service.close();
    await server.close();
  });

  const pass = (more: number) => {
    clock.later((seconds += more));
  };
  const statusOf = async (path: string) => {
    const answer = await service.get(`/api/endpoints/query/${path}`);
    await answer.text();
    return answer.status === 200 ? answer.headers.get('cache-status') : answer.status;
  };
  const runs = () => server.seen.filter(({ call, body }) => call === 'POST /queries' && !body.dryRun).length;

  it('verifies without a run, within a budget that is used up as well, and says what it has saved', async () => {
    expect(await statusOf('poor')).toBe('quern; fwd=miss; stored');
    const before = runs();
    pass(61);
    expect(await statusOf('poor')).toMatch(/^quern; hit; ttl=\d+; detail=verified$/);
    expect(runs()).toBe(before);
    expect((await listed(service, 'poor')).runs).toMatchObject({ verified: 1, bytes_saved: 10_485_760 });
    const metrics = await (await service.get('/metrics')).text();
    expect(metrics).toContain('quern_results_verified_total{endpoint="poor"} 1\n');
    expect(metrics).toContain('quern_engine_bytes_saved_total{endpoint="poor"} 10485760\n');
  });
});
