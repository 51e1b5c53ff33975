import { type Readiness } from '../../src/health/health.service.js';
import { CallableEndpoints } from '../../src/listing/callable-endpoints.service.js';
import { Registry } from '../../src/registry/registry.service.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { assertRows } from '../support/http/assert-rows.js';
import {
  bigQueryEnv,
  type BigQueryServer,
  failureReply,
  rowsReply,
  startBigQueryServer,
} from '../support/engines/bigquery-server.js';
import { startService, type ServiceOptions, type TestService } from '../support/service.js';

const ENDPOINT = `id: 5b0e4c1e-6a0b-4f0a-8d37-1f2e3d4c5b6a
name: numbers
parameters:
  n: { type: integer, required: true }
caching: 60
max_bytes_billed: 123456
query: |
  SELECT @n AS n,
    label
  FROM t
`;
const QUERY = '/api/endpoints/query/numbers';

const DRY_RUN = rowsReply('n INTEGER, label STRING', [], { totalBytesProcessed: '4096' });
const ROWS = rowsReply('n INTEGER, label STRING', [['1', 'one']], {
  totalBytesProcessed: '2048',
  totalBytesBilled: '10485760',
  totalSlotMs: '37',
  cacheHit: false,
  jobReference: { projectId: 'acme', jobId: 'job_7', location: 'EU' },
});

