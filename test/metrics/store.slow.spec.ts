import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashToken } from '../../src/access/token.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { scrape } from '../support/metrics.js';
import { startService } from '../support/service.js';

const CALLER = 'caller-token-0123456789';
const KEYS = [
  { id: 'scraper', scopes: ['metrics'], sha256: hashToken('scraper-token-0123456789') },
  { id: 'caller', scopes: ['*'], sha256: hashToken(CALLER) },
];

describe('a service with a store', () => {
  it('tells of its tables, their bytes and their age, and answers the same from it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quern-store-'));
    const service = await startService({
      keys: JSON.stringify({ keys: KEYS }),
      endpoints: {
        'sum.yaml': endpointFile({ name: 'sum', caching: 'disabled', query: 'SELECT SUM(n) AS n FROM numbers' }),
      },
      tables: { numbers: [{ n: 1 }, { n: 2 }], words: [{ word: 'a' }] },
      env: { QUERN_STORE: 'on', QUERN_STORE_PATH: join(folder, 'store') },
    });
    try {
      const sum = async () => {
        const response = await service.get('/api/endpoints/query/sum', { 'x-api-key': CALLER });
        return response.json();
      };
      const first = await sum();
      const startedAt = Date.now() / 1000;
      await eventually(async () => (await scrape(service)).get('quern_store_tables') === 2);
      const metrics = await scrape(service);
      expect(metrics.get('quern_store_bytes')).toBeGreaterThan(20_000);
      expect(Math.abs(Number(metrics.get('quern_store_oldest_timestamp_seconds')) - startedAt)).toBeLessThan(3600);
      expect(await sum()).toEqual(first);
      expect(first).toMatchObject({ result: [{ n: 3 }] });
      await service.writeTable('numbers', [{ n: 5 }]);
      expect(await sum()).toMatchObject({ result: [{ n: 5 }] });
    } finally {
      await service.close();
      await rm(folder, { recursive: true });
    }
  });
});
