import { hashToken } from '../../src/access/token.js';
import { endpointFile } from '../support/endpoint-file.js';
import { rawRequest, type RawRequest } from '../support/http/raw-request.js';
import { startService, type TestService } from '../support/service.js';

const TOKEN_OF_WEB = 'web-token-0123456789';
const CANARY = 'canary7391';
const ENDPOINTS = {
  'kept.yaml': endpointFile({
    name: 'kept',
    parameters: { text: { type: 'string' }, by: { type: 'integer', default: 1 } },
    caching: 900,
    query: 'SELECT @text AS text, 1 / (@by - n) AS quotient FROM UNNEST([0]) AS n',
  }),
};
const QUERY = '/api/endpoints/query/{endpoint}';

type Line = Readonly<Record<string, unknown>>;

describe.each([
  ['off', '1s', []],
  ['errors', '0ms', [502]],
  ['slow', '1s', [502]],
  ['slow', '0ms', [200, 200, 304, 400, 401, 404, 502, 503, 504, 200]],
  ['all', '1s', [200, 200, 304, 400, 401, 404, 502, 503, 504, 200]],
] as const)('QUERN_ACCESS_LOG=%s, slow from %s', (mode, slow, expected) => {
  let service: TestService;
  let written = '';

  const ask = async (path: string, options: RawRequest = {}) => {
    const headers = { 'x-api-key': TOKEN_OF_WEB, 'x-forwarded-for': '203.0.113.9, 192.0.2.1', ...options.headers };
    const { status } = await rawRequest(service.base, path, { ...options, headers });
    return status;
  };

  beforeAll(async () => {
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
      written += String(text);
      return true;
    });
    service = await startService({
      endpoints: ENDPOINTS,
      keys: JSON.stringify({ keys: [{ id: 'web', scopes: ['*'], sha256: hashToken(TOKEN_OF_WEB) }] }),
      env: {
        QUERN_ACCESS_LOG: mode,
        QUERN_ACCESS_LOG_SLOW: slow,
        QUERN_LOG_FORMAT: 'json',
        QUERN_TRUST_PROXY: '1',
      },
    });
  });
  afterAll(() => jest.restoreAllMocks());

  it('has these lines, the last of them when the service has ended, and no value of anybody’s', async () => {
    const kept = `/api/endpoints/query/kept?text=${CANARY}`;
    const trace = { 'x-request-id': 'mine', traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
    const statuses = [
      await ask(kept, { headers: trace }),
      await ask(kept, { headers: trace }),
      await ask(kept, { headers: { 'if-none-match': '*' } }),
      await ask(`${kept}&by=${CANARY}`),
      await ask(kept, { headers: { 'x-api-key': CANARY } }),
      await ask(`/${CANARY}`),
      await ask(`${kept}&by=0`),
      await ask(`${kept}&by=0`),
      await ask(`${kept}&by=7`, { headers: { 'cache-control': 'only-if-cached' } }),
      await ask('/livez', { headers: { 'x-api-key': CANARY } }),
    ];
    expect(statuses).toEqual([200, 200, 304, 400, 401, 404, 502, 503, 504, 200]);
    await service.close();
    const lines = written
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line);
    expect(lines.map(({ status }) => status)).toEqual(expected);
    expect(written).not.toContain(CANARY);
    expect(written).not.toContain('SELECT');
    for (const line of lines) {
      expect(line).toMatchObject({ level: 'info', context: 'Answer', method: 'GET', address: '192.0.2.1' });
      expect(Date.parse(String(line.time))).not.toBeNaN();
    }
    if (expected.length <= 1) return;
    const ids = { request_id: 'mine', trace_id: '0af7651916cd43dd8448eb211c80319c' };
    const known = { route: QUERY, endpoint: 'kept', key: 'web' };
    expect(lines).toMatchObject([
      { ...known, ...ids, cache: 'miss', age: 0, rows: 1, ms: expect.any(Number) as number },
      { ...known, ...ids, cache: 'hit', age: 0, rows: 1, ms: expect.any(Number) as number },
      { ...known, cache: 'hit', bytes: 0 },
      { ...known, cache: 'none', code: 'invalid_parameters' },
      { route: QUERY, code: 'unauthenticated' },
      { route: '_other', code: 'route_not_found' },
      { ...known, code: 'query_failed' },
      { ...known, code: 'backing_off' },
      { ...known, code: 'not_cached' },
      { route: '/livez', bytes: expect.any(Number) as number },
    ]);
  });
});
