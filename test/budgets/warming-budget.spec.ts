import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SchedulerRegistry } from '@nestjs/schedule';
import { hashToken } from '../../src/access/token.js';
import { Warming } from '../../src/warming/warming.service.js';
import { endpointFile } from '../support/endpoint-file.js';
import {
  bigQueryEnv,
  type BigQueryServer,
  rowsReply,
  startBigQueryServer,
} from '../support/engines/bigquery-server.js';
import { eventually } from '../support/eventually.js';
import { listed } from '../support/listing.js';
import { scrape, SCRAPER } from '../support/metrics.js';
import { startService, type TestService, TOKEN } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';

const MIB = 2 ** 20;
/** The id of the endpoint, by which budgets are kept. */
const ID = '3c1a4ab2-5c1f-4c8e-9d7e-2f1f6f7a9b10';
/** An hour by which nearly all of a day's share is there. */
const EVENING = new Date('2026-11-20T23:00:00Z');
const parameters = { n: { type: 'integer', required: true } };
const rest = { caching: 900, cache_warming: 300, parameters, query: 'SELECT @n AS n' };
const keys = JSON.stringify({
  keys: [
    { id: 'caller', sha256: hashToken(TOKEN), scopes: ['*', 'admin'] },
    { id: 'scraper', sha256: hashToken(SCRAPER), scopes: ['metrics'] },
  ],
});

/** Takes ten milliseconds and more on one thread. */
const SOME_MILLISECONDS = `SELECT COUNTIF(MOD(a * b, 7) = 3) AS n
  FROM UNNEST(GENERATE_ARRAY(1, 3000)) AS a CROSS JOIN UNNEST(GENERATE_ARRAY(1, 3000)) AS b`;

