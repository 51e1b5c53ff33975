import { hashToken } from '../../src/access/token.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { ENDLESS_QUERY, endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { listed } from '../support/listing.js';
import { startService, type TestService, TOKEN } from '../support/service.js';

const NUMBERS = {
  sandboxing: 'enabled',
  timeout: 120,
  query: 'WITH numbers AS (SELECT n FROM UNNEST(GENERATE_ARRAY(1, 30000)) AS n) SELECT COUNT(*) AS n FROM numbers',
};

/** Each call of another number is a run of its own. */
const ENDPOINTS = {
  'numbers.yaml': endpointFile({ name: 'numbers', ...NUMBERS }),
  'few.yaml': endpointFile({ name: 'few', max_concurrency: 2, ...NUMBERS }),
  'endless.yaml': endpointFile({
    name: 'endless',
    timeout: 120,
    parameters: { call: { type: 'integer', required: true } },
    query: `${ENDLESS_QUERY} WHERE @call > 0`,
  }),
  'quick.yaml': endpointFile({ name: 'quick', query: 'SELECT 1 AS one' }),
};

const tokenOf = (id: string) => `${id}-token-0123456789`;
const KEYS = JSON.stringify({
  keys: [
    ...['greedy', 'honest'].map((id) => ({ id, sha256: hashToken(tokenOf(id)), scopes: ['*'] })),
    { id: 'operator', sha256: hashToken(TOKEN), scopes: ['*', 'admin'] },
  ],
});

const CROSS_JOIN = 'SELECT COUNTIF(MOD(a.n * b.n + c.n, 7) = 3) AS n FROM numbers AS a, numbers AS b, numbers AS c';
const QUICK = 'SELECT MAX(n) AS most FROM numbers';

describe('what one key leaves to others', () => {
  let service: TestService;
  let greedy: { readonly departure: AbortController; readonly calls: readonly Promise<Response>[] };

  beforeAll(async () => {
    service = await startService({
      endpoints: ENDPOINTS,
      keys: KEYS,
      env: {
        QUERN_DUCKDB_CONNECTIONS: '2',
        QUERN_DUCKDB_SANDBOX_PROCESSES: '2',
        QUERN_DUCKDB_SANDBOX_MEMORY_LIMIT: '600MB',
        QUERN_QUEUE_MAX: '4',
      },
    });
  });
  afterAll(async () => service.close());

  const call = async (id: string, path: string, signal?: AbortSignal) =>
    fetch(`${service.base}/api/endpoints/query/${path}`, {
      headers: { 'x-api-key': tokenOf(id) },
      ...(signal && { signal }),
    });
  const misses = async (endpoint: string) => (await listed(service, endpoint)).runs.misses;

  /** Endless calls of the greedy key. */
  const start = (paths: readonly string[]) => {
    const departure = new AbortController();
    const calls = paths.map(async (path) => call('greedy', path, departure.signal));
    for (const each of calls) each.catch(() => undefined);
    greedy = { departure, calls };
  };
  /** The same, all of which have begun when this is through. */
  const beGreedy = async (endpoint: string, paths: readonly string[]) => {
    const before = await misses(endpoint);
    start(paths);
    await eventually(async () => (await misses(endpoint)) >= before + paths.length);
  };
  afterEach(async () => {
    greedy.departure.abort();
    await Promise.allSettled(greedy.calls);
  });
  /** None of its calls has been answered: what others got, they got meanwhile. */
  const isStillGreedy = async () => (await Promise.race([...greedy.calls, Promise.resolve('still')])) === 'still';

  const sandboxed = (endpoint: string, sql: string) => `${endpoint}?sql=${encodeURIComponent(sql)}`;
  const crossJoins = (endpoint: string, count: number) =>
    Array.from({ length: count }, (_, index) => sandboxed(endpoint, `${CROSS_JOIN} WHERE a.n > ${index}`));

  it.each(['numbers', 'few'])('a process for SQL of their own (%s)', async (endpoint) => {
    await beGreedy(endpoint, crossJoins(endpoint, 3));
    for (const n of [1, 2]) {
      expect((await call('honest', sandboxed(endpoint, `${QUICK} WHERE n > ${n}`))).status).toBe(200);
    }
    expect(await isStillGreedy()).toBe(true);
  });

  it('a connection for ordinary queries', async () => {
    await beGreedy(
      'endless',
      [1, 2, 3].map((number) => `endless?call=${number}`),
    );
    expect((await call('honest', 'quick')).status).toBe(200);
    expect(await isStillGreedy()).toBe(true);
  });

  it('places in the queue: those of the greedy key are refused', async () => {
    // One runs, and four fill the queue; which of the six is refused is a matter of who is compiled first.
    start(crossJoins('numbers', 6));
    await assertProblem(await Promise.race(greedy.calls), 'engine_busy');
    expect((await call('honest', sandboxed('numbers', QUICK))).status).toBe(200);
    // One of the greedy key's own may have made room for it.
    const answered = greedy.calls.map(async (each) => (await each).status);
    const statuses = await Promise.all(answered.map(async (each) => Promise.race([each, Promise.resolve('still')])));
    expect(statuses.every((status) => status === 503 || status === 'still')).toBe(true);
  });
});
