import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashToken } from '../../src/access/token.js';
import { SpentFile } from '../../src/budgets/spent-file.service.js';
import { endpointFile, ENDLESS_QUERY } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import {
  bigQueryEnv,
  type BigQueryServer,
  failureReply,
  type Reply,
  rowsReply,
  RUNNING,
  startBigQueryServer,
} from '../support/engines/bigquery-server.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { listed } from '../support/listing.js';
import { scrape, SCRAPER } from '../support/metrics.js';
import { startService, type TestService, TOKEN } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';

const MIB = 2 ** 20;
const EVENING = new Date('2026-11-20T23:00:00Z');
const parameters = { n: { type: 'integer', required: true } };
const query = 'SELECT @n AS n';
const kept = { caching: 60, parameters, query };
const ENDPOINTS = {
  'poor.yaml': endpointFile({ name: 'poor', budget: '400MiB/day', stale_if_error: 3600, ...kept }),
  'capped.yaml': endpointFile({ name: 'capped', budget: '400MiB/day', max_bytes_billed: 20 * MIB, ...kept }),
  'cut.yaml': endpointFile({ name: 'cut', budget: '30MiB/day', timeout: 1, parameters, query }),
  'slots.yaml': endpointFile({ name: 'slots', budget: '1slot-hours/day', parameters, query }),
};

/** A row of a job, and one with more behind it. */
const ROW = rowsReply('n INTEGER', [['1']], { totalBytesProcessed: '5' });
const MORE = rowsReply('n INTEGER', [['1']], { jobReference: { jobId: 'job_1' }, pageToken: 'p2' });

const keys = JSON.stringify({
  keys: [
    { id: 'caller', sha256: hashToken(TOKEN), scopes: ['*', 'admin'] },
    { id: 'scraper', sha256: hashToken(SCRAPER), scopes: ['metrics'] },
  ],
});

describe('the budget of an endpoint', () => {
  let folder: string;
  let bigquery: BigQueryServer;
  let service: TestService;
  let clock: TestClock;
  /** Bytes that a run is billed for, and what all runs have been. */
  let bytes: number;
  let billed: number;
  let refusals: number;

  const start = async () =>
    startService({
      endpoints: ENDPOINTS,
      keys,
      clock,
      env: {
        ...bigQueryEnv(bigquery.url),
        QUERN_BIGQUERY_CONCURRENCY: '50',
        QUERN_QUEUE_MAX: '1000',
        QUERN_KEY_CONCURRENCY: '1000',
        QUERN_SPENT_FILE: join(folder, 'spent.json'),
      },
    });
  const call = async (path: string) => service.get(`/api/endpoints/query/${path}`);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-test-'));
    clock = new TestClock(EVENING);
    [bytes, billed, refusals] = [40 * MIB, 0, 0];
    bigquery = await startBigQueryServer();
    // As BigQuery does: what would be billed for more than it may be is refused, and costs nothing.
    bigquery.answers(({ body }) => {
      if (body.dryRun) return rowsReply('n INTEGER', [], { totalBytesProcessed: '0' });
      const { maximumBytesBilled } = body as { maximumBytesBilled?: string };
      if (bytes > Number(maximumBytesBilled)) {
        refusals += 1;
        return failureReply(400, 'bytesBilledLimitExceeded');
      }
      billed += bytes;
      return rowsReply('n INTEGER', [['1']], { totalBytesBilled: String(bytes), totalSlotMs: '2000000' });
    });
    service = await start();
  });

  afterEach(async () => {
    await service.close();
    await bigquery.close();
    await rm(folder, { recursive: true });
  });

  it('of ten runs pays for ten of two hundred at once', async () => {
    const answers = await Promise.all([...Array(200).keys()].map(async (n) => call(`poor?n=${n}`)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(190);
    expect(billed).toBe(400 * MIB);
    // Those alone that have begun before it was known what a run costs.
    expect(refusals).toBeLessThanOrEqual(40);
    expect(service.log.filter((line) => line.includes('poor: too little is left'))).toHaveLength(1);
  });

  it('answers with 429 until midnight in UTC, and with what is cached as ever', async () => {
    bytes = 300 * MIB;
    expect((await call('poor?n=1')).status).toBe(200);
    const refused = await call('poor?n=2');
    expect(refused.headers.get('retry-after')).toBe('3600');
    expect((await assertProblem(refused, 'budget_exhausted')).detail).toBe(
      'The budget of this endpoint is used up for today, in UTC.',
    );
    expect((await call('poor?n=1')).headers.get('cache-status')).toBe('quern; hit; ttl=60');
    clock.later(120);
    const stale = await call('poor?n=1');
    expect([stale.status, stale.headers.get('cache-status')]).toEqual([200, 'quern; hit; ttl=-60; detail=budget']);
    clock.later(3600);
    expect((await call('poor?n=2')).status).toBe(200);
    expect(billed).toBe(600 * MIB);
  });

  it('lets a run be billed for what is left at most, and for what its file says', async () => {
    bytes = 390 * MIB;
    expect((await call('poor?n=1')).status).toBe(200);
    const limits = () =>
      bigquery.seen.flatMap(({ body }) => (body.dryRun ? [] : [Number((body as RunBody).maximumBytesBilled) / MIB]));
    expect(limits()).toEqual([10, 80, 400]);
    expect((await call('poor?n=2')).status).toBe(429);
    expect(limits()).toEqual([10, 80, 400, 10]);
    await assertProblem(await call('capped?n=1'), 'cost_limit_exceeded');
    expect(limits().slice(4)).toEqual([10, 20]);
  });

  it('counts a run that was cut off as what was reserved, since it may be billed', async () => {
    bigquery.answers(({ body, call: called }) => {
      if (body.dryRun) return rowsReply('n INTEGER', [], { totalBytesProcessed: '0' });
      return called.endsWith('/cancel') ? { json: {} } : RUNNING;
    });
    await assertProblem(await call('cut?n=1'), 'deadline_exceeded');
    expect((await listed(service, 'cut')).budget_used).toBeCloseTo(1 / 3);
  });

  it.each<[string, number, readonly Reply[]]>([
    ['of which BigQuery does not tell the cost', 1, [RUNNING, ROW, failureReply(403, 'accessDenied')]],
    ['whose job cannot be asked about', 1, [RUNNING, failureReply(403, 'rateLimitExceeded')]],
    ['whose rows cannot be had', 1, [MORE, failureReply(403, 'quotaExceeded')]],
    ['whose rows cannot be read', 1, [rowsReply('n INTEGER', [['one']])]],
    ['that fails', 0, [failureReply(400, 'invalidQuery')]],
    ['that fails after a while', 0, [RUNNING, failureReply(400, 'resourcesExceeded')]],
    ['that has read nothing', 0, [rowsReply('n INTEGER', [['1']])]],
    [
      'that BigQuery answers from its cache',
      0,
      [rowsReply('n INTEGER', [['1']], { totalBytesProcessed: '5', cacheHit: true })],
    ],
  ])('of a run %s is charged with %i reservation', async (_, reservations, replies) => {
    const left = [...replies];
    bigquery.answers(({ body, call: called }) => {
      if (body.dryRun) return rowsReply('n INTEGER', [], { totalBytesProcessed: '0' });
      return (called.endsWith('/cancel') ? undefined : left.shift()) ?? { json: {} };
    });
    await call('cut?n=1');
    expect(left).toEqual([]);
    expect((await listed(service, 'cut')).budget_used).toBeCloseTo(reservations / 3);
  });

  it('may be of slots', async () => {
    expect((await call('slots?n=1')).status).toBe(200);
    expect((await call('slots?n=2')).status).toBe(429);
  });

  it('is known to the operator, and to the service when it starts again', async () => {
    await call('poor?n=1');
    const used = { budget: '400MiB/day', budget_used: 0.1 };
    expect(await listed(service, 'poor')).toMatchObject(used);
    expect((await scrape(service)).get('quern_budget_used_ratio{endpoint="poor"}')).toBe(0.1);
    await service.app.get(SpentFile).write();
    const written = await readFile(join(folder, 'spent.json'), 'utf8');
    expect(Object.keys((JSON.parse(written) as { days: object }).days)).toEqual(['2026-11-20']);
    await service.close();
    service = await start();
    expect(await listed(service, 'poor')).toMatchObject(used);
  });

  it.each(['{"version":2,"days":{}}', '{"version":1,"days":{"2026-11-20":{"a":-1}}}', 'nothing'])(
    'begins anew where its file is broken: %s',
    async (text) => {
      await service.close();
      await writeFile(join(folder, 'spent.json'), text);
      service = await start();
      expect(service.log.filter((line) => line.includes('cannot be read, so that budgets begin anew'))).toHaveLength(1);
      expect((await call('poor?n=1')).status).toBe(200);
    },
  );
});

