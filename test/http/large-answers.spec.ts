import { EventEmitter, once } from 'node:events';
import { hashToken } from '../../src/access/token.js';
import { Engine, type Result, type Statement } from '../../src/engines/engine.js';
import { Runner } from '../../src/execution/runner.service.js';
import { endpointFile } from '../support/endpoint-file.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { assertRows } from '../support/http/assert-rows.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';

const NUMBERS = 'SELECT n FROM UNNEST(GENERATE_ARRAY(1, 30000)) AS n ORDER BY n';
/** A row of which each has 1,000 bytes, its comma included. */
const WIDE = `SELECT REPEAT('x', 1000 - LENGTH('{"text":""},')) AS text FROM UNNEST(GENERATE_ARRAY(1, 100))`;
const PREFIX_AND_END = '{"result":[]}'.length;

const ENDPOINTS = {
  'many.yaml': endpointFile({ name: 'many', caching: 60, max_rows: 1_000_000, query: NUMBERS }),
  'cut.yaml': endpointFile({ name: 'cut', max_rows: 20_000, query: NUMBERS }),
  // One byte is what the comma of the last row takes, which is not there.
  'fits.yaml': endpointFile({ name: 'fits', max_bytes: 50_000 + PREFIX_AND_END - 1, query: WIDE }),
  'short.yaml': endpointFile({ name: 'short', caching: 60, max_bytes: 50_000 + PREFIX_AND_END - 2, query: WIDE }),
  'heavy.yaml': endpointFile({
    name: 'heavy',
    parameters: { call: { type: 'integer', required: true } },
    query: `SELECT REPEAT('x', 10000) AS text FROM UNNEST(GENERATE_ARRAY(1, 600 + @call)) AS n`,
  }),
  'wanted.yaml': endpointFile({ name: 'wanted', caching: 60, query: `${WIDE} CROSS JOIN UNNEST([1, 2])` }),
  'nothing.yaml': endpointFile({ name: 'nothing', max_bytes: 1024, query: `SELECT REPEAT('x', 2000) AS text` }),
};

describe('answers of very many rows', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ endpoints: ENDPOINTS, env: { QUERN_CACHE_MAX_BYTES: '16MiB' } });
  });

  afterAll(() => service.close());

  async function call(name: string) {
    const answer = await service.get(`/api/endpoints/query/${name}`);
    const isTold = answer.headers.get('quern-truncated') === 'true';
    const length = Number(answer.headers.get('content-length'));
    return { isTold, length, rows: await assertRows<{ n: number }>(answer), cache: answer.headers.get('cache-status') };
  }

  it('have as many as `max_rows` says, in their order', async () => {
    const { isTold, rows } = await call('many');
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 30_000 }, (_, index) => index + 1));
    expect(isTold).toBe(false);
    expect((await call('many')).cache).toContain('hit');
  });

  it('are cut off behind it, and say so', async () => {
    const { isTold, rows } = await call('cut');
    expect([rows.length, rows.at(-1)?.n, isTold]).toEqual([20_000, 20_000, true]);
  });

  it('are cut off at `max_bytes` of their JSON, and say so', async () => {
    expect(await call('fits')).toMatchObject({ isTold: true, rows: { length: 50 } });
    expect(await call('short')).toMatchObject({ isTold: true, rows: { length: 49 } });
    expect(await call('short')).toMatchObject({ isTold: true, cache: expect.stringContaining('hit') as string });
    expect(await call('nothing')).toMatchObject({ isTold: true, rows: [] });
  });

  it('are refused where others in the making take the memory, and leave nothing counted behind', async () => {
    const refused: Response[] = [];
    const statuses = new Set<number>();
    // Runs are at work together by chance alone.
    for (let round = 0; refused.length === 0 && round < 50; round += 1) {
      const calls = [1, 2, 3].map(async (call) => service.get(`/api/endpoints/query/heavy?call=${3 * round + call}`));
      for (const answer of await Promise.all(calls)) {
        statuses.add(answer.status);
        if (answer.status === 503) refused.push(answer);
        else await answer.arrayBuffer();
      }
    }
    expect([...statuses].sort()).toEqual([200, 503]);
    const [answer] = refused;
    expect(answer?.headers.get('retry-after')).toBe('1');
    if (answer) await assertProblem(answer, 'engine_busy');
    expect(service.app.get(Runner).unfinishedBytes).toBe(0);
    expect((await service.get('/api/endpoints/query/heavy?call=0')).status).toBe(200);
  });
});

describe('answers in the making of a key that has used up its share', () => {
  const tokenOf = (id: string) => `${id}-token-0123456789`;
  const keys = JSON.stringify({
    keys: ['greedy', 'second', 'other', 'ops'].map((id) => ({
      id,
      sha256: hashToken(tokenOf(id)),
      scopes: id === 'ops' ? ['admin'] : ['*'],
    })),
  });
  let service: TestService;
  /** Lets runs of `wanted` begin. */
  const beginning = new EventEmitter();
  /** Lets that of `heavy` end, whose rows are in the making then. */
  const ending = new EventEmitter();

  beforeAll(async () => {
    service = await startService({ endpoints: ENDPOINTS, keys, env: { QUERN_CACHE_MAX_BYTES: '16MiB' } });
    const engine = service.app.get<{ run(statement: Statement): Promise<Result> }>(Engine);
    const run = engine.run.bind(engine);
    const [mayBegin, mayEnd] = [once(beginning, 'now'), once(ending, 'now')];
    jest.spyOn(engine, 'run').mockImplementation(async (statement) => {
      if (statement.labels.endpoint === 'wanted') await mayBegin;
      const result = await run(statement);
      if (statement.labels.endpoint === 'heavy') await mayEnd;
      return result;
    });
  });
  afterAll(async () => {
    for (const gate of [beginning, ending]) gate.emit('now');
    await service.close();
  });

  const call = async (path: string, id: string) =>
    service.get(`/api/endpoints/query/${path}`, { 'x-api-key': tokenOf(id) });
  const told = async <T>(path: string) => {
    const answer = await service.get(path, { 'x-api-key': tokenOf('ops') });
    return ((await answer.json()) as { result: T }).result;
  };
  const runs = async () => (await told<{ runs: { misses: number; joined: number } }>('/api/endpoints/wanted')).runs;

  it('are refused to it, though not to others who have joined its runs, and are told as runs', async () => {
    const held = call('heavy?call=0', 'greedy');
    await eventually(() => service.app.get(Runner).unfinishedBytes === 8 * 2 ** 20);
    const refused = call('wanted', 'greedy');
    await eventually(async () => (await runs()).misses === 1);
    const given = [call('wanted', 'other'), call('wanted', 'other')];
    await eventually(async () => (await runs()).joined === 2);
    beginning.emit('now');
    await assertProblem(await refused, 'engine_busy');
    for (const answer of given) expect(await assertRows(await answer)).toHaveLength(200);
    expect(await runs()).toMatchObject({ misses: 2, joined: 2 });
    const alsoHeld = call('heavy?call=1', 'second');
    await eventually(() => service.app.get(Runner).unfinishedBytes === 16 * 2 ** 20);
    await assertProblem(await call('short', 'other'), 'engine_busy');
    const { rows } = await told<{ rows: { name: string; runs: number }[] }>('/api/spend?by=key');
    expect(rows.map(({ name, runs }) => [name, runs]).sort()).toEqual([
      ['greedy', 1],
      ['other', 2],
    ]);
    ending.emit('now');
    for (const answer of [held, alsoHeld]) expect((await answer).status).toBe(200);
    expect(service.app.get(Runner).unfinishedBytes).toBe(0);
  });
});
