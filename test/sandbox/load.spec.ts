import { DuckDbEngine } from '../../src/engines/duckdb/duckdb.engine.js';
import { Statements } from '../../src/engines/duckdb/statements.js';
import { Engine } from '../../src/engines/engine.js';
import { assertProblem } from '../support/assert-problem.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';
import { Executor } from '../../src/execution/executor.service.js';
import { boundQueryOf } from '../../src/execution/bound-query.js';
import { Registry } from '../../src/registry/registry.service.js';
import { ResultCache } from '../../src/cache/result-cache.service.js';

const ENDPOINTS = {
  'numbers.yaml': endpointFile({
    name: 'numbers',
    sandboxing: 'enabled',
    timeout: 2,
    caching: 60,
    query: 'WITH numbers AS (SELECT n FROM UNNEST(GENERATE_ARRAY(1, 30000)) AS n) SELECT COUNT(*) AS n FROM numbers',
  }),
  'other.yaml': endpointFile({ name: 'other', query: 'SELECT 1 AS one' }),
};

describe('callers’ SQL that is work', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({
      endpoints: ENDPOINTS,
      env: { QUERN_DUCKDB_CONNECTIONS: '2', QUERN_DUCKDB_MEMORY_LIMIT: '1GB' },
    });
  });
  afterAll(async () => service.close());
  afterEach(() => jest.restoreAllMocks());

  const ask = async (sql: string) => service.get(`/api/endpoints/query/numbers?sql=${encodeURIComponent(sql)}`);

  it('ends at the deadline, and others are answered meanwhile', async () => {
    const slow = ask('SELECT COUNTIF(MOD(a.n * b.n + c.n, 7) = 3) AS n FROM numbers AS a, numbers AS b, numbers AS c');
    expect((await service.get('/api/endpoints/query/other')).status).toBe(200);
    await assertProblem(await slow, 'deadline_exceeded');
    await eventually(async () => (await ask('SELECT MAX(n) AS most FROM numbers')).status === 200);
  });

  it('ends at the limit of memory', async () => {
    const sql =
      'SELECT COUNT(*) AS n FROM (SELECT DISTINCT a.n * 30000 + b.n AS v, CAST(b.n AS STRING) AS t FROM numbers AS a, numbers AS b)';
    expect([400, 504]).toContain((await ask(sql)).status);
    await eventually(async () => (await service.get('/api/endpoints/query/other')).status === 200);
  });

  it('ends where the answer gets too large', async () => {
    const long = 'SELECT STRING_AGG(CAST(m AS STRING)) AS text FROM UNNEST(GENERATE_ARRAY(1, 200000)) AS m';
    const sql = `SELECT n, text FROM numbers CROSS JOIN (${long}) WHERE n <= 70`;
    const { detail } = await assertProblem(await ask(sql), 'invalid_sql');
    expect(detail).toBe('The answer is too large.');
  });

  it('fails for its caller alone: the endpoint does not count as failing, and the log keeps quiet', async () => {
    const since = service.log.length;
    await assertProblem(await ask('SELECT DIV(1, n - n) AS x FROM numbers'), 'invalid_sql');
    expect(service.log.slice(since)).toEqual([]);
  });

  it('takes no place of what is kept prepared for the operator’s queries', async () => {
    const prepare = jest.spyOn(Statements.prototype, 'prepare');
    const once = jest.spyOn(Statements.prototype, 'prepareOnce');
    for (let index = 0; index < 120; index += 1) expect((await ask(`SELECT ${index} AS x`)).status).toBe(200);
    expect([prepare.mock.calls.length, once.mock.calls.length]).toEqual([0, 120]);
    expect(service.app.get<Engine>(Engine)).toBeInstanceOf(DuckDbEngine);
  });

  it('is run again for nobody but who asks: a key has its text, and its endpoint has to be sandboxed still', async () => {
    expect((await ask('SELECT 7 AS seven')).status).toBe(200);
    const { endpoint } = service.app.get(Registry).find('numbers');
    const [key = ''] = service.app
      .get(ResultCache)
      .list()
      .map(([each]) => each)
      .filter((each) => each.includes('seven'));
    const query = boundQueryOf(endpoint, key);
    expect(query).toMatchObject({ callerSql: 'SELECT 7 AS seven', cacheKey: key });
    expect(boundQueryOf({ ...endpoint, sandboxing: false }, key)).toBeUndefined();
    if (!query) throw new Error('there is no query in the key');
    expect(await service.app.get(Executor).refresh(query, new AbortController().signal)).toBe(true);
  });
});