interface RunBody {
  readonly maximumBytesBilled?: string;
}

it('a run that has waited for others until its time was over was busy, and rests for no failure', async () => {
  const key = { id: 'caller', sha256: hashToken(TOKEN), scopes: ['*', 'admin'], budget: '30s/day' };
  const service = await startService({
    endpoints: {
      'long.yaml': endpointFile({ name: 'long', query: ENDLESS_QUERY }),
      'short.yaml': endpointFile({ name: 'short', timeout: 1, caching: 60, query: 'SELECT 1 AS n' }),
    },
    keys: JSON.stringify({ keys: [key] }),
    clock: new TestClock(EVENING),
  });
  const leaving = new AbortController();
  const url = `${service.base}/api/endpoints/query/long`;
  const long = fetch(url, { headers: { 'x-api-key': TOKEN }, signal: leaving.signal });
  await eventually(async () => (await listed(service, 'long')).runs.misses === 1);
  await assertProblem(await service.get('/api/endpoints/query/short'), 'engine_busy');
  leaving.abort();
  await expect(long).rejects.toThrow('aborted');
  expect(await service.rows('short')).toEqual([{ n: 1 }]);
  await service.close();
});

it('on the embedded engine, seconds are a budget', async () => {
  const poor = endpointFile({ name: 'poor', budget: '1s/day', timeout: 2, query: ENDLESS_QUERY });
  const bytesAlone = endpointFile({ name: 'free', budget: '10MiB/day', query: 'SELECT 1 AS n' });
  const service = await startService({ endpoints: { 'poor.yaml': poor, 'free.yaml': bytesAlone } });
  await assertProblem(await service.get('/api/endpoints/query/poor'), 'deadline_exceeded');
  await assertProblem(await service.get('/api/endpoints/query/poor'), 'budget_exhausted');
  for (let run = 1; run <= 3; run += 1) expect(await service.rows('free')).toEqual([{ n: 1 }]);
  await service.close();
});
