import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { assertProblem } from '../support/http/assert-problem.js';
import { assertRows } from '../support/http/assert-rows.js';
import { endpointFile } from '../support/endpoint-file.js';
import { rawRequest } from '../support/http/raw-request.js';
import { startService, type TestService, TOKEN } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');

const LARGE = `
  SELECT n, CONCAT(@seed, ' number ', CAST(n AS STRING)) AS text
  FROM UNNEST(GENERATE_ARRAY(1, 300)) AS n ORDER BY n`;

const ENDPOINTS = {
  'cached.yaml': endpointFile({
    name: 'cached',
    parameters: { seed: { type: 'string', required: true } },
    caching: 900,
    query: 'SELECT @seed AS seed',
  }),
  'fresh.yaml': endpointFile({
    name: 'fresh',
    parameters: { seed: { type: 'string', required: true } },
    caching: 'disabled',
    query: 'SELECT @seed AS seed',
  }),
  'large.yaml': endpointFile({
    name: 'large',
    parameters: { seed: { type: 'string', required: true } },
    caching: 900,
    query: LARGE,
  }),
  'large-fresh.yaml': endpointFile({
    name: 'large-fresh',
    parameters: { seed: { type: 'string', required: true } },
    query: LARGE,
  }),
};

const CACHING_HEADERS = ['cache-control', 'age', 'cache-status', 'vary'] as const;
const VARY = 'Accept, Accept-Encoding, Authorization, Origin, Prefer, X-API-KEY';

