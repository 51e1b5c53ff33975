import { Statements } from '../../src/engines/duckdb/statements.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { endpointFile } from '../support/endpoint-file.js';
import { startService, type TestService } from '../support/service.js';

const NUMBERS = {
  sandboxing: 'enabled',
  caching: 60,
  max_rows: 5000,
  query: 'WITH numbers AS (SELECT n FROM UNNEST(GENERATE_ARRAY(1, 30000)) AS n) SELECT COUNT(*) AS n FROM numbers',
};

const ENDPOINTS = {
  'numbers.yaml': endpointFile({ name: 'numbers', timeout: 120, ...NUMBERS }),
  'hasty.yaml': endpointFile({ name: 'hasty', timeout: 2, ...NUMBERS }),
  'other.yaml': endpointFile({ name: 'other', query: 'SELECT 1 AS one' }),
};

describe('callers’ SQL that is work', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({
      endpoints: ENDPOINTS,
      env: { QUERN_DUCKDB_CONNECTIONS: '2', QUERN_DUCKDB_SANDBOX_MEMORY_LIMIT: '600MB' },
    });
  });
  afterAll(async () => service.close());
  afterEach(() => jest.restoreAllMocks());

  const ask = async (sql: string, endpoint = 'numbers') =>
    service.get(`/api/endpoints/query/${endpoint}?sql=${encodeURIComponent(sql)}`);

  it('ends at the deadline, and others are answered meanwhile', async () => {
    const sql = 'SELECT COUNTIF(MOD(a.n * b.n + c.n, 7) = 3) AS n FROM numbers AS a, numbers AS b, numbers AS c';
    const slow = ask(sql, 'hasty');
    expect((await service.get('/api/endpoints/query/other')).status).toBe(200);
    expect((await ask('SELECT MIN(n) AS least FROM numbers')).status).toBe(200);
    await assertProblem(await slow, 'deadline_exceeded');
    expect((await ask('SELECT MAX(n) AS most FROM numbers')).status).toBe(200);
  });

  it('ends at the limit of memory', async () => {
    const sql =
      'SELECT COUNT(*) AS n FROM (SELECT DISTINCT a.n * 30000 + b.n AS v, CAST(b.n AS STRING) AS t FROM numbers AS a, numbers AS b)';
    const { detail } = await assertProblem(await ask(sql), 'invalid_sql');
    expect(detail).toMatch(/more memory than it may have/);
    expect((await service.get('/api/endpoints/query/other')).status).toBe(200);
  });

  it('ends where the answer gets too large', async () => {
    const long = 'SELECT STRING_AGG(CAST(m AS STRING)) AS text FROM UNNEST(GENERATE_ARRAY(1, 200000)) AS m';
    const sql = `SELECT n, text FROM numbers CROSS JOIN (${long}) WHERE n <= 70`;
    const { detail } = await assertProblem(await ask(sql), 'invalid_sql');
    expect(detail).toBe('The answer is too large: the rows have more than 16000000 bytes.');
  });

  it.each([
    ['bytes, where characters have several', "SELECT REPEAT('日', 10000) AS s FROM numbers LIMIT 600", 'the rows have'],
    [
      'names of columns',
      `SELECT ${Array.from({ length: 12 }, (_, index) => `n AS c${index}${'x'.repeat(290)}`).join(', ')} FROM numbers`,
      'the rows have',
    ],
    ['one row', "SELECT ARRAY_AGG(REPEAT('a', 1000)) AS s FROM (SELECT n FROM numbers LIMIT 5000)", 'a row has'],
  ])('counts %s', async (_, sql, which) => {
    const { detail } = await assertProblem(await ask(sql), 'invalid_sql');
    expect(detail).toContain(`The answer is too large: ${which} more than`);
  });

  it('fails for its caller alone: the endpoint does not count as failing, and the log keeps quiet', async () => {
    const since = service.log.length;
    await assertProblem(await ask('SELECT DIV(1, n - n) AS x FROM numbers'), 'invalid_sql');
    const slow = 'SELECT COUNTIF(MOD(a.n * b.n + c.n, 7) = 3) AS n FROM numbers AS a, numbers AS b, numbers AS c';
    await assertProblem(await ask(slow, 'hasty'), 'deadline_exceeded');
    expect(service.log.slice(since)).toEqual([]);
  });

  it('is prepared and run by nothing in the service’s own process', async () => {
    const prepare = jest.spyOn(Statements.prototype, 'prepareOnce');
    expect((await ask('SELECT 1 AS x FROM numbers LIMIT 1')).status).toBe(200);
    expect(prepare).not.toHaveBeenCalled();
    expect((await service.get('/api/endpoints/query/hasty')).status).toBe(200);
    expect(prepare).toHaveBeenCalled();
  });
});
