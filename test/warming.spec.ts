import { type CachedResult } from '../src/cache/cached-result.js';
import { ResultCache } from '../src/cache/result-cache.service.js';
import { Executor } from '../src/execution/executor.service.js';
import { Warming } from '../src/warming/warming.service.js';
import { assertProblem } from './support/assert-problem.js';
import { assertRows } from './support/assert-rows.js';
import { ENDLESS_QUERY, endpointFile } from './support/endpoint-file.js';
import { eventually } from './support/eventually.js';
import { listed } from './support/listing.js';
import { OCCUPANT, occupy } from './support/occupy.js';
import { startService, type TestService } from './support/service.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const QUERY = 'SELECT 100 / value AS quotient, @test AS test FROM dial';
const parameters = { test: { type: 'string', required: true } };

const ASKED_FOR = {
  'warm.yaml': endpointFile({ name: 'warm', parameters, caching: 900, cache_warming: 300, query: QUERY }),
  'cold.yaml': endpointFile({ name: 'cold', parameters, caching: 900, query: QUERY }),
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

describe('warming', () => {
  let service: TestService;
  let clock: { now: Date };
  const later = (seconds: number) => {
    clock.now = new Date(NOW.getTime() + seconds * 1000);
  };
  const tick = () => {
    service.app.get(Warming).tick();
  };
  const turnDial = async (value: number) => service.writeTable('dial', [{ value }]);
  const call = async (path: string) => service.get(`/api/endpoints/query/${path}`);
  const runs = async (name: string) => (await listed(service, name)).runs;
  /** Looks without asking: what a client asks for is kept warm. */
  const kept = (test: string): CachedResult | undefined =>
    service.app
      .get(ResultCache)
      .list()
      .find(([key]) => key.includes(`"${test}"`))?.[1];
  const isFilledNow = (test: string) => kept(test)?.createdAt === clock.now.getTime();
  const quotients = async (path: string) =>
    (await assertRows<{ quotient: number }>(await call(path))).map(({ quotient }) => quotient);
  const start = async (endpoints: Readonly<Record<string, string>>, value: number) => {
    clock = { now: NOW };
    service = await startService({
      clock,
      endpoints,
      tables: { dial: [{ value }] },
      env: { QUERN_DUCKDB_CONNECTIONS: '1', QUERN_WARMING_CONCURRENCY: '1' },
    });
  };

  describe('of what clients ask for', () => {
    beforeAll(async () => start(ASKED_FOR, 4));
    afterAll(async () => service.close());
    // Each test has hours of its own, so that nothing of the one before is warm any more.
    beforeEach(async () => turnDial(4));

    it('runs it again `cache_warming` seconds after it was filled, at most a twentieth earlier', async () => {
      await call('warm?test=due');
      const { refreshes } = await runs('warm');
      later(284);
      tick();
      expect((await runs('warm')).refreshes).toBe(refreshes);
      expect(isFilledNow('due')).toBe(false);
      await turnDial(5);
      later(300);
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
      later(10_000);
      await call('warm?test=planned');
      const { cache } = await listed(service, 'warm');
      const inSeconds = (Date.parse(cache.next_refresh ?? '') - clock.now.getTime()) / 1000;
      expect(inSeconds).toBeGreaterThanOrEqual(284);
      expect(inSeconds).toBeLessThanOrEqual(300);
    });

    it('goes on for `caching` seconds after the last call, and then leaves it to expire', async () => {
      later(20_000);
      await call('warm?test=forgotten');
      for (const seconds of [300, 600, 900]) {
        later(20_000 + seconds);
        tick();
        await eventually(() => isFilledNow('forgotten'));
      }
      const { refreshes } = await runs('warm');
      later(20_000 + 1200);
      tick();
      expect((await runs('warm')).refreshes).toBe(refreshes);
      expect(kept('forgotten')?.createdAt).toBe(NOW.getTime() + 20_900_000);
      later(20_000 + 900 + 900);
      tick();
      expect((await runs('warm')).refreshes).toBe(refreshes);
      expect((await call('warm?test=forgotten')).headers.get('cache-status')).toBe('quern; fwd=miss; stored');
    });

    it('goes on as long as somebody asks', async () => {
      later(30_000);
      await call('warm?test=loved');
      for (let seconds = 300; seconds <= 3000; seconds += 300) {
        later(30_000 + seconds);
        tick();
        await eventually(() => isFilledNow('loved'));
        if (seconds % 900 === 0) {
          expect((await call('warm?test=loved')).headers.get('cache-status')).toBe('quern; hit; ttl=900');
        }
      }
    });

    it('leaves alone what has no `cache_warming`', async () => {
      later(40_000);
      await call('cold?test=cold');
      expect((await listed(service, 'cold')).cache.next_refresh).toBeNull();
      later(40_500);
      tick();
      expect(await runs('cold')).toMatchObject({ refreshes: 0 });
      expect((await call('cold?test=cold')).headers.get('age')).toBe('500');
    });

    it('that fails keeps the good rows until their age ends, and tries again', async () => {
      later(50_000);
      await call('warm?test=failing');
      await turnDial(0);
      const before = await runs('warm');
      later(50_300);
      tick();
      await eventually(async () => (await listed(service, 'warm')).cache.next_refresh !== null);
      expect(await runs('warm')).toMatchObject({ refreshes: before.refreshes + 1, failures: before.failures + 1 });
      expect(service.log.join('\n')).toContain('warm: could not be refreshed; the rows that are there stay');
      const answer = await call('warm?test=failing');
      expect(answer.headers.get('age')).toBe('300');
      expect(await assertRows(answer)).toEqual([{ quotient: 25, test: 'failing' }]);
      await turnDial(5);
      later(50_600);
      tick();
      await eventually(() => isFilledNow('failing'));
      expect(await quotients('warm?test=failing')).toEqual([20]);
      // And when it fails until the end, that is the end.
      await turnDial(0);
      later(51_499.999);
      expect(await quotients('warm?test=failing')).toEqual([20]);
      later(51_500);
      await assertProblem(await call('warm?test=failing'), 'query_failed');
    });

    it('makes nobody wait: while it runs, the rows that are there are served', async () => {
      later(60_000);
      await call('warm?test=unhurried');
      const { misses, joined, refreshes } = await runs('warm');
      const leave = await occupy(service);
      later(60_300);
      tick();
      expect((await runs('warm')).refreshes).toBe(refreshes + 1);
      const answer = await call('warm?test=unhurried');
      expect(answer.headers.get('age')).toBe('300');
      expect(await runs('warm')).toMatchObject({ misses, joined });
      await leave();
      await eventually(() => isFilledNow('unhurried'));
    });

    it('and a miss are one run', async () => {
      later(70_000);
      await call('warm?test=both');
      const leave = await occupy(service);
      later(70_300);
      tick();
      const { misses, joined } = await runs('warm');
      // Too old to be served by now, so that its client waits for the run that is under way.
      later(71_000);
      const waiting = call('warm?test=both');
      await eventually(async () => (await runs('warm')).joined === joined + 1);
      await leave();
      expect((await waiting).headers.get('cache-status')).toBe('quern; fwd=miss; collapsed; stored');
      expect((await runs('warm')).misses).toBe(misses);
    });

    it('runs no more at once than it may', async () => {
      later(80_000);
      for (const test of ['lane-1', 'lane-2', 'lane-3']) await call(`warm?test=${test}`);
      const { refreshes } = await runs('warm');
      const leave = await occupy(service);
      later(80_300);
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
        later(seconds);
        tick();
        await eventually(() => isFilledNow('listed-1') && isFilledNow('listed-2'));
      }
      expect(await runs('listed')).toMatchObject({ refreshes: 2 + 12, misses: 0 });
    });
  });

  describe('that fails at the start', () => {
    beforeAll(async () => start(LISTED, 0));
    afterAll(async () => service.close());

    it('does not keep the service from starting, and is made up for', async () => {
      await eventually(async () => (await runs('listed')).failures === 2);
      expect((await listed(service, 'listed')).cache.entries).toBe(0);
      await turnDial(5);
      later(300);
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
    timeout: 30,
    caching: 900,
    warm: [{ test: 'first' }],
    query: `SELECT @test AS test, n FROM (${ENDLESS_QUERY})`,
  });

  it('stops, ends what it runs', async () => {
    const service = await startService({ endpoints: { 'slow.yaml': slow }, env: { QUERN_DUCKDB_CONNECTIONS: '1' } });
    await eventually(async () => (await listed(service, 'slow')).runs.refreshes === 1);
    const startedAt = performance.now();
    await service.close();
    // Its own timeout is 30 seconds.
    expect(performance.now() - startedAt).toBeLessThan(10_000);
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
    service.app.get(Executor).onFilled(({ cacheKey }) => keys.push(cacheKey));
    for (const test of ['a', 'b', 'c', 'd', 'e', 'f']) await service.rows(`quick?test=${test}`);
    const kept = service.app.get(ResultCache).list();
    expect(kept.length).toBeLessThan(keys.length);
    const planned = keys.filter((key) => service.app.get(Warming).nextRefresh(key) !== undefined);
    expect(planned.sort()).toEqual(kept.map(([key]) => key).sort());
    await service.close();
  });
});

describe('a listed set without `cache_warming`', () => {
  it('is run again before it expires', async () => {
    const clock = { now: NOW };
    const file = { name: 'kept', caching: 900, warm: [{}], query: 'SELECT 1 AS one' };
    const service = await startService({ clock, endpoints: { 'kept.yaml': endpointFile(file) } });
    const filledAt = () => service.app.get(ResultCache).list()[0]?.[1].createdAt;
    await eventually(() => filledAt() === NOW.getTime());
    clock.now = new Date(NOW.getTime() + 815_000);
    service.app.get(Warming).tick();
    await eventually(() => filledAt() === clock.now.getTime());
    expect((await listed(service, 'kept')).runs.refreshes).toBe(2);
    await service.close();
  });
});
