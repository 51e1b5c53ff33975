import { hashToken } from '../../src/access/token.js';
import { endpointFile } from '../support/endpoint-file.js';
import { startService, type TestService } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';

const INCLUDE_META = { prefer: 'include=meta' };
const NOW = new Date('2026-11-20T10:00:00.250Z');
const AT_FIRST = 'Fri, 20 Nov 2026 10:00:00 GMT';

const KEYS = [
  { id: 'free', scopes: ['*', 'cache:refresh'] },
  { id: 'bound', scopes: ['*'], bind: { shop: 'a' } },
];
interface Asked {
  readonly meta: { readonly as_of: string };
}

const tokenOf = (id: string) => `token-of-the-key-${id}`;

const counted = (name: string, rest: object) =>
  endpointFile({
    name,
    parameters: { shop: { type: 'string' }, day: { type: 'date', default: '2026-11-20' } },
    query: 'SELECT COUNT(*) AS n, @shop AS shop, @day AS day FROM sales',
    ...rest,
  });

const ENDPOINTS = {
  'cached.yaml': counted('cached', { caching: 60, stale_if_error: 600 }),
  'uncached.yaml': counted('uncached', {}),
  'verified.yaml': counted('verified', { caching: 60, refresh: 'on_change' }),
  'now.yaml': counted('now', {
    caching: 60,
    parameters: { shop: { type: 'string' }, day: { type: 'date', default: 'now' } },
  }),
};

