import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { createClient } from '@redis/client';
import { RedisConnection } from '../../src/cache/redis-connection.js';
import { assertRows } from '../support/http/assert-rows.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { type Redis, startRedis } from '../support/processes/redis.js';
import { type Replica, startReplica } from '../support/processes/replica.js';

const parameters = { test: { type: 'string', required: true } };
const ROWS = `SELECT @test AS test, n, CONCAT('a text of some length, number ', CAST(n AS STRING)) AS text
  FROM UNNEST(GENERATE_ARRAY(1, 100)) AS n ORDER BY n`;

const ENDPOINTS = {
  'kept.yaml': endpointFile({ name: 'kept', parameters, caching: 600, query: ROWS }),
  'warm.yaml': endpointFile({ name: 'warm', parameters, caching: 600, cache_warming: 2, query: ROWS }),
  'same.yaml': endpointFile({
    name: 'same',
    caching: 5,
    refresh: 'on_change',
    query: 'SELECT size FROM dial',
  }),
  'large.yaml': endpointFile({
    name: 'large',
    parameters,
    caching: 600,
    // As many mebibytes.
    query: "SELECT REPEAT('a', 1048576) AS text FROM UNNEST(GENERATE_ARRAY(1, CAST(@test AS INT64)))",
  }),
  // Takes as long as the table says.
  'dial.yaml': endpointFile({
    name: 'dial',
    parameters,
    caching: 600,
    cache_warming: 4,
    timeout: 120,
    query: `SELECT COUNTIF(MOD(a * b * c, 7) = 3) AS n, @test AS test
      FROM dial, UNNEST(GENERATE_ARRAY(1, dial.size)) AS a, UNNEST(GENERATE_ARRAY(1, 30000)) AS b,
        UNNEST(GENERATE_ARRAY(1, 30000)) AS c`,
  }),
};

