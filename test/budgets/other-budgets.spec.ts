import { hashToken } from '../../src/access/token.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import {
  bigQueryEnv,
  type BigQueryServer,
  rowsReply,
  startBigQueryServer,
} from '../support/engines/bigquery-server.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { listed } from '../support/listing.js';
import { scrape, SCRAPER } from '../support/metrics.js';
import { startService, type TestService } from '../support/service.js';

const MIB = 2 ** 20;
const parameters = { n: { type: 'integer', required: true } };
const ENDPOINTS = {
  'one.yaml': endpointFile({ name: 'one', caching: 60, budget: '10GiB/day', parameters, query: 'SELECT @n AS n' }),
  'two.yaml': endpointFile({ name: 'two', caching: 60, parameters, query: 'SELECT @n AS n' }),
};
const tokenOf = (id: string) => `${id}-token-0123456789`;
const keys = JSON.stringify({
  keys: [
    { id: 'poor', sha256: hashToken(tokenOf('poor')), scopes: ['*'], budget: '30MiB/day' },
    { id: 'rich', sha256: hashToken(tokenOf('rich')), scopes: ['*', 'admin'] },
    { id: 'scraper', sha256: hashToken(SCRAPER), scopes: ['metrics'] },
  ],
});

describe('the budgets of keys and of the service', () => {
  let bigquery: BigQueryServer;
  let service: TestService;
  let hold: Promise<void>;

  const call = async (path: string, key: string) =>
    service.get(`/api/endpoints/query/${path}`, { 'x-api-key': tokenOf(key) });
  const runsOfTwo = async () => (await listed(service, 'two', { 'x-api-key': tokenOf('rich') })).runs;

  beforeAll(async () => {
    bigquery = await startBigQueryServer();
    hold = Promise.resolve();
    bigquery.answers(async ({ body }) => {
      if (body.dryRun) return rowsReply('n INTEGER', [], { totalBytesProcessed: '0' });
      await hold;
      return rowsReply('n INTEGER', [['1']], { totalBytesBilled: String(10 * MIB) });
    });
    service = await startService({
      endpoints: ENDPOINTS,
      keys,
      env: {
        ...bigQueryEnv(bigquery.url),
        QUERN_BIGQUERY_BUDGET: '80MiB/day',
      },
    });
  });

  afterAll(async () => {
    await service.close();
    await bigquery.close();
  });

  it('a key pays for the runs that its calls start, whatever they call', async () => {
    expect((await call('one?n=1', 'rich')).status).toBe(200);
    for (const path of ['one?n=1', 'one?n=2', 'two?n=2']) {
      expect([path, (await call(path, 'poor')).status]).toEqual([path, 200]);
    }
    const scraped = await scrape(service);
    expect(scraped.get('quern_key_budget_used_ratio{key="poor"}')).toBe(2 / 3);
    expect(scraped.get('quern_budget_used_ratio{endpoint="one"}')).toBe(20 / 10_240);
    expect(scraped.get('quern_service_budget_used_ratio')).toBe(3 / 8);
  });

  it('a key whose budget is used up is told so, and none that has joined its run', async () => {
    let release: () => void = () => undefined;
    hold = new Promise((resolve) => {
      release = resolve;
    });
    const last = call('two?n=3', 'poor');
    await eventually(async () => (await runsOfTwo()).misses === 2);
    // It waits for what the last one costs.
    const poor = call('two?n=4', 'poor');
    await eventually(async () => (await runsOfTwo()).misses === 3);
    const rich = call('two?n=4', 'rich');
    await eventually(async () => (await runsOfTwo()).joined === 1);
    release();
    expect([(await last).status, (await rich).status]).toEqual([200, 200]);
    const { detail } = await assertProblem(await poor, 'budget_exhausted');
    expect(detail).toBe('The budget of this key is used up for today, in UTC.');
    await assertProblem(await call('one?n=5', 'poor'), 'budget_exhausted');
    expect((await call('two?n=4', 'poor')).headers.get('cache-status')).toMatch('hit');
  });

  it('the service stops at what all together may cost', async () => {
    for (const path of ['one?n=6', 'one?n=7', 'two?n=8']) expect((await call(path, 'rich')).status).toBe(200);
    const { detail } = await assertProblem(await call('two?n=9', 'rich'), 'budget_exhausted');
    expect(detail).toBe('The budget of this service is used up for today, in UTC.');
    expect((await call('two?n=8', 'rich')).status).toBe(200);
  });
});
