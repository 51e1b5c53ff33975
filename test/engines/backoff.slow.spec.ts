import { type Engine as AnyEngine, Engine } from '../../src/engines/engine.js';
import { type ErrorCode } from '../../src/errors/error-codes.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { assertRows } from '../support/http/assert-rows.js';
import { ENDLESS_QUERY, endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { listed } from '../support/listing.js';
import { OCCUPANT, occupy } from '../support/occupy.js';
import { rawRequest } from '../support/http/raw-request.js';
import { startService, type TestService, TOKEN } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const parameters = { test: { type: 'string', required: true } };
// Fails as soon as the dial is turned to 0.
const QUERY = 'SELECT 100 / value AS quotient, @test AS test FROM dial';

const ENDPOINTS = {
  'dial.yaml': endpointFile({ name: 'dial', parameters, caching: 60, query: QUERY }),
  'lenient.yaml': endpointFile({ name: 'lenient', parameters, caching: 60, stale_if_error: 600, query: QUERY }),
  'fresh.yaml': endpointFile({ name: 'fresh', parameters, query: QUERY }),
  'pattern.yaml': endpointFile({
    name: 'pattern',
    parameters: { pattern: { type: 'string', default: 'a' }, by: { type: 'integer', default: 1 } },
    caching: 60,
    query: `SELECT REGEXP_CONTAINS('abc', @pattern) AS found, 1 / @by AS part`,
  }),
  'brief.yaml': endpointFile({ name: 'brief', caching: 60, timeout: 1, query: ENDLESS_QUERY }),
  'occupant.yaml': OCCUPANT,
};

describe('a query that has failed', () => {
  let service: TestService;
  let engineRuns: jest.SpiedFunction<AnyEngine['run']>;
  const clock = new TestClock(NOW);
  const turnDial = async (value: number) => service.writeTable('dial', [{ value }]);
  const call = async (path: string, headers = {}, method = 'GET') =>
    rawRequest(service.base, `/api/endpoints/query/${path}`, { method, headers: { 'x-api-key': TOKEN, ...headers } });
  const runs = async (name: string) => (await listed(service, name)).runs;
  /** The code of an answer and its `Retry-After`, or the quotient of its row. */
  const outcome = async (path: string, headers = {}) => {
    const answer = await call(path, headers);
    if (answer.status === 200) return (await assertRows<{ quotient: number }>(answer))[0]?.quotient;
    const { code } = (await answer.clone().json()) as { code: ErrorCode };
    await assertProblem(answer, code);
    const wait = answer.headers.get('retry-after');
    return wait === null ? code : `${code} ${wait}`;
  };

  /** One connection and no queue: whoever comes while it is taken is refused. */
  beforeAll(async () => {
    service = await startService({
      clock,
      endpoints: ENDPOINTS,
      tables: { dial: [{ value: 4 }] },
      env: { QUERN_DUCKDB_CONNECTIONS: '1', QUERN_QUEUE_MAX: '0' },
    });
    engineRuns = jest.spyOn(service.app.get<AnyEngine>(Engine), 'run');
  });

  afterAll(async () => service.close());
  beforeEach(async () => {
    clock.later(0);
    engineRuns.mockClear();
    await turnDial(0);
  });

  it('rests twice as long after each failure, half a minute at most', async () => {
    let now = 0;
    for (const pause of [1, 2, 4, 8, 16, 30, 30]) {
      clock.later(now);
      expect(await outcome('dial?test=pauses')).toBe('query_failed');
      expect(await outcome('dial?test=pauses')).toBe(`backing_off ${pause}`);
      clock.later(now + pause - 0.001);
      expect(await outcome('dial?test=pauses')).toBe('backing_off 1');
      now += pause;
    }
    expect(engineRuns).toHaveBeenCalledTimes(7);
  });

  it('says how long, in whole seconds and never too few', async () => {
    for (const seconds of [0, 1, 3]) {
      clock.later(seconds);
      await outcome('dial?test=told');
    }
    const told = [];
    for (const seconds of [3, 3.001, 4, 4.5, 5.999, 6, 6.999]) {
      clock.later(seconds);
      told.push(await outcome('dial?test=told'));
    }
    expect(told).toEqual([4, 4, 3, 3, 2, 1, 1].map((wait) => `backing_off ${wait}`));
    const { detail } = await assertProblem(await call('dial?test=told'), 'backing_off');
    expect(detail).toBe('This query failed a moment ago; it is run again in 1 s.');
  });

  it('is not run by however many ask while it rests', async () => {
    await outcome('dial?test=many');
    const before = await runs('dial');
    engineRuns.mockClear();
    clock.later(0.5);
    const answers = await Promise.all(Array.from({ length: 50 }, async () => call('dial?test=many')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    for (const method of ['HEAD', 'GET']) expect((await call('dial?test=many&more=1', {}, method)).status).toBe(503);
    expect(engineRuns).not.toHaveBeenCalled();
    // Neither a run nor a failure of the engine.
    const { misses, failures, last_error } = await runs('dial');
    expect({ misses, failures, last_error }).toEqual({
      misses: before.misses,
      failures: before.failures,
      last_error: before.last_error,
    });
  });

  it('is run again by one of those who ask when the pause is over', async () => {
    await outcome('dial?test=over');
    engineRuns.mockClear();
    clock.later(1);
    const answers = await Promise.all(Array.from({ length: 20 }, async () => outcome('dial?test=over')));
    // Whoever came while it ran has its failure, whoever came after that is told to wait.
    expect(answers.filter((each) => each !== 'query_failed' && each !== 'backing_off 2')).toEqual([]);
    expect(answers).toContain('query_failed');
    expect(engineRuns).toHaveBeenCalledTimes(1);
  });

  it('is all right again with the first success', async () => {
    for (const seconds of [0, 1, 3]) {
      clock.later(seconds);
      await outcome('dial?test=recovered');
    }
    clock.later(7);
    await turnDial(5);
    expect(await outcome('dial?test=recovered')).toBe(20);
    await turnDial(0);
    clock.later(67);
    expect(await outcome('dial?test=recovered')).toBe('query_failed');
    expect(await outcome('dial?test=recovered')).toBe('backing_off 1');
  });

  it('keeps no other values of its endpoint from being run, nor another endpoint', async () => {
    expect(await outcome('dial?test=bad')).toBe('query_failed');
    await turnDial(4);
    expect(await outcome('dial?test=bad')).toBe('backing_off 1');
    expect(await outcome('dial?test=good')).toBe(25);
    expect(await outcome('lenient?test=bad')).toBe(25);
    // However the same values are spelled, they are the same query.
    expect(await outcome('dial?t%65st=ba%64&undeclared=1')).toBe('backing_off 1');
  });

  it('rests after it took too long, too', async () => {
    expect(await outcome('brief')).toBe('deadline_exceeded');
    expect(await outcome('brief')).toBe('backing_off 1');
    expect(engineRuns).toHaveBeenCalledTimes(1);
    // The run that was interrupted gives its connection back a moment later.
    await eventually(async () => (await call('fresh?test=idle')).status === 502);
  });

  it('does not rest where nothing is cached', async () => {
    for (let time = 1; time <= 3; time += 1) expect(await outcome('fresh?test=x')).toBe('query_failed');
    expect(engineRuns).toHaveBeenCalledTimes(3);
    await turnDial(4);
    expect(await outcome('fresh?test=x')).toBe(25);
  });

  it.each([
    ['a pattern that the query cannot work with', 'pattern?pattern=(', 'invalid_value', 3],
    ['a divisor that the query cannot work with', 'pattern?by=0', 'invalid_value', 3],
    ['a wrong parameter', 'dial?test=a&test=b', 'invalid_parameters', 0],
  ])('does not rest for %s', async (_, path, code, times) => {
    for (let time = 1; time <= 3; time += 1) expect(await outcome(path)).toBe(code);
    expect(engineRuns).toHaveBeenCalledTimes(times);
  });

  it('does not rest for a full queue', async () => {
    await turnDial(4);
    const leave = await occupy(service);
    for (let time = 1; time <= 3; time += 1) expect(await outcome('dial?test=queue')).toBe('engine_busy 1');
    await leave();
    await eventually(async () => (await call('fresh?test=idle')).status === 200);
    expect(await outcome('dial?test=queue')).toBe(25);
  });

  it('does not rest for a client that has left', async () => {
    await turnDial(4);
    const leaving = new AbortController();
    const { misses } = await runs('brief');
    const left = fetch(`${service.base}/api/endpoints/query/brief?`, {
      headers: { 'x-api-key': TOKEN },
      signal: leaving.signal,
    });
    clock.later(1);
    await eventually(async () => (await runs('brief')).misses > misses);
    leaving.abort();
    await expect(left).rejects.toThrow('aborted');
    await eventually(async () => (await call('fresh?test=idle')).status === 200);
    // Had that been a failure, it would rest now.
    expect(await outcome('brief')).toBe('deadline_exceeded');
    await eventually(async () => (await call('fresh?test=idle')).status === 200);
  });

  it('is served from the cache as long as there is a fresh result', async () => {
    await turnDial(4);
    expect(await outcome('dial?test=kept')).toBe(25);
    await turnDial(0);
    const forced = { 'cache-control': 'no-cache' };
    expect(await outcome('dial?test=kept', forced)).toBe('query_failed');
    expect(await outcome('dial?test=kept', forced)).toBe('backing_off 1');
    const answer = await call('dial?test=kept');
    expect(answer.headers.get('cache-status')).toBe('quern; hit; ttl=60');
    expect(await assertRows(answer)).toEqual([{ quotient: 25, test: 'kept' }]);
  });

  it('is not looked for by who wants what is cached and nothing else', async () => {
    expect(await outcome('dial?test=wanted')).toBe('query_failed');
    expect(await outcome('dial?test=wanted', { 'cache-control': 'only-if-cached' })).toBe('not_cached');
  });

  it('is answered with its old rows where the file allows it, without a run', async () => {
    await turnDial(4);
    await outcome('lenient?test=old');
    await turnDial(0);
    const before = await runs('lenient');
    engineRuns.mockClear();
    for (const seconds of [60, 60.5, 60.999]) {
      clock.later(seconds);
      const answer = await call('lenient?test=old');
      expect(answer.headers.get('cache-status')).toBe(
        `quern; hit; ttl=${Math.floor(60 - seconds)}; detail=stale-if-error`,
      );
      expect(answer.headers.get('retry-after')).toBeNull();
      expect(await assertRows(answer)).toEqual([{ quotient: 25, test: 'old' }]);
    }
    expect(engineRuns).toHaveBeenCalledTimes(1);
    expect(await runs('lenient')).toMatchObject({
      misses: before.misses + 1,
      failures: before.failures + 1,
      stale_served: before.stale_served + 3,
    });
  });
});
