import { SchedulerRegistry } from '@nestjs/schedule';
import { type CachedResult } from '../../src/cache/cached-result.js';
import { ResultCache } from '../../src/cache/result-cache.service.js';
import { boundQuery } from '../../src/execution/bound-query.js';
import { bindParameters } from '../../src/parameters/bind-parameters.js';
import { Registry } from '../../src/registry/registry.service.js';
import { Warming } from '../../src/warming/warming.service.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { assertRows } from '../support/http/assert-rows.js';
import { ENDLESS_QUERY, endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { listed } from '../support/listing.js';
import { OCCUPANT, occupy } from '../support/occupy.js';
import { startService, type TestService, TOKEN } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';
import { ResultLoader } from '../../src/execution/result-loader.service.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const QUERY = 'SELECT 100 / value AS quotient, @test AS test FROM dial';
const parameters = { test: { type: 'string', required: true } };

const ASKED_FOR = {
  'warm.yaml': endpointFile({ name: 'warm', parameters, caching: 900, cache_warming: 300, query: QUERY }),
  'cold.yaml': endpointFile({ name: 'cold', parameters, caching: 900, query: QUERY }),
  'kinds.yaml': endpointFile({
    name: 'kinds',
    parameters: {
      text: { type: 'string' },
      nothing: { type: 'string' },
      big: { type: 'integer' },
      rate: { type: 'number' },
      flag: { type: 'boolean' },
      at: { type: 'timestamp' },
      day: { type: 'date' },
      ids: { type: 'array', items: 'integer' },
      empty: { type: 'array', items: 'string' },
    },
    caching: 900,
    cache_warming: 300,
    query: `SELECT @text AS text, @nothing AS nothing, @big AS big, @rate AS rate, @flag AS flag, @at AS \`at\`, @day AS day,
      @ids AS ids, ARRAY_LENGTH(@empty) AS empty, value FROM dial`,
  }),
  'occupant.yaml': OCCUPANT,
};

const LISTED = {
  'listed.yaml': endpointFile({
    name: 'listed',
    parameters,
    caching: 900,
    cache_warming: 300,
    warm: [{ test: 'listed-1' }, { test: 'listed-2' }],
    query: QUERY,
  }),
};

const UNUSABLE = {
  'place.yaml': endpointFile({
    name: 'place',
    parameters: { place: { type: 'integer', required: true } },
    caching: 900,
    cache_warming: 300,
    warm: [{ place: 7 }],
    query: 'SELECT GENERATE_ARRAY(1, value)[OFFSET(@place)] AS n FROM dial',
  }),
};

describe('warming', () => {
  let service: TestService;
  let clock: TestClock;
  const tick = () => {
    service.app.get(Warming).tick();
  };
  const turnDial = async (value: number) => service.writeTable('dial', [{ value }]);
  const call = async (path: string) => service.get(`/api/endpoints/query/${path}`);
  /** Fills a result, and asks for it once more: results that clients ask for are run again. */
  const fill = async (path: string) => {
    for (const answer of [await call(path), await call(path)]) await assertRows(answer);
  };
  const runs = async (name: string) => (await listed(service, name)).runs;
  /** Looks without asking: a result that a client asks for is kept warm. */
  const kept = (test: string): CachedResult | undefined =>
    service.app
      .get(ResultCache)
      .memory.list()
      .find(([key]) => key.includes(`"${test}"`))?.[1];
  const isFilledNow = (test: string) => kept(test)?.createdAt === clock.now.getTime();
  const quotients = async (path: string) =>
    (await assertRows<{ quotient: number }>(await call(path))).map(({ quotient }) => quotient);
  const start = async (endpoints: Readonly<Record<string, string>>, value: number) => {
    clock = new TestClock(NOW);
    service = await startService({
      clock,
      endpoints,
      tables: { dial: [{ value }] },
      env: { QUERN_DUCKDB_CONNECTIONS: '1', QUERN_WARMING_CONCURRENCY: '1' },
    });
    // Each test ticks for itself, at times of its own.
    service.app.get(SchedulerRegistry).deleteInterval('warming');
  };
  const nextRefresh = async (name: string) => (await listed(service, name)).cache.next_refresh;
  const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000).toISOString();
  /** The endpoints that have been run since the log had `lines` lines, in their order, and on whose behalf. */
  const ranSince = (lines: number) =>
    service.log.slice(lines).flatMap((line) => /^(\S+ for \S+): \d+ rows/.exec(line)?.[1] ?? []);

  describe('of what clients ask for', () => {
    beforeAll(async () => start(ASKED_FOR, 4));
    afterAll(async () => service.close());
    // Each test has hours of its own, so that nothing of the one before is warm any more.
    beforeEach(async () => turnDial(4));

    it('runs it again `cache_warming` seconds after it was filled, at most a twentieth earlier', async () => {
      await fill('warm?test=due');
      const { refreshes } = await runs('warm');
      clock.later(284);
      tick();
      expect((await runs('warm')).refreshes).toBe(refreshes);
      expect(isFilledNow('due')).toBe(false);
      await turnDial(5);
      clock.later(300);
      tick();
      await eventually(() => isFilledNow('due'));
      expect((await runs('warm')).refreshes).toBe(refreshes + 1);
      // Nobody waited for it: the next client finds the new rows in the cache.
      const answer = await call('warm?test=due');
      expect(answer.headers.get('cache-status')).toBe('quern; hit; ttl=900');
      expect(answer.headers.get('age')).toBe('0');
      expect(await assertRows(answer)).toEqual([{ quotient: 20, test: 'due' }]);
    });

    it('says in the listing when that will be', async () => {
      clock.later(10_000);
      await fill('warm?test=planned');
      const { cache } = await listed(service, 'warm');
      const inSeconds = (Date.parse(cache.next_refresh ?? '') - clock.now.getTime()) / 1000;
      expect(inSeconds).toBeGreaterThanOrEqual(284);
      expect(inSeconds).toBeLessThanOrEqual(300);
    });

    it('runs it once more after the last call, and then leaves it to expire', async () => {
      clock.later(20_000);
      await fill('warm?test=forgotten');
      clock.later(20_300);
      tick();
      await eventually(() => isFilledNow('forgotten'));
      const { refreshes } = await runs('warm');
      expect((await listed(service, 'warm')).cache.next_refresh).toBeNull();
      for (const seconds of [600, 900, 1199]) {
        clock.later(20_000 + seconds);
        tick();
      }
      expect((await runs('warm')).refreshes).toBe(refreshes);
      // Whoever asks again within `caching` seconds of that run still finds it.
      expect((await call('warm?test=forgotten')).headers.get('cache-status')).toBe('quern; hit; ttl=1');
      clock.later(20_300 + 900);
      expect((await call('warm?test=forgotten')).headers.get('cache-status')).toBe('quern; fwd=miss; stored');
    });

    it('runs nothing again that nobody has asked for since it was filled, until somebody does', async () => {
      clock.later(25_000);
      await call('warm?test=rare');
      const { refreshes } = await runs('warm');
      clock.later(25_700);
      tick();
      expect((await runs('warm')).refreshes).toBe(refreshes);
      expect((await call('warm?test=rare')).headers.get('age')).toBe('700');
      tick();
      await eventually(() => isFilledNow('rare'));
      expect((await runs('warm')).refreshes).toBe(refreshes + 1);
    });

    it('goes on as long as somebody asks', async () => {
      clock.later(30_000);
      await fill('warm?test=loved');
      for (let seconds = 300; seconds <= 3000; seconds += 300) {
        clock.later(30_000 + seconds);
        tick();
        await eventually(() => isFilledNow('loved'));
        expect((await call('warm?test=loved')).headers.get('cache-status')).toBe('quern; hit; ttl=900');
      }
    });

    it('runs it with the values of the call, of every type', async () => {
      clock.later(35_000);
      const path =
        'kinds?text=%22kinds%22%5C%20%F0%9F%98%80&big=9007199254740993&rate=1e21&flag=true' +
        '&at=2026-11-20T10:00:00.000001Z&day=0001-01-01&ids=-9223372036854775808&ids=7';
      const row = {
        text: '"kinds"\\ 😀',
        nothing: null,
        big: '9007199254740993',
        rate: 1e21,
        flag: true,
        at: '2026-11-20T10:00:00.000001Z',
        day: '0001-01-01',
        ids: ['-9223372036854775808', 7],
        empty: 0,
      };
      for (const answer of [await call(path), await call(path)]) {
        expect(await assertRows(answer)).toEqual([{ ...row, value: 4 }]);
      }
      await turnDial(5);
      clock.later(35_300);
      tick();
      await eventually(async () => (await listed(service, 'kinds')).cache.oldest_age === 0);
      const answer = await call(path);
      expect(answer.headers.get('cache-status')).toBe('quern; hit; ttl=900');
      expect(await assertRows(answer)).toEqual([{ ...row, value: 5 }]);
      expect((await listed(service, 'kinds')).cache.entries).toBe(1);
    });

    it('runs it once, however often it was filled', async () => {
      clock.later(38_000);
      const forced = { 'x-api-key': TOKEN, 'cache-control': 'no-cache' };
      for (let time = 1; time <= 60; time += 1) {
        await (await service.get('/api/endpoints/query/warm?test=often', forced)).text();
        await assertRows(await call('warm?test=often'));
      }
      const { refreshes } = await runs('warm');
      clock.later(38_300);
      tick();
      await eventually(() => isFilledNow('often'));
      // A second refresh would have begun by the time that a client’s miss has been answered.
      await assertRows(await call('cold?test=often'));
      expect((await runs('warm')).refreshes).toBe(refreshes + 1);
    });

    it('leaves alone what has no `cache_warming`', async () => {
      clock.later(40_000);
      await call('cold?test=cold');
      expect((await listed(service, 'cold')).cache.next_refresh).toBeNull();
      clock.later(40_500);
      tick();
      expect(await runs('cold')).toMatchObject({ refreshes: 0 });
      expect((await call('cold?test=cold')).headers.get('age')).toBe('500');
    });

    it('that fails keeps the good rows until their age ends, and tries again after longer and longer pauses', async () => {
      clock.later(50_000);
      await fill('warm?test=failing');
      await turnDial(0);
      const before = await runs('warm');
      const since = service.log.length;
      let due = 50_300;
      for (const [index, pause] of [1, 2, 4, 8, 16, 30, 30].entries()) {
        clock.later(due);
        tick();
        await eventually(async () => (await nextRefresh('warm')) === at(due + pause));
        const failed = index + 1;
        expect(await runs('warm')).toMatchObject({
          refreshes: before.refreshes + failed,
          failures: before.failures + failed,
        });
        // The refresh does not run a moment earlier.
        clock.later(due + pause - 0.001);
        tick();
        expect((await runs('warm')).refreshes).toBe(before.refreshes + failed);
        due += pause;
      }
      const warnings = service.log.slice(since).filter((line) => line.includes('could not be refreshed'));
      expect(warnings).toEqual(Array(7).fill('warm: could not be refreshed; the rows that are there stay'));
      const answer = await call('warm?test=failing');
      expect([answer.headers.get('cache-status'), answer.headers.get('age')]).toEqual(['quern; hit; ttl=509', '390']);
      expect(await assertRows(answer)).toEqual([{ quotient: 25, test: 'failing' }]);
      await turnDial(5);
      clock.later(due);
      tick();
      await eventually(() => isFilledNow('failing'));
      expect(await quotients('warm?test=failing')).toEqual([20]);
      // The refresh is due in its own time again.
      expect(Date.parse((await nextRefresh('warm')) ?? '')).toBeGreaterThanOrEqual(Date.parse(at(due + 284)));
    });

    it('that fails is not tried before its pause is over, whatever the fraction of the second it failed in', async () => {
      clock.later(53_000);
      await fill('warm?test=fraction');
      await turnDial(0);
      const { failures } = await runs('warm');
      clock.later(53_300.5);
      tick();
      await eventually(async () => (await nextRefresh('warm')) !== null);
      const since = service.log.length;
      clock.later(53_301.4);
      tick();
      await (await service.get('/health')).text();
      expect(service.log.slice(since)).toEqual([]);
      clock.later(53_302);
      tick();
      await eventually(async () => (await runs('warm')).failures === failures + 2);
    });

    it('that fails until the end leaves nothing, and clients wait for the end of its pause as well', async () => {
      clock.later(55_000);
      await fill('warm?test=ending');
      await turnDial(0);
      const { failures } = await runs('warm');
      clock.later(55_899.5);
      tick();
      await eventually(async () => (await runs('warm')).failures === failures + 1);
      clock.later(55_899.999);
      expect(await quotients('warm?test=ending')).toEqual([25]);
      clock.later(55_900);
      const resting = await call('warm?test=ending');
      expect(resting.headers.get('retry-after')).toBe('1');
      await assertProblem(resting, 'backing_off');
      clock.later(55_900.5);
      await assertProblem(await call('warm?test=ending'), 'query_failed');
      expect((await runs('warm')).failures).toBe(failures + 2);
    });

    it('makes nobody wait: while it runs, the rows that are there are served', async () => {
      clock.later(60_000);
      await fill('warm?test=unhurried');
      const { misses, joined, refreshes } = await runs('warm');
      const leave = await occupy(service);
      clock.later(60_300);
      tick();
      expect((await runs('warm')).refreshes).toBe(refreshes + 1);
      const answer = await call('warm?test=unhurried');
      expect(answer.headers.get('age')).toBe('300');
      expect(await runs('warm')).toMatchObject({ misses, joined });
      await leave();
      await eventually(() => isFilledNow('unhurried'));
    });

    it('and a miss are one run', async () => {
      clock.later(70_000);
      await fill('warm?test=both');
      const leave = await occupy(service);
      clock.later(70_300);
      tick();
      const { misses, joined } = await runs('warm');
      // The result is too old to be served by now, so that its client waits for the run that is under way.
      clock.later(71_000);
      const waiting = call('warm?test=both');
      await eventually(async () => (await runs('warm')).joined === joined + 1);
      await leave();
      expect((await waiting).headers.get('cache-status')).toBe('quern; fwd=miss; collapsed; stored');
      expect((await runs('warm')).misses).toBe(misses);
    });

    it('lets a client go first that came after it', async () => {
      clock.later(72_000);
      await fill('warm?test=patient');
      const leave = await occupy(service);
      clock.later(72_300);
      const { refreshes } = await runs('warm');
      const { misses } = await runs('cold');
      const since = service.log.length;
      tick();
      await eventually(async () => (await runs('warm')).refreshes === refreshes + 1);
      const client = call('cold?test=hurried');
      await eventually(async () => (await runs('cold')).misses === misses + 1);
      await leave();
      await assertRows(await client);
      await eventually(() => isFilledNow('patient'));
      expect(ranSince(since)).toEqual(['cold for env', 'warm for warming']);
    });

    it('goes first as soon as a client waits for it, in the place it has waited in', async () => {
      clock.later(74_000);
      await fill('warm?test=joined');
      const leave = await occupy(service);
      clock.later(74_300);
      const { refreshes, joined } = await runs('warm');
      const { misses } = await runs('cold');
      const since = service.log.length;
      tick();
      await eventually(async () => (await runs('warm')).refreshes === refreshes + 1);
      // The result is too old to be served by now.
      clock.later(75_000);
      const clients = [call('cold?test=second')];
      await eventually(async () => (await runs('cold')).misses === misses + 1);
      clients.push(call('warm?test=joined'));
      await eventually(async () => (await runs('warm')).joined === joined + 1);
      await leave();
      for (const client of clients) await assertRows(await client);
      expect(ranSince(since)).toEqual(['warm for warming', 'cold for env']);
    });

    it('and waits again when that client has left', async () => {
      clock.later(76_000);
      await fill('warm?test=left');
      const leave = await occupy(service);
      clock.later(76_300);
      const { refreshes, joined } = await runs('warm');
      const { misses } = await runs('cold');
      const since = service.log.length;
      tick();
      await eventually(async () => (await runs('warm')).refreshes === refreshes + 1);
      clock.later(77_000);
      const departure = new AbortController();
      const leaving = fetch(`${service.base}/api/endpoints/query/warm?test=left`, {
        headers: { 'x-api-key': TOKEN },
        signal: departure.signal,
      });
      await eventually(async () => (await runs('warm')).joined === joined + 1);
      const client = call('cold?test=staying');
      await eventually(async () => (await runs('cold')).misses === misses + 1);
      departure.abort();
      await expect(leaving).rejects.toThrow('aborted');
      // The service hears of it a moment later than the client itself.
      await (await service.get('/health')).text();
      await leave();
      await assertRows(await client);
      await eventually(() => kept('left')?.createdAt === NOW.getTime() + 76_300_000);
      expect(ranSince(since)).toEqual(['cold for env', 'warm for warming']);
    });

    it('runs no more at once than it may', async () => {
      clock.later(80_000);
      for (const test of ['lane-1', 'lane-2', 'lane-3']) await fill(`warm?test=${test}`);
      const { refreshes } = await runs('warm');
      const leave = await occupy(service);
      clock.later(80_300);
      tick();
      expect((await runs('warm')).refreshes).toBe(refreshes + 1);
      await leave();
      for (const test of ['lane-1', 'lane-2', 'lane-3']) await eventually(() => isFilledNow(test));
      expect((await runs('warm')).refreshes).toBe(refreshes + 3);
    });
  });

  describe('of the sets that a file lists', () => {
    beforeAll(async () => start(LISTED, 4));
    afterAll(async () => service.close());

    it('fills them at the start, for nobody’s account', async () => {
      await eventually(() => isFilledNow('listed-1') && isFilledNow('listed-2'));
      expect(await runs('listed')).toMatchObject({ refreshes: 2, misses: 0, hits: 0 });
      expect((await listed(service, 'listed')).cache.entries).toBe(2);
      const answer = await call('listed?test=listed-1');
      expect(answer.headers.get('cache-status')).toBe('quern; hit; ttl=900');
      expect(await assertRows(answer)).toEqual([{ quotient: 25, test: 'listed-1' }]);
    });

    it('keeps them warm although nobody asks', async () => {
      for (let seconds = 300; seconds <= 1800; seconds += 300) {
        clock.later(seconds);
        tick();
        await eventually(() => isFilledNow('listed-1') && isFilledNow('listed-2'));
      }
      expect(await runs('listed')).toMatchObject({ refreshes: 2 + 12, misses: 0 });
    });

    it('runs each of them once when it is due, however often it was filled', async () => {
      clock.later(2000);
      const forced = { 'x-api-key': TOKEN, 'cache-control': 'no-cache' };
      for (let time = 1; time <= 60; time += 1) {
        await assertRows(await service.get('/api/endpoints/query/listed?test=listed-1', forced));
      }
      const { refreshes } = await runs('listed');
      clock.later(2300);
      tick();
      await eventually(() => isFilledNow('listed-1') && isFilledNow('listed-2'));
      // Another refresh would have begun by the time that a client’s miss has been answered.
      await assertRows(await call('listed?test=unlisted'));
      expect((await runs('listed')).refreshes).toBe(refreshes + 2);
    });
  });

  describe('of values that the query cannot work with', () => {
    beforeAll(async () => start(UNUSABLE, 4));
    afterAll(async () => service.close());

    const told = () => service.log.filter((line) => line.startsWith('place: ') && !line.includes(' rows'));

    it('says so once of a listed set, and tries it no more often than it would refresh it', async () => {
      await eventually(async () => (await runs('place')).refreshes === 1);
      await eventually(() => told().length === 1);
      expect(told()[0]).toContain('not filled: The query cannot work with the value of "place": array index');
      for (const seconds of [1, 100, 299]) {
        clock.later(seconds);
        tick();
      }
      clock.later(300);
      tick();
      // A try in between would make this another number.
      await eventually(async () => (await runs('place')).refreshes >= 2);
      expect(await runs('place')).toMatchObject({ refreshes: 2, failures: 0, last_error: null });
      expect(told()).toHaveLength(1);
    });

    /** Seconds of the clock; the number of steps until the set is due depends on when it was tried before. */
    let seconds = 1000;
    const isPlanned = () => {
      const { endpoint } = service.app.get(Registry).find('place');
      const [set = new Map<string, readonly string[]>()] = endpoint.warm;
      const { cacheKey } = boundQuery(endpoint, bindParameters(endpoint.parameters, set).values);
      return service.app.get(Warming).nextRefresh(cacheKey) !== undefined;
    };

    it('fills the set as soon as it can', async () => {
      await turnDial(8);
      await eventually(() => {
        // The clock stands while the set runs: a result that is too old by the time that it is there is not kept.
        if (isPlanned()) {
          clock.later(seconds++);
          tick();
        }
        return service.app.get(ResultCache).memory.list().length === 1;
      });
      expect(told()).toHaveLength(1);
    });

    it('leaves what a client asked for to the next who asks, without a word', async () => {
      // Nothing of the test before runs any more: the refresh of the listed set is planned again when it has ended.
      await eventually(async () => (await nextRefresh('place')) !== null);
      await turnDial(8);
      clock.later(seconds + 1000);
      await fill('place?place=3');
      await turnDial(2);
      const before = told().length;
      const { refreshes } = await runs('place');
      clock.later(seconds + 1300);
      tick();
      await eventually(async () => (await runs('place')).refreshes === refreshes + 2);
      await assertProblem(await call('place?place=5'), 'invalid_value');
      expect((await runs('place')).failures).toBe(0);
      // The failure of the listed set, which is due as well, is told once more.
      await eventually(() => told().length > before);
      expect(told()).toHaveLength(before + 1);
    });
  });

  describe('that fails at the start', () => {
    beforeAll(async () => start(LISTED, 0));
    afterAll(async () => service.close());

    it('does not keep the service from starting, and is made up for a second later', async () => {
      await eventually(async () => (await runs('listed')).failures === 2);
      expect((await listed(service, 'listed')).cache.entries).toBe(0);
      await turnDial(5);
      clock.later(1);
      tick();
      await eventually(() => isFilledNow('listed-1') && isFilledNow('listed-2'));
      expect(await quotients('listed?test=listed-2')).toEqual([20]);
    });
  });
});

