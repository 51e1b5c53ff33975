import { Warming } from '../../src/warming/warming.service.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { listed } from '../support/listing.js';
import { startService, type TestService } from '../support/service.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const DAY = 86_400;
const QUERY = 'SELECT 100 / value AS quotient FROM dial';

const ENDPOINTS = {
  'plain.yaml': endpointFile({ name: 'plain', caching: 60, query: QUERY }),
  'lenient.yaml': endpointFile({ name: 'lenient', caching: 60, stale_if_error: 600, query: QUERY }),
  'asked.yaml': endpointFile({ name: 'asked', caching: 900, cache_warming: 300, query: QUERY }),
  'listed.yaml': endpointFile({ name: 'listed', caching: 900, cache_warming: 300, warm: [{}], query: QUERY }),
};

/** A clock that was wrong is set right, by a day in either direction. */
describe.each([
  ['forwards', DAY],
  ['backwards', -DAY],
])('a clock that jumps %s by a day', (_, jump) => {
  let service: TestService;
  let clock: { now: Date };

  const moved = (seconds: number) => {
    clock.now = new Date(clock.now.getTime() + seconds * 1000);
  };
  const tick = () => {
    service.app.get(Warming).tick();
  };
  const call = async (name: string) => service.get(`/api/endpoints/query/${name}`);
  /** What was answered, how old it says it is, and for how long it may be used. */
  const answerOf = async (name: string) => {
    const { status, headers } = await call(name);
    const [, source] = /^quern; (hit|fwd)/.exec(headers.get('cache-status') ?? '') ?? [];
    return { status, source, age: headers.get('age'), use: headers.get('cache-control') };
  };
  const refreshes = async (name: string) => (await listed(service, name)).runs.refreshes;

  beforeEach(async () => {
    clock = { now: NOW };
    service = await startService({ clock, endpoints: ENDPOINTS, tables: { dial: [{ value: 4 }] } });
    // Made by this before any test begins.
    await eventually(async () => (await listed(service, 'listed')).cache.entries === 1);
    tick();
  });

  afterEach(async () => service.close());

  it('makes no old result new: the next call runs its query, and what comes of it is served for its time', async () => {
    const fresh = { status: 200, source: 'fwd', age: '0', use: 'private, max-age=60' };
    expect(await answerOf('plain')).toEqual(fresh);
    moved(jump);
    expect(await answerOf('plain')).toEqual(fresh);
    moved(59);
    expect(await answerOf('plain')).toEqual({ status: 200, source: 'hit', age: '59', use: 'private, max-age=1' });
    moved(1);
    expect(await answerOf('plain')).toEqual(fresh);
  });

  it('leaves no old rows for the time that the engine fails', async () => {
    await call('lenient');
    await service.writeTable('dial', [{ value: 0 }]);
    moved(jump);
    await assertProblem(await call('lenient'), 'query_failed');
  });

  it('keeps no query from running that failed before', async () => {
    await service.writeTable('dial', [{ value: 0 }]);
    await assertProblem(await call('plain'), 'query_failed');
    await assertProblem(await call('plain'), 'backing_off');
    await service.writeTable('dial', [{ value: 4 }]);
    moved(jump);
    expect(await answerOf('plain')).toMatchObject({ status: 200, source: 'fwd' });
  });

  it('does not end warming, neither of what files list nor of what is asked for', async () => {
    await call('asked');
    await call('asked');
    const before = await refreshes('listed');
    moved(jump);
    tick();
    await eventually(async () => (await refreshes('listed')) > before);
    await eventually(async () => (await answerOf('listed')).source === 'hit');
    await call('asked');
    await call('asked');
    const [listedBefore, askedBefore] = [await refreshes('listed'), await refreshes('asked')];
    moved(300);
    tick();
    await eventually(async () => (await refreshes('listed')) === listedBefore + 1);
    await eventually(async () => (await refreshes('asked')) === askedBefore + 1);
  });

  it('leaves keys that never expire what they are, and the service healthy', async () => {
    moved(jump);
    expect(await (await service.get('/health')).json()).toEqual({ status: 'ok' });
    expect((await service.get('/api/endpoints')).status).toBe(200);
  });
});
