import { type Engine as AnyEngine, Engine, type Result } from '../../src/engines/engine.js';
import { type ErrorCode } from '../../src/errors/error-codes.js';
import { QuernError } from '../../src/errors/quern-error.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { ENDLESS_QUERY, endpointFile } from '../support/endpoint-file.js';
import { startService, type TestService } from '../support/service.js';

const ENDPOINTS = {
  'one.yaml': endpointFile({ name: 'one', query: 'SELECT 1 AS one' }),
  'endless.yaml': endpointFile({ name: 'endless', timeout: 1, query: ENDLESS_QUERY }),
  'huge.yaml': endpointFile({
    name: 'huge',
    query: `SELECT n, STRING_AGG(CAST(m AS STRING), ',') AS text FROM UNNEST(GENERATE_ARRAY(1, 3000)) AS n
      CROSS JOIN UNNEST(GENERATE_ARRAY(1, 3000)) AS m GROUP BY n ORDER BY text`,
  }),
};

/** One connection, so that whatever a fault leaves behind is in the way of the next call. */
const ENV = { QUERN_DUCKDB_CONNECTIONS: '1', QUERN_DUCKDB_MEMORY_LIMIT: '64MB' };

describe('an engine that', () => {
  let service: TestService;

  const call = async (name: string) => service.get(`/api/endpoints/query/${name}`);
  const assertServing = async () => {
    expect(await service.rows('one')).toEqual([{ one: 1 }]);
    expect(await (await service.get('/health')).json()).toEqual({ status: 'ok' });
  };

  beforeAll(async () => {
    service = await startService({ endpoints: ENDPOINTS, env: ENV });
  });

  afterAll(async () => service.close());
  afterEach(async () => {
    jest.restoreAllMocks();
    await assertServing();
  });

  it('hangs is cut off at the deadline of the file, and the next call finds its connection free', async () => {
    const started = performance.now();
    await assertProblem(await call('endless'), 'deadline_exceeded');
    expect(performance.now() - started).toBeGreaterThan(950);
  });

  it('runs out of memory fails the query that needs too much, and no other', async () => {
    await assertProblem(await call('huge'), 'query_failed');
    expect(service.log.some((line) => line.includes('Out of Memory'))).toBe(true);
    await assertServing();
    await assertProblem(await call('huge'), 'query_failed');
  });

  const one = { name: 'one', type: 'INT64' };
  const garbage: [string, unknown][] = [
    ['nothing at all', undefined],
    ['no rows', { columns: [one], truncated: false, cost: { milliseconds: 1 } }],
    ['a row that is none', { columns: [one], rows: [null], truncated: false, cost: { milliseconds: 1 } }],
  ];

  it('says how long a run took without its wait for a turn', async () => {
    const result: Result = { columns: [one], rows: [['1']], truncated: false, cost: { milliseconds: 99_999 } };
    jest.spyOn(service.app.get<AnyEngine>(Engine), 'run').mockImplementation(async ({ onWaited }) => {
      onWaited?.(99_000);
      return Promise.resolve(result);
    });
    const response = await call('one');
    expect(response.headers.get('quern-cost')).toBe('run_ms=0');
    expect(response.headers.get('server-timing')).toContain('engine;dur=0.0,');
  });

  it.each(garbage)('gives back %s is an error of ours, told as one', async (_, result) => {
    jest.spyOn(service.app.get<AnyEngine>(Engine), 'run').mockResolvedValue(result as Result);
    await assertProblem(await call('one'), 'internal_error');
  });

  const failures: [string, Error, ErrorCode][] = [
    ['fails', new QuernError('query_failed', 'It failed.'), 'query_failed'],
    ['cannot be reached', new QuernError('engine_unavailable', 'Nobody is there.'), 'engine_unavailable'],
    ['throws what nobody foresaw', new TypeError('x is not a function'), 'internal_error'],
  ];

  it.each(failures)('%s is told without a word of what it said', async (_, error, code) => {
    jest.spyOn(service.app.get<AnyEngine>(Engine), 'run').mockRejectedValue(error);
    const { detail } = await assertProblem(await call('one'), code);
    expect(detail).not.toContain('is not a function');
  });
});
