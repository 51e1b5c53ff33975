import { SchedulerRegistry } from '@nestjs/schedule';
import { connect } from 'node:net';
import { entrySize } from '../../src/cache/entry-size.js';
import { MemoryStore } from '../../src/cache/memory-store.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { assertRows } from '../support/http/assert-rows.js';
import { ENDLESS_QUERY, endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { listed } from '../support/listing.js';
import { OCCUPANT, occupy } from '../support/occupy.js';
import { startService, type TestService, TOKEN } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const KEYED_ID = '5f0b8f4e-64a1-4f0a-9d1b-7c7a3b1f2d10';

const ENDPOINTS = {
  'keyed.yaml': endpointFile({
    id: KEYED_ID,
    name: 'keyed',
    parameters: {
      test: { type: 'string' },
      number: { type: 'integer', default: 1 },
      at: { type: 'timestamp' },
      tier: { type: 'string', enum: ['FREE', 'PRO'], default: 'FREE', otherwise: 'default' },
      tags: { type: 'array', items: 'string' },
    },
    caching: 60,
    query: `SELECT @test AS test, @number AS number, @at AS \`at\`, @tier AS tier, @tags AS tags`,
  }),
  // Fails as soon as the dial is turned to 0.
  'dial.yaml': endpointFile({
    name: 'dial',
    parameters: { test: { type: 'string' } },
    caching: 60,
    query: 'SELECT 100 / value AS quotient, @test AS test FROM dial',
  }),
  'lenient.yaml': endpointFile({
    name: 'lenient',
    parameters: { test: { type: 'string' } },
    caching: 60,
    stale_if_error: 100,
    query: 'SELECT 100 / value AS quotient, @test AS test FROM dial',
  }),
  'fresh.yaml': endpointFile({ name: 'fresh', query: 'SELECT value FROM dial' }),
  'slow.yaml': endpointFile({ name: 'slow', caching: 60, timeout: 30, query: ENDLESS_QUERY }),
  'occupant.yaml': OCCUPANT,
};

describe('the cache', () => {
  let service: TestService;
  const clock = new TestClock(NOW);
  const call = async (path: string) => service.get(`/api/endpoints/query/${path}`);
  const statusOf = (answer: Response) => answer.headers.get('cache-status')?.replace('quern; ', '');
  const runs = async (name: string) => (await listed(service, name)).runs;
  const turnDial = async (value: number) => service.writeTable('dial', [{ value }]);

  /** One connection, so that one long run keeps all others waiting. */
  beforeAll(async () => {
    service = await startService({
      clock,
      endpoints: ENDPOINTS,
      tables: { dial: [{ value: 4 }] },
      env: { QUERN_DUCKDB_CONNECTIONS: '1' },
    });
  });

  afterAll(async () => service.close());
  beforeEach(async () => {
    clock.later(0);
    await turnDial(4);
  });

  describe('has one entry for one set of values', () => {
    it.each([
      ['in any order', ['test=order&number=2', 'number=2&test=order']],
      ['with defaults spelled out', ['test=default', 'test=default&number=1', 'test=default&number=1&tier=FREE']],
      ['in any spelling of a number', ['test=number&number=7', 'test=number&number=%2B7', 'test=number&number=007']],
      [
        'in any spelling of an instant',
        [
          'test=at&at=2026-11-20T10:00:00Z',
          'test=at&at=2026-11-20T10:00:00.000',
          'test=at&at=2026-11-20%2011:00:00%2B01:00',
        ],
      ],
      ['with values that behave as the default', ['test=tier', 'test=tier&tier=GOLD', 'test=tier&tier=']],
      ['with empty values', ['test=empty', 'test=empty&number=&at=&tags=']],
      ['with undeclared ones beside them', ['test=more', 'test=more&utm_source=x', '_=1&test=more']],
      ['in any escaping', ['test=e%20e', 'test=e+e', 't%65st=%65%20e']],
      ['with a list', ['test=list&tags=a&tags=b', 'tags=a&test=list&tags=b', 'tags=a&tags=&tags=b&test=list']],
    ])('%s', async (_, queries) => {
      const { misses, hits } = await runs('keyed');
      const bodies = [];
      for (const query of queries) bodies.push(await (await call(`keyed?${query}`)).text());
      expect(new Set(bodies).size).toBe(1);
      expect(await runs('keyed')).toMatchObject({ misses: misses + 1, hits: hits + queries.length - 1 });
    });

    it('by name and by id, in either case', async () => {
      const { misses } = await runs('keyed');
      for (const reference of ['keyed', KEYED_ID, KEYED_ID.toUpperCase()]) await call(`${reference}?test=reference`);
      expect((await runs('keyed')).misses).toBe(misses + 1);
    });

    it('and another one for any other', async () => {
      const queries = [
        'test=other',
        'test=Other',
        'test=other%20',
        'test=other&number=2',
        'test=other&number=-1',
        'test=other&tier=PRO',
        'test=other&at=2026-11-20T10:00:00Z',
        'test=other&at=2026-11-20T10:00:00.000001Z',
        'test=other&tags=a&tags=b',
        'test=other&tags=b&tags=a',
        'test=other&tags=a,b',
        'test=other&tags=null',
        'test=null',
        'number=1',
      ];
      const { misses } = await runs('keyed');
      for (const query of queries) expect(statusOf(await call(`keyed?${query}`))).toBe('fwd=miss; stored');
      expect((await runs('keyed')).misses).toBe(misses + queries.length);
    });
  });

  it('serves a result for less than `caching` seconds', async () => {
    const outcomes = [];
    for (const seconds of [0, 30, 59.999, 60, 61, 119.999, 120]) {
      clock.later(seconds);
      outcomes.push(statusOf(await call('keyed?test=ttl')));
    }
    expect(outcomes).toEqual([
      'fwd=miss; stored',
      'hit; ttl=30',
      'hit; ttl=0',
      'fwd=miss; stored',
      'hit; ttl=59',
      'hit; ttl=0',
      'fwd=miss; stored',
    ]);
  });

  it('counts the age from when the engine was asked', async () => {
    const leave = await occupy(service);
    const { misses } = await runs('keyed');
    const waiting = call('keyed?test=age');
    await eventually(async () => (await runs('keyed')).misses > misses);
    clock.later(5);
    await leave();
    const answer = await waiting;
    expect(answer.headers.get('age')).toBe('5');
    expect(answer.headers.get('cache-control')).toBe('private, max-age=55');
  });

  describe('runs a query once, however many ask for it at a time', () => {
    it('20 identical misses are one run, which 19 join', async () => {
      const before = await runs('keyed');
      const leave = await occupy(service);
      const calls = Array.from({ length: 20 }, (_, index) => call(`keyed?test=together&undeclared=${index}`));
      await eventually(async () => (await runs('keyed')).joined === before.joined + 19);
      await leave();
      const answers = await Promise.all(calls);
      const outcomes = answers.map((answer) => statusOf(answer)).sort();
      expect(outcomes).toEqual([...Array<string>(19).fill('fwd=miss; collapsed; stored'), 'fwd=miss; stored']);
      for (const answer of answers) expect(await assertRows(answer)).toMatchObject([{ test: 'together' }]);
      expect(await runs('keyed')).toMatchObject({ misses: before.misses + 1, joined: before.joined + 19 });
    });

    it('other values do not wait for it as one', async () => {
      const before = await runs('keyed');
      const leave = await occupy(service);
      const calls = ['apart-1', 'apart-2'].map(async (test) => call(`keyed?test=${test}`));
      await eventually(async () => (await runs('keyed')).misses === before.misses + 2);
      await leave();
      for (const answer of await Promise.all(calls)) expect(statusOf(answer)).toBe('fwd=miss; stored');
    });

    it('who leaves leaves the others alone, even who came first', async () => {
      const before = await runs('keyed');
      const leave = await occupy(service);
      const departure = new AbortController();
      const first = fetch(`${service.base}/api/endpoints/query/keyed?test=leaving`, {
        headers: { 'x-api-key': TOKEN },
        signal: departure.signal,
      });
      await eventually(async () => (await runs('keyed')).misses === before.misses + 1);
      const others = [call('keyed?test=leaving'), call('keyed?test=leaving')];
      await eventually(async () => (await runs('keyed')).joined === before.joined + 2);
      departure.abort();
      await expect(first).rejects.toThrow('aborted');
      await leave();
      for (const other of await Promise.all(others)) {
        expect(await assertRows(other)).toMatchObject([{ test: 'leaving' }]);
      }
      expect(statusOf(await call('keyed?test=leaving'))).toBe('hit; ttl=60');
    });

    it('the last one to leave cancels the run, and the next one to ask starts another', async () => {
      const before = await runs('slow');
      const departures = [new AbortController(), new AbortController(), new AbortController()];
      const slow = async ({ signal }: AbortController) =>
        fetch(`${service.base}/api/endpoints/query/slow`, { headers: { 'x-api-key': TOKEN }, signal });
      const [first, second, third] = departures as [AbortController, AbortController, AbortController];
      const calls = [slow(first), slow(second)];
      await eventually(async () => (await runs('slow')).joined === before.joined + 1);
      first.abort();
      second.abort();
      for (const each of calls) await expect(each).rejects.toThrow('aborted');
      // There is one connection: this one would wait for half a minute if the run went on.
      expect(await assertRows(await call('keyed?test=after-slow'))).toHaveLength(1);
      const next = slow(third);
      await eventually(async () => (await runs('slow')).misses === before.misses + 2);
      third.abort();
      await expect(next).rejects.toThrow('aborted');
      expect(await runs('slow')).toMatchObject({ joined: before.joined + 1, failures: 0, last_run: null });
      expect(await assertRows(await call('keyed?test=after-third'))).toHaveLength(1);
    });
  });

  it('never keeps an error', async () => {
    const before = await runs('dial');
    await turnDial(0);
    // A second later, when it may be run again.
    for (const seconds of [0, 1]) {
      clock.later(seconds);
      await assertProblem(await call('dial?test=error'), 'query_failed');
    }
    await turnDial(5);
    clock.later(3);
    const answer = await call('dial?test=error');
    expect(statusOf(answer)).toBe('fwd=miss; stored');
    expect(await assertRows(answer)).toEqual([{ quotient: 20, test: 'error' }]);
    expect(await runs('dial')).toMatchObject({ misses: before.misses + 3, failures: before.failures + 2 });
  });

  it('gives one error to all who waited for one run', async () => {
    const before = await runs('dial');
    await turnDial(0);
    const leave = await occupy(service);
    const calls = [call('dial?test=shared'), call('dial?test=shared')];
    await eventually(async () => (await runs('dial')).joined === before.joined + 1);
    await leave();
    for (const answer of await Promise.all(calls)) await assertProblem(answer, 'query_failed');
    expect((await runs('dial')).failures).toBe(before.failures + 1);
    // It counts once, however many waited: the first pause is one second.
    const next = await call('dial?test=shared');
    expect(next.headers.get('retry-after')).toBe('1');
    await assertProblem(next, 'backing_off');
  });

  it('keeps nothing where caching is disabled: each call is computed afresh', async () => {
    const { misses } = await runs('fresh');
    for (const value of [7, 8]) {
      await turnDial(value);
      expect(await assertRows(await call('fresh'))).toEqual([{ value }]);
    }
    const { cache, runs: after } = await listed(service, 'fresh');
    expect(after).toMatchObject({ misses: misses + 2, hits: 0, joined: 0 });
    expect(cache).toMatchObject({ entries: 0, bytes: 0, oldest_age: null });
  });

  describe('stale_if_error', () => {
    const QUOTIENT = { 4: 25, 5: 20 } as const;
    const lenient = async (test: string) => {
      const answer = await call(`lenient?test=${test}`);
      return { answer, cached: [statusOf(answer), answer.headers.get('age'), answer.headers.get('cache-control')] };
    };

    it('serves the old rows while the engine fails, marked as what they are, until their time is over', async () => {
      const before = await runs('lenient');
      await lenient('failing');
      await turnDial(0);
      for (const [seconds, age, ttl] of [
        [60, '60', 0],
        [100.5, '100', -41],
        [159.999, '159', -100],
      ] as const) {
        clock.later(seconds);
        const { answer, cached } = await lenient('failing');
        expect(cached).toEqual([`hit; ttl=${ttl}; detail=stale-if-error`, age, 'private, max-age=0']);
        expect(await assertRows(answer)).toEqual([{ quotient: QUOTIENT[4], test: 'failing' }]);
      }
      // It failed for the third time a moment ago, and there are no rows any more to make up for it.
      clock.later(160);
      await assertProblem(await call('lenient?test=failing'), 'backing_off');
      clock.later(164);
      await assertProblem(await call('lenient?test=failing'), 'query_failed');
      expect(await runs('lenient')).toMatchObject({
        stale_served: before.stale_served + 3,
        failures: before.failures + 4,
        last_error: { at: clock.now.toISOString(), code: 'query_failed' },
      });
    });

    it('asks the engine after each pause, and takes what it says as soon as it works again', async () => {
      await lenient('recovering');
      const before = await runs('lenient');
      await turnDial(0);
      clock.later(70);
      expect((await lenient('recovering')).cached[0]).toBe('hit; ttl=-10; detail=stale-if-error');
      await turnDial(5);
      // Its pause is not over yet.
      clock.later(70.999);
      expect((await lenient('recovering')).cached[0]).toBe('hit; ttl=-11; detail=stale-if-error');
      expect(await runs('lenient')).toMatchObject({ misses: before.misses + 1, failures: before.failures + 1 });
      clock.later(71);
      const { answer, cached } = await lenient('recovering');
      expect(cached).toEqual(['fwd=stale; stored', '0', 'private, max-age=60']);
      expect(await assertRows(answer)).toEqual([{ quotient: QUOTIENT[5], test: 'recovering' }]);
    });

    it('keeps the old rows beside those who ask, and says so when they are replaced', async () => {
      await lenient('replaced');
      clock.later(60);
      expect((await lenient('replaced')).cached[0]).toBe('fwd=stale; stored');
      clock.later(60 + 159.999);
      expect((await lenient('replaced')).cached[0]).toBe('fwd=stale; stored');
      // Beyond `stale_if_error` there is nothing left.
      clock.later(60 + 159.999 + 160);
      expect((await lenient('replaced')).cached[0]).toBe('fwd=miss; stored');
    });

    it('has no effect on what is fresh, nor where there are no old rows', async () => {
      await lenient('fresh');
      await turnDial(0);
      clock.later(59);
      expect((await lenient('fresh')).cached[0]).toBe('hit; ttl=1');
      await assertProblem(await call('lenient?test=never-seen'), 'query_failed');
    });

    it('is off where the file does not ask for it', async () => {
      await call('dial?test=no-stale');
      await turnDial(0);
      clock.later(60);
      await assertProblem(await call('dial?test=no-stale'), 'query_failed');
    });
  });
});

describe('the cache of the shipped endpoints', () => {
  let service: TestService;
  const clock = new TestClock(NOW);
  const entry = (id: string) => ({ id, project: 'demo', timestamp: '2026-11-20T09:59:00Z' });

  beforeAll(async () => {
    service = await startService({ clock, tables: { edge_logs: [entry('one')] } });
    // Nothing is refreshed between two calls.
    service.app.get(SchedulerRegistry).deleteInterval('warming');
  });

  afterAll(async () => service.close());

  it('has no entry of logs.all, which is computed afresh by every call', async () => {
    expect(await service.rows('logs.all?project=demo')).toHaveLength(1);
    await service.writeTable('edge_logs', [entry('one'), entry('two')]);
    expect(await service.rows('logs.all?project=demo')).toHaveLength(2);
    clock.now = new Date('2026-11-21T09:59:00Z');
    expect(await service.rows('logs.all?project=demo')).toHaveLength(0);
    expect((await listed(service, 'logs.all')).runs).toMatchObject({ misses: 3, hits: 0 });
  });

  it.each([
    ['functions.invocation-stats', 'project=demo'],
    ['usage.api-counts', 'project=demo&interval=daily'],
  ])('keeps %s for 900 seconds', async (name, query) => {
    const outcomes = [];
    for (const seconds of [0, 899.999, 900]) {
      clock.later(seconds);
      outcomes.push((await service.get(`/api/endpoints/query/${name}?${query}`)).headers.get('cache-status'));
    }
    expect(outcomes).toEqual(['quern; fwd=miss; stored', 'quern; hit; ttl=0', 'quern; fwd=miss; stored']);
  });
});

describe('a cache of few bytes', () => {
  const SMALL_ID = '0f6e2d4a-1b9c-4c53-8a35-6f0b5f6b7c8d';
  /** What one of the small results holds: a key of the endpoint's id, its definition's hash and the values, and a body. */
  const SMALL_BYTES = entrySize(`${SMALL_ID}:${'0'.repeat(32)}:["a"]`, {
    body: Buffer.from('{"result":[{"seed":"a"}]}'),
    hash: '',
    coded: {},
    rows: 0,
    truncated: false,
    createdAt: 0,
    cost: { milliseconds: 1 },
    columns: [{ name: 'seed', type: 'STRING' }],
    requests: 0,
  });
  let service: TestService;
  const outcome = async (path: string) =>
    (await service.get(`/api/endpoints/query/${path}`)).headers.get('cache-status')?.replace('quern; ', '');
  const cache = () => service.app.get(MemoryStore);

  beforeAll(async () => {
    const parameters = { seed: { type: 'string', required: true } };
    service = await startService({
      clock: { now: NOW },
      endpoints: {
        'small.yaml': endpointFile({
          id: SMALL_ID,
          name: 'small',
          parameters,
          caching: 60,
          query: 'SELECT @seed AS seed',
        }),
        'large.yaml': endpointFile({
          name: 'large',
          parameters,
          caching: 60,
          query: 'SELECT n, @seed AS seed FROM UNNEST(GENERATE_ARRAY(1, 300)) AS n',
        }),
      },
      env: { QUERN_CACHE_MAX_BYTES: String(3 * SMALL_BYTES) },
    });
  });

  afterAll(async () => service.close());

  it('holds as many as fit to the byte, and drops the least recently used first', async () => {
    const evictions = async () => (await listed(service, 'small')).runs.evictions;
    for (const seed of ['a', 'b', 'c']) expect(await outcome(`small?seed=${seed}`)).toBe('fwd=miss; stored');
    expect([cache().bytes, cache().list().length, await evictions()]).toEqual([3 * SMALL_BYTES, 3, 0]);
    expect(await outcome('small?seed=a')).toBe('hit; ttl=60');
    expect(await outcome('small?seed=d')).toBe('fwd=miss; stored');
    expect([cache().bytes, cache().list().length, await evictions()]).toEqual([3 * SMALL_BYTES, 3, 1]);
    for (const seed of ['a', 'c', 'd']) expect(await outcome(`small?seed=${seed}`)).toBe('hit; ttl=60');
    expect(await outcome('small?seed=b')).toBe('fwd=miss; stored');
  });

  it('drops more than one where the new one needs their room', async () => {
    for (const seed of ['a', 'b', 'c']) await outcome(`small?seed=${seed}`);
    expect(await outcome('small?seed=dd')).toBe('fwd=miss; stored');
    expect(cache().list()).toHaveLength(2);
    expect((await listed(service, 'small')).cache).toMatchObject({ entries: 2, bytes: cache().bytes });
  });

  it('answers with a result that is larger than the whole of it, does not say that it is stored, and keeps what it has', async () => {
    const before = cache().list();
    expect(before.length).toBeGreaterThan(0);
    for (let time = 1; time <= 2; time += 1) {
      const answer = await service.get('/api/endpoints/query/large?seed=x');
      expect(answer.headers.get('cache-status')).toBe('quern; fwd=miss');
      expect(await assertRows(answer)).toHaveLength(300);
    }
    expect((await listed(service, 'large')).runs).toMatchObject({ misses: 2, hits: 0 });
    expect(cache().list()).toEqual(before);
  });
});

describe('a client that leaves', () => {
  it('is noticed for every request of its pipeline', async () => {
    const quick = endpointFile({ name: 'quick', timeout: 1, query: 'SELECT 1 AS one' });
    const service = await startService({
      endpoints: { 'occupant.yaml': OCCUPANT, 'quick.yaml': quick },
      env: { QUERN_DUCKDB_CONNECTIONS: '1', QUERN_QUEUE_MAX: '1' },
    });
    const socket = connect(Number(new URL(service.base).port), '127.0.0.1');
    const request = `GET /api/endpoints/query/occupant HTTP/1.1\r\nHost: x\r\nX-API-KEY: ${TOKEN}\r\n\r\n`;
    try {
      // The first of them runs, the second waits for its turn, and nobody else may wait.
      socket.write(request + request);
      await eventually(async () => (await service.get('/api/endpoints/query/quick')).status === 503);
      socket.destroy();
      // Were the second not noticed, it would have its turn now, for half a minute.
      await eventually(async () => (await service.get('/api/endpoints/query/quick')).status === 200);
      expect((await service.get('/api/endpoints/query/quick')).status).toBe(200);
    } finally {
      await service.close();
    }
  });
});
