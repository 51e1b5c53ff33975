import { type Server } from 'node:http';
import { hashToken } from '../../src/access/token.js';
import { Engine } from '../../src/engines/engine.js';
import { ERROR_CODES, type ErrorCode } from '../../src/errors/error-codes.js';
import { QuernError } from '../../src/errors/quern-error.js';
import { SlowRuns } from '../../src/runs/slow-runs.service.js';
import { Executor } from '../../src/execution/executor.service.js';
import { assertInvalidParameters, assertProblem } from '../support/http/assert-problem.js';
import { assertRows } from '../support/http/assert-rows.js';
import { endpointFile, ENDLESS_QUERY } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { listed } from '../support/listing.js';
import { rawRequest } from '../support/http/raw-request.js';
import { OCCUPANT, occupy } from '../support/occupy.js';
import { SECRET, signedPath } from '../support/http/signed-path.js';
import { startService, type TestService, TOKEN } from '../support/service.js';
import { exchange } from '../support/http/wire.js';

const ENDPOINTS = {
  'echo.yaml': endpointFile({
    name: 'echo',
    parameters: {
      text: { type: 'string', max_length: 5 },
      number: { type: 'integer', min: 1 },
      day: { type: 'date', required: true },
    },
    caching: 60,
    query: 'SELECT @text AS text, @number AS number, @day AS day',
  }),
  'divide.yaml': endpointFile({
    name: 'divide',
    parameters: { by: { type: 'integer', default: 1 } },
    query: 'SELECT 10 / (@by - n) AS quotient FROM UNNEST([0]) AS n',
  }),
  'fragile.yaml': endpointFile({
    name: 'fragile',
    parameters: { by: { type: 'integer', required: true } },
    caching: 60,
    query: 'SELECT 10 / (@by - n) AS quotient FROM UNNEST([0]) AS n',
  }),
  'pattern.yaml': endpointFile({
    name: 'pattern',
    parameters: { pattern: { type: 'string', required: true } },
    query: `SELECT REGEXP_CONTAINS('abc', @pattern) AS found`,
  }),
  'zone.yaml': endpointFile({
    name: 'zone',
    parameters: { zone: { type: 'string', required: true } },
    caching: 60,
    query: `SELECT DATETIME(TIMESTAMP_SECONDS(n), @zone) AS local FROM UNNEST([1, 2]) AS n`,
  }),
  'hungry.yaml': endpointFile({
    name: 'hungry',
    query: `
      SELECT COUNT(*) AS n
      FROM (SELECT DISTINCT a * 4000 + b AS v, CAST(a * 4000 + b AS STRING) AS t
            FROM UNNEST(GENERATE_ARRAY(1, 4000)) AS a CROSS JOIN UNNEST(GENERATE_ARRAY(1, 4000)) AS b)`,
  }),
  'sandbox.yaml': endpointFile({
    name: 'sandbox',
    sandboxing: 'enabled',
    query: 'WITH one AS (SELECT 1 AS n) SELECT n FROM one',
  }),
  'never-null.yaml': endpointFile({
    name: 'never-null',
    columns: [{ name: 'n', type: 'INT64', nullable: false }],
    query: 'SELECT CAST(NULL AS INT64) AS n',
  }),
  // It goes on where it should have ended.
  'paged.yaml': endpointFile({
    name: 'paged',
    parameters: { above: { type: 'integer' } },
    columns: [{ name: 'n', type: 'INT64', nullable: false }],
    page: { size: 1, next: { above: 'n' } },
    query: 'SELECT n FROM UNNEST([1, 2]) AS n WHERE @above IS NULL OR n <= @above ORDER BY n',
  }),
  'brief.yaml': endpointFile({ name: 'brief', timeout: 1, query: ENDLESS_QUERY }),
  'endless.yaml': endpointFile({ name: 'endless', query: ENDLESS_QUERY }),
};