describe('warming, when its service', () => {
  const slow = endpointFile({
    name: 'slow',
    parameters: { test: { type: 'string', required: true } },
    timeout: 600,
    caching: 900,
    warm: [{ test: 'first' }],
    query: `SELECT @test AS test, n FROM (${ENDLESS_QUERY})`,
  });

  it('stops, ends what it runs', async () => {
    const service = await startService({ endpoints: { 'slow.yaml': slow }, env: { QUERN_DUCKDB_CONNECTIONS: '1' } });
    await eventually(async () => (await listed(service, 'slow')).runs.refreshes === 1);
    // The run would go on for its own timeout, which is ten minutes.
    await service.close();
    expect(service.log.join('\n')).not.toContain('could not be refreshed');
  });

  it('has evicted a result, keeps no plan for it', async () => {
    const quick = endpointFile({
      name: 'quick',
      parameters: { test: { type: 'string', required: true } },
      caching: 900,
      cache_warming: 300,
      query: 'SELECT @test AS test',
    });
    const env = { QUERN_CACHE_MAX_BYTES: '2000' };
    const service = await startService({ endpoints: { 'quick.yaml': quick }, env });
    const keys: string[] = [];
    service.app.get(ResultLoader).events.on('filled', ({ cacheKey }) => keys.push(cacheKey));
    for (const test of ['a', 'b', 'c', 'd', 'e', 'f']) {
      for (let time = 1; time <= 2; time += 1) await service.rows(`quick?test=${test}`);
    }
    const kept = service.app.get(ResultCache).memory.list();
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(keys.length);
    const planned = keys.filter((key) => service.app.get(Warming).nextRefresh(key) !== undefined);
    expect(planned.sort()).toEqual(kept.map(([key]) => key).sort());
    await service.close();
  });
});