describe('three replicas with one Redis', () => {
  let redis: Redis;
  let client: ReturnType<typeof createClient>;
  let folder: string;
  let replicas: [Replica, Replica, Replica];

  const outcome = async (replica: Replica, path: string) =>
    (await replica.get(path)).headers.get('cache-status')?.split(';')[1]?.trim();
  const sumOf = async (
    endpoint: string,
    figure: 'misses' | 'joined' | 'refreshes' | 'adopted' | 'verified',
    among = replicas as Replica[],
  ) =>
    (await Promise.all(among.map(async (replica) => (await replica.runs(endpoint))[figure]))).reduce((a, b) => a + b);
  const turnDial = async (size: number) => writeFile(join(folder, 'data/dial.ndjson'), JSON.stringify({ size }));
  const start = async (env: Record<string, string> = {}) =>
    startReplica(folder, { QUERN_REDIS_URL: redis.url, QUERN_LOG_LEVEL: 'error', ...env });
  const untilHealth = async (replica: Replica, status: string) =>
    eventually(async () => (await replica.health()).status === status);

  /** Nobody waits until a result has been written to Redis, which the others would be too early for. */
  const call = async (replica: Replica, path: string) => {
    const answer = await replica.get(path);
    const [, test = ''] = path.split('=');
    await eventually(async () => (await client.keys('*')).some((key) => key.includes(`"${test}"`)));
    return answer;
  };

  beforeAll(async () => {
    redis = await startRedis();
    folder = await mkdtemp(join(tmpdir(), 'quern-test-'));
    await mkdir(join(folder, 'data'));
    await mkdir(join(folder, 'endpoints'));
    client = createClient({ url: redis.url, socket: { reconnectStrategy: 100 } });
    // It is stopped under the client's feet, on purpose.
    client.on('error', () => undefined);
    await client.connect();
    await turnDial(0);
    for (const [file, text] of Object.entries(ENDPOINTS)) await writeFile(join(folder, 'endpoints', file), text);
    replicas = [await start(), await start(), await start()];
  });

  afterAll(async () => {
    client.destroy();
    for (const replica of replicas) await replica.kill();
    await redis.stop();
    await rm(folder, { recursive: true });
  });

  it('say that they share', async () => {
    for (const replica of replicas) {
      expect(await replica.health()).toEqual({ status: 'ok', shared_cache: 'ok' });
      expect(await replica.redis()).toBe('200 ok, redis ok');
    }
  });

  it('say once in the log that they share', async () => {
    const log = jest.spyOn(Logger.prototype, 'log');
    const connection = new RedisConnection(redis.url);
    await connection.open();
    connection.close();
    expect(log.mock.calls).toEqual([['results are shared with other replicas']]);
  });

  it('run a query once, and all answer with the same bytes from then on', async () => {
    const [first, ...others] = replicas;
    const answer = await call(first, 'kept?test=once');
    expect(answer.headers.get('cache-status')).toBe('quern; fwd=miss; stored');
    const bytes = await answer.text();
    const coded = await first.get('kept?test=once', { 'accept-encoding': 'br' });
    for (const other of others) {
      const same = await other.get('kept?test=once');
      expect(same.headers.get('cache-status')).toMatch(/^quern; hit; ttl=\d+$/);
      expect(same.headers.get('etag')).toBe(answer.headers.get('etag'));
      expect(await same.text()).toBe(bytes);
      const sameCoded = await other.get('kept?test=once', { 'accept-encoding': 'br' });
      expect(sameCoded.headers.get('etag')).toBe(coded.headers.get('etag'));
      expect(await sameCoded.text()).toBe(bytes);
    }
    expect(await sumOf('kept', 'misses')).toBe(1);
    expect(await sumOf('kept', 'adopted')).toBe(2);
  });

  it('take over what another has verified', async () => {
    const [first, ...others] = replicas;
    const shared = async () => {
      const key = (await client.keys('*')).find((each) => each.endsWith(':[]'));
      return key === undefined ? '' : ((await client.get(key)) ?? '');
    };
    expect(await outcome(first, 'same')).toBe('fwd=miss');
    // It is due after five seconds, and its tables have not changed.
    await eventually(async () => {
      await first.get('same');
      return (await shared()).includes('"isVerified":true');
    });
    for (const other of others) {
      expect((await other.get('same')).headers.get('cache-status')).toMatch(/^quern; hit; ttl=\d; detail=verified$/);
    }
    expect(await sumOf('same', 'misses')).toBe(1);
    expect(await sumOf('same', 'verified')).toBe(1);
    expect(await sumOf('same', 'adopted')).toBe(2);
  });

  it('go on without Redis while it is slow, from memory and with runs of their own, and come back', async () => {
    const [first, second] = replicas;
    await call(first, 'kept?test=slow');
    redis.pause();
    try {
      expect(await outcome(first, 'kept?test=slow')).toBe('hit');
      // The second has it in no memory: it asks Redis, which never answers, gives up and runs the query.
      expect(await outcome(second, 'kept?test=slow')).toBe('fwd=miss');
      expect(await outcome(second, 'kept?test=slow')).toBe('hit');
      expect(await outcome(second, 'kept?test=slow-too')).toBe('fwd=miss');
      await untilHealth(second, 'degraded');
      expect(await second.health()).toEqual({ status: 'degraded', shared_cache: 'unavailable' });
    } finally {
      redis.resume();
    }
    // Either may have waited for Redis meanwhile.
    for (const replica of [first, second]) await untilHealth(replica, 'ok');
    await call(second, 'kept?test=slow-three');
    expect(await outcome(first, 'kept?test=slow-three')).toBe('hit');
  });

  it('go on without Redis while it is gone, and come back', async () => {
    const { port } = redis;
    await redis.stop();
    for (const replica of replicas) {
      await untilHealth(replica, 'degraded');
      expect(await replica.redis()).toBe('200 degraded, redis degraded');
      expect(await outcome(replica, 'kept?test=gone')).toBe('fwd=miss');
      expect(await outcome(replica, 'kept?test=gone')).toBe('hit');
    }
    redis = await startRedis(port);
    for (const replica of replicas) await untilHealth(replica, 'ok');
    await call(replicas[0], 'kept?test=back');
    expect(await outcome(replicas[1], 'kept?test=back')).toBe('hit');
  });

  it.each([
    ['QUERN_TIMESTAMPS', 'unix-micros'],
    ['QUERN_NUMBERS', 'string'],
    ['QUERN_NUMBERS', 'number'],
  ])('do not share with one that writes its values otherwise (%s=%s)', async (setting, value) => {
    const other = await start({ [setting]: value });
    try {
      await call(replicas[0], 'kept?test=origin');
      expect(await outcome(other, 'kept?test=origin')).toBe('fwd=miss');
    } finally {
      await other.kill();
    }
  });

  it('take nothing from Redis that is not a whole result', async () => {
    await call(replicas[0], 'kept?test=broken');
    const keys = (await client.keys('*')).filter((key) => key.includes('"broken"'));
    expect(keys).toHaveLength(1);
    const [key = ''] = keys;
    const whole = (await client.get(key)) ?? '';
    expect(whole).toContain('"broken"');
    expect(await client.pTTL(key)).toBeGreaterThan(590_000);
    await client.set(key, whole.slice(0, -10));
    expect(await outcome(replicas[1], 'kept?test=broken')).toBe('fwd=miss');
    // It has stored what it found by itself, which would otherwise come after what is written next.
    await eventually(async () => (await client.get(key))?.endsWith(whole.slice(-10)) === true);
    await client.set(key, 'null\n');
    expect(await outcome(replicas[2], 'kept?test=broken')).toBe('fwd=miss');
  });

  it('share no result of more than 8 MiB', async () => {
    const [first, second] = replicas;
    await first.get('large?test=9');
    await call(first, 'large?test=7');
    expect(await outcome(second, 'large?test=7')).toBe('hit');
    expect(await outcome(second, 'large?test=9')).toBe('fwd=miss');
    expect((await client.keys('*')).filter((key) => key.includes('"9"'))).toEqual([]);
  });

  it('go on with what is in a Redis that is full', async () => {
    const [first, second, third] = replicas;
    await call(first, 'kept?test=before');
    await client.configSet({ maxmemory: '1', 'maxmemory-policy': 'noeviction' });
    try {
      expect(await outcome(first, 'kept?test=full')).toBe('fwd=miss');
      expect(await outcome(first, 'kept?test=full')).toBe('hit');
      expect(await outcome(second, 'kept?test=full')).toBe('fwd=miss');
      expect(await outcome(second, 'kept?test=before')).toBe('hit');
      for (const replica of [first, second])
        expect(await replica.health()).toEqual({ status: 'ok', shared_cache: 'ok' });
    } finally {
      await client.configSet({ maxmemory: '0' });
    }
    await call(first, 'kept?test=after');
    expect(await outcome(third, 'kept?test=after')).toBe('hit');
  });

  it('refresh a due result once for all, and all of them serve it', async () => {
    for (const replica of replicas) await call(replica, 'warm?test=due');
    const startedAt = performance.now();
    await eventually(async () => {
      // What nobody asks for would not be refreshed.
      for (const replica of replicas) await assertRows(await replica.get('warm?test=due'));
      return (await sumOf('warm', 'refreshes')) >= 2;
    });
    const refreshes = await sumOf('warm', 'refreshes');
    const periods = (performance.now() - startedAt) / 1900;
    expect(refreshes).toBeLessThanOrEqual(Math.ceil(periods) + 1);
    await eventually(async () => {
      const ages = await Promise.all(
        replicas.map(async (each) => (await each.get('warm?test=due')).headers.get('age')),
      );
      return ages.every((age) => Number(age) < 4);
    });
    expect(await sumOf('warm', 'misses')).toBe(1);
  });

  it('take over from one that dies while it holds the lease; nobody waits, and nothing stays undone', async () => {
    for (const replica of replicas) await call(replica, 'dial?test=lease');
    await turnDial(30_000);
    await eventually(async () => (await sumOf('dial', 'refreshes')) === 1);
    const figures = await Promise.all(replicas.map(async (replica) => replica.runs('dial')));
    const holder = replicas[figures.findIndex(({ refreshes }) => refreshes === 1)];
    if (!holder) throw new Error('no replica holds the lease any more');
    const others = replicas.filter((replica) => replica !== holder);
    await holder.kill();
    // The lease outlives its holder, so that the others still leave the run to it.
    expect(await sumOf('dial', 'refreshes', others)).toBe(0);
    await turnDial(0);
    await eventually(async () => {
      for (const other of others) {
        expect(await assertRows(await other.get('dial?test=lease'))).toEqual([{ n: 0, test: 'lease' }]);
      }
      return (await sumOf('dial', 'refreshes', others)) > 0;
    });
    expect(await sumOf('dial', 'misses', others)).toBeLessThanOrEqual(1);
    expect(await sumOf('dial', 'refreshes', others)).toBe(1);
    expect(await sumOf('dial', 'joined', others)).toBe(0);
  });
});
