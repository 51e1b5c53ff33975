import {
  bigQueryEnv,
  type BigQueryServer,
  ONE,
  RUNNING,
  startBigQueryServer,
} from '../support/engines/bigquery-server.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { startService, type TestService, TOKEN } from '../support/service.js';

const ENDPOINTS = {
  'one.yaml': endpointFile({ name: 'one', timeout: 60, async_timeout: 6000, query: 'SELECT 1 AS x' }),
};

describe('on BigQuery, an answer that its client does not wait for', () => {
  let bigquery: BigQueryServer;
  let service: TestService;
  /** The job goes on until a test ends it. */
  let isDone: boolean;

  const calls = () => bigquery.seen.map(({ call }) => call);
  const begin = async () => {
    const headers = { 'x-api-key': TOKEN, prefer: 'respond-async' };
    const answer = await service.get('/api/endpoints/query/one', headers);
    expect(answer.status).toBe(202);
    await eventually(() => calls().includes('GET /queries/job_1'));
    return answer.headers.get('location') ?? '';
  };

  beforeEach(async () => {
    isDone = false;
    bigquery = await startBigQueryServer();
    bigquery.answers(({ body }) => (body.dryRun || isDone ? ONE : RUNNING));
    service = await startService({
      endpoints: ENDPOINTS,
      env: {
        ...bigQueryEnv(bigquery.url),
      },
    });
  });

  afterEach(async () => {
    await service.close();
    await bigquery.close();
  });

  it('comes from a job that may take as long as async_timeout says', async () => {
    const path = await begin();
    const job = bigquery.seen.find(({ call, body }) => call === 'POST /queries' && !body.dryRun);
    expect(Number(job?.body.jobTimeoutMs)).toBeGreaterThan(60_000);
    isDone = true;
    await eventually(async () => (await (await service.get(path)).text()) === '{"result":[{"x":1}]}');
  });

  it('has its job cancelled with it', async () => {
    const path = await begin();
    await fetch(`${service.base}${path}`, { method: 'DELETE', headers: { 'x-api-key': TOKEN } });
    await eventually(() => calls().includes('POST /jobs/job_1/cancel'));
    await assertProblem(await service.get(path), 'run_not_found');
  });

  it('has its job cancelled when the service stops', async () => {
    await begin();
    await service.close();
    expect(calls()).toContain('POST /jobs/job_1/cancel');
    service = await startService({ endpoints: ENDPOINTS });
  });
});
