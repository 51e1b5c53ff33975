import { SchedulerRegistry } from '@nestjs/schedule';
import { RequestedResults } from '../../src/execution/requested-results.service.js';
import { type ResultEvent, ResultLoader } from '../../src/execution/result-loader.service.js';
import { ExpectedResults } from '../../src/warming/expected-results.service.js';
import { Warming } from '../../src/warming/warming.service.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { listed } from '../support/listing.js';
import { startService, type TestService } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';

const parameters = { test: { type: 'string', required: true } };
const rest = { parameters, caching: 900, query: 'SELECT @test AS test' };
const ENDPOINTS = {
  'warm.yaml': endpointFile({ name: 'warm', cache_warming: 300, ...rest }),
  'cold.yaml': endpointFile({ name: 'cold', ...rest }),
  'own.yaml': endpointFile({
    name: 'own',
    caching: 900,
    cache_warming: 300,
    sandboxing: 'enabled',
    query: 'WITH found AS (SELECT 1 AS n) SELECT n FROM found',
  }),
};

describe('what is asked for day by day', () => {
  let service: TestService;
  let clock: TestClock;
  /** A day from the first Monday on, and a time in UTC. */
  const at = (day: number, time: string) => {
    clock.now = new Date(`2026-11-${String(day).padStart(2, '0')}T${time}Z`);
  };
  const start = async (env: Record<string, string> = {}) => {
    clock = new TestClock(new Date('2026-11-02T00:00:00Z'));
    service = await startService({ clock, endpoints: ENDPOINTS, env });
    service.app.get(SchedulerRegistry).deleteInterval('warming');
  };
  const tick = () => {
    service.app.get(Warming).tick();
  };
  const ask = async (path: string) => {
    const answer = await service.get(`/api/endpoints/query/${path}`);
    await answer.text();
    expect(answer.status).toBe(200);
    return [answer.headers.get('cache-status')?.split(';')[1]?.trim(), answer.headers.get('age')];
  };
  const askAt = async (time: string, days: readonly number[], path: string) => {
    for (const day of days) {
      at(day, time);
      tick();
      expect((await ask(path))[0]).toMatch('fwd=');
    }
  };
  const ahead = async (name = 'warm') => (await listed(service, name)).runs.refreshes_expected;
  /** Ticks at the beginning of the five minutes around nine. */
  const beforeNine = (day: number) => {
    at(day, '08:57:30');
    tick();
  };
  const isMadeAhead = async (day: number) => {
    const before = await ahead();
    beforeNine(day);
    await eventually(async () => (await ahead()) === before + 1);
  };
  const isLeft = async (day: number, name = 'warm') => {
    const { refreshes } = (await listed(service, name)).runs;
    beforeNine(day);
    // A run would have begun by the time that another one is over.
    await ask(`cold?test=${day}`);
    expect((await listed(service, name)).runs.refreshes).toBe(refreshes);
  };

  afterEach(async () => service.close());

  it('is there on the fourth working day, and is not run on the weekend', async () => {
    await start();
    await askAt('09:00:00', [2, 3, 4], 'warm?test=a');
    for (const day of [5, 6]) {
      await isMadeAhead(day);
      at(day, '09:00:01');
      expect(await ask('warm?test=a')).toEqual(['hit', '151']);
      at(day, '09:40:00');
      tick();
    }
    await isLeft(7);
    await isLeft(8);
    await isMadeAhead(9);
    at(9, '09:04:00');
    expect((await ask('warm?test=a'))[0]).toBe('hit');
  });

  it('is nothing that was asked for once, nor what has no `cache_warming`, nor SQL of callers’ own', async () => {
    await start();
    await askAt('09:00:00', [2], 'warm?test=once');
    await askAt('09:00:00', [2, 3, 4, 5, 6], 'cold?test=cold');
    await askAt('09:01:00', [2, 3, 4, 5, 6], `own?sql=${encodeURIComponent('SELECT n FROM found')}`);
    expect(service.app.get(ExpectedResults).size).toBe(0);
    for (const day of [9, 10]) for (const name of ['warm', 'cold', 'own']) await isLeft(day, name);
  });

  it('is nothing where it is switched off', async () => {
    await start({ QUERN_WARMING_LEARNS: 'off' });
    await askAt('09:00:00', [2, 3, 4, 5], 'warm?test=off');
    await isLeft(6);
  });

  it('is run no more after three times that nobody has come, though it is likely by the days before', async () => {
    await start();
    for (const day of [2, 3, 4])
      for (const time of ['09:00:00', '14:00:00']) await askAt(time, [day], 'warm?test=gone');
    for (const [day, times] of [
      [5, ['08:57:30', '13:57:30']],
      [6, ['08:57:30']],
    ] as const) {
      for (const time of times) {
        const before = await ahead();
        at(day, time);
        tick();
        await eventually(async () => (await ahead()) === before + 1);
      }
    }
    at(6, '13:57:30');
    tick();
    await ask('cold?test=cold');
    expect(await ahead()).toBe(3);
  });

  it('goes on where a client comes on most days', async () => {
    await start();
    await askAt('09:00:00', [2, 3, 4], 'warm?test=most');
    for (const [day, isAsked] of [
      [5, true],
      [6, false],
      [9, true],
      [10, false],
      [11, true],
      [12, false],
    ] as const) {
      await isMadeAhead(day);
      at(day, '09:01:00');
      if (isAsked) expect((await ask('warm?test=most'))[0]).toBe('hit');
    }
  });

  it('is learnt of few keys, however many are asked for', async () => {
    await start();
    const filled: ResultEvent[] = [];
    service.app.get(ResultLoader).events.on('filled', (...args) => filled.push(args));
    await ask('warm?test=one');
    const [[query, result] = []] = filled;
    if (!query || !result) throw new Error('nothing was filled');
    const requested = service.app.get(RequestedResults);
    for (const day of [2, 3, 4]) {
      at(day, '09:00:00');
      for (let key = 0; key < 30_000; key += 1)
        requested.events.emit('waited', { ...query, cacheKey: `${query.cacheKey}${key}` }, result);
    }
    // The others were seen as well, in filters that know no key.
    const { size } = service.app.get(ExpectedResults);
    expect(size).toBeGreaterThan(1000);
    expect(size).toBeLessThan(20_000);
  });
});
