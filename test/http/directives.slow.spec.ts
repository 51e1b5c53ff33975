import { hashToken } from '../../src/access/token.js';
import { type Engine as AnyEngine, Engine } from '../../src/engines/engine.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { assertRows } from '../support/http/assert-rows.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { listed } from '../support/listing.js';
import { OCCUPANT, occupy } from '../support/occupy.js';
import { rawRequest } from '../support/http/raw-request.js';
import { startService, type TestService, TOKEN } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const parameters = { test: { type: 'string' } };
const QUERY = 'SELECT 100 / value AS quotient, @test AS test FROM dial';

const ENDPOINTS = {
  'dial.yaml': endpointFile({ name: 'dial', parameters, caching: 60, query: QUERY }),
  'lenient.yaml': endpointFile({ name: 'lenient', parameters, caching: 60, stale_if_error: 60, query: QUERY }),
  'fresh.yaml': endpointFile({ name: 'fresh', parameters, query: QUERY }),
  'no-cache.yaml': endpointFile({ name: 'no-cache', parameters, caching: 60, query: QUERY }),
  'occupant.yaml': OCCUPANT,
};

/** `TOKEN` is the token of the operator, with every scope; those of the others are `<id>-token-0123456789`. */
const KEYS = [
  { id: 'operator', scopes: ['*', 'admin', 'cache:refresh'] },
  { id: 'plain', scopes: ['*'] },
  { id: 'globs', scopes: ['*', 'cache*', '*cache*', 'cache.refresh', '*refresh', 'admin'] },
  { id: 'word', scopes: ['cache:refresh'] },
  { id: 'narrow', scopes: ['dial', 'cache:refresh'] },
  { id: 'bound', scopes: ['dial', 'cache:refresh'], bind: { test: 'bound' } },
];
const tokenOf = (id: string) => (id === 'operator' ? TOKEN : `${id}-token-0123456789`);

const NO_CACHE = { 'cache-control': 'no-cache' };
const ONLY_IF_CACHED = { 'cache-control': 'only-if-cached' };
const BOTH = { 'cache-control': 'no-cache, only-if-cached' };

type Fields = Readonly<Record<string, string | readonly string[]>>;

