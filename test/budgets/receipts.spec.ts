import { hashToken } from '../../src/access/token.js';
import { endpointFile } from '../support/endpoint-file.js';
import {
  bigQueryEnv,
  type BigQueryServer,
  rowsReply,
  startBigQueryServer,
} from '../support/engines/bigquery-server.js';
import { startService, type TestService } from '../support/service.js';

const parameters = { n: { type: 'integer', required: true } };
const ENDPOINTS = {
  'kept.yaml': endpointFile({ name: 'kept', caching: 60, parameters, query: 'SELECT @n AS n' }),
  'fresh.yaml': endpointFile({ name: 'fresh', parameters, query: 'SELECT @n AS n' }),
};
const tokenOf = (id: string) => `${id}-token-0123456789`;
const keys = JSON.stringify({
  keys: [
    { id: 'payer', sha256: hashToken(tokenOf('payer')), scopes: ['*', 'cost'] },
    { id: 'other', sha256: hashToken(tokenOf('other')), scopes: ['*', 'admin', 'cache:refresh', 'metrics'] },
  ],
});
const COST = String.raw`bytes_billed=10485760, bytes_processed=5000000, slot_ms=1200, run_ms=\d+`;
const PAID = new RegExp(`^${COST}$`);
const SAVED = new RegExp(`^saved;${COST.replaceAll(', ', ';')}$`);

/** What BigQuery says of each run. */
const RUN = { totalBytesBilled: '10485760', totalSlotMs: '1200', totalBytesProcessed: '5000000' };
const settings = (bigquery: BigQueryServer) => ({
  ...bigQueryEnv(bigquery.url),
});

describe('what an answer says of its cost', () => {
  let bigquery: BigQueryServer;
  let service: TestService;
  let values = 0;
  let run = RUN;

  beforeAll(async () => {
    bigquery = await startBigQueryServer();
    bigquery.answers(({ body }) => rowsReply('n INTEGER', body.dryRun ? [] : [['1']], run));
    service = await startService({ endpoints: ENDPOINTS, keys, env: settings(bigquery) });
  });
  afterAll(async () => {
    await service.close();
    await bigquery.close();
  });

  const costOf = async (path: string, key: string, headers: Record<string, string> = {}) => {
    const answer = await service.get(`/api/endpoints/query/${path}`, { 'x-api-key': tokenOf(key), ...headers });
    return answer.headers.get('quern-cost');
  };
  const next = () => (values += 1);

  it('is there for a key with the scope: of a run what it has cost, of a hit what it has saved', async () => {
    const n = next();
    expect(await costOf(`kept?n=${n}`, 'payer')).toMatch(PAID);
    for (const path of [`kept?n=${n}`, `kept/rows.csv?n=${n}`, `kept/rows.csv?n=${n}`]) {
      expect(await costOf(path, 'payer')).toMatch(SAVED);
    }
    expect(await costOf(`fresh/rows.csv?n=${n}`, 'payer')).toMatch(PAID);
    const meta = await costOf(`kept?n=${n}`, 'payer', { prefer: 'include=meta' });
    expect(meta).toMatch(SAVED);
  });

  it('is there with a 304', async () => {
    const n = next();
    const first = await service.get(`/api/endpoints/query/kept?n=${n}`, { 'x-api-key': tokenOf('payer') });
    const etag = first.headers.get('etag') ?? '';
    expect(await costOf(`kept?n=${n}`, 'payer', { 'if-none-match': etag })).toMatch(SAVED);
  });

  it('is that of the last run, also where it has made the same rows', async () => {
    const n = next();
    const paths = [`kept?n=${n}`, `kept/rows.csv?n=${n}`];
    for (const path of [...paths, ...paths]) expect(await costOf(path, 'payer')).toContain('slot_ms=1200');
    run = { ...RUN, totalSlotMs: '77' };
    await costOf(`kept?n=${n}`, 'other', { 'cache-control': 'no-cache' });
    run = RUN;
    for (const path of [...paths, ...paths]) expect(await costOf(path, 'payer')).toContain('slot_ms=77');
  });

  it('is what one call pays where several wait for the same run', async () => {
    const n = next();
    const costs = await Promise.all([1, 2, 3].map(async () => costOf(`kept?n=${n}`, 'payer')));
    expect(costs.filter((cost) => PAID.test(cost ?? ''))).toHaveLength(1);
    expect(costs.filter((cost) => SAVED.test(cost ?? ''))).toHaveLength(2);
  });

  it('is told to no other key, whatever else it may do and whoever has asked before', async () => {
    const n = next();
    const paths = [`kept?n=${n}`, `kept?n=${n}`, `kept/rows.csv?n=${n}`, `fresh?n=${n}`];
    for (const path of paths) expect(await costOf(path, 'other')).toBeNull();
    for (const path of paths) expect(await costOf(path, 'payer')).not.toBeNull();
    for (const path of paths) expect(await costOf(path, 'other')).toBeNull();
    expect(await costOf(`kept?n=${n}`, 'other', { 'cache-control': 'no-cache' })).toBeNull();
  });
});
