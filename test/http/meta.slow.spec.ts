import { gunzipSync } from 'node:zlib';
import { assertProblem } from '../support/http/assert-problem.js';
import { endpointFile } from '../support/endpoint-file.js';
import { rawRequest } from '../support/http/raw-request.js';
import { startService, type TestService, TOKEN } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';

const ENDPOINTS = {
  'cached.yaml': endpointFile({
    name: 'cached',
    parameters: { upto: { type: 'integer', default: 2 } },
    max_rows: 3,
    caching: 60,
    stale_if_error: 600,
    query:
      'SELECT n, 10 / (SELECT MAX(part) FROM divisor) AS share FROM UNNEST(GENERATE_ARRAY(1, @upto)) AS n ORDER BY n',
  }),
  'fresh.yaml': endpointFile({ name: 'fresh', query: 'SELECT 1 AS n FROM UNNEST([1]) WHERE FALSE' }),
  'large.yaml': endpointFile({
    name: 'large',
    caching: 60,
    max_rows: 600,
    query: 'SELECT n FROM UNNEST(GENERATE_ARRAY(1, 600)) AS n ORDER BY n',
  }),
};

const META = { prefer: 'include=meta' };
const START = new Date('2026-11-20T10:00:00.000Z');

interface Whole {
  readonly result: readonly object[];
  readonly meta: Readonly<Record<string, unknown>>;
}

