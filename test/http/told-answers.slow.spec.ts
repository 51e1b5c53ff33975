import { connect } from 'node:net';
import { type AnswerFacts } from '../../src/answers/answer-facts.js';
import { AnswerObservers } from '../../src/answers/answer-observers.service.js';
import { QuernError } from '../../src/errors/quern-error.js';
import { UnsentBytes } from '../../src/limits/unsent-bytes.service.js';
import { ROUTES } from '../../src/http/observed/answer-reports.service.js';
import { hashToken } from '../../src/access/token.js';
import { ENDLESS_QUERY, endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { rawRequest, type RawRequest } from '../support/http/raw-request.js';
import { exchange } from '../support/http/wire.js';
import { startService, type TestService } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const TRACEPARENT = `00-${TRACE}-b7ad6b7169203331-01`;

const tokenOf = (id: string) => `${id}-token-0123456789`;
const KEYS = [
  { id: 'all', scopes: ['*', 'admin', 'cache:refresh'] },
  { id: 'narrow', scopes: ['other'] },
  { id: 'seldom', scopes: ['*'], rate_limit: '1/60s' },
];
const ENDPOINTS = {
  'kept.yaml': endpointFile({
    name: 'kept',
    parameters: { text: { type: 'string' }, by: { type: 'integer', default: 1 } },
    caching: 900,
    query: 'SELECT @text AS text, 1 / (@by - n) AS quotient FROM UNNEST([0]) AS n',
  }),
  'endless.yaml': endpointFile({ name: 'endless', timeout: 60, query: ENDLESS_QUERY }),
  'fresh.yaml': endpointFile({ name: 'fresh', query: 'SELECT n FROM UNNEST([1, 2, 3]) AS n' }),
};
const QUERY = '/api/endpoints/query/{endpoint}';

/** A copy, since the facts are lent. */
function copyOf(facts: AnswerFacts) {
  const { method, route, status, isCut, endpoint, keyId, cache, errorCode, ageSeconds, rows, bodyBytes } = facts;
  const { startedAt, milliseconds, requestId, traceId, traceparent, clientAddress } = facts;
  const called = endpoint?.name;
  const known = { method, route, status, isCut, called, keyId, cache, errorCode, ageSeconds, rows, bodyBytes };
  return { ...known, startedAt, milliseconds, requestId, traceId, traceparent, clientAddress: clientAddress() };
}
type Told = ReturnType<typeof copyOf>;

describe('of each answer', () => {
  let service: TestService;
  const clock = new TestClock(new Date('2026-11-20T10:00:00.000Z'));
  let told: Told[] = [];

  /** The facts that are told of one request, and its answer. */
  const ask = async (path: string, options: RawRequest & { readonly key?: string | null } = {}) => {
    const { key = 'all', headers = {} } = options;
    const before = told.length;
    const response = await rawRequest(service.base, path, {
      ...options,
      headers: { ...(key !== null && { 'x-api-key': tokenOf(key) }), ...headers },
    });
    const body = Buffer.from(await response.arrayBuffer());
    await eventually(() => told.length > before);
    const [facts, ...more] = told.slice(before);
    expect(more).toEqual([]);
    if (!facts) throw new Error('nothing was told');
    // Facts that agree with every answer.
    expect(facts.status).toBe(response.status);
    expect(facts.requestId).toBe(response.headers.get('x-request-id'));
    expect(facts.bodyBytes).toBe(body.length);
    expect(facts.clientAddress).toBe('127.0.0.1');
    expect(facts.isCut).toBe(false);
    return facts;
  };
  const query = async (path: string, options = {}) => ask(`/api/endpoints/query/${path}`, options);

  beforeAll(async () => {
    service = await startService({
      clock,
      endpoints: ENDPOINTS,
      keys: JSON.stringify({ keys: KEYS.map((key) => ({ ...key, sha256: hashToken(tokenOf(key.id)) })) }),
    });
    service.app.get(AnswerObservers).add({ answered: (facts) => told.push(copyOf(facts)) });
  });

  afterAll(async () => service.close());
  beforeEach(() => {
    told = [];
  });

  it('it is told where it came from, what it was and whose', async () => {
    const call = { method: 'GET', route: QUERY, keyId: 'all', called: 'kept', status: 200, rows: 1 };
    expect(await query('kept?text=whence')).toMatchObject({ ...call, cache: 'miss', ageSeconds: 0 });
    clock.later(7);
    const milliseconds = expect.any(Number) as number;
    expect(await query('kept?text=whence')).toMatchObject({ ...call, cache: 'hit', ageSeconds: 7, milliseconds });
    expect(await query('kept/?text=whence')).toMatchObject({ ...call, cache: 'hit', ageSeconds: 7 });
    const forced = { headers: { 'cache-control': 'no-cache' } };
    expect(await query('kept?text=whence', forced)).toMatchObject({ ...call, cache: 'bypass', ageSeconds: 0 });
    clock.later(1000);
    expect(await query('kept?text=whence')).toMatchObject({ ...call, cache: 'miss' });
    expect(await query('fresh')).toMatchObject({ ...call, called: 'fresh', cache: 'bypass', rows: 3 });
    const posted = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"text":"posted"}' };
    expect(await query('kept', posted)).toMatchObject({ ...call, method: 'POST', cache: 'miss' });
  });

  it('it is told of each call that joins a run', async () => {
    const calls = [1, 2, 3].map(async () =>
      rawRequest(service.base, '/api/endpoints/query/kept?text=join', { headers: { 'x-api-key': tokenOf('all') } }),
    );
    await Promise.all(calls);
    await eventually(() => told.length === 3);
    const uses = told.map(({ cache }) => cache);
    expect(uses.filter((use) => use === 'miss').length).toBe(1);
    // A call that comes when the run has ended is a hit.
    expect(uses.filter((use) => use === 'joined' || use === 'hit').length).toBe(2);
  });

  it.each([
    ['once known', 'kept?text=forms'],
    ['by the ordinary way', 'kept/?text=forms'],
  ])('it is told of bodies that are not sent, %s', async (_, path) => {
    await query('kept?text=forms');
    expect(await query(path, { method: 'HEAD' })).toMatchObject({ status: 200, bodyBytes: 0, cache: 'hit' });
    const has = { headers: { 'if-none-match': '*' } };
    expect(await query(path, has)).toMatchObject({ status: 304, bodyBytes: 0, cache: 'hit', rows: 1 });
  });

  it('it is told of the trace, and how long it took', async () => {
    for (const use of ['miss', 'hit']) {
      const facts = await query('kept?text=traced', { headers: { traceparent: TRACEPARENT, 'x-request-id': 'mine' } });
      expect(facts).toMatchObject({ cache: use, traceId: TRACE, traceparent: TRACEPARENT, requestId: 'mine' });
      expect(facts.milliseconds).toBeGreaterThan(0);
      expect(facts.startedAt).toBeLessThan(performance.now());
    }
  });

  it('it is told what went wrong, and with which endpoint', async () => {
    const none = { cache: 'none', rows: undefined, ageSeconds: undefined };
    const of = (status: number, errorCode: string, more = {}) => ({
      status,
      errorCode,
      ...none,
      route: QUERY,
      ...more,
    });
    const kept = { called: 'kept', keyId: 'all' };
    expect(await query('kept?by=x')).toMatchObject(of(400, 'invalid_parameters', kept));
    expect(await query('kept?by=0')).toMatchObject(of(502, 'query_failed', kept));
    expect(await query('kept', { method: 'PUT' })).toMatchObject(of(405, 'method_not_allowed', kept));
    const hidden = { called: undefined, keyId: 'narrow' };
    expect(await query('kept', { key: 'narrow' })).toMatchObject(of(404, 'endpoint_not_found', hidden));
    expect(await query('kept', { key: 'narrow', method: 'POST' })).toMatchObject(of(404, 'endpoint_not_found', hidden));
    expect(await query('nothing')).toMatchObject(of(404, 'endpoint_not_found', { called: undefined, keyId: 'all' }));
    const nobody = { called: undefined, keyId: undefined };
    expect(await query('kept', { key: null })).toMatchObject(of(401, 'unauthenticated', nobody));
    expect(await query('kept', { key: 'nobody' })).toMatchObject(of(401, 'unauthenticated', nobody));
    await query('kept', { key: 'seldom' });
    const often = { called: undefined, keyId: 'seldom' };
    expect(await query('kept', { key: 'seldom' })).toMatchObject(of(429, 'rate_limited', often));
    const onlyCached = { headers: { 'cache-control': 'only-if-cached' } };
    expect(await query('kept?text=uncached', onlyCached)).toMatchObject(of(504, 'not_cached', kept));
  });

  it('it is not told of a result that could not be answered with', async () => {
    jest.spyOn(service.app.get(UnsentBytes), 'needRoomFor').mockImplementation(() => {
      throw new QuernError('engine_busy', 'Too much of other answers has not been read yet.');
    });
    const facts = {
      status: 503,
      errorCode: 'engine_busy',
      called: 'fresh',
      cache: 'none',
      rows: undefined,
      ageSeconds: undefined,
    };
    expect(await query('fresh')).toMatchObject(facts);
    jest.restoreAllMocks();
  });

  it.each([
    ['/api/endpoints', '/api/endpoints', 200],
    ['/api/endpoints/', '/api/endpoints', 200],
    ['/API/Endpoints/kept', '/api/endpoints/{endpoint}', 200],
    ['/api/endpoints/nothing?x=1', '/api/endpoints/{endpoint}', 404],
    ['/api/openapi.json', '/api/openapi.json', 200],
    ['/health', '/health', 200],
    ['/livez', '/livez', 200],
    ['/readyz', '/readyz', 200],
    ['/', '/', 302],
    ['/console', '/console', 200],
    ['/console/main.js', '/console/{asset}', 404],
    ['/api', '_other', 404],
    ['/wp-login.php', '_other', 404],
    ['/api/endpoints/query/kept/more', '_other', 404],
    ['/api/endpoints/query/%', QUERY, 400],
  ])('the route of %s is %s', async (path, route, status) => {
    expect(await ask(path)).toMatchObject({ route, status, cache: 'none' });
  });

  it('the routes are those that Express knows', () => {
    const { router } = service.app.getHttpAdapter().getInstance() as {
      router: { stack: readonly { readonly route?: { readonly path: string } }[] };
    };
    const routes = router.stack.flatMap(({ route }) => (route ? [route.path.replace(/:(\w+)/g, '{$1}')] : []));
    expect([...ROUTES].sort()).toEqual([...new Set(routes)].sort());
  });

  it('it is told of what never was a request, too', async () => {
    await exchange(service.base, 'NONSENSE\r\n\r\n', true);
    await exchange(service.base, 'GET /health HTTP/1.1\r\n\r\n', true);
    await exchange(service.base, `GET /health HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(60_000)}\r\n\r\n`, true);
    await eventually(() => told.length === 3);
    const nobody = { route: '_other', keyId: undefined, cache: 'none', clientAddress: '127.0.0.1' };
    expect(told).toMatchObject([
      { ...nobody, method: '_OTHER', status: 400, errorCode: 'malformed_request', milliseconds: undefined },
      { ...nobody, method: 'GET', status: 400, errorCode: 'malformed_request' },
      { ...nobody, method: '_OTHER', status: 431, errorCode: 'header_too_large' },
    ]);
    for (const { bodyBytes, requestId } of told) {
      expect(bodyBytes).toBeGreaterThan(100);
      expect(requestId).not.toBe('');
    }
  });

  it('it is told once, by its own id, of a request whose body cannot be read', async () => {
    const head = `POST /api/endpoints/query/kept HTTP/1.1\r\nHost: x\r\nX-API-KEY: ${tokenOf('all')}\r\nX-Request-Id: broken\r\n`;
    const body = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nno chunk\r\n';
    const [answer] = await exchange(service.base, head + body, true);
    expect(answer?.statusLine).toContain(' 400 ');
    expect(answer?.fields).toContainEqual(['X-Request-Id', 'broken']);
    await eventually(() => told.length > 0);
    await service.get('/livez');
    expect(told.filter(({ route }) => route !== '/livez')).toMatchObject([
      { method: 'POST', status: 400, errorCode: 'malformed_request', requestId: 'broken', isCut: false },
    ]);
  });

  it('it is told once where the client leaves before it is sent, wherever in a pipeline it waits', async () => {
    const head = `HTTP/1.1\r\nHost: x\r\nX-API-KEY: ${tokenOf('all')}\r\nX-Request-Id:`;
    const get = (path: string, id: string) => `GET /api/endpoints/query/${path} ${head} ${id}\r\n\r\n`;
    const { hostname, port } = new URL(service.base);
    const socket = connect(Number(port), hostname);
    socket.write(get('endless', 'unanswered') + get('kept?text=behind', 'unsent'));
    const headers = { 'x-api-key': tokenOf('all'), 'cache-control': 'only-if-cached' };
    // The result of the second is there, and its answer waits behind the first.
    await eventually(
      async () => (await rawRequest(service.base, '/api/endpoints/query/kept?text=behind', { headers })).status === 200,
    );
    const ofTheTwo = () => told.filter(({ requestId }) => requestId === 'unanswered' || requestId === 'unsent');
    expect(ofTheTwo()).toEqual([]);
    socket.destroy();
    await eventually(() => ofTheTwo().length >= 2);
    // The outcome of the first one's run is told to nobody any more.
    await service.get('/livez');
    expect(ofTheTwo()).toMatchObject([
      { status: 499, isCut: true, called: 'endless', keyId: 'all', cache: 'none', bodyBytes: 0 },
      { status: 200, isCut: true, called: 'kept', keyId: 'all', cache: 'miss', rows: 1 },
    ]);
  });

  it('an observer that fails takes nothing from the answer, nor from other observers', async () => {
    const observers = service.app.get(AnswerObservers);
    observers.add({
      answered: () => {
        throw new Error('an observer has failed');
      },
    });
    expect(await query('kept?text=failing')).toMatchObject({ cache: 'miss' });
    expect(await query('kept?text=failing')).toMatchObject({ cache: 'hit' });
    expect(service.log.filter((line) => line.includes('an observer has failed')).length).toBe(2);
  });
});