describe('Last-Modified and If-Modified-Since', () => {
  let service: TestService;
  let clock: TestClock;
  /** How far it goes on with each look at it. */
  let stepMs: number;
  const get = async (path: string, headers: Record<string, string> = {}, key = 'free') =>
    service.get(`/api/endpoints/query/${path}`, { 'x-api-key': tokenOf(key), ...headers });
  const dateOf = async (path: string, headers?: Record<string, string>, key?: string) =>
    (await get(path, headers, key)).headers.get('last-modified');
  const since = async (date: string, headers: Record<string, string> = {}) =>
    (await get('cached', { 'if-modified-since': date, ...headers })).status;

  beforeEach(async () => {
    clock = new TestClock(NOW);
    stepMs = 0;
    const stepping = {
      get now() {
        return (clock.now = new Date(clock.now.getTime() + stepMs));
      },
    };
    const keys = KEYS.map((key) => ({ ...key, sha256: hashToken(tokenOf(key.id)) }));
    service = await startService({
      clock: stepping,
      endpoints: ENDPOINTS,
      keys: JSON.stringify({ keys }),
      tables: { sales: [{ id: 1 }] },
    });
    await get('cached');
  });
  afterEach(async () => service.close());

  it('is told when its second is over, in which it could change once more', async () => {
    expect(await dateOf('cached')).toBeNull();
    clock.later(0.7);
    expect(await dateOf('cached')).toBeNull();
    clock.later(0.8);
    expect(await dateOf('cached')).toBe(AT_FIRST);
    const known = await get('cached', { 'if-modified-since': AT_FIRST });
    expect([known.status, known.headers.get('last-modified'), await known.text()]).toEqual([304, AT_FIRST, '']);
  });

  it('is that of the rows, however often they are run or verified', async () => {
    await get('verified');
    for (const seconds of [61, 122]) {
      clock.later(seconds);
      expect(await dateOf('cached')).toBe(AT_FIRST);
      expect(await dateOf('verified')).toBe(AT_FIRST);
    }
    await service.writeTable('sales', [{ id: 1 }, { id: 2 }]);
    clock.later(183);
    expect(await since(AT_FIRST)).toBe(200);
    clock.later(185);
    expect(await dateOf('cached')).toBe('Fri, 20 Nov 2026 10:03:03 GMT');
    expect(await since(AT_FIRST)).toBe(200);
  });

  it.each([
    ['the very date', AT_FIRST, {}, 304],
    ['a later one, which may be of other rows', 'Fri, 20 Nov 2026 10:00:01 GMT', {}, 200],
    ['an earlier one', 'Fri, 20 Nov 2026 09:59:59 GMT', {}, 200],
    ['the form of RFC 850', 'Friday, 20-Nov-26 10:00:00 GMT', {}, 304],
    ['the form of asctime', 'Fri Nov 20 10:00:00 2026', {}, 304],
    ['an earlier one of asctime', 'Fri Nov 20 09:59:59 2026', {}, 200],
    ['another form', '2026-11-21', {}, 200],
    ['another zone', 'Fri, 20 Nov 2026 10:00:00 EST', {}, 200],
    ['no date', 'tomorrow', {}, 200],
    ['a day that there is not', 'Fri, 20 Foo 2026 10:00:00 GMT', {}, 200],
    ['a tag that does not fit', AT_FIRST, { 'if-none-match': '"other"' }, 200],
    ['a tag that fits', 'Fri, 20 Nov 2020 10:00:00 GMT', { 'if-none-match': '*' }, 304],
  ])('goes by %s', async (_, date, headers, status) => {
    clock.later(2);
    expect(await since(date, headers)).toBe(status);
  });

  it('is another one where rows changed twice within a second', async () => {
    await service.writeTable('sales', [{ id: 1 }, { id: 2 }]);
    clock.later(0.5);
    await get('cached', { 'cache-control': 'no-cache' });
    clock.later(2);
    expect(await dateOf('cached')).toBe('Fri, 20 Nov 2026 10:00:01 GMT');
    expect(await since(AT_FIRST)).toBe(200);
  });

  it('is when a run ended: until then clients were given other rows', async () => {
    stepMs = 1000;
    const asked = ((await (await get('cached?shop=b', INCLUDE_META)).json()) as Asked).meta.as_of;
    stepMs = 0;
    clock.later(30);
    expect(Date.parse((await dateOf('cached?shop=b')) ?? '')).toBeGreaterThan(Date.parse(asked));
  });

  it('says nothing of rows that have changed while the clock is turned back', async () => {
    clock.later(2);
    await get('cached', { 'cache-control': 'no-cache' });
    clock.later(-2);
    // The date would be later than the time.
    expect(await dateOf('cached')).toBeNull();
    clock.later(2);
    expect(await since(AT_FIRST)).toBe(304);
    await service.writeTable('sales', [{ id: 1 }, { id: 2 }]);
    clock.later(-3600);
    await get('cached');
    clock.later(-3590);
    expect(await since(AT_FIRST)).toBe(200);
  });

  it('is no matter of a QUERY', async () => {
    clock.later(2);
    const headers = { 'x-api-key': tokenOf('free'), 'content-type': 'application/json' };
    const query = async (condition: Record<string, string>) =>
      fetch(`${service.base}/api/endpoints/query/cached`, {
        method: 'QUERY',
        headers: { ...headers, ...condition },
        body: '{}',
      });
    const first = await query({ 'if-modified-since': AT_FIRST });
    expect([first.status, first.headers.get('last-modified')]).toEqual([200, AT_FIRST]);
    expect((await query({ 'if-none-match': first.headers.get('etag') ?? '' })).status).toBe(304);
  });

  it('begins anew where an endpoint has changed, whose rows may have been read before', async () => {
    const file = endpointFile({ name: 'cached', caching: 60, query: 'SELECT COUNT(*) AS n FROM sales' });
    const id = ENDPOINTS['cached.yaml'].slice(0, ENDPOINTS['cached.yaml'].indexOf(','));
    await service.writeEndpoint('cached.yaml', file.replace(/^[^,]+/, id));
    clock.later(10);
    await expect(
      (async () => {
        // The folder is looked at again within moments.
        for (;;) if (!(await (await get('cached')).text()).includes('shop')) return 'changed';
      })(),
    ).resolves.toBe('changed');
    clock.later(12);
    expect(await dateOf('cached')).toBe('Fri, 20 Nov 2026 10:00:10 GMT');
    expect(await since(AT_FIRST)).toBe(200);
  });

  it.each([
    ['an endpoint without caching', 'uncached', {}, 'free'],
    ['a key that is bound, and may be bound otherwise later', 'cached', {}, 'bound'],
    ['the time of the call', 'now', {}, 'free'],
    ['ages in the body', 'cached', { prefer: 'include=meta' }, 'free'],
  ])('is not told of %s', async (_, path, headers, key) => {
    await get(path, headers, key);
    clock.later(2);
    expect(await dateOf(path, headers, key)).toBeNull();
    const conditional = await get(path, { ...headers, 'if-modified-since': 'Fri, 20 Nov 2026 10:01:00 GMT' }, key);
    expect(conditional.status).toBe(200);
  });
});
