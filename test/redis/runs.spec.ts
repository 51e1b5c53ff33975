import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENDLESS_QUERY, endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { type Redis, startRedis } from '../support/processes/redis.js';
import { type Replica, startReplica } from '../support/processes/replica.js';

const ENDPOINTS = {
  'endless.yaml': endpointFile({ name: 'endless', timeout: 600, query: ENDLESS_QUERY }),
  'one.yaml': endpointFile({ name: 'one', query: 'SELECT 1 AS one' }),
  'kept.yaml': endpointFile({ name: 'kept', caching: 600, query: 'SELECT 2 AS two' }),
  'broken.yaml': endpointFile({ name: 'broken', query: 'SELECT DIV(1, x) AS n FROM UNNEST([0]) AS x' }),
};

describe('a run that is asked for at another replica', () => {
  let redis: Redis;
  let folder: string;
  let first: Replica;
  let second: Replica;

  /** One connection: what is begun behind an endless run waits until that is cancelled. */
  const start = async () =>
    startReplica(folder, {
      QUERN_REDIS_URL: redis.url,
      QUERN_LOG_LEVEL: 'error',
      QUERN_DUCKDB_CONNECTIONS: '1',
      QUERN_SHUTDOWN_GRACE: '1',
    });
  const begin = async (name: string) => {
    const answer = await first.ask(`/api/endpoints/query/${name}`, { headers: { prefer: 'respond-async' } });
    expect(answer.status).toBe(202);
    return answer.headers.get('location') ?? '';
  };
  const stateAt = async (replica: Replica, path: string) =>
    ((await (await replica.ask(path)).json()) as { result?: { state: string; place?: number } }).result;
  const cancel = async (replica: Replica, path: string) => replica.ask(path, { method: 'DELETE' });

  beforeAll(async () => {
    redis = await startRedis();
    folder = await mkdtemp(join(tmpdir(), 'quern-test-'));
    await mkdir(join(folder, 'data'));
    await mkdir(join(folder, 'endpoints'));
    for (const [file, text] of Object.entries(ENDPOINTS)) await writeFile(join(folder, 'endpoints', file), text);
    [first, second] = [await start(), await start()];
  });

  afterAll(async () => {
    for (const replica of [first, second]) await replica.kill();
    await redis.stop();
    await rm(folder, { recursive: true });
  });

  it('has its place in the queue, its rows, its failure, and is cancelled from there', async () => {
    const endless = await begin('endless');
    expect(await stateAt(second, endless)).toMatchObject({ endpoint: 'endless', state: 'running' });
    const [one, kept, broken] = [await begin('one'), await begin('kept'), await begin('broken')];
    await eventually(async () => (await stateAt(second, broken))?.place === 3);
    expect((await cancel(second, endless)).status).toBe(204);
    for (const replica of [second, first]) await assertProblem(await replica.ask(endless), 'run_not_found');
    // The others have the connection now.
    await eventually(async () => (await second.ask(broken)).status === 502);
    await assertProblem(await second.ask(`${broken}/rows`), 'query_failed');
    for (const [path, result] of [
      [one, [{ one: 1 }]],
      [kept, [{ two: 2 }]],
    ] as const) {
      await eventually(async () => (await second.ask(path)).status === 303);
      const rows = await second.ask(`${path}/rows`);
      expect([rows.status, await rows.json()]).toEqual([200, { result }]);
    }
    // The cache is filled as ever.
    expect((await second.get('kept')).headers.get('cache-status')).toMatch(/^quern; hit/);
    expect((await cancel(second, one)).status).toBe(204);
    for (const replica of [first, second]) await assertProblem(await replica.ask(`${one}/rows`), 'run_not_found');
  });

  it('is known to its own replica while Redis is away', async () => {
    const endless = await begin('endless');
    redis.pause();
    try {
      expect(await stateAt(first, endless)).toMatchObject({ state: 'running' });
      await assertProblem(await second.ask(endless), 'run_not_found');
    } finally {
      redis.resume();
    }
    await eventually(async () => (await stateAt(second, endless))?.state === 'running');
    expect((await cancel(first, endless)).status).toBe(204);
    await assertProblem(await second.ask(endless), 'run_not_found');
  });

  it('is told to have been interrupted where its replica was stopped', async () => {
    const endless = await begin('endless');
    await eventually(async () => (await stateAt(second, endless))?.state === 'running');
    await first.stop();
    const { detail } = await assertProblem(await second.ask(endless), 'run_interrupted');
    expect(detail).toBe('The service was stopped before the run had ended.');
    first = await start();
  });

  it('is no more a while after its replica has died', async () => {
    const endless = await begin('endless');
    await eventually(async () => (await stateAt(second, endless))?.state === 'running');
    await first.kill();
    await eventually(async () => (await second.ask(endless)).status === 404);
    first = await start();
  });
});
