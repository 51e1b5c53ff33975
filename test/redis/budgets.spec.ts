import { RedisConnection } from '../../src/cache/redis-connection.js';
import { SharedSpending } from '../../src/budgets/shared-spending.js';
import { Spending, type Take } from '../../src/budgets/spending.js';
import { endpointFile } from '../support/endpoint-file.js';
import {
  bigQueryEnv,
  type BigQueryServer,
  failureReply,
  rowsReply,
  startBigQueryServer,
} from '../support/engines/bigquery-server.js';
import { eventually } from '../support/eventually.js';
import { listed } from '../support/listing.js';
import { type Redis, startRedis } from '../support/processes/redis.js';
import { startService, type TestService } from '../support/service.js';

const MIB = 2 ** 20;
const DAY = '2026-11-20';

describe('budgets of replicas with one Redis', () => {
  let redis: Redis;

  beforeEach(async () => {
    redis = await startRedis();
  });
  afterEach(async () => redis.stop());

  describe('over a BigQuery', () => {
    let bigquery: BigQueryServer;
    let billed = 0;
    const replicas: TestService[] = [];

    beforeEach(async () => {
      bigquery = await startBigQueryServer();
      billed = 0;
      bigquery.answers(({ body }) => {
        if (body.dryRun) return rowsReply('n INTEGER', [], { totalBytesProcessed: '0' });
        const { maximumBytesBilled } = body as { maximumBytesBilled?: string };
        if (40 * MIB > Number(maximumBytesBilled)) return failureReply(400, 'bytesBilledLimitExceeded');
        billed += 40 * MIB;
        return rowsReply('n INTEGER', [['1']], { totalBytesBilled: String(40 * MIB) });
      });
    });
    afterEach(async () => {
      for (const replica of replicas.splice(0)) await replica.close();
      await bigquery.close();
    });

    it('three replicas pay for ten of two hundred runs together', async () => {
      const poor = endpointFile({
        name: 'poor',
        budget: '400MiB/day',
        caching: 60,
        parameters: { n: { type: 'integer', required: true } },
        query: 'SELECT @n AS n',
      });
      const env = { ...bigQueryEnv(bigquery.url), QUERN_KEY_CONCURRENCY: '1000', QUERN_REDIS_URL: redis.url };
      while (replicas.length < 3) replicas.push(await startService({ endpoints: { 'poor.yaml': poor }, env }));
      const answers = await Promise.all(
        [...Array(200).keys()].map(async (n) => replicas[n % 3]?.get(`/api/endpoints/query/poor?n=${n}`)),
      );
      expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(10);
      expect(answers.filter((answer) => answer?.status === 429)).toHaveLength(190);
      expect(billed).toBe(400 * MIB);
      for (const replica of replicas) expect((await listed(replica, 'poor')).budget_used).toBe(1);
    });
  });

  describe('the book', () => {
    const open: RedisConnection[] = [];
    const replica = async () => {
      const connection = new RedisConnection(redis.url);
      open.push(connection);
      await connection.open();
      const local = new Spending();
      let now = 0;
      const book = new SharedSpending(connection, local, 'payer', () => now);
      const later = (milliseconds: number) => {
        now += milliseconds;
      };
      return { book, connection, later };
    };
    const take = async ({ book }: { book: SharedSpending }, want: number, rest: object = {}): Promise<Take> =>
      book.take(`${want}`, DAY, 'a', { limit: 100, want, least: want, seconds: 30, ...rest });
    const settle = async ({ book }: { book: SharedSpending }, amount: number, spent: number) =>
      book.settle({ name: `${amount}`, day: DAY, amount }, 'a', spent);

    afterEach(() => {
      for (const connection of open.splice(0)) connection.close();
    });

    it('is one for all: what one has reserved, the others wait for', async () => {
      const [one, two] = [await replica(), await replica()];
      expect([await take(one, 60), await take(two, 50)]).toEqual([60, 'wait']);
      await settle(one, 60, 10);
      expect([await take(two, 50), await take(one, 41)]).toEqual([50, 'wait']);
      await settle(two, 50, 50);
      expect([await take(one, 41), await take(one, 45, { least: 1 })]).toEqual(['exhausted', 40]);
      expect([one.book.of(DAY, 'a'), one.book.of('2026-11-21', 'a')]).toEqual([100, 0]);
    });

    it('counts what a replica had reserved that has died as spent, when its run has to be over', async () => {
      const [one, two] = [await replica(), await replica()];
      expect(await take(one, 60, { seconds: 0.2 })).toBe(60);
      one.connection.close();
      await eventually(async () => (await take(two, 50)) !== 'wait');
      expect([await take(two, 50), await take(two, 30)]).toEqual(['exhausted', 30]);
    });

    it('goes on with what is remembered while Redis is away, and tells it what was spent meanwhile', async () => {
      const [one, two] = [await replica(), await replica()];
      expect(await take(one, 30)).toBe(30);
      expect(await take(two, 20)).toBe(20);
      redis.pause();
      await settle(one, 30, 25);
      // Only a pause, as far as is known by now.
      expect(await take(one, 40)).toBe('wait');
      one.later(10_000);
      expect([await take(one, 40), await take(one, 60)]).toEqual([40, 'wait']);
      await settle(one, 40, 5);
      redis.resume();
      await eventually(() => Promise.resolve(one.connection.isHere && two.connection.isHere));
      await settle(two, 20, 20);
      expect(await take(one, 1)).toBe(1);
      await settle(one, 1, 0);
      expect(await take(two, 50)).toBe(50);
      expect(await take(two, 1)).toBe('wait');
      expect(two.book.of(DAY, 'a')).toBe(100);
    });

    it('remembers what a Redis that has started anew has lost', async () => {
      const one = await replica();
      expect(await take(one, 90)).toBe(90);
      await settle(one, 90, 90);
      await redis.stop();
      redis = await startRedis(redis.port);
      await eventually(() => Promise.resolve(one.connection.isHere));
      expect([await take(one, 11), await take(one, 10)]).toEqual(['exhausted', 10]);
      expect(await take(await replica(), 1, { least: 0 })).toBe('wait');
    });

    it('counts a run that went on when Redis lost everything', async () => {
      const one = await replica();
      expect(await take(one, 50)).toBe(50);
      await redis.stop();
      redis = await startRedis(redis.port);
      await eventually(() => Promise.resolve(one.connection.isHere));
      expect(await take(one, 10)).toBe(10);
      await settle(one, 50, 50);
      await settle(one, 10, 10);
      expect([await take(await replica(), 41), await take(one, 40)]).toEqual(['exhausted', 40]);
    });
  });
});