describe('warming, of many at once,', () => {
  const sets = ['1', '2', '3', '4', '5'].map((test) => ({ test }));
  const slow = endpointFile({
    name: 'slow',
    parameters,
    // A timeout far longer than a busy machine takes to come to the look at the refreshes.
    timeout: 300,
    caching: 900,
    warm: sets,
    query: `SELECT @test AS test, n FROM (${ENDLESS_QUERY})`,
  });
  const quick = endpointFile({ name: 'quick', query: 'SELECT 1 AS one' });

  it.each([
    // Refreshes up to the given number, but for one connection that is left to those who wait; one in any case.
    { connections: 4, concurrency: 2, expected: 2 },
    { connections: 4, concurrency: 8, expected: 3 },
    { connections: 2, concurrency: 8, expected: 1 },
    { connections: 1, concurrency: 8, expected: 1 },
  ])('refreshes $expected with $connections connections, told $concurrency', async (row) => {
    const { connections, concurrency, expected } = row;
    const service = await startService({
      endpoints: { 'slow.yaml': slow, 'quick.yaml': quick },
      env: {
        QUERN_DUCKDB_CONNECTIONS: String(connections),
        QUERN_WARMING_CONCURRENCY: String(concurrency),
        QUERN_QUEUE_MAX: '0',
      },
    });
    const refreshes = async () => (await listed(service, 'slow')).runs.refreshes;
    try {
      await eventually(async () => (await refreshes()) >= expected);
      // Nobody may wait for a connection here: whoever comes finds one, or is refused.
      const { status } = await service.get('/api/endpoints/query/quick');
      expect([await refreshes(), status]).toEqual([expected, connections > expected ? 200 : 503]);
    } finally {
      await service.close();
    }
  });
});

describe('a listed set without `cache_warming`', () => {
  it('is run again before it expires', async () => {
    const clock = new TestClock(NOW);
    const file = { name: 'kept', caching: 900, warm: [{}], query: 'SELECT 1 AS one' };
    const service = await startService({ clock, endpoints: { 'kept.yaml': endpointFile(file) } });
    const filledAt = () => service.app.get(ResultCache).memory.list()[0]?.[1].createdAt;
    await eventually(() => filledAt() === NOW.getTime());
    // Nobody ticks here but the service itself, once a second.
    clock.later(815);
    await eventually(() => filledAt() === clock.now.getTime());
    expect((await listed(service, 'kept')).runs.refreshes).toBe(2);
    await service.close();
  });
});
