import { EventEmitter, once } from 'node:events';
import { copyFile, rename, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { hashToken } from '../../src/access/token.js';
import { Engine, type Result, type Statement } from '../../src/engines/engine.js';
import { QuernError } from '../../src/errors/quern-error.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { listed } from '../support/listing.js';
import { startService, type TestService, TOKEN } from '../support/service.js';
import { Warming } from '../../src/warming/warming.service.js';
import { TestClock } from '../support/test-clock.js';

const OTHERS_TOKEN = 'other-token-0123456789';
const START = new Date('2026-11-20T10:00:00.000Z');
const FORCED = { 'cache-control': 'no-cache' };
const PARAMETERS = { least: { type: 'integer', default: 0 } };
const QUERY = 'SELECT n FROM counts WHERE n >= @least';
const REFRESHED = { caching: 60, refresh: 'on_change', parameters: PARAMETERS, query: QUERY };

const ENDPOINTS = {
  'kept.yaml': endpointFile({ name: 'kept', ...REFRESHED }),
  'warmed.yaml': endpointFile({ name: 'warmed', ...REFRESHED, cache_warming: 30 }),
  'due.yaml': endpointFile({ name: 'due', ...REFRESHED, refresh: undefined }),
  'sandboxed.yaml': endpointFile({
    name: 'sandboxed',
    ...REFRESHED,
    sandboxing: 'enabled',
    query: `WITH found AS (${QUERY}) SELECT n FROM found`,
  }),
};

const KEYS = JSON.stringify({
  keys: [TOKEN, OTHERS_TOKEN].map((token) => ({
    id: token.slice(0, 5),
    sha256: hashToken(token),
    scopes: ['*', 'admin', 'cache:refresh'],
  })),
});

describe('refresh: on_change', () => {
  let service: TestService;
  let runs: jest.SpiedFunction<(statement: Statement) => Promise<Result>>;
  const clock = new TestClock(START);
  let seconds = 0;
  let values = 0;

  beforeAll(async () => {
    service = await startService({ clock, keys: KEYS, endpoints: ENDPOINTS, tables: { counts: [{ n: 1 }] } });
    runs = jest.spyOn(service.app.get<{ run(statement: Statement): Promise<Result> }>(Engine), 'run');
    await settled();
  });
  afterAll(async () => service.close());

  const pass = (more: number) => {
    clock.later((seconds += more));
  };
  /** Each test has a result of its own. */
  const next = () => `least=-${(values += 1)}`;
  const told = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await service.get(`/api/endpoints/query/${path}`, { 'x-api-key': TOKEN, ...headers });
    const { result } = (await answer.json()) as { result: { n: number }[] };
    const [status, age] = ['cache-status', 'age'].map((name) => answer.headers.get(name) ?? '');
    return { rows: result.map(({ n }) => n), status, age };
  };
  const file = () => join(service.app.get<Engine>(Engine).data?.root ?? '', 'counts.ndjson');

  /** Until the engine has looked at the files as they are, and nobody is writing to them. */
  const settled = () =>
    eventually(async () => {
      const engine = service.app.get<Engine>(Engine);
      return (await engine.stateOf?.(['counts'], 0)) !== undefined;
    });

  it('verifies a result that is due while its tables are the same, and its age begins anew', async () => {
    const path = `kept?${next()}`;
    expect(await told(path)).toEqual({ rows: [1], status: 'quern; fwd=miss; stored', age: '0' });
    const before = runs.mock.calls.length;
    pass(61);
    expect(await told(path)).toEqual({ rows: [1], status: 'quern; hit; ttl=60; detail=verified', age: '0' });
    pass(59);
    expect(await told(path)).toEqual({ rows: [1], status: 'quern; hit; ttl=1; detail=verified', age: '59' });
    pass(80_000);
    expect((await told(path)).status).toBe('quern; hit; ttl=60; detail=verified');
    expect(runs.mock.calls.length).toBe(before);
  });

  it('verifies once for all who ask at a time', async () => {
    const path = `kept?${next()}`;
    await told(path);
    pass(61);
    const state = jest.spyOn(service.app.get<Required<Engine>>(Engine), 'stateOf');
    const answers = await Promise.all(Array.from({ length: 20 }, () => told(path)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['quern; hit; ttl=60; detail=verified']));
    expect(state).toHaveBeenCalledTimes(1);
    state.mockRestore();
  });

  it('runs a result that is due where the file does not say so', async () => {
    await told('due');
    pass(61);
    expect((await told('due')).status).toBe('quern; fwd=miss; stored');
  });

  it('runs it for whoever demands a run', async () => {
    const path = `kept?${next()}`;
    await told(path);
    pass(61);
    expect((await told(path, FORCED)).status).toBe('quern; fwd=request; stored');
  });

  it('runs it for whoever demands a run, also where others have joined the look and are refused one', async () => {
    const path = `kept?${next()}`;
    await told(path);
    pass(61);
    const engine = service.app.get<Required<Engine>>(Engine);
    const gate = new EventEmitter();
    const held = once(gate, 'open');
    const stateOf = engine.stateOf.bind(engine);
    const state = jest.spyOn(engine, 'stateOf').mockImplementationOnce(async (...args) => {
      await held;
      return stateOf(...args);
    });
    const { misses, joined } = (await listed(service, 'kept')).runs;
    const verified = told(path);
    await eventually(() => state.mock.calls.length === 1);
    runs.mockRejectedValueOnce(new QuernError('budget_exhausted', 'It is used up.', { isCallersOwn: true }));
    const refused = service.get(`/api/endpoints/query/${path}`, { 'x-api-key': OTHERS_TOKEN, ...FORCED });
    await eventually(async () => (await listed(service, 'kept')).runs.joined === joined + 1);
    const run = told(path, FORCED);
    await eventually(async () => (await listed(service, 'kept')).runs.joined === joined + 2);
    gate.emit('open');
    expect((await verified).status).toMatch('detail=verified');
    await assertProblem(await refused, 'budget_exhausted');
    expect((await run).status).toBe('quern; fwd=request; collapsed; stored');
    expect((await listed(service, 'kept')).runs).toMatchObject({ misses: misses + 2, joined: joined + 2 });
    state.mockRestore();
  });

  it.each([
    ['written to', () => service.writeTable('counts', [{ n: 2 }])],
    ['touched', () => utimes(file(), START, START)],
    [
      'replaced by a file of the same size and time',
      async () => {
        await copyFile(file(), `${file()}.new`);
        await utimes(`${file()}.new`, START, START);
        await rename(`${file()}.new`, file());
      },
    ],
  ])('runs it where a file has been %s, and verifies what that has brought', async (_, change) => {
    const path = `kept?${next()}`;
    await told(path);
    await change();
    pass(61);
    expect((await told(path)).status).toBe('quern; fwd=stale; stored');
    await settled();
    pass(61);
    await told(path);
    pass(61);
    expect((await told(path)).status).toBe('quern; hit; ttl=60; detail=verified');
  });

  it('sees the next time what changes during a run', async () => {
    const path = `kept?${next()}`;
    const engine = service.app.get<Engine>(Engine);
    const run = jest.spyOn(engine, 'run').mockImplementationOnce(async (statement) => {
      run.mockRestore();
      const result = await engine.run(statement);
      await service.writeTable('counts', [{ n: 3 }]);
      return result;
    });
    const { rows } = await told(path);
    expect(rows).not.toEqual([3]);
    await settled();
    pass(61);
    expect(await told(path)).toEqual({ rows: [3], status: 'quern; fwd=stale; stored', age: '0' });
  });

  it('refuses a query that reads the clock, and says what to do', async () => {
    const query = `${QUERY} AND CURRENT_DATE() > '2000-01-01'`;
    const started = startService({ endpoints: { 'clock.yaml': endpointFile({ name: 'clock', ...REFRESHED, query }) } });
    await expect(started).rejects.toThrow(
      /clock_dependent {2}CURRENT_DATE is another time at each run, .*take the time as a parameter/,
    );
  });

  it('verifies callers’ own SQL unless it reads the clock', async () => {
    const statusOf = async (sql: string) => {
      const path = `sandboxed?${new URLSearchParams({ sql }).toString()}`;
      await told(path);
      pass(61);
      return (await told(path)).status;
    };
    expect(await statusOf('SELECT n FROM found')).toContain('detail=verified');
    expect(await statusOf('SELECT n FROM found WHERE CURRENT_DATE() > "2000-01-01"')).toContain('fwd=');
  });

  it('verifies ahead of time what a client has asked for, and runs it where a table has changed', async () => {
    const path = `warmed?${next()}`;
    const refreshed = async () => {
      pass(30);
      service.app.get(Warming).tick();
      await eventually(async () => (await listed(service, 'warmed')).cache.oldest_age === 0);
      const { refreshes, verified } = (await listed(service, 'warmed')).runs;
      return { refreshes, verified };
    };
    for (let time = 1; time <= 2; time += 1) await told(path);
    const before = runs.mock.calls.length;
    expect(await refreshed()).toEqual({ refreshes: 0, verified: 1 });
    expect(runs.mock.calls.length).toBe(before);
    expect(await told(path)).toMatchObject({ status: 'quern; hit; ttl=60; detail=verified', age: '0' });
    await service.writeTable('counts', [{ n: 4 }]);
    await settled();
    expect(await refreshed()).toEqual({ refreshes: 1, verified: 1 });
    expect(await told(path)).toEqual({ rows: [4], status: 'quern; hit; ttl=60', age: '0' });
  });

  it('counts what was verified', async () => {
    const answer = await service.get('/api/endpoints/kept');
    const { result } = (await answer.json()) as { result: { refresh: string; runs: { verified: number } } };
    expect(result.refresh).toBe('on_change');
    expect(result.runs.verified).toBeGreaterThanOrEqual(6);
  });
});
