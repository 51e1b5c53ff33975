import { Warming } from '../../src/warming/warming.service.js';
import { Engine } from '../../src/engines/engine.js';
import { ENDLESS_QUERY, endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { TOKEN } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';
import { startTracedService, type TracedService } from '../support/traces/traced-service.js';

const QUERY_SPAN = 'GET /api/endpoints/query/{endpoint}';

const ENDPOINTS = {
  'warm.yaml': endpointFile({
    name: 'warm',
    caching: 100,
    cache_warming: 50,
    query: 'SELECT CURRENT_TIMESTAMP() AS made',
  }),
  // A second or so, on a machine that does nothing else.
  'lasting.yaml': endpointFile({
    name: 'lasting',
    caching: 600,
    query: `SELECT COUNTIF(MOD(a * b, 7) = 3) AS n
      FROM UNNEST(GENERATE_ARRAY(1, 20000)) AS a CROSS JOIN UNNEST(GENERATE_ARRAY(1, 5000)) AS b`,
  }),
  'endless.yaml': endpointFile({ name: 'endless', timeout: 600, max_concurrency: 1, query: ENDLESS_QUERY }),
  'failing.yaml': endpointFile({
    name: 'failing',
    caching: 600,
    query: `SELECT 1 / (COUNTIF(MOD(a * b, 7) = 3) - COUNTIF(MOD(a * b, 7) = 3)) AS n
      FROM UNNEST(GENERATE_ARRAY(1, 20000)) AS a CROSS JOIN UNNEST(GENERATE_ARRAY(1, 5000)) AS b`,
  }),
};

describe('the spans of runs', () => {
  const clock = new TestClock(new Date('2026-11-20T10:00:00.000Z'));
  let service: TracedService;

  beforeEach(async () => {
    service = await startTracedService({ endpoints: ENDPOINTS, clock });
  });
  afterEach(async () => {
    await service.close();
  });
  const call = (path: string, signal?: AbortSignal) =>
    fetch(`${service.base}/api/endpoints/query/${path}`, {
      headers: { 'x-api-key': TOKEN },
      ...(signal && { signal }),
    });
  const joined = async (name: string): Promise<number> => {
    const listing = await service.get(`/api/endpoints/${name}`);
    return ((await listing.json()) as { result: { runs: { joined: number } } }).result.runs.joined;
  };

  /** Calls of `endless` that have begun a run. */
  const waiting = async (): Promise<number> => {
    const listing = await service.get('/api/endpoints/endless');
    return ((await listing.json()) as { result: { runs: { misses: number } } }).result.runs.misses;
  };

  it.each(['lasting', 'failing'])(
    'those who join a run have a link to it, and it is below the one who started it (%s)',
    async (name) => {
      const calls = [call(name), call(name), call(name)];
      await eventually(async () => (await joined(name)) === 2);
      await Promise.all(calls);
      const requests = await service.spans(QUERY_SPAN, 3);
      const runs = await service.spans(name);
      expect(runs).toHaveLength(1);
      const [{ traceId, spanId, parentSpanId, status } = { traceId: '', spanId: '', parentSpanId: '', status: 0 }] =
        runs;
      expect(status).toBe(name === 'failing' ? 2 : 0);
      const first = requests.filter((request) => request.spanId === parentSpanId);
      expect(first).toEqual([expect.objectContaining({ traceId, links: [] })]);
      const others = requests.filter((request) => request.spanId !== parentSpanId);
      expect(others).toHaveLength(2);
      for (const other of others) {
        expect(other.traceId).not.toBe(traceId);
        expect(other.links).toEqual([{ traceId, spanId, attributes: { 'quern.link': 'joined' } }].map(containing));
      }
    },
  );

  it('a run ahead of time is a root with a link to the run before', async () => {
    await call('warm');
    await call('warm');
    const [first] = await service.spans('warm');
    clock.later(60);
    service.app.get(Warming).tick();
    const [, second] = await service.spans('warm', 2);
    expect(second).toMatchObject({
      parentSpanId: '',
      attributes: { 'quern.cause': 'warming', 'quern.outcome': 'ok' },
      links: [{ traceId: first?.traceId, spanId: first?.spanId, attributes: { 'quern.link': 'previous' } }],
    });
    expect(second?.traceId).not.toBe(first?.traceId);
  });

  it('a run that nobody waits for any more is cancelled, and no error; a wait in a queue is told', async () => {
    const [one, two] = [new AbortController(), new AbortController()];
    const gone = [call('endless', one.signal), call('endless', two.signal)].map((each) => each.catch(() => undefined));
    const engine = service.app.get<Engine>(Engine);
    await eventually(() => engine.activity.slotsInUse === 1);
    await eventually(async () => (await waiting()) === 2);
    two.abort();
    one.abort();
    await Promise.all(gone);
    const runs = await service.spans('endless', 2);
    for (const run of runs) {
      expect(run).toMatchObject({ status: 0, attributes: { 'quern.outcome': 'cancelled', 'error.type': 'cancelled' } });
    }
    const waits = runs.map(({ attributes }) => Number(attributes['quern.queue_wait_ms']));
    expect(waits.some((wait) => wait > 0)).toBe(true);
    const requests = await service.spans(QUERY_SPAN, 2);
    for (const { attributes } of requests) {
      expect(attributes).toMatchObject({ 'quern.cut': true, 'quern.endpoint': 'endless' });
      expect(attributes).not.toHaveProperty(['http.response.status_code']);
    }
  });
});

function containing(expected: object): unknown {
  return expect.objectContaining(expected);
}
