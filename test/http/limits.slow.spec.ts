import { once } from 'node:events';
import { type Server } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { hashToken } from '../../src/access/token.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { assertRows } from '../support/http/assert-rows.js';
import { ENDLESS_QUERY, endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { listed } from '../support/listing.js';
import { OCCUPANT, occupy } from '../support/occupy.js';
import { rawRequest } from '../support/http/raw-request.js';
import { startService, type TestService } from '../support/service.js';

const tokenOf = (id: string) => `token-of-the-key-${id}`;
const keyFile = (keys: readonly Record<string, unknown>[]) =>
  JSON.stringify({ keys: keys.map((key) => ({ sha256: hashToken(tokenOf(String(key.id))), ...key })) });

const KEYS = [
  { id: 'free', scopes: ['*'] },
  { id: 'slow', scopes: ['*'], rate_limit: '3/3600s' },
  { id: 'other', scopes: ['*'], rate_limit: '2/3600s' },
];

const ENDPOINTS = {
  'one.yaml': endpointFile({ name: 'one', caching: 60, query: 'SELECT 1 AS n' }),
  'bare.yaml': endpointFile({ name: 'bare', query: 'SELECT 1 AS n' }),
  'open.yaml': endpointFile({
    name: 'open',
    sandboxing: 'enabled',
    caching: 60,
    query: 'WITH a AS (SELECT 1 AS n) SELECT n FROM a',
  }),
};

const QUERY = '/api/endpoints/query';

describe('limits', () => {
  let service: TestService;
  const as = async (id: string, path: string, headers: Record<string, string> = {}) =>
    service.get(path, { 'x-api-key': tokenOf(id), ...headers });

  const start = async (env: Record<string, string> = {}) => {
    service = await startService({ endpoints: ENDPOINTS, keys: keyFile(KEYS), env });
  };

  afterEach(async () => service.close());

  describe('how often a key may call', () => {
    it('is told with each answer, cached or not, and refused beyond', async () => {
      await start();
      const answers = [];
      for (const name of ['one', 'one', 'bare']) answers.push(await as('slow', `${QUERY}/${name}`));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(answers[1]?.headers.get('cache-status')).toContain('hit');
      expect(answers.map(({ headers }) => headers.get('ratelimit')?.split(';').slice(0, 2).join(';'))).toEqual([
        '"key";r=2',
        '"key";r=1',
        '"key";r=0',
      ]);
      expect(answers.map(({ headers }) => headers.get('ratelimit-policy'))).toEqual(Array(3).fill('"key";q=3;w=3600'));
      for (const name of ['one', 'bare', 'nothing']) {
        const refused = await as('slow', `${QUERY}/${name}`);
        const { detail } = await assertProblem(refused, 'rate_limited');
        expect(detail).toBe('The key `slow` may send 3 requests in 3600 seconds.');
        const seconds = Number(refused.headers.get('retry-after'));
        expect(seconds).toBeGreaterThan(1100);
        expect(seconds).toBeLessThanOrEqual(1200);
        expect(refused.headers.get('ratelimit')).toBe(`"key";r=0;t=${seconds}`);
      }
    });

    it('is counted for each key alone, and for none without a limit', async () => {
      await start();
      for (let call = 0; call < 3; call += 1) await as('slow', `${QUERY}/one`);
      await assertProblem(await as('slow', `${QUERY}/one`), 'rate_limited');
      await assertRows(await as('other', `${QUERY}/one`));
      for (let call = 0; call < 20; call += 1) {
        const answer = await as('free', `${QUERY}/one`);
        expect([answer.status, answer.headers.get('ratelimit')]).toEqual([200, null]);
      }
    });

    it('comes from QUERN_RATE_LIMIT for keys that say nothing', async () => {
      await start({ QUERN_RATE_LIMIT: '1/3600s' });
      expect((await as('free', `${QUERY}/one`)).headers.get('ratelimit-policy')).toBe('"key";q=1;w=3600');
      await assertProblem(await as('free', `${QUERY}/one`), 'rate_limited');
      expect((await as('slow', `${QUERY}/one`)).headers.get('ratelimit-policy')).toBe('"key";q=3;w=3600');
    });

    it('is not given back by a change of the keys file', async () => {
      await start();
      for (let call = 0; call < 2; call += 1) await as('other', `${QUERY}/one`);
      await service.writeKeys(keyFile(KEYS.filter(({ id }) => id !== 'free')));
      await eventually(async () => (await as('free', `${QUERY}/one`)).status === 401);
      await assertProblem(await as('other', `${QUERY}/one`), 'rate_limited');
    });
  });

  describe('how often a key may send SQL of its own', () => {
    const sql = (text: string, rest = '') => `${QUERY}/open?sql=${encodeURIComponent(text)}${rest}`;
    const post = async (id: string, body: object) =>
      fetch(`${service.base}${QUERY}/open`, {
        method: 'POST',
        headers: { 'x-api-key': tokenOf(id), 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const stateOf = ({ headers }: Response) => headers.get('ratelimit')?.replaceAll(/;t=\d+/g, '');

    it('is told with each answer, whether it is cached, posted or refused, and refused beyond', async () => {
      await start({ QUERN_SQL_RATE_LIMIT: '5/3600s' });
      const answers = [
        await as('free', sql('SELECT n FROM a')),
        await as('free', sql('SELECT n FROM a')),
        await post('free', { sql: 'SELECT n FROM a' }),
        await post('free', { sql: 'SELECT nope FROM a' }),
        await as('free', sql("SELECT 'not closed")),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400, 400]);
      expect(answers[1]?.headers.get('cache-status')).toContain('hit');
      expect(answers.map(stateOf)).toEqual([4, 3, 2, 1, 0].map((left) => `"sql";r=${left}`));
      for (const refused of [
        await as('free', sql('SELECT n FROM a')),
        await as('free', sql('SELECT n + 1 AS n FROM a')),
        await as('free', `${QUERY}/%6fpen?sql=SELECT%201`),
        await post('free', { sql: 'SELECT n FROM a' }),
      ]) {
        const { detail } = await assertProblem(refused, 'rate_limited');
        expect(detail).toBe('The key `free` may send 5 requests in 3600 seconds with SQL of its own.');
        const seconds = Number(refused.headers.get('retry-after'));
        expect(seconds).toBeGreaterThan(600);
        expect(seconds).toBeLessThanOrEqual(720);
        expect(refused.headers.get('ratelimit-policy')).toBe('"sql";q=5;w=3600');
        expect(refused.headers.get('ratelimit')).toBe(`"sql";r=0;t=${seconds}`);
      }
    });

    it('is counted for each key alone, and calls without SQL are not among them', async () => {
      await start({ QUERN_SQL_RATE_LIMIT: '1/3600s' });
      await assertRows(await as('free', sql('SELECT n FROM a')));
      await assertProblem(await as('free', sql('SELECT n FROM a')), 'rate_limited');
      for (const path of [`${QUERY}/open`, `${QUERY}/open?sql=`]) {
        const answer = await as('free', path);
        expect([answer.status, answer.headers.get('ratelimit')]).toEqual([200, null]);
      }
      expect((await post('free', {})).status).toBe(200);
      await assertRows(await service.get(sql('SELECT n FROM a'), { 'x-api-key': tokenOf('other') }));
    });

    it('holds beside the limit of the key, and both are told', async () => {
      await start({ QUERN_SQL_RATE_LIMIT: '9/3600s' });
      const got = await as('slow', sql('SELECT n FROM a'));
      expect(got.headers.get('ratelimit-policy')).toBe('"key";q=3;w=3600, "sql";q=9;w=3600');
      expect(stateOf(got)).toBe('"key";r=2, "sql";r=8');
      expect(stateOf(await post('slow', { sql: 'SELECT n FROM a' }))).toBe('"key";r=1, "sql";r=7');
      expect(stateOf(await as('slow', sql('SELECT n FROM a')))).toBe('"key";r=0, "sql";r=6');
      const refused = await as('slow', sql('SELECT n FROM a'));
      await assertProblem(refused, 'rate_limited');
      expect(stateOf(refused)).toBe('"key";r=0');
    });

    it('is bounded where nothing is set', async () => {
      await start();
      expect((await as('free', sql('SELECT n FROM a'))).headers.get('ratelimit-policy')).toBe('"sql";q=600;w=60');
    });
  });

  describe('calls without a good key', () => {
    it('are limited by address, and those with one are not', async () => {
      await start({ QUERN_AUTH_FAILURE_LIMIT: '2/3600s' });
      for (const token of ['wrong-1', 'wrong-2']) {
        await assertProblem(await service.get(`${QUERY}/one`, { 'x-api-key': token }), 'unauthenticated');
      }
      for (const headers of [{ 'x-api-key': 'wrong-3' }, {}]) {
        const refused = await service.get(`${QUERY}/one`, headers);
        await assertProblem(refused, 'rate_limited');
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1000);
      }
      await assertRows(await as('free', `${QUERY}/one`));
    });

    it.each([
      ['0', 429],
      ['1', 401],
    ])('behind %s trusted proxies', async (proxies, status) => {
      await start({ QUERN_AUTH_FAILURE_LIMIT: '1/3600s', QUERN_TRUST_PROXY: proxies });
      await service.get(`${QUERY}/one`, { 'x-forwarded-for': '203.0.113.1' });
      const other = await service.get(`${QUERY}/one`, { 'x-forwarded-for': '198.51.100.7, 203.0.113.2' });
      expect(other.status).toBe(status);
    });
  });

  describe('calls that wait for the engine', () => {
    it('are limited per key, and hits are not among them', async () => {
      const env = { QUERN_KEY_CONCURRENCY: '2', QUERN_DUCKDB_CONNECTIONS: '3' };
      service = await startService({ endpoints: { ...ENDPOINTS, 'occupant.yaml': OCCUPANT }, env });
      await assertRows(await service.get(`${QUERY}/one`));
      const leave = [await occupy(service), await occupy(service)];
      const refused = await service.get(`${QUERY}/bare`);
      const { detail } = await assertProblem(refused, 'too_many_runs');
      expect(detail).toBe('2 calls of the key `env` are waiting already.');
      expect(refused.headers.get('retry-after')).toBe('1');
      await assertRows(await service.get(`${QUERY}/one`));
      await leave[0]?.();
      await eventually(async () => (await service.get(`${QUERY}/bare`)).status === 200);
      await leave[1]?.();
    });
  });

  describe('runs of one endpoint', () => {
    const NARROW = endpointFile({ name: 'narrow', max_concurrency: 1, timeout: 2, query: ENDLESS_QUERY });

    it('stand in a line of their own, within their deadline, while others are answered', async () => {
      const endpoints = { ...ENDPOINTS, 'narrow.yaml': NARROW };
      service = await startService({ endpoints, env: { QUERN_DUCKDB_CONNECTIONS: '2' } });
      const narrow = [1, 2, 3].map(async () => service.get(`${QUERY}/narrow`));
      await eventually(async () => (await listed(service, 'narrow')).runs.misses === 3);
      // Two of the three would have taken both connections.
      await assertRows(await service.get(`${QUERY}/bare`));
      for (const answer of narrow) await assertProblem(await answer, 'deadline_exceeded');
      await assertRows(await service.get(`${QUERY}/bare`));
    });

    it('are refused when the line is full', async () => {
      const endpoints = { ...ENDPOINTS, 'narrow.yaml': NARROW };
      service = await startService({ endpoints, env: { QUERN_QUEUE_MAX: '0' } });
      const first = service.get(`${QUERY}/narrow`);
      await eventually(async () => (await listed(service, 'narrow')).runs.misses === 1);
      await assertProblem(await service.get(`${QUERY}/narrow`), 'engine_busy');
      await assertRows(await service.get(`${QUERY}/bare`));
      await assertProblem(await first, 'deadline_exceeded');
    });
  });

  describe('pages of other origins', () => {
    const origin = 'https://app.example.com';
    const preflight = async (headers: Record<string, string> = {}) =>
      rawRequest(service.base, `${QUERY}/one`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'x-api-key',
          ...headers,
        },
      });

    it('may not call unless they are named', async () => {
      await start();
      expect((await preflight()).headers.get('access-control-allow-origin')).toBeNull();
      const answer = await as('free', `${QUERY}/one`, { origin });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, null]);
    });

    it('are told in the log with the setting, each once, and not more than twenty', async () => {
      await start({ QUERN_CORS_ORIGINS: 'https://other.example.com' });
      const told = () => service.log.filter((line) => line.startsWith('Pages of the origin'));
      const line = (each: string) => `Pages of the origin "${each}" may not call: QUERN_CORS_ORIGINS says which may`;
      await preflight();
      for (const own of [{ origin: 'https://other.example.com' }, { origin: service.base }, {}]) {
        await as('free', `${QUERY}/one`, own);
      }
      await preflight({ origin: 'https://proxied.example.com', 'sec-fetch-site': 'same-origin' });
      await preflight();
      expect(told()).toEqual([line(origin)]);
      for (let count = 2; count < 30; count += 1) await preflight({ origin: `https://${count}.example.com` });
      expect(told().slice(-2)).toEqual([
        line('https://19.example.com'),
        `${line('https://20.example.com')}; of further origins there will be no line`,
      ]);
      expect(told()).toHaveLength(20);
    });

    it('may call with a key if they are, from cache as well, and read why they may not', async () => {
      await start({ QUERN_CORS_ORIGINS: `https://other.example.com,${origin}` });
      const allowed = await preflight();
      expect(allowed.status).toBe(204);
      expect(allowed.headers.get('access-control-allow-origin')).toBe(origin);
      expect(allowed.headers.get('access-control-allow-headers')?.split(', ')).toEqual([
        ...[
          'Authorization',
          'Cache-Control',
          'Content-Type',
          'If-Modified-Since',
          'If-None-Match',
          'Prefer',
          'X-API-KEY',
          'X-Request-Id',
        ],
        ...['Mcp-Method', 'Mcp-Name', 'Mcp-Protocol-Version', 'traceparent', 'tracestate'],
      ]);
      expect(allowed.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, QUERY, DELETE');
      for (const status of ['fwd=miss', 'hit']) {
        const answer = await as('free', `${QUERY}/one`, { origin });
        expect(answer.headers.get('cache-status')).toContain(status);
        expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
        expect(answer.headers.get('vary')).toContain('Origin');
      }
      const refused = await service.get(`${QUERY}/one`, { origin });
      await assertProblem(refused, 'unauthenticated');
      expect(refused.headers.get('access-control-allow-origin')).toBe(origin);
      for (const stranger of ['https://evil.example.com', `${origin}.evil.com`, 'null', 'http://app.example.com']) {
        const answer = await as('free', `${QUERY}/one`, { origin: stranger });
        expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      }
      expect(
        (await preflight({ origin: 'https://evil.example.com' })).headers.get('access-control-allow-origin'),
      ).toBeNull();
    });

    it('may all call where * says so, without credentials of the browser’s own', async () => {
      await start({ QUERN_CORS_ORIGINS: '*' });
      const answer = await as('free', `${QUERY}/one`, { origin });
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    });
  });

  describe('a connection', () => {
    const send = async (bytes: string) => {
      const { hostname, port } = new URL(service.base);
      const socket = connect(Number(port), hostname);
      socket.write(Buffer.from(bytes, 'latin1'));
      return (await buffer(socket)).toString('latin1');
    };

    it.each([
      [
        'a request for a tunnel',
        'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n',
        400,
        'malformed_request',
      ],
      ['bytes that are no request', 'hello\r\n\r\n', 400, 'malformed_request'],
      ['a NUL in a header field', 'GET /livez HTTP/1.1\r\nHost: a\r\nX-A: \0\r\n\r\n', 400, 'malformed_request'],
      [
        'both lengths of a body',
        'GET /livez HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
        400,
        'malformed_request',
      ],
      ['no host', 'GET /livez HTTP/1.1\r\nX-A: 1\r\n\r\n', 400, 'malformed_request'],
      ['two hosts', 'GET /livez HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n', 400, 'malformed_request'],
      ['a list of hosts', 'GET /livez HTTP/1.1\r\nHost: a,b\r\n\r\n', 400, 'malformed_request'],
      [
        'header fields without end',
        `GET /livez HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(60_000)}\r\n\r\n`,
        431,
        'header_too_large',
      ],
    ])('with %s ends with a problem', async (_, bytes, status, code) => {
      await start();
      const answer = await send(bytes);
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(answer).toContain('Connection: close\r\n');
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ status, code });
      expect((await service.get('/livez')).status).toBe(200);
    });

    it('that is never finished ends with a problem, too', async () => {
      await start();
      Object.assign(service.app.getHttpServer() as Server, { headersTimeout: 100 });
      const answer = await send('GET /livez HTTP/1.1\r\nHost: a\r\nX-Slow: ');
      expect(answer).toContain('"code":"request_timeout"');
    });

    it('that says nothing does not hold up the end', async () => {
      const ending = await startService({ endpoints: ENDPOINTS });
      const { hostname, port } = new URL(ending.base);
      const silent = connect(Number(port), hostname);
      await once(silent, 'connect');
      await ending.get('/livez');
      await Promise.all([once(silent, 'close'), ending.close()]);
      await start();
    });

    it('is closed unanswered when there are too many', async () => {
      await start({ QUERN_MAX_CONNECTIONS: '3' });
      const { hostname, port } = new URL(service.base);
      const open = await Promise.all(
        [1, 2, 3].map(async () => {
          const socket = connect(Number(port), hostname);
          await new Promise((resolve) => socket.once('connect', resolve));
          return socket;
        }),
      );
      await eventually(
        async () => (await send('GET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n').catch(() => '')) === '',
      );
      for (const socket of open) socket.destroy();
      await eventually(async () => (await service.get('/livez').catch(() => undefined))?.status === 200);
    });
  });
});