describe('an answer with its meta', () => {
  let service: TestService;
  let clock: TestClock;
  const call = async (path: string, headers: Record<string, string> = META, method = 'GET', body?: string) =>
    rawRequest(service.base, `/api/endpoints/query/${path}`, {
      method,
      headers: { 'x-api-key': TOKEN, ...headers },
      ...(body !== undefined && { body }),
    });
  const wholeOf = async (answer: Response): Promise<Whole> => {
    const text = await answer.text();
    expect([answer.status, text]).toEqual([200, expect.stringMatching(/^\{"result":\[.*\],"meta":\{.*\}\}$/s)]);
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    return JSON.parse(text) as Whole;
  };

  beforeEach(async () => {
    clock = new TestClock(START);
    service = await startService({ clock, endpoints: ENDPOINTS, tables: { divisor: [{ part: 5 }] } });
  });
  afterEach(async () => service.close());

  it('tells in the body what the header tells', async () => {
    const miss = await call('cached');
    expect(miss.headers.get('cache-status')).toBe('quern; fwd=miss; stored');
    expect(await wholeOf(miss)).toEqual({
      result: [
        { n: 1, share: 2 },
        { n: 2, share: 2 },
      ],
      meta: {
        rows: 2,
        truncated: false,
        max_rows: 3,
        age: 0,
        ttl: 60,
        cache: 'miss',
        as_of: '2026-11-20T10:00:00.000Z',
      },
    });
    clock.later(12.7);
    const hit = await call('cached');
    expect(hit.headers.get('age')).toBe('12');
    expect(hit.headers.get('cache-control')).toBe('private, max-age=47');
    const { meta } = await wholeOf(hit);
    expect(meta).toMatchObject({ age: 12, ttl: 47, cache: 'hit', as_of: '2026-11-20T10:00:00.000Z' });
    clock.later(60);
    expect((await wholeOf(await call('cached'))).meta).toMatchObject({ age: 0, cache: 'expired' });
    const forced = await call('cached', { ...META, 'cache-control': 'no-cache' });
    expect((await wholeOf(forced)).meta).toMatchObject({ cache: 'forced' });
  });

  it('tells what was cut off', async () => {
    const answer = await call('cached?upto=4');
    expect(answer.headers.get('quern-truncated')).toBe('true');
    const { result, meta } = await wholeOf(answer);
    expect([result.length, meta.rows, meta.truncated, meta.max_rows]).toEqual([3, 3, true, 3]);
    expect((await wholeOf(await call('cached?upto=3'))).meta).toMatchObject({ rows: 3, truncated: false });
  });

  it('tells that it is old because the engine fails', async () => {
    await wholeOf(await call('cached'));
    await service.writeTable('divisor', [{ part: 0 }]);
    clock.later(100);
    expect((await wholeOf(await call('cached'))).meta).toMatchObject({ cache: 'stale', age: 100, ttl: 0 });
  });

  it('has no rows and no time to live where there are none', async () => {
    const { result, meta } = await wholeOf(await call('fresh'));
    expect([result, meta]).toEqual([[], { ...meta, rows: 0, ttl: null, cache: 'disabled' }]);
  });

  it('says that it has it, varies by it, and has no ETag', async () => {
    for (const path of ['cached', 'cached', 'fresh']) {
      const answer = await call(path, { ...META, 'if-none-match': '*' });
      await wholeOf(answer.clone());
      expect(answer.headers.get('preference-applied')).toBe('include=meta');
      expect(answer.headers.get('vary')?.split(', ')).toContain('Prefer');
      expect(answer.headers.get('etag')).toBeNull();
    }
  });

  it.each([
    'include=meta',
    'Include = "Meta"',
    'handling=strict, include=meta',
    'return=minimal, include=meta; x=1',
    'return=representation; include=meta',
  ])('is preferred by %s', async (prefer) => {
    await wholeOf(await call('cached', { prefer }));
  });

  it.each(['include=data', 'meta', 'return=representation', 'include', 'include=metadata', 'handling=strict'])(
    'is not by %s: then the bytes are those of every other answer',
    async (prefer) => {
      await call('cached', {});
      const plain = await call('cached', {});
      const answer = await call('cached', { prefer });
      expect(await answer.text()).toBe(await plain.text());
      expect(answer.headers.get('etag')).toBe(plain.headers.get('etag'));
      expect(answer.headers.get('preference-applied')).toBeNull();
    },
  );

  it('says how long it is, also where a parameter that is ignored is called like a header field', async () => {
    for (const name of ['Content-Length', 'ETag']) {
      const answer = await call(`cached?${name}=1`);
      expect(answer.headers.get('quern-ignored-parameters')).toBe(name);
      expect((await wholeOf(answer)).meta).toMatchObject({ rows: 2 });
    }
  });

  it('shares the entry and leaves it as it is', async () => {
    const before = await call('cached', {});
    await wholeOf(await call('cached'));
    const after = await call('cached', {});
    expect(after.headers.get('cache-status')).toBe('quern; hit; ttl=60');
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    expect(await after.text()).toBe(await before.text());
  });

  it('is coded as the client likes', async () => {
    for (const cached of ['fwd=miss', 'hit']) {
      const answer = await call('large', { ...META, 'accept-encoding': 'gzip' });
      expect(answer.headers.get('cache-status')).toContain(cached);
      expect(answer.headers.get('content-encoding')).toBe('gzip');
      const body = Buffer.from(await answer.arrayBuffer());
      expect(answer.headers.get('content-length')).toBe(String(body.length));
      const { result, meta } = JSON.parse(gunzipSync(body).toString()) as Whole;
      expect([result.length, meta.rows]).toEqual([600, 600]);
    }
  });

  it('comes by POST and QUERY as well, and HEAD has its head', async () => {
    const get = await call('cached?upto=1');
    const { headers } = await call('cached?upto=1', META, 'HEAD');
    const type = { 'content-type': 'application/json' };
    for (const method of ['POST', 'QUERY']) {
      const answer = await call('cached', { ...META, ...type }, method, '{"upto":1}');
      expect(answer.headers.get('preference-applied')).toBe('include=meta');
      const { result, meta } = await wholeOf(answer.clone());
      expect([result, meta.cache]).toEqual([[{ n: 1, share: 2 }], 'hit']);
      expect(headers.get('content-length')).toBe(answer.headers.get('content-length'));
    }
    expect((await wholeOf(get)).meta.cache).toBe('miss');
    expect(headers.get('preference-applied')).toBe('include=meta');
  });

  it('is no part of an error', async () => {
    const answer = await call('cached?upto=x');
    expect(answer.headers.get('preference-applied')).toBeNull();
    expect(await assertProblem(answer, 'invalid_parameters')).not.toHaveProperty('meta');
  });

  it('is counted once', async () => {
    for (let time = 0; time < 3; time += 1) await wholeOf(await call('cached'));
    const listed = (await (await service.get('/api/endpoints/cached')).json()) as { result: { runs: object } };
    expect(listed.result.runs).toMatchObject({ hits: 2, misses: 1 });
  });
});
