import { Agent, request } from 'node:http';
import { ResultCache } from '../../src/cache/result-cache.service.js';
import { bytesHeld } from '../support/bytes-held.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService, TOKEN } from '../support/service.js';

const MEBIBYTE = 2 ** 20;
const ANSWERS = 32;
const PATH = '/api/endpoints/query/large?text=';

/** A body of most of a megabyte, which no coding makes much smaller than half of that. */
const LARGE = `SELECT TO_HEX(SHA256(CONCAT(@text, CAST(n AS STRING)))) AS word FROM UNNEST(GENERATE_ARRAY(1, 9900)) AS n`;

describe('answers that were evicted', () => {
  let service: TestService;
  /** One connection for each request, which is kept when it has been answered. */
  const agent = new Agent({ keepAlive: true, maxFreeSockets: ANSWERS });

  beforeAll(async () => {
    service = await startService({
      endpoints: {
        'large.yaml': endpointFile({
          name: 'large',
          parameters: { text: { type: 'string', required: true } },
          caching: 600,
          max_rows: 10_000,
          query: LARGE,
        }),
      },
      env: { QUERN_CACHE_MAX_BYTES: '8MiB' },
    });
  });
  afterAll(async () => {
    agent.destroy();
    await service.close();
  });

  const ask = async (path: string, coding: string, method = 'GET') =>
    new Promise<string | undefined>((resolve, reject) => {
      const headers = { 'x-api-key': TOKEN, 'accept-encoding': coding };
      request(`${service.base}${path}`, { agent, method, headers }, (response) => {
        response.resume().on('end', () => {
          resolve(response.headers['cache-status']?.toString());
        });
      })
        .on('error', reject)
        .end();
    });

  it('are held by nothing, however their URLs and connections are remembered', async () => {
    await ask(`${PATH}first`, 'br');
    const before = await bytesHeld();
    for (let number = 0; number < ANSWERS; number += 1) {
      const path = `${PATH}${number}`;
      const coding = ['identity', 'br', 'gzip'][number % 3] ?? '';
      expect(await ask(path, coding)).toContain('fwd=miss; stored');
      // Three requests at once, each over a connection of its own.
      const again = await Promise.all([ask(path, coding), ask(path, coding, 'HEAD'), ask(path, 'gzip')]);
      for (const status of again) expect(status).toContain('; hit');
    }
    const kept = service.app.get(ResultCache).memory.list().length;
    expect(kept).toBeGreaterThan(1);
    expect(kept).toBeLessThan(ANSWERS / 4);
    // The memory of requests is freed a little after their answers.
    await eventually(async () => (await bytesHeld()) - before < 16 * MEBIBYTE);
  });
});