/** The whole service in front of a server that speaks BigQuery's REST interface. */
describe('the service on BigQuery', () => {
  let bigquery: BigQueryServer;
  let service: TestService;

  const start = async (options: ServiceOptions = {}) =>
    startService({
      endpoints: { 'numbers.yaml': ENDPOINT },
      ...options,
      env: {
        ...bigQueryEnv(bigquery.url),
        ...options.env,
      },
    });

  const listed = async (from: TestService) => {
    const { result } = (await (await from.get('/api/endpoints/numbers')).json()) as { result: Record<string, unknown> };
    return result;
  };

  beforeEach(async () => {
    bigquery = await startBigQueryServer();
    bigquery.answers(({ body }) => (body.dryRun ? DRY_RUN : ROWS));
  });

  afterEach(async () => {
    await service.close();
    await bigquery.close();
  });

  it('dry-runs every query at boot and lists what it would read', async () => {
    service = await start();
    expect(bigquery.seen.map(({ body }) => body.dryRun)).toEqual([true]);
    expect(await listed(service)).toMatchObject({
      state: 'serving',
      unchecked: null,
      estimated_bytes: 4096,
      max_bytes_billed: 123456,
      columns: [
        { name: 'n', type: 'INT64' },
        { name: 'label', type: 'STRING' },
      ],
    });
  });

  it('runs the author’s text unchanged, and keeps what the run cost for the operator', async () => {
    service = await start();
    const response = await service.get(`${QUERY}?n=1`);
    expect(response.headers.get('server-timing')).toMatch(/^cache;desc=miss, engine;dur=[\d.]+, total;dur=[\d.]+$/);
    expect(await assertRows(response)).toEqual([{ n: 1, label: 'one' }]);
    expect(bigquery.seen.at(-1)?.body).toMatchObject({
      query: 'SELECT @n AS n,\n  label\nFROM t\n',
      maximumBytesBilled: '123456',
      labels: { quern_endpoint: 'numbers', quern_key: 'env' },
    });
    const { runs } = await listed(service);
    expect(runs).toMatchObject({
      bytes_processed: 2048,
      bytes_billed: 10_485_760,
      slot_ms: 37,
      engine_cache_hits: 0,
      last_run: { bytes_billed: 10_485_760, slot_ms: 37, engine_cache_hit: false, job_id: 'job_7' },
    });
    const line = service.log.find((each) => each.startsWith('numbers for env: 1 rows'));
    expect(line).toMatch(/2048 bytes read, 10485760 billed, 37 slot ms, job job_7 request_id=\S+$/);
  });

  it('answers from cache while BigQuery is away, and refuses the rest with 503', async () => {
    service = await start();
    await assertRows(await service.get(`${QUERY}?n=1`));
    bigquery.answers('reset');
    await assertRows(await service.get(`${QUERY}?n=1`));
    const refused = await service.get(`${QUERY}?n=2`);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await assertProblem(refused, 'engine_unavailable');
    expect((await service.get('/readyz', {})).status).toBe(200);
  });

  it('tells in /readyz that BigQuery is away, which it asks nothing for', async () => {
    service = await start();
    const ask = async () => {
      const answer = await service.get('/readyz', {});
      const { checks } = (await answer.json()) as Readiness;
      return `${answer.status} ${checks.engine.status}`;
    };
    expect(await ask()).toBe('200 ok');
    bigquery.answers('reset');
    const refused = await Promise.all([3, 4, 5].map(async (n) => service.get(`${QUERY}?n=${n}`)));
    for (const answer of refused) await assertProblem(answer, 'engine_unavailable');
    expect(await ask()).toBe('503 down');
    const { length } = bigquery.seen;
    await ask();
    expect(bigquery.seen).toHaveLength(length);
  });

  it('starts while BigQuery is away, and says which endpoints are unchecked', async () => {
    bigquery.answers('reset');
    service = await start();
    expect((await service.get('/health', {})).status).toBe(200);
    expect(await listed(service)).toMatchObject({
      state: 'unchecked',
      unchecked: expect.stringMatching(/^BigQuery could not be asked/) as string,
    });
    expect(service.log.filter((line) => line.includes('could not be checked'))).toEqual([
      expect.stringMatching(/endpoints: 1 could not be checked, such as numbers: BigQuery could not be asked: .*/),
    ]);
    const caller = { id: 'caller', scopes: ['*'], bind: new Map<string, string>() };
    expect(service.app.get(CallableEndpoints).show(caller, 'numbers')).toMatchObject({ columns: null });
    const document = await (await service.get('/api/openapi.json')).text();
    expect(document).toContain('"x-quern-unchecked":true');
    expect(document).not.toMatch(/BigQuery/);
    const registry = service.app.get(Registry);
    const lookAgain = async () => registry.reload([registry.folder.root]);
    bigquery.answers(({ body }) => (body.dryRun ? DRY_RUN : ROWS));
    await assertRows(await service.get(`${QUERY}?n=1`));
    await lookAgain();
    expect(await listed(service)).toMatchObject({ state: 'serving', unchecked: null });
    expect(await (await service.get('/api/openapi.json')).text()).not.toContain('x-quern-unchecked');
    const { length } = bigquery.seen;
    await lookAgain();
    expect(bigquery.seen).toHaveLength(length);
  });

  it('does not start on a query that BigQuery refuses, and points into the file', async () => {
    bigquery.answers(failureReply(400, 'invalidQuery', 'Unrecognized name: label at [2:3]'));
    await expect(start()).rejects.toThrow(
      /numbers\.yaml:9:5 {2}error query_refused {2}BigQuery: Unrecognized name: label/,
    );
    bigquery.answers(DRY_RUN);
    service = await start();
  });

  it('refuses NULL in a column that may hold none, wherever the column comes in the answer', async () => {
    const columns = 'columns:\n  - { name: n, type: INT64 }\n  - { name: label, type: STRING, nullable: false }\n';
    const endpoints = { 'numbers.yaml': ENDPOINT.replace('caching:', `${columns}caching:`) };
    service = await start({ endpoints });
    bigquery.answers(rowsReply('n INTEGER, label STRING', [[null, 'one']]));
    expect(await assertRows(await service.get(`${QUERY}?n=1`))).toEqual([{ n: null, label: 'one' }]);
    bigquery.answers(
      rowsReply('label STRING, n INTEGER', [
        ['one', null],
        [null, '2'],
      ]),
    );
    const { detail } = await assertProblem(await service.get(`${QUERY}?n=2`), 'null_in_column');
    expect(detail).toBe('In row 2 of the answer, column "label" is NULL, which the endpoint rules out.');
  });

  it('tells nothing of what Google says', async () => {
    service = await start();
    bigquery.answers(failureReply(403, 'bytesBilledLimitExceeded', 'secret: limit of project acme'));
    const body = await assertProblem(await service.get(`${QUERY}?n=3`), 'cost_limit_exceeded');
    expect(JSON.stringify(body)).not.toMatch(/secret|acme/);
    expect(service.log.join('\n')).toContain('secret: limit of project acme');
  });
});
