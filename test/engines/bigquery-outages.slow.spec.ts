import { assertProblem } from '../support/http/assert-problem.js';
import {
  type BigQueryServer,
  failureReply,
  ONE,
  type Reply,
  rowsReply,
  RUNNING,
  startBigQueryServer,
} from '../support/engines/bigquery-server.js';
import { endpointFile } from '../support/endpoint-file.js';
import { startService, type TestService } from '../support/service.js';

const ENDPOINTS = {
  'kept.yaml': endpointFile({ name: 'kept', caching: 900, query: 'SELECT 1 AS x' }),
  'fresh.yaml': endpointFile({
    name: 'fresh',
    parameters: { p: { type: 'string', default: '(' }, by: { type: 'integer', default: 0 } },
    caching: 'disabled',
    max_rows: 1,
    timeout: 1,
    query: 'SELECT 1 / @by AS x FROM logs WHERE REGEXP_CONTAINS(message, @p)',
  }),
};

describe('the service in front of BigQuery', () => {
  let server: BigQueryServer;
  let service: TestService;

  const start = async () =>
    startService({
      endpoints: ENDPOINTS,
      env: {
        QUERN_ENGINE: 'bigquery',
        QUERN_BIGQUERY_API_ENDPOINT: server.url,
        QUERN_BIGQUERY_PROJECT: 'acme',
        QUERN_BIGQUERY_DATASET: 'logs',
      },
    });

  beforeEach(async () => {
    server = await startBigQueryServer();
    server.answers(ONE);
    service = await start();
  });

  afterEach(async () => {
    await service.close();
    await server.close();
  });

  const call = async (name: string) => service.get(`/api/endpoints/query/${name}`);
  const runs = () => server.seen.filter(({ call: each, body }) => each === 'POST /queries' && body.dryRun !== true);

  it('starts while BigQuery is away, and stays healthy', async () => {
    server.answers('reset');
    const lonely = await start();
    try {
      expect((await lonely.get('/health')).status).toBe(200);
      const response = await lonely.get('/api/endpoints/query/kept');
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
      await assertProblem(response, 'engine_unavailable');
    } finally {
      await lonely.close();
    }
  });

  it('answers from its cache while BigQuery is away', async () => {
    server.answers(ONE);
    const first = await (await call('kept')).text();
    expect(first).toBe('{"result":[{"x":1}]}');
    server.answers('reset');
    expect(await (await call('kept')).text()).toBe(first);
    expect(server.seen).toEqual([]);
  });

  it('says in the line of each failure why BigQuery cannot be reached, also where it is not asked any more', async () => {
    server.answers('reset');
    for (let time = 1; time <= 6; time += 1) await assertProblem(await call('fresh'), 'engine_unavailable');
    const asked = server.seen.length;
    await assertProblem(await call('fresh'), 'engine_unavailable');
    expect(server.seen).toHaveLength(asked);
    const lines = service.log.filter((line) => line.startsWith('fresh: engine_unavailable: '));
    expect(lines).toHaveLength(7);
    for (const line of lines) expect(line).toMatch(/^[^\n]*(socket hang up|ECONNRESET)/);
  });

  it('labels its jobs with the endpoint and the key', async () => {
    server.answers(ONE);
    await call('fresh');
    expect(Object.keys(runs()[0]?.body.labels ?? {}).sort()).toEqual(['quern_endpoint', 'quern_key']);
  });

  it('tells that rows were cut off', async () => {
    server.answers(rowsReply('x INTEGER', [['1'], ['2']]));
    const response = await call('fresh');
    expect(response.headers.get('quern-truncated')).toBe('true');
    expect(await response.json()).toEqual({ result: [{ x: 1 }] });
  });

  it.each<[string, Reply, Parameters<typeof assertProblem>[1]]>([
    ['a refused query', failureReply(400, 'invalidQuery'), 'query_failed'],
    ['a query that costs too much', failureReply(400, 'bytesBilledLimitExceeded'), 'cost_limit_exceeded'],
    ['a bad regular expression', failureReply(400, 'invalidQuery', 'Cannot parse regular expression'), 'invalid_value'],
    ['a division by zero', failureReply(400, 'invalidQuery', 'division by zero: 1 / 0'), 'invalid_value'],
    ['a used up quota', failureReply(403, 'quotaExceeded'), 'engine_busy'],
    ['a query that takes too long', RUNNING, 'deadline_exceeded'],
  ])('tells of %s without a word of Google’s', async (_, reply, code) => {
    server.answers(reply);
    const { detail } = await assertProblem(await call('fresh'), code);
    expect(detail).not.toMatch(/secret|Google/);
    if (code !== 'invalid_value' && reply !== RUNNING) expect(service.log.join('\n')).toContain('secret');
  });
});
