import { MemoryStore } from '../../src/cache/memory-store.js';
import { ResultCache } from '../../src/cache/result-cache.service.js';
import { hashToken } from '../../src/access/token.js';
import { Warming } from '../../src/warming/warming.service.js';
import { assertRows } from '../support/http/assert-rows.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { rawRequest } from '../support/http/raw-request.js';
import { startService, type TestService } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';

const KEYS = ['greedy', 'frugal', 'operator'];
const tokenOf = (id: string) => `a-token-of-${id}`;
const parameters = { text: { type: 'string', required: true } };

describe('the cache that several keys share', () => {
  let service: TestService;
  const clock = new TestClock(new Date('2026-11-20T10:00:00.000Z'));

  beforeAll(async () => {
    service = await startService({
      clock,
      endpoints: {
        'large.yaml': endpointFile({
          name: 'large',
          parameters,
          caching: 600,
          // One letter again and again, so that coded bodies take next to no memory.
          query: "SELECT CONCAT(@text, REPEAT('a', 1000000)) AS s",
        }),
        'small.yaml': endpointFile({
          name: 'small',
          parameters,
          caching: 600,
          cache_warming: 300,
          warm: [{ text: 'listed' }],
          query: "SELECT CONCAT(@text, REPEAT('b', 50000)) AS s",
        }),
      },
      keys: JSON.stringify({
        keys: KEYS.map((id) => ({ id, scopes: ['*', 'admin'], sha256: hashToken(tokenOf(id)) })),
      }),
      env: { QUERN_CACHE_MAX_BYTES: '8MB' },
    });
    await eventually(() => cached('"listed"') !== undefined);
  });
  afterAll(async () => service.close());

  const ask = async (id: string, path: string) => {
    const answer = await rawRequest(service.base, `/api/endpoints/query/${path}`, {
      headers: { 'x-api-key': tokenOf(id) },
    });
    await assertRows(answer.clone());
    return answer.headers.get('cache-status')?.split('; ')[1];
  };
  const cached = (part: string) =>
    service.app
      .get(ResultCache)
      .memory.list()
      .find(([key]) => key.includes(part))?.[1];

  it('has what a key asks for on that key’s account, however it is made anew, and what files list on nobody’s', async () => {
    expect(cached('"listed"')?.chargedTo).toBeUndefined();
    expect(await ask('frugal', 'small?text=mine')).toBe('fwd=miss');
    expect(await ask('greedy', 'small?text=mine')).toBe('hit');
    expect(cached('"mine"')?.chargedTo).toBe('frugal');
    clock.later(300);
    service.app.get(Warming).tick();
    await eventually(() => cached('"mine"')?.createdAt === clock.now.getTime());
    expect(cached('"mine"')?.chargedTo).toBe('frugal');
    await eventually(() => cached('"listed"')?.createdAt === clock.now.getTime());
    expect(cached('"listed"')?.chargedTo).toBeUndefined();
  });

  it('leaves a result with its key that is evicted while replicas settle which of them makes it anew', async () => {
    expect([await ask('frugal', 'small?text=shared'), await ask('frugal', 'small?text=shared')]).toEqual([
      'fwd=miss',
      'hit',
    ]);
    const cache = service.app.get(ResultCache);
    jest.spyOn(ResultCache.prototype, 'sharing', 'get').mockReturnValue('ok');
    const lease = jest.spyOn(cache, 'lease').mockImplementation((key) => {
      cache.memory.drop((each) => each === key);
      return Promise.resolve({ release: () => Promise.resolve() });
    });
    clock.later(600);
    service.app.get(Warming).tick();
    await eventually(() => cached('"shared"')?.createdAt === clock.now.getTime());
    expect(lease).toHaveBeenCalled();
    expect(cached('"shared"')?.chargedTo).toBe('frugal');
    jest.restoreAllMocks();
  });

  it('lets no key evict what others have asked for, by asking for much', async () => {
    for (let number = 0; number < 20; number += 1) await ask('frugal', `small?text=f${number}`);
    for (let number = 0; number < 20; number += 1)
      expect(await ask('greedy', `large?text=g${number}`)).toBe('fwd=miss');
    for (let number = 0; number < 20; number += 1) expect(await ask('frugal', `small?text=f${number}`)).toBe('hit');
    expect(await ask('operator', 'small?text=listed')).toBe('hit');
    const { bytes } = service.app.get(MemoryStore);
    expect(bytes).toBeLessThanOrEqual(8_000_000);
    // The greedy key keeps the rest, which nobody else needs.
    expect(bytes).toBeGreaterThan(6_000_000);
    expect(await ask('greedy', 'large?text=g19')).toBe('hit');
  });
});
