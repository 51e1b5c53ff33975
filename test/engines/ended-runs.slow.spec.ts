import { Engine } from '../../src/engines/engine.js';
import { type EndedRun } from '../../src/answers/ended-run.js';
import { EndpointStats } from '../../src/execution/endpoint-stats.service.js';
import { Runner } from '../../src/execution/runner.service.js';
import { Registry } from '../../src/registry/registry.service.js';
import { Warming } from '../../src/warming/warming.service.js';
import { ENDLESS_QUERY, endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService, TOKEN } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';

const by = { by: { type: 'integer', default: 1 } };
const ENDPOINTS = {
  'plain.yaml': endpointFile({
    name: 'plain',
    parameters: by,
    query: 'SELECT 1 / (@by - n) AS quotient FROM UNNEST([0]) AS n',
  }),
  'pattern.yaml': endpointFile({
    name: 'pattern',
    parameters: { text: { type: 'string', required: true } },
    query: `SELECT REGEXP_CONTAINS('x', @text) AS found`,
  }),
  'warm.yaml': endpointFile({
    name: 'warm',
    caching: 100,
    cache_warming: 50,
    warm: [{}],
    query: 'SELECT 1 AS n',
  }),
  'endless.yaml': endpointFile({ name: 'endless', timeout: 60, query: ENDLESS_QUERY }),
  'narrow.yaml': endpointFile({ name: 'narrow', timeout: 60, max_concurrency: 1, query: ENDLESS_QUERY }),
};

describe('a run that is over', () => {
  let service: TestService;
  const clock = new TestClock(new Date('2026-11-20T10:00:00.000Z'));
  let ended: (Omit<EndedRun, 'endpoint'> & { name: string })[] = [];
  const activity = () => service.app.get<Engine>(Engine).activity;
  const ask = async (path: string, signal?: AbortSignal) => {
    const headers = { 'x-api-key': TOKEN };
    return fetch(`${service.base}/api/endpoints/query/${path}`, { headers, ...(signal && { signal }) });
  };
  const endedOf = (name: string) => ended.filter((run) => run.name === name);

  beforeAll(async () => {
    service = await startService({
      clock,
      endpoints: ENDPOINTS,
      env: { QUERN_DUCKDB_CONNECTIONS: '2', QUERN_QUEUE_MAX: '1' },
    });
    service.app
      .get(EndpointStats)
      .events.on('ended', ({ endpoint, ...run }) => ended.push({ ...run, name: endpoint.name }));
  });

  afterAll(async () => service.close());
  beforeEach(() => {
    ended = [];
  });

  it('is told with its cause, what came of it, and what it took', async () => {
    expect((await ask('plain')).status).toBe(200);
    expect((await ask('plain?by=0')).status).toBe(502);
    expect((await ask('pattern?text=(')).status).toBe(400);
    const client = { cause: 'client', caller: 'env', waitedMs: 0 };
    expect(ended.filter(({ name }) => name !== 'warm')).toMatchObject([
      { ...client, name: 'plain', outcome: 'ok', cost: {} },
      { ...client, name: 'plain', outcome: 'failed', cost: undefined },
      { ...client, name: 'pattern', outcome: 'refused', cost: undefined },
    ]);
    for (const { ranMs } of ended) expect(ranMs).toBeGreaterThan(0);
  });

  it('is one of warming where there was a result, and of the start where a listed set had none', async () => {
    const stats = service.app.get(EndpointStats);
    const { body } = await service.get('/api/endpoints/warm');
    await body?.cancel();
    clock.later(51);
    service.app.get(Warming).tick();
    await eventually(() => endedOf('warm').length > 0);
    expect(endedOf('warm')).toMatchObject([{ cause: 'warming', caller: 'warming', outcome: 'ok' }]);
    clock.later(500);
    service.app.get(Warming).tick();
    await eventually(() => endedOf('warm').length > 1);
    expect(endedOf('warm')[1]).toMatchObject({ cause: 'start', outcome: 'ok' });
    expect(stats.of({ id: 'nobody' }).runs.every((count) => count === 0)).toBe(true);
  });

  it.each(['endless', 'narrow'])('tells how long it waited for a slot, of %s', async (name) => {
    const [first, second] = [new AbortController(), new AbortController()];
    const calls = [ask(name, first.signal)];
    await eventually(() => activity().slotsInUse === 1);
    // One key may not hold both connections.
    calls.push(ask(name, second.signal));
    const runner = service.app.get(Runner);
    await eventually(() => (name === 'narrow' ? runner : activity()).waiting === 1);
    expect(activity().slotsInUse).toBe(1);
    first.abort();
    await eventually(() => endedOf(name).length === 1);
    await eventually(() => activity().slotsInUse === 1 && activity().waiting + runner.waiting === 0);
    second.abort();
    await Promise.allSettled(calls);
    await eventually(() => endedOf(name).length === 2);
    const [ran, waited] = endedOf(name);
    expect(ran).toMatchObject({ outcome: 'cancelled', waitedMs: 0 });
    expect(waited).toMatchObject({ outcome: 'cancelled' });
    expect(waited?.waitedMs).toBeGreaterThan(0);
    await eventually(() => activity().slotsInUse === 0);
  });

  it('has not begun where too many others waited', async () => {
    const controller = new AbortController();
    const calls = [ask('endless', controller.signal), ask('endless', controller.signal)];
    await eventually(() => activity().waiting === 1);
    expect((await ask('endless')).status).toBe(503);
    expect(endedOf('endless')).toMatchObject([{ outcome: 'busy', cost: undefined }]);
    const before = service.app.get(EndpointStats).of(service.app.get(Registry).find('endless').endpoint);
    const { engineMilliseconds } = before;
    controller.abort();
    await Promise.allSettled(calls);
    await eventually(() => endedOf('endless').length === 3);
    expect(before.engineMilliseconds).toBeGreaterThan(engineMilliseconds);
  });
});