describe('what refreshes may take of a budget', () => {
  let bigquery: BigQueryServer;
  let service: TestService;
  let clock: TestClock;
  let hold: Promise<void>;
  /** The values that have been run, in their order. */
  let ran: string[];

  const start = async (budgets: {
    readonly endpoint?: string;
    readonly service?: string;
    readonly share: string;
    readonly concurrency?: string;
    readonly spentFile?: string;
  }) => {
    const { endpoint, service: all, share, concurrency = '1', spentFile } = budgets;
    service = await startService({
      endpoints: {
        'warm.yaml': endpointFile({ id: ID, name: 'warm', ...(endpoint && { budget: endpoint }), ...rest }),
      },
      keys,
      clock,
      env: {
        ...bigQueryEnv(bigquery.url),
        ...(all && { QUERN_BIGQUERY_BUDGET: all }),
        QUERN_WARMING_BUDGET: share,
        QUERN_WARMING_CONCURRENCY: concurrency,
        ...(spentFile && { QUERN_SPENT_FILE: spentFile }),
      },
    });
    service.app.get(SchedulerRegistry).deleteInterval('warming');
  };
  const call = async (n: number) => service.get(`/api/endpoints/query/warm?n=${n}`);
  /** Fills the result of `n`, and asks for it again `times` times. */
  const ask = async (n: number, times: number) => {
    for (let time = 0; time <= times; time += 1) expect((await call(n)).status).toBe(200);
  };
  const tick = () => {
    service.app.get(Warming).tick();
  };
  const runs = async () => (await listed(service, 'warm')).runs;

  beforeEach(async () => {
    clock = new TestClock(EVENING);
    hold = Promise.resolve();
    ran = [];
    bigquery = await startBigQueryServer();
    bigquery.answers(async ({ body }) => {
      if (body.dryRun) return rowsReply('n INTEGER', [], { totalBytesProcessed: '0' });
      const value = String(body.queryParameters[0]?.parameterValue.value);
      ran.push(value);
      await hold;
      // The value 5 is the dear one.
      return rowsReply('n INTEGER', [[value]], { totalBytesBilled: String((value === '5' ? 40 : 10) * MIB) });
    });
  });

  afterEach(async () => {
    await service.close();
    await bigquery.close();
  });

  it('goes to those that were asked for most by what they cost, and the others expire and are counted', async () => {
    // 36 MiB, of which 97 % are there an hour before midnight.
    await start({ endpoint: '400MiB/day', share: '9%' });
    for (const [n, times] of [
      [4, 1],
      [5, 8],
      [2, 4],
      [1, 5],
      [3, 3],
    ] as const)
      await ask(n, times);
    ran = [];
    clock.later(301);
    tick();
    await eventually(async () => (await runs()).refreshes === 3);
    expect(ran).toEqual(['1', '2', '3']);
    expect((await runs()).refreshes_left_out).toBe(0);
    // The two others wait for as long as their results may be served.
    clock.later(600);
    tick();
    clock.later(895);
    tick();
    await eventually(async () => (await runs()).refreshes_left_out === 2);
    expect((await scrape(service)).get('quern_refreshes_left_out_total{endpoint="warm"}')).toBe(2);
    expect((await runs()).refreshes).toBe(3);
    // Clients have the part of the budget that refreshes may not take.
    clock.later(901);
    expect((await call(4)).headers.get('cache-status')).toMatch('fwd=');
    // A new day has a share of its own.
    clock.later(36_000);
    await ask(4, 1);
    clock.later(36_301);
    tick();
    await eventually(async () => (await runs()).refreshes === 4);
  });

  it.each([
    ['is a share of what all runs together may cost, too', { service: '100MiB/day', share: '11%' }, '23:00'],
    ['comes as the day goes by, a quarter at once', { endpoint: '200MiB/day', share: '20%' }, '00:00'],
  ])('%s', async (_, budgets, time) => {
    clock = new TestClock(new Date(`2026-11-20T${time}:00Z`));
    await start(budgets);
    await ask(1, 1);
    await ask(2, 2);
    ran = [];
    clock.later(301);
    tick();
    await eventually(async () => (await runs()).refreshes === 1);
    clock.later(895);
    tick();
    await eventually(async () => (await runs()).refreshes_left_out === 1);
    expect(ran).toEqual(['2']);
  });

  it('binds what is made ahead since it is asked for day by day', async () => {
    const at = (day: number, time: string) => {
      clock.now = new Date(`2026-11-0${day}T${time}Z`);
    };
    // A tick of nine in the morning finds 5 MiB of the share of 10 MiB.
    for (const { share, expected } of [
      { share: '5%', expected: 0 },
      { share: '50%', expected: 1 },
    ]) {
      at(2, '00:00:00');
      if (expected > 0) await service.close();
      await start({ endpoint: '200MiB/day', share });
      for (const day of [2, 3, 4]) {
        at(day, '09:00:00');
        await ask(1, 0);
      }
      at(5, '08:57:30');
      tick();
      at(5, '09:00:00');
      await eventually(async () => (await runs()).refreshes_expected === expected);
      expect((await call(1)).headers.get('cache-status')).toMatch(expected > 0 ? 'quern; hit' : 'quern; fwd=miss');
      expect(await runs()).toMatchObject({ refreshes: expected, refreshes_left_out: 0 });
    }
  });

  it('is what is left of it where the service has started again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quern-spent-'));
    const startAgain = async () =>
      start({ endpoint: '400MiB/day', share: '4%', spentFile: join(folder, 'spent.json') });
    await startAgain();
    await ask(1, 1);
    clock.later(301);
    tick();
    await eventually(async () => (await runs()).refreshes === 1);
    await service.close();
    await startAgain();
    await ask(1, 1);
    clock.later(602);
    tick();
    clock.later(1196);
    tick();
    await eventually(async () => (await runs()).refreshes_left_out === 1);
    expect((await runs()).refreshes).toBe(0);
    await rm(folder, { recursive: true });
  });

  it('is no reason to refuse a client who has joined a refresh that there is nothing left for', async () => {
    // A share for one refresh: the second waits until the cost of the first one is known.
    await start({ endpoint: '400MiB/day', share: '4%', concurrency: '2' });
    await ask(1, 2);
    await ask(2, 1);
    let release: () => void = () => undefined;
    hold = new Promise((resolve) => {
      release = resolve;
    });
    clock.later(301);
    tick();
    await eventually(async () => (await runs()).refreshes === 2);
    clock.later(901);
    const joined = call(2);
    await eventually(async () => (await runs()).joined === 1);
    release();
    expect((await joined).status).toBe(200);
    expect(ran).toEqual(['1', '2', '1', '2']);
  });
});

it('of seconds on the embedded engine, what refreshes may take of a budget bounds them too', async () => {
  const clock = new TestClock(new Date('2026-11-20T00:00:00Z'));
  const file = (name: string, budget: string) =>
    endpointFile({ name, budget, caching: 900, cache_warming: 300, query: SOME_MILLISECONDS });
  const service = await startService({
    clock,
    endpoints: { 'poor.yaml': file('poor', '2s/day'), 'rich.yaml': file('rich', '80000s/day') },
    // The share of `poor` at midnight is 5 ms: a quarter of 1 % of two seconds.
    env: { QUERN_WARMING_BUDGET: '1%', QUERN_DUCKDB_THREADS: '1' },
  });
  service.app.get(SchedulerRegistry).deleteInterval('warming');
  for (const name of ['poor', 'rich']) for (let time = 1; time <= 2; time += 1) await service.rows(name);
  const runs = async (name: string) => (await listed(service, name)).runs;
  for (const seconds of [301, 895]) {
    clock.later(seconds);
    service.app.get(Warming).tick();
  }
  await eventually(async () => (await runs('poor')).refreshes_left_out === 1);
  await eventually(async () => (await runs('rich')).refreshes === 1);
  expect([(await runs('poor')).refreshes, (await runs('rich')).refreshes_left_out]).toEqual([0, 0]);
  await service.close();
});
