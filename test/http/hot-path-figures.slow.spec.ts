import { AccessService } from '../../src/access/access.service.js';
import { ResultCache } from '../../src/cache/result-cache.service.js';
import { Executor } from '../../src/execution/executor.service.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { assertRows } from '../support/http/assert-rows.js';
import { type HotService, startHotService } from '../support/http/hot-service.js';
import { type Counted, type Listed, NOTHING_COUNTED } from '../support/listing.js';
import { tokenOf } from '../support/http/parity-corpus.js';

describe.each([
  ['with the hot path', true],
  ['without the hot path', false],
] as const)('what is counted, %s,', (_, isOn) => {
  let service: HotService;
  const runs = async (name: string): Promise<Counted> => {
    const answer = await service.get(`/api/endpoints/${name}`, { 'x-api-key': tokenOf('operator') });
    return ((await answer.json()) as { result: Listed }).result.runs;
  };
  /** What a call has added to the figures of its endpoint. */
  const added = async (name: string, call: () => Promise<Response>) => {
    const before = await runs(name);
    const { status } = await call();
    const after = await runs(name);
    const changes = (Object.keys(NOTHING_COUNTED) as (keyof Counted)[]).flatMap((each) =>
      after[each] === before[each] ? [] : [[each, after[each] - before[each]] as const],
    );
    return { status, ...Object.fromEntries(changes) };
  };
  const echo = async (path: string, key = 'plain', headers = {}, method = 'GET') =>
    added('echo', async () => service.query(`echo${path}`, key, headers, method));

  beforeAll(async () => {
    service = await startHotService();
    service.turn(isOn);
  });

  afterAll(async () => service.close());
  beforeEach(() => {
    service.later(0);
  });
  afterEach(() => jest.restoreAllMocks());

  it('is a miss once, and each hit once', async () => {
    expect(await echo('?text=once')).toEqual({ status: 200, misses: 1 });
    for (let time = 1; time <= 3; time += 1) expect(await echo('?text=once')).toEqual({ status: 200, hits: 1 });
    expect(await echo('/?text=once')).toEqual({ status: 200, hits: 1 });
    expect(await echo('?text=once', 'operator')).toEqual({ status: 200, hits: 1 });
  });

  it('works a call out once, whichever way it is answered in the end', async () => {
    const prepare = jest.spyOn(service.app.get(Executor), 'prepare');
    // Never kept, so that each of these falls through to the ordinary way.
    for (let time = 1; time <= 3; time += 1) await assertRows(await service.query('fresh?seed=once', 'plain'));
    expect(prepare).toHaveBeenCalledTimes(1);
    prepare.mockRestore();
  });

  it('is a hit for HEAD and for one who has it, too', async () => {
    await echo('?text=forms');
    expect(await echo('?text=forms', 'plain', {}, 'HEAD')).toEqual({ status: 200, hits: 1 });
    expect(await echo('?text=forms', 'plain', { 'if-none-match': '*' })).toEqual({ status: 304, hits: 1 });
    expect(await echo('?text=forms', 'plain', { 'cache-control': 'only-if-cached' })).toEqual({ status: 200, hits: 1 });
    expect(await echo('?text=forms', 'plain', { 'cache-control': 'no-cache' })).toEqual({ status: 200, hits: 1 });
  });

  it('is the age of each hit', async () => {
    await echo('?text=aged');
    for (const [seconds, age] of [
      [10, 10],
      [100, 100],
      [899, 899],
    ] as const) {
      service.later(seconds);
      expect(await echo('?text=aged')).toEqual({ status: 200, hits: 1, hit_age_seconds: age });
    }
    service.later(900);
    expect(await echo('?text=aged')).toEqual({ status: 200, misses: 1 });
  });

  it('is nothing where nothing is answered from the cache nor run', async () => {
    expect(await echo('?number=x')).toEqual({ status: 400 });
    expect(await echo('?text=a&text=b')).toEqual({ status: 400 });
    expect(await echo('?text=once', 'nobody')).toEqual({ status: 401 });
    expect(await echo('?text=once', 'narrow')).toEqual({ status: 404 });
    expect(await echo('?text=once', 'plain', {}, 'PUT')).toEqual({ status: 405 });
    expect(await echo('?text=absent', 'plain', { 'cache-control': 'only-if-cached' })).toEqual({ status: 504 });
  });

  it('is a miss for a run that was forced, although there is a result', async () => {
    await echo('?text=forced');
    expect(await echo('?text=forced', 'operator', { 'cache-control': 'no-cache' })).toEqual({ status: 200, misses: 1 });
    expect(await echo('?text=forced')).toEqual({ status: 200, hits: 1 });
  });

  it('is a miss each time where nothing is cached', async () => {
    for (let time = 1; time <= 2; time += 1) {
      expect(await added('fresh', async () => service.query('fresh?seed=x', 'plain'))).toEqual({
        status: 200,
        misses: 1,
      });
    }
  });

  it('is that a result has been asked for since it was made, which keeps it warm', async () => {
    await echo('?text=asked');
    const kept = () =>
      service.app
        .get(ResultCache)
        .memory.list()
        .find(([key, { madeOf }]) => key.includes('"asked"') && madeOf === undefined)?.[1];
    expect(kept()?.requests).toBe(0);
    service.later(60.9);
    await echo('?text=asked');
    expect(kept()?.requests).toBe(1);
    // A form that has to be made first is asked for once, too.
    for (const requests of [2, 3]) {
      await echo('/rows.csv?text=asked');
      expect(kept()?.requests).toBe(requests);
    }
  });

  it('is who was used last, which keeps it from being evicted', async () => {
    for (const text of ['first', 'second']) await echo(`?text=${text}`);
    await echo('?text=first');
    const texts = service.app
      .get(ResultCache)
      .memory.list()
      .map(([key]) => /"(first|second)"/.exec(key)?.[1])
      .filter((text) => text !== undefined);
    expect(texts).toEqual(['first', 'second']);
  });

  describe('a bug of ours', () => {
    const strike = () => new TypeError('SELECT secret FROM /srv/quern/dist/x.js:1');

    beforeEach(async () => {
      await (await service.query('echo?text=struck', 'plain')).text();
    });

    it.each<[string, () => unknown]>([
      [
        'while a result is looked for',
        () =>
          jest.spyOn(service.app.get(Executor), 'recall').mockImplementation(() => {
            throw strike();
          }),
      ],
      [
        'while a key is looked for',
        () =>
          jest.spyOn(service.app.get(AccessService), 'authenticate').mockImplementation(() => {
            throw strike();
          }),
      ],
      [
        'that has spoilt a result',
        () => {
          const { body, ...rest } = service.app.get(ResultCache).memory.list()[0]?.[1] ?? {};
          expect(body).toBeDefined();
          return jest.spyOn(service.app.get(ResultCache).memory, 'use').mockReturnValue(rest as never);
        },
      ],
    ])('%s is answered like any other, and ends nothing', async (__, sabotage) => {
      const since = service.log.length;
      sabotage();
      await assertProblem(await service.query('echo?text=struck', 'plain'), 'internal_error');
      expect(service.log.slice(since).join('\n')).toContain('TypeError: ');
      jest.restoreAllMocks();
      expect(await assertRows(await service.query('echo?text=struck', 'plain'))).toMatchObject([{ text: 'struck' }]);
    });

    it('that strikes when the answer has begun ends the connection, and nothing else', async () => {
      const [kept] = service.app.get(ResultCache).memory.list();
      // It has a length, and cannot be written.
      const spoilt = { ...kept?.[1], body: { length: 3 } };
      jest.spyOn(service.app.get(ResultCache).memory, 'use').mockReturnValueOnce(spoilt as never);
      await expect(service.query('echo?text=struck', 'plain')).rejects.toThrow('socket hang up');
      expect(await assertRows(await service.query('echo?text=struck', 'plain'))).toMatchObject([{ text: 'struck' }]);
    });

    it('that strikes once is not met by the client whose result is there', async () => {
      jest.spyOn(service.app.get(Executor), 'recall').mockImplementationOnce(() => {
        throw strike();
      });
      const answer = await service.query('echo?text=struck', 'plain');
      if (isOn) await assertRows(answer);
      else await assertProblem(answer, 'internal_error');
    });
  });
});