describe('caching over HTTP', () => {
  let service: TestService;
  const clock = new TestClock(NOW);
  const call = async (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    rawRequest(service.base, `/api/endpoints/query/${path}`, { method, headers: { 'x-api-key': TOKEN, ...headers } });
  const cachingOf = (answer: Response) =>
    Object.fromEntries(CACHING_HEADERS.map((name) => [name, answer.headers.get(name)]));
  const etagOf = async (path: string, headers?: Record<string, string>) =>
    (await call(path, headers)).headers.get('etag') ?? '';

  beforeAll(async () => {
    service = await startService({ clock, endpoints: ENDPOINTS });
  });

  afterAll(async () => service.close());
  beforeEach(() => {
    clock.later(0);
  });

  describe('the headers of an answer', () => {
    it.each([
      ['a miss', 0, { 'cache-control': 'private, max-age=900', age: '0', 'cache-status': 'quern; fwd=miss; stored' }],
      ['a hit', 0, { 'cache-control': 'private, max-age=900', age: '0', 'cache-status': 'quern; hit; ttl=900' }],
      ['later', 300, { 'cache-control': 'private, max-age=600', age: '300', 'cache-status': 'quern; hit; ttl=600' }],
      [
        'in between',
        300.6,
        { 'cache-control': 'private, max-age=599', age: '300', 'cache-status': 'quern; hit; ttl=599' },
      ],
      ['last', 899.999, { 'cache-control': 'private, max-age=0', age: '899', 'cache-status': 'quern; hit; ttl=0' }],
      ['again', 900, { 'cache-control': 'private, max-age=900', age: '0', 'cache-status': 'quern; fwd=miss; stored' }],
    ])('that is %s (after %s s)', async (_, seconds, expected) => {
      clock.later(seconds);
      const answer = await call('cached?seed=headers');
      expect(cachingOf(answer)).toEqual({ ...expected, vary: VARY });
      expect(await assertRows(answer)).toEqual([{ seed: 'headers' }]);
    });

    it('that is never kept', async () => {
      for (const seconds of [0, 10]) {
        clock.later(seconds);
        const answer = await call('fresh?seed=headers');
        expect(cachingOf(answer)).toEqual({
          'cache-control': 'no-store',
          age: null,
          'cache-status': 'quern; fwd=bypass',
          vary: VARY,
        });
      }
    });

    it('tell how long it took', async () => {
      const timing = (await call('cached?seed=timing')).headers.get('server-timing');
      expect(timing).toMatch(/^cache;desc=miss, engine;dur=\d+\.\d, total;dur=\d+\.\d$/);
      const again = (await call('cached?seed=timing')).headers.get('server-timing');
      expect(again).toBe('cache;desc=hit');
      expect((await call('fresh?seed=timing')).headers.get('server-timing')).toMatch(/^cache;desc=disabled, /);
    });
  });

  describe('ETag', () => {
    it('is the same for the same rows and another for others', async () => {
      const etag = await etagOf('cached?seed=a');
      expect(etag).toMatch(/^"[A-Za-z0-9_-]{27}"$/);
      expect(await etagOf('cached?seed=a')).toBe(etag);
      expect(await etagOf('fresh?seed=a')).toBe(etag);
      expect(await etagOf('cached?seed=b')).not.toBe(etag);
    });

    it('is a different strong one for each content coding', async () => {
      const plain = await etagOf('large?seed=a');
      const hash = plain.slice(1, -1);
      expect(await etagOf('large?seed=a', { 'accept-encoding': 'gzip' })).toBe(`"${hash}-gzip"`);
      expect(await etagOf('large?seed=a', { 'accept-encoding': 'br' })).toBe(`"${hash}-br"`);
      expect(await etagOf('large-fresh?seed=a', { 'accept-encoding': 'br' })).toBe(`"${hash}-br"`);
    });
  });

  describe('If-None-Match', () => {
    const conditional = async (condition: (etag: string) => string, path = 'cached?seed=conditional') => {
      const etag = await etagOf(path);
      return { etag, answer: await call(path, { 'if-none-match': condition(etag) }) };
    };

    it.each<[string, (etag: string) => string]>([
      ['the tag', (etag) => etag],
      ['the tag as a weak one', (etag) => `W/${etag}`],
      ['a list with the tag', (etag) => `"other", ${etag} ,"more"`],
      ['a list with the weak tag', (etag) => `"other",W/${etag}`],
      ['any tag', () => '*'],
    ])('with %s is answered 304, without a body', async (_, condition) => {
      const { etag, answer } = await conditional(condition);
      expect(answer.status).toBe(304);
      expect(await answer.text()).toBe('');
      expect(answer.headers.get('etag')).toBe(etag);
      expect(cachingOf(answer)).toEqual({
        'cache-control': 'private, max-age=900',
        age: '0',
        'cache-status': 'quern; hit; ttl=900',
        vary: VARY,
      });
      for (const absent of ['content-type', 'content-length', 'content-encoding', 'transfer-encoding']) {
        expect([absent, answer.headers.get(absent)]).toEqual([absent, null]);
      }
      expect(answer.headers.get('x-request-id')).not.toBeNull();
    });

    it.each<[string, (etag: string) => string]>([
      ['another tag', () => '"other"'],
      ['the tag without its quotes', (etag) => etag.slice(1, -1)],
      ['the tag of another coding', (etag) => etag.replace(/"$/, '-gzip"')],
      ['a beginning of the tag', (etag) => `${etag.slice(0, -2)}"`],
      ['nothing', () => ''],
    ])('with %s is answered 200', async (_, condition) => {
      const { answer } = await conditional(condition);
      expect(await assertRows(answer)).toEqual([{ seed: 'conditional' }]);
    });

    it('is compared with the tag of the coding that would be sent', async () => {
      const gzip = { 'accept-encoding': 'gzip' };
      const etag = await etagOf('large?seed=conditional', gzip);
      expect((await call('large?seed=conditional', { ...gzip, 'if-none-match': etag })).status).toBe(304);
      expect((await call('large?seed=conditional', { 'if-none-match': etag })).status).toBe(200);
    });

    it('works for HEAD, and for what is not cached', async () => {
      const etag = await etagOf('fresh?seed=conditional');
      expect((await call('fresh?seed=conditional', { 'if-none-match': etag }, 'HEAD')).status).toBe(304);
      const answer = await call('fresh?seed=conditional', { 'if-none-match': etag });
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([304, 'no-store']);
    });

    it('still matches when the same rows are computed anew', async () => {
      const etag = await etagOf('cached?seed=anew');
      clock.later(1000);
      const answer = await call('cached?seed=anew', { 'if-none-match': etag });
      expect([answer.status, answer.headers.get('cache-status')]).toEqual([304, 'quern; fwd=miss; stored']);
    });

    it('does not make an error anything else', async () => {
      await assertProblem(await call('cached', { 'if-none-match': '*' }), 'invalid_parameters');
      await assertProblem(await call('nothing', { 'if-none-match': '*' }), 'endpoint_not_found');
    });
  });

  describe('content codings', () => {
    const UNPACK: Record<string, (body: Buffer) => Buffer> = {
      br: brotliDecompressSync,
      gzip: gunzipSync,
      plain: (body) => body,
    };

    it.each([
      ['br', 'br'],
      ['gzip', 'gzip'],
      ['gzip, deflate, br', 'br'],
      ['gzip, deflate', 'gzip'],
      ['GZIP', 'gzip'],
      ['*', 'br'],
      ['br;q=0.5, gzip;q=0.8', 'gzip'],
      ['br;q=0.5, gzip;q=0.5', 'br'],
      ['br; q=0, gzip', 'gzip'],
      ['br;q=0, *', 'gzip'],
      ['gzip;q=0, br;q=0', 'plain'],
      ['*;q=0', 'plain'],
      ['identity', 'plain'],
      ['identity, gzip;q=0.5', 'plain'],
      ['identity;q=0.5, gzip', 'gzip'],
      ['deflate, zstd', 'plain'],
      ['gzip;q=nonsense', 'plain'],
      ['', 'plain'],
    ])('Accept-Encoding: %s gets %s', async (accepted, coding) => {
      const plain = await (await call('large?seed=coding')).text();
      for (const path of ['large?seed=coding', 'large-fresh?seed=coding']) {
        const answer = await call(path, { 'accept-encoding': accepted });
        expect(answer.headers.get('content-encoding')).toBe(coding === 'plain' ? null : coding);
        expect(answer.headers.get('vary')).toContain('Accept-Encoding');
        const body = Buffer.from(await answer.arrayBuffer());
        expect(answer.headers.get('content-length')).toBe(String(body.length));
        expect(UNPACK[coding]?.(body).toString()).toBe(plain);
        expect(body.length < plain.length).toBe(coding !== 'plain');
      }
    });

    it('leaves a small body plain', async () => {
      const answer = await call('cached?seed=small', { 'accept-encoding': 'br, gzip' });
      expect(answer.headers.get('content-encoding')).toBeNull();
      expect(answer.headers.get('vary')).toContain('Accept-Encoding');
      await assertRows(answer);
    });

    it('leaves an error plain', async () => {
      await assertProblem(await call('cached', { 'accept-encoding': 'br, gzip' }), 'invalid_parameters');
    });
  });
});