describe('what a client says of the cache', () => {
  let service: TestService;
  let engineRuns: jest.SpiedFunction<AnyEngine['run']>;
  const clock = new TestClock(NOW);
  const turnDial = async (value: number) => service.writeTable('dial', [{ value }]);
  const call = async (path: string, key: string, fields: Fields = {}) =>
    rawRequest(service.base, `/api/endpoints/query/${path}`, { headers: { 'x-api-key': tokenOf(key), ...fields } });
  const statusOf = (answer: Response) => answer.headers.get('cache-status')?.replace('quern; ', '');
  const quotientOf = async (answer: Response) => (await assertRows<{ quotient: number }>(answer))[0]?.quotient;
  const runs = async (name: string) => (await listed(service, name)).runs;
  /** What a call was answered with: what the cache did, and the quotient. */
  const outcome = async (path: string, key: string, fields?: Fields) => {
    const answer = await call(path, key, fields);
    return [statusOf(answer), await quotientOf(answer)];
  };

  beforeAll(async () => {
    const keys = KEYS.map((key) => ({ ...key, sha256: hashToken(tokenOf(key.id)) }));
    service = await startService({
      clock,
      endpoints: ENDPOINTS,
      tables: { dial: [{ value: 4 }] },
      keys: JSON.stringify({ keys }),
      env: { QUERN_DUCKDB_CONNECTIONS: '1' },
    });
    engineRuns = jest.spyOn(service.app.get<AnyEngine>(Engine), 'run');
  });

  afterAll(async () => service.close());
  beforeEach(async () => {
    clock.later(0);
    await turnDial(4);
    engineRuns.mockClear();
  });

  describe('no-cache, with the scope for it,', () => {
    it('runs the query again, and everybody has the new rows from then on', async () => {
      await call('dial?test=again', 'plain');
      clock.later(10);
      await turnDial(5);
      expect(await outcome('dial?test=again', 'plain')).toEqual(['hit; ttl=50', 25]);
      const forced = await call('dial?test=again', 'operator', NO_CACHE);
      expect([statusOf(forced), forced.headers.get('age'), forced.headers.get('cache-control')]).toEqual([
        'fwd=request; stored',
        '0',
        'private, max-age=60',
      ]);
      expect(await quotientOf(forced)).toBe(20);
      expect(await outcome('dial?test=again', 'plain')).toEqual(['hit; ttl=60', 20]);
      expect(engineRuns).toHaveBeenCalledTimes(2);
    });

    it('is seen by the very next call, also within the same second', async () => {
      await call('dial?test=second', 'plain');
      expect(await outcome('dial?test=second', 'plain')).toEqual(['hit; ttl=60', 25]);
      for (const [value, quotient] of [
        [5, 20],
        [10, 10],
      ] as const) {
        await turnDial(value);
        const { headers } = await call('dial?test=second', 'operator', NO_CACHE);
        const next = await call('dial?test=second', 'plain');
        expect(next.headers.get('etag')).toBe(headers.get('etag'));
        expect([statusOf(next), await quotientOf(next)]).toEqual(['hit; ttl=60', quotient]);
      }
    });

    it.each<[string, Fields]>([
      ['No-Cache', { 'cache-control': 'No-Cache' }],
      ['NO-CACHE', { 'Cache-CONTROL': 'NO-CACHE' }],
      ['behind another directive', { 'cache-control': 'max-age=0, no-cache' }],
      ['without spaces', { 'cache-control': 'max-age=0,no-cache,no-transform' }],
      ['with many spaces', { 'cache-control': '\t no-cache  ,  max-age=0' }],
      ['twice', { 'cache-control': 'no-cache, no-cache' }],
      ['in the second of two fields', { 'cache-control': ['max-age=0', 'no-cache'] }],
      ['in the first of two fields', { 'cache-control': ['no-cache', 'max-age=0'] }],
      ['beside Pragma', { 'cache-control': 'no-cache', pragma: 'no-cache' }],
    ])('can be spelled so: %s', async (_, fields) => {
      await call('dial?test=spelled', 'plain');
      engineRuns.mockClear();
      expect(await outcome('dial?test=spelled', 'operator', fields)).toEqual(['fwd=request; stored', 25]);
      expect(engineRuns).toHaveBeenCalledTimes(1);
    });

    it.each<[string, Fields]>([
      ['no-cached', { 'cache-control': 'no-cached' }],
      ['no cache', { 'cache-control': 'no cache' }],
      ['a text', { 'cache-control': '"no-cache"' }],
      ['max-age=0', { 'cache-control': 'max-age=0' }],
      ['no-store', { 'cache-control': 'no-store' }],
      ['Pragma alone', { pragma: 'no-cache' }],
      ['another field', { 'x-cache-control': 'no-cache' }],
    ])('is no other word: %s', async (_, fields) => {
      await call('dial?test=words', 'plain');
      engineRuns.mockClear();
      expect(await outcome('dial?test=words', 'operator', fields)).toEqual(['hit; ttl=60', 25]);
      expect(engineRuns).not.toHaveBeenCalled();
    });

    it('is a request for a run also where there is nothing, or nothing fresh', async () => {
      expect(await outcome('dial?test=first', 'operator', NO_CACHE)).toEqual(['fwd=request; stored', 25]);
      clock.later(60);
      expect(await outcome('dial?test=first', 'operator', NO_CACHE)).toEqual(['fwd=request; stored', 25]);
    });

    it('is one run for two who force it at the same time', async () => {
      await call('dial?test=twice', 'plain');
      const before = await runs('dial');
      const leave = await occupy(service);
      engineRuns.mockClear();
      const forced = ['operator', 'narrow'].map(async (key) => call('dial?test=twice', key, NO_CACHE));
      await eventually(async () => (await runs('dial')).joined === before.joined + 1);
      // While it runs, the others are answered with what is there.
      expect(await outcome('dial?test=twice', 'plain')).toEqual(['hit; ttl=60', 25]);
      await leave();
      const answers = await Promise.all(forced);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(answers.map((answer) => statusOf(answer))).toContain('fwd=request; stored');
      expect(engineRuns).toHaveBeenCalledTimes(1);
      expect(await runs('dial')).toMatchObject({ misses: before.misses + 1, joined: before.joined + 1 });
    });

    it('changes nothing where nothing is cached', async () => {
      expect(await outcome('fresh?test=x', 'operator', NO_CACHE)).toEqual(['fwd=bypass', 25]);
    });

    it('leaves the fresh rows to the others when the run fails', async () => {
      await call('dial?test=failing', 'plain');
      await turnDial(0);
      await assertProblem(await call('dial?test=failing', 'operator', NO_CACHE), 'query_failed');
      expect(await outcome('dial?test=failing', 'plain')).toEqual(['hit; ttl=60', 25]);
    });

    it('concerns the values of the call, and no others', async () => {
      for (const path of ['dial', 'dial?test=bound', 'dial?test=other']) await call(path, 'plain');
      await turnDial(5);
      expect(await outcome('dial', 'bound', NO_CACHE)).toEqual(['fwd=request; stored', 20]);
      expect(await outcome('dial?test=bound', 'plain')).toEqual(['hit; ttl=60', 20]);
      for (const path of ['dial', 'dial?test=other']) {
        expect(await outcome(path, 'plain')).toEqual(['hit; ttl=60', 25]);
      }
    });
  });

  describe('no-cache, without the scope for it,', () => {
    it.each(['plain', 'globs'])('makes no run, however often it is sent: %s', async (key) => {
      await call('dial?test=often', 'operator');
      engineRuns.mockClear();
      const { misses, joined, hits } = await runs('dial');
      await turnDial(5);
      const calls = Array.from({ length: 50 }, async (_, index) =>
        outcome(`dial?test=often&n=${index % 5}`, key, index % 2 === 0 ? NO_CACHE : { 'cache-control': 'No-Cache' }),
      );
      for (const answer of await Promise.all(calls)) expect(answer).toEqual(['hit; ttl=60', 25]);
      expect(engineRuns).not.toHaveBeenCalled();
      expect(await runs('dial')).toMatchObject({ misses, joined, hits: hits + 50 });
    });

    it('is answered as it always is: a miss is a miss', async () => {
      expect(await outcome('dial?test=missed', 'plain', NO_CACHE)).toEqual(['fwd=miss; stored', 25]);
      clock.later(60);
      expect(await outcome('dial?test=missed', 'plain', NO_CACHE)).toEqual(['fwd=miss; stored', 25]);
    });

    it('is no error', async () => {
      expect((await call('fresh?test=x', 'plain', NO_CACHE)).status).toBe(200);
    });
  });

  describe('the scope', () => {
    it('is no endpoint’s name: whoever has the word alone may call nothing, not even an endpoint of that name', async () => {
      for (const name of ['no-cache', 'dial']) {
        await assertProblem(await call(name, 'word', NO_CACHE), 'endpoint_not_found');
      }
      expect(await outcome('no-cache', 'plain')).toEqual(['fwd=miss; stored', 25]);
      // A glob that matches the name covers the endpoint, and still forces nothing.
      expect(await outcome('no-cache', 'globs', NO_CACHE)).toEqual(['hit; ttl=60', 25]);
    });

    it('opens no endpoint beyond the other scopes', async () => {
      await assertProblem(await call('lenient', 'narrow', NO_CACHE), 'endpoint_not_found');
      expect(await outcome('dial?test=narrow', 'narrow', NO_CACHE)).toEqual(['fwd=request; stored', 25]);
    });

    it('is not the one for the listing, nor the reverse', async () => {
      for (const key of ['word', 'narrow']) {
        const headers = { 'x-api-key': tokenOf(key) };
        expect(await (await rawRequest(service.base, '/api/endpoints', { headers })).text()).not.toContain('SELECT');
      }
    });
  });

  describe('only-if-cached', () => {
    it('is answered with what is fresh, for any key', async () => {
      await call('dial?test=there', 'plain');
      clock.later(59.999);
      for (const key of ['plain', 'operator', 'narrow']) {
        expect(await outcome('dial?test=there', key, ONLY_IF_CACHED)).toEqual(['hit; ttl=0', 25]);
      }
    });

    it.each<[string, Fields]>([
      ['in other letters', { 'cache-control': 'Only-If-Cached' }],
      ['beside others', { 'cache-control': 'max-stale=60, only-if-cached' }],
      ['in two fields', { 'cache-control': ['max-age=10', 'only-if-cached'] }],
    ])('is a 504 where nothing is there, without a run: %s', async (_, fields) => {
      const before = await runs('dial');
      const { detail } = await assertProblem(await call('dial?test=absent', 'plain', fields), 'not_cached');
      expect(detail).toBe('There is no fresh result, and the call asked for nothing else.');
      expect(engineRuns).not.toHaveBeenCalled();
      expect(await runs('dial')).toEqual(before);
    });

    it('is a 504 where what is there is too old, even if it is kept for the engine’s failures', async () => {
      await call('lenient?test=old', 'plain');
      clock.later(60);
      engineRuns.mockClear();
      await assertProblem(await call('lenient?test=old', 'plain', ONLY_IF_CACHED), 'not_cached');
      expect(engineRuns).not.toHaveBeenCalled();
      expect(await outcome('lenient?test=old', 'plain')).toEqual(['fwd=stale; stored', 25]);
    });

    it('is a 504 where nothing is ever cached', async () => {
      for (const key of ['plain', 'operator']) {
        await assertProblem(await call('fresh?test=x', key, ONLY_IF_CACHED), 'not_cached');
      }
      expect(engineRuns).not.toHaveBeenCalled();
    });

    it('does not wait for a run that is under way', async () => {
      const { misses } = await runs('dial');
      const leave = await occupy(service);
      const waiting = call('dial?test=underway', 'plain');
      await eventually(async () => (await runs('dial')).misses === misses + 1);
      await assertProblem(await call('dial?test=underway', 'plain', ONLY_IF_CACHED), 'not_cached');
      await leave();
      await assertRows(await waiting);
      expect(await outcome('dial?test=underway', 'plain', ONLY_IF_CACHED)).toEqual(['hit; ttl=60', 25]);
    });

    it('makes no error of a caller another one', async () => {
      await assertProblem(await call('nothing', 'plain', ONLY_IF_CACHED), 'endpoint_not_found');
      await assertProblem(await call('dial?test=a&test=b', 'plain', ONLY_IF_CACHED), 'invalid_parameters');
      await assertProblem(await call('lenient', 'narrow', ONLY_IF_CACHED), 'endpoint_not_found');
    });
  });

  describe('both directives', () => {
    it('contradict each other where both are heeded: a 504, although there is a fresh result, and no run', async () => {
      await call('dial?test=both', 'plain');
      engineRuns.mockClear();
      await assertProblem(await call('dial?test=both', 'operator', BOTH), 'not_cached');
      await assertProblem(
        await call('dial?test=both', 'operator', { 'cache-control': ['only-if-cached', 'no-cache'] }),
        'not_cached',
      );
      expect(engineRuns).not.toHaveBeenCalled();
    });

    it('are one where the other one is not heeded', async () => {
      await call('dial?test=one', 'plain');
      expect(await outcome('dial?test=one', 'plain', BOTH)).toEqual(['hit; ttl=60', 25]);
      await assertProblem(await call('dial?test=one-absent', 'plain', BOTH), 'not_cached');
    });
  });
});

describe('the key of the environment', () => {
  it('has every scope: all endpoints, the listing and runs at will', async () => {
    const service = await startService({ clock: { now: NOW }, endpoints: ENDPOINTS, tables: { dial: [{ value: 4 }] } });
    const outcome = async (headers: Record<string, string>) => {
      const answer = await service.get('/api/endpoints/query/dial', { 'x-api-key': TOKEN, ...headers });
      return answer.headers.get('cache-status');
    };
    expect(await outcome({})).toBe('quern; fwd=miss; stored');
    expect(await outcome({})).toBe('quern; hit; ttl=60');
    expect(await outcome(NO_CACHE)).toBe('quern; fwd=request; stored');
    expect((await service.get('/api/endpoints')).status).toBe(200);
    await service.close();
  });
});