const cursorOf = (parts: readonly unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

const QUERY = '/api/endpoints/query';
/** An id that Quern made: of this process, and which of its requests. */
const MADE_ID = /^[0-9a-f]{24}$/;
const NOW = new Date('2026-11-20T10:00:00.000Z');
const LAST_SECOND = new Date('2026-11-20T23:59:59.000Z');
const FAILED = 'The query could not be run with these values.';
const TOO_HUNGRY = 'The query needs more memory than it may have; ask for fewer rows, or for less in each.';

describe('errors over HTTP', () => {
  let service: TestService;
  const logged = (since: number) => service.log.slice(since).join('\n');

  /** One connection, and nobody may wait for it: the second query at a time is refused. */
  beforeAll(async () => {
    service = await startService({
      clock: { now: NOW },
      endpoints: ENDPOINTS,
      env: { QUERN_DUCKDB_CONNECTIONS: '1', QUERN_QUEUE_MAX: '0', QUERN_DUCKDB_MEMORY_LIMIT: '100MB' },
    });
  });

  afterAll(async () => service.close());
  afterEach(() => jest.restoreAllMocks());

  /** An interrupted run gives its connection back a moment after its request was answered. */
  const untilIdle = async () => eventually(async () => (await service.get(`${QUERY}/divide`)).status === 200);

  describe('nothing internal leaks, and the log has it', () => {
    beforeAll(untilIdle);

    it.each([
      ['a division by zero', 'divide?by=0', FAILED, /divide: query_failed: .*division by zero/],
      ['a query that needs too much memory', 'hungry', TOO_HUNGRY, /hungry: query_failed: Out of Memory/],
    ] as const)('%s', async (_, path, expected, cause) => {
      const since = service.log.length;
      const answer = await service.get(`${QUERY}/${path}`, { 'x-api-key': TOKEN, 'x-request-id': 'find-me' });
      const { detail } = await assertProblem(answer, 'query_failed');
      expect(detail).toBe(expected);
      expect(logged(since)).toMatch(cause);
      // The operator finds the line by the id that the client was told.
      expect(logged(since)).toMatch(/^query_failed request_id=find-me$/m);
    });

    it('a value that the query cannot work with is the caller’s mistake: no line, no failure, nothing kept, no rest', async () => {
      const since = service.log.length;
      const before = (await listed(service, 'zone')).runs;
      for (let time = 1; time <= 2; time += 1) {
        const answer = await service.get(`${QUERY}/zone?zone=Mars/Olympus`);
        const { detail } = await assertProblem(answer, 'invalid_value');
        expect(detail).toBe('The query cannot work with the value of "zone": there is no such time zone.');
      }
      const { runs, cache } = await listed(service, 'zone');
      expect(runs).toEqual({ ...before, misses: before.misses + 2 });
      expect(cache.entries).toBe(0);
      expect(logged(since)).toBe('');
    });

    it('a regular expression that is none is the caller’s mistake: answered, and nothing for the log', async () => {
      const since = service.log.length;
      const { detail } = await assertProblem(await service.get(`${QUERY}/pattern?pattern=(secret`), 'invalid_value');
      expect(detail).not.toContain('secret');
      expect(logged(since)).toBe('');
    });

    it.each<[string, (bug: Error) => void]>([
      [
        'while a request is read',
        (bug) => {
          jest.spyOn(service.app.get(Executor), 'prepare').mockImplementationOnce(() => {
            throw bug;
          });
        },
      ],
      [
        'while it is answered',
        (bug) => {
          jest.spyOn(service.app.get(Executor), 'execute').mockRejectedValueOnce(bug);
        },
      ],
    ])('a bug of ours %s', async (_, strike) => {
      const since = service.log.length;
      strike(new TypeError('SELECT secret FROM /srv/quern/dist/x.js:1'));
      const traceparent = `00-${'4bf92f35'.repeat(4)}-00f067aa0ba902b7-01`;
      // A URL that nobody has asked for: what is known of those that somebody has is not found out again.
      const headers = { 'x-api-key': TOKEN, 'x-request-id': 'bug', traceparent };
      const answer = await service.get(`${QUERY}/divide?by=3`, headers);
      const { detail } = await assertProblem(answer, 'internal_error');
      expect(detail).toBe('Something went wrong; the operator’s log has the cause.');
      expect(logged(since)).toMatch(
        /^internal_error: SELECT secret FROM .* request_id=bug trace_id=(4bf92f35){4}\nTypeError: SELECT secret FROM/m,
      );
      expect(logged(since)).toContain('errors.slow.spec.ts');
    });

    it.each(['not-a-trace', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `00-${'g'.repeat(32)}-00f067aa0ba902b7-01`])(
      'a traceparent that is none stays out of the log: %s',
      async (traceparent) => {
        const since = service.log.length;
        await assertProblem(
          await service.get(`${QUERY}/divide?by=0`, { 'x-api-key': TOKEN, traceparent }),
          'query_failed',
        );
        expect(logged(since)).toMatch(/^query_failed request_id=[0-9a-f]{24}$/m);
      },
    );

    it('a client that leaves is no error of anybody', async () => {
      const since = service.log.length;
      const departure = new AbortController();
      const leaving = fetch(`${service.base}${QUERY}/endless`, {
        headers: { 'x-api-key': TOKEN },
        signal: departure.signal,
      });
      await eventually(async () => (await service.get(`${QUERY}/divide`)).status === 503);
      departure.abort();
      await expect(leaving).rejects.toThrow('aborted');
      await untilIdle();
      expect(logged(since)).not.toMatch(/left|abort|endless/i);
    });
  });

  describe('every code can be met', () => {
    const get = async (path: string) => service.get(path);
    const post = async (body: string, type = 'application/json') =>
      fetch(`${service.base}${QUERY}/sandbox`, {
        method: 'POST',
        body,
        headers: { 'x-api-key': TOKEN, 'content-type': type },
      });

    /** How a client gets to see each error. A new code has to be added here. */
    const PROVOKED: Record<ErrorCode, () => Promise<Response>> = {
      invalid_parameters: () => get(`${QUERY}/echo`),
      invalid_value: () => get(`${QUERY}/pattern?pattern=%5B`),
      invalid_sql: () => get(`${QUERY}/sandbox?sql=SELECT+nothing+FROM+one`),
      invalid_cursor: () => get(`${QUERY}/paged?cursor=abc`),
      cursor_outdated: () => get(`${QUERY}/paged?cursor=${cursorOf([1, 'other', '1'])}`),
      broken_page: () => get(`${QUERY}/paged?above=5`),
      body_too_large: () => post(' '.repeat(64 * 1024 + 1)),
      unsupported_media_type: () => post('sql=1', 'application/x-www-form-urlencoded'),
      malformed_request: () => get(`${QUERY}/echo?text=%zz`),
      unauthenticated: () => service.get(`${QUERY}/echo`, {}),
      signed_url_expired: async () => {
        const key = { id: 'signing', sha256: hashToken(TOKEN), scopes: ['*'], signing_secret: SECRET };
        const other = await startService({ endpoints: ENDPOINTS, keys: JSON.stringify({ keys: [key] }) });
        const endpointId = (await listed(other, 'divide')).id;
        const terms = { keyId: 'signing', endpointId, expires: new Date('2026-01-01T00:00:00Z') };
        const answer = await other.get(signedPath(`${QUERY}/divide`, terms), {});
        await other.close();
        return answer;
      },
      forbidden: async () => {
        const bound = { id: 'bound', sha256: hashToken(TOKEN), scopes: ['*'], bind: { by: '1' } };
        const other = await startService({ endpoints: ENDPOINTS, keys: JSON.stringify({ keys: [bound] }) });
        const answer = await other.get(`${QUERY}/divide?by=2`);
        await other.close();
        return answer;
      },
      endpoint_not_found: () => get(`${QUERY}/nothing`),
      form_not_found: () => get(`${QUERY}/divide/rows.xml`),
      not_acceptable: async () => service.get(`${QUERY}/divide`, { 'x-api-key': TOKEN, accept: 'text/html' }),
      route_not_found: () => get('/nothing'),
      run_not_found: () => get('/api/runs/AAAAAAAAAAAAAAAAAAAAAA'),
      run_rows_gone: async () => {
        const other = await startService({
          endpoints: { ...ENDPOINTS, 'occupant.yaml': OCCUPANT },
          env: { QUERN_DUCKDB_CONNECTIONS: '1', QUERN_CACHE_MAX_BYTES: '1' },
        });
        const release = await occupy(other);
        const headers = { 'x-api-key': TOKEN, prefer: 'respond-async' };
        const begun = await other.get(`${QUERY}/divide`, headers);
        await release();
        const path = begun.headers.get('location') ?? '';
        await eventually(async () => (await other.get(path)).status !== 200);
        const answer = await other.get(path);
        await other.close();
        return answer;
      },
      run_interrupted: async () => {
        const other = await startService({ endpoints: ENDPOINTS });
        await other.app.get(SlowRuns).beforeApplicationShutdown();
        const answer = await other.get(`${QUERY}/divide`, { 'x-api-key': TOKEN, prefer: 'respond-async, wait=30' });
        await other.close();
        return answer;
      },
      method_not_allowed: () => rawRequest(service.base, `${QUERY}/echo`, { method: 'DELETE' }),
      uri_too_long: () => get(`${QUERY}/divide?x=${'x'.repeat(16 * 1024)}`),
      too_many_parameters: () => get(`${QUERY}/divide?${'x&'.repeat(101)}`),
      request_timeout: async () => {
        const server = service.app.getHttpServer() as Server;
        const { headersTimeout } = server;
        server.headersTimeout = 100;
        const [answer] = await exchange(service.base, 'GET /livez HTTP/1.1\r\nX-Slow: ', true);
        server.headersTimeout = headersTimeout;
        if (!answer) throw new Error('there was no answer');
        const status = Number(answer.statusLine.split(' ')[1]);
        return new Response(answer.body.toString(), {
          status,
          headers: answer.fields.map(([name, value]) => [name, value]),
        });
      },
      header_too_large: () => rawRequest(service.base, '/livez', { headers: { 'x-long': 'x'.repeat(60_000) } }),
      rate_limited: async () => {
        const other = await startService({ endpoints: ENDPOINTS, env: { QUERN_RATE_LIMIT: '1/s' } });
        await other.get(`${QUERY}/divide`);
        const answer = await other.get(`${QUERY}/divide`);
        await other.close();
        return answer;
      },
      budget_exhausted: async () => {
        const poor = endpointFile({ name: 'poor', budget: '1s/day', timeout: 2, query: ENDLESS_QUERY });
        const other = await startService({ endpoints: { 'poor.yaml': poor }, clock: { now: LAST_SECOND } });
        await other.get(`${QUERY}/poor`);
        const answer = await other.get(`${QUERY}/poor`);
        await other.close();
        return answer;
      },
      too_many_runs: async () => {
        const endpoints = { ...ENDPOINTS, 'occupant.yaml': OCCUPANT };
        const other = await startService({ endpoints, env: { QUERN_KEY_CONCURRENCY: '1' } });
        const leave = await occupy(other);
        const answer = await other.get(`${QUERY}/divide`);
        await leave();
        await other.close();
        return answer;
      },
      internal_error: async () => {
        jest.spyOn(service.app.get(Executor), 'execute').mockRejectedValueOnce('anything that can be thrown');
        return get(`${QUERY}/divide`);
      },
      query_failed: () => get(`${QUERY}/divide?by=0`),
      null_in_column: () => get(`${QUERY}/never-null`),
      cost_limit_exceeded: async () => {
        const failure = new QuernError('cost_limit_exceeded', 'The query would read more than this endpoint may.');
        jest.spyOn(service.app.get<Engine>(Engine), 'run').mockRejectedValueOnce(failure);
        return get(`${QUERY}/divide`);
      },
      engine_busy: async () => {
        const departure = new AbortController();
        const headers = { 'x-api-key': TOKEN };
        const endless = fetch(`${service.base}${QUERY}/endless`, { headers, signal: departure.signal });
        await eventually(async () => (await get(`${QUERY}/divide`)).status === 503);
        const answer = await get(`${QUERY}/divide`);
        departure.abort();
        await expect(endless).rejects.toThrow('aborted');
        await untilIdle();
        return answer;
      },
      backing_off: async () => {
        await assertProblem(await get(`${QUERY}/fragile?by=0`), 'query_failed');
        return get(`${QUERY}/fragile?by=0`);
      },
      engine_unavailable: async () => {
        const other = await startService({ endpoints: ENDPOINTS });
        await other.app.get<Engine>(Engine).close();
        const answer = await rawRequest(other.base, `${QUERY}/divide`);
        await other.close();
        return answer;
      },
      not_cached: () => {
        const headers = { 'x-api-key': TOKEN, 'cache-control': 'only-if-cached' };
        return service.get(`${QUERY}/fragile?by=1`, headers);
      },
      deadline_exceeded: async () => {
        const answer = await get(`${QUERY}/brief`);
        await untilIdle();
        return answer;
      },
    };

    it.each(Object.keys(ERROR_CODES) as ErrorCode[])('%s', async (code) => {
      const answer = await PROVOKED[code]();
      await assertProblem(answer, code);
      const { status } = ERROR_CODES[code];
      expect(answer.headers.get('retry-after')).toBe(status === 503 || status === 429 ? '1' : null);
      expect(answer.headers.get('allow')).toBe(status === 405 ? 'GET, HEAD, POST, QUERY' : null);
      expect(answer.headers.has('www-authenticate')).toBe(status === 401);
    });
  });

  it('lists all parameter errors at once, each with a sentence', async () => {
    const answer = await service.get(`${QUERY}/echo?text=longer&number=0&day=today`);
    const { detail, errors } = await assertInvalidParameters(answer, ['text', 'number', 'day']);
    expect(detail).toBe('3 parameters are wrong; `errors` lists them.');
    expect(errors?.map((each) => each.detail)).toEqual([
      '"text" must have at most 5 characters, not 6.',
      '"number" must be at least 1.',
      '"day" must be a date such as 2026-11-20, not "today".',
    ]);
  });

  it('tells a single parameter error in the detail as well', async () => {
    const { detail } = await assertInvalidParameters(await service.get(`${QUERY}/echo`), ['day']);
    expect(detail).toBe('"day" is required.');
  });

  it('names the path as the instance, without the query and not at any length', async () => {
    const { instance } = await assertProblem(
      await service.get(`${QUERY}/nothing?token=secret#there`),
      'endpoint_not_found',
    );
    expect(instance).toBe(`${QUERY}/nothing`);
    const long = await assertProblem(await service.get(`/${'long'.repeat(100)}?secret`), 'route_not_found');
    expect(long.instance).toBe(`/${'long'.repeat(100)}`.slice(0, 256));
  });

  describe('the request id', () => {
    const idOf = async (header: string | readonly string[] | undefined, path = `${QUERY}/nothing`) => {
      const headers = { 'x-api-key': TOKEN, ...(header !== undefined && { 'x-request-id': header }) };
      const answer = await rawRequest(service.base, path, { headers });
      return answer.headers.get('x-request-id');
    };

    it.each(['a', 'req-1', '7b44e4f2-6a1f-4f5c-9d80-7f5b1a2c3d4e', 'A1b2._~+/=-', 'x'.repeat(128)])(
      'is the client’s own where it can be used: %s',
      async (id) => {
        expect(await idOf(id)).toBe(id);
        expect(await idOf(id, `${QUERY}/divide`)).toBe(id);
      },
    );

    it.each([
      ['missing', undefined],
      ['empty', ''],
      ['too long', 'x'.repeat(129)],
      ['with a space', 'a b'],
      ['with quotes', '"a"'],
      ['with markup', '<script>'],
      ['beyond ASCII', 'caf\u00e9'],
      ['given twice', ['a', 'b']],
      ['that looks like a line of a log', 'a\tERROR: b'],
    ])('is a new one where the client’s is %s', async (_, id) => {
      const made = await idOf(id);
      expect(made).toMatch(MADE_ID);
      expect(await idOf(id)).not.toBe(made);
    });

    it('is never made twice, whether the answer is a result, a hit or an error', async () => {
      const paths = [`${QUERY}/divide`, `${QUERY}/echo?day=2026-11-20`, `${QUERY}/nothing`, '/nothing', '/health'];
      const ids = [];
      for (let round = 1; round <= 5; round += 1) {
        ids.push(...(await Promise.all(paths.map(async (path) => idOf(undefined, path)))));
      }
      for (const id of ids) expect(id).toMatch(MADE_ID);
      expect(new Set(ids).size).toBe(ids.length);
    });
  });

  describe('who calls is asked before anything else is looked at', () => {
    const REQUESTS: readonly (readonly [string, string, string?])[] = [
      ['an unknown endpoint', `${QUERY}/nothing`],
      ['an unknown route', '/api/nothing'],
      ['the root of the interface', '/api'],
      ['a malformed path', `${QUERY}/%zz`],
      ['a malformed query', `${QUERY}/echo?a=%zz`],
      ['a missing parameter', `${QUERY}/echo`],
      ['a wrong method', `${QUERY}/echo`, 'DELETE'],
      ['a preflight', `${QUERY}/echo`, 'OPTIONS'],
      ['a URL that is too long', `${QUERY}/echo?${'x'.repeat(17 * 1024)}`],
      ['too many parameters', `${QUERY}/echo?${'x&'.repeat(101)}`],
      ['the listing', '/api/endpoints'],
      ['one listed endpoint', '/api/endpoints/echo'],
      ['another case of the path', '/API/Endpoints/Query/echo'],
    ];

    it.each(REQUESTS.map(([title, path, method = 'GET']) => ({ title, path, method })))('$title', async (request) => {
      const { path, method } = request;
      for (const token of [undefined, '', 'wrong']) {
        const headers = token === undefined ? {} : { 'x-api-key': token };
        const answer = await rawRequest(service.base, path, { method, headers });
        const { detail } = await assertProblem(answer, 'unauthenticated');
        expect(detail).toBe(
          token === 'wrong'
            ? 'This key is not known.'
            : 'Send a key in the `X-API-KEY` header or as `Authorization: Bearer`.',
        );
        expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="quern".*, ApiKey realm="quern"/);
      }
    });

    it('and then the same requests are told what is wrong with them', async () => {
      const statuses = [];
      for (const [, path, method = 'GET'] of REQUESTS) {
        statuses.push((await rawRequest(service.base, path, { method })).status);
      }
      expect(statuses).toEqual([404, 404, 404, 400, 400, 400, 405, 405, 414, 400, 200, 200, 400]);
    });
  });

  describe('404', () => {
    it.each([
      'nothing',
      'ECHO',
      'echo%20',
      'echo%2F',
      '__proto__',
      'constructor',
      'toString',
      '%00',
      '9f2c7c0e-0000-4000-8000-000000000000',
      '..%2Fecho',
      'x'.repeat(300),
    ])('for an endpoint that does not exist: %s', async (reference) => {
      const answer = await rawRequest(service.base, `${QUERY}/${reference}`);
      const { detail } = await assertProblem(answer, 'endpoint_not_found');
      expect(detail).toBe(
        'There is no endpoint with this id or name that this key may call; `GET /api/endpoints` lists what it may.',
      );
    });

    it.each([
      '/api',
      '/api/endpoints/query/echo/more',
      '/favicon.ico',
      '//api/endpoints/query/echo',
      '/api%2Fendpoints',
    ])('for a path that is none: %s', async (path) => {
      const { detail } = await assertProblem(await rawRequest(service.base, path), 'route_not_found');
      expect(detail).toBe('There is nothing at this path; `GET /api/endpoints` lists what a key may call.');
    });
  });

  describe('405 with Allow', () => {
    const PATHS = ['/api/endpoints', '/api/endpoints/divide', '/health'];
    const METHODS = ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'];
    const send = async (method: string, path: string) => {
      const headers = { 'x-api-key': TOKEN, 'content-type': 'application/json' };
      const body = method === 'TRACE' ? {} : { body: '{"sql":"SELECT 1"}' };
      return rawRequest(service.base, path, { method, headers, ...body });
    };

    it.each([...METHODS, 'POST', 'QUERY'])('%s of what is only read', async (method) => {
      for (const path of PATHS) {
        const answer = await send(method, path);
        await assertProblem(answer, 'method_not_allowed');
        expect(answer.headers.get('allow')).toBe('GET, HEAD');
        expect(answer.headers.get('accept-query')).toBeNull();
      }
    });

    it.each(METHODS)('%s of a query', async (method) => {
      for (const endpoint of ['divide', 'sandbox']) {
        const answer = await send(method, `${QUERY}/${endpoint}`);
        await assertProblem(answer, 'method_not_allowed');
        expect(answer.headers.get('allow')).toBe('GET, HEAD, POST, QUERY');
        expect(answer.headers.get('accept-query')).toBe('application/json');
      }
    });
  });

  describe('HEAD', () => {
    /** What must be equal between any two answers to one request. */
    const lasting = ({ headers }: Response) =>
      [...headers].filter(([name]) => !['date', 'quern-cost', 'x-request-id', 'server-timing'].includes(name));

    it.each([
      ['a result', `${QUERY}/echo?day=2026-11-20`],
      ['a computed result', `${QUERY}/divide`],
      ['an unknown endpoint', `${QUERY}/nothing`],
      ['an unknown route', '/nothing'],
      ['invalid parameters', `${QUERY}/echo`],
      ['a failing query', `${QUERY}/divide?by=0`],
      ['the health', '/health'],
    ])('equals GET without the body: %s', async (_, path) => {
      // The first one fills the cache, the two that are compared read it.
      await rawRequest(service.base, path);
      const get = await rawRequest(service.base, path);
      const head = await rawRequest(service.base, path, { method: 'HEAD' });
      expect(head.status).toBe(get.status);
      expect(await head.text()).toBe('');
      const body = await get.text();
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
      expect(lasting(head).filter(([name]) => name !== 'etag')).toEqual(
        lasting(get).filter(([name]) => name !== 'etag'),
      );
    });

    it('makes no listing to say how long it would be (RFC 9110 section 8.6)', async () => {
      const get = await rawRequest(service.base, '/api/endpoints');
      const head = await rawRequest(service.base, '/api/endpoints', { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, null, '']);
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    });

    it('needs a key like GET', async () => {
      const head = await rawRequest(service.base, `${QUERY}/divide`, { method: 'HEAD', headers: {} });
      expect(head.status).toBe(401);
      expect(await head.text()).toBe('');
    });
  });

  it.each(['/health', '/livez', '/readyz'])('%s needs no key and is never stored', async (path) => {
    const answer = await service.get(path, {});
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await answer.json()).toMatchObject({ status: 'ok' });
  });

  it('ignores a body of GET', async () => {
    const headers = { 'x-api-key': TOKEN, 'content-type': 'application/json' };
    const answer = await rawRequest(service.base, `${QUERY}/divide?by=5`, { headers, body: '{"by": 2, not json' });
    expect(await assertRows(answer)).toEqual([{ quotient: 2 }]);
  });
});
