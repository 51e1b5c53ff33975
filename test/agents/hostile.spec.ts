import { endpointFile } from '../support/endpoint-file.js';
import { rawRequest } from '../support/http/raw-request.js';
import { startService, type TestService, TOKEN } from '../support/service.js';

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'one', arguments: {}, _meta: META },
};
const HEADERS = {
  'x-api-key': TOKEN,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'one',
};

describe('hostile messages to /mcp', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({
      endpoints: { 'one.yaml': endpointFile({ name: 'one', agents: { enabled: true }, query: 'SELECT 1 AS one' }) },
      env: { QUERN_MCP: 'on', QUERN_CORS_ORIGINS: 'https://app.example.com' },
    });
  });
  afterAll(async () => service.close());

  const send = async (body: string, headers: Record<string, string> = {}, method = 'POST') => {
    const all = Object.entries({ ...HEADERS, ...headers }).filter(([, value]) => value !== '');
    return rawRequest(service.base, '/mcp', { method, headers: Object.fromEntries(all), body });
  };
  const runs = async () => {
    const text = await (await service.get('/api/endpoints/one')).text();
    return (JSON.parse(text) as { runs: { runs: number } }).runs;
  };

  it('are told apart from sound ones', async () => {
    const answer = await send(JSON.stringify(CALL));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(50);
    expect(await answer.json()).toMatchObject({ result: { structuredContent: { rows: [{ one: 1 }] } } });
  });

  it.each([
    ['no key', { 'x-api-key': '' }, 401],
    ['a wrong key', { 'x-api-key': 'wrong' }, 401],
    ['a page of another site', { origin: 'https://evil.example' }, 403],
    ['an origin that is none', { origin: 'null' }, 403],
    ['an extension that calls itself local', { origin: 'chrome-extension://localhost' }, 403],
    ['a name that leads here', { host: 'evil.example:3000' }, 403],
    ['that name and its origin', { host: 'evil.example', origin: 'http://evil.example' }, 403],
    ['another name in the header', { 'mcp-name': 'two' }, 400],
    ['another method in the header', { 'mcp-method': 'tools/list' }, 400],
    ['another version in the header', { 'mcp-protocol-version': '2025-11-25' }, 400],
    ['a version that there is not', { 'mcp-protocol-version': '2999-01-01' }, 400],
    ['another type', { 'content-type': 'text/plain' }, 415],
    ['a coding', { 'content-encoding': 'gzip' }, 415],
  ])('with %s are refused before anything is run', async (_, headers, status) => {
    const before = await runs();
    const answer = await send(JSON.stringify(CALL), headers);
    expect([answer.status, await answer.text()]).toEqual([status, expect.any(String)]);
    expect(await runs()).toEqual(before);
  });

  it('tell the operator of the origin that may not call', async () => {
    await send(JSON.stringify(CALL), { origin: 'https://other.example' });
    const line = 'Pages of the origin "https://other.example" may not call: QUERN_CORS_ORIGINS says which may';
    expect(service.log).toContain(line);
  });

  it('are asked about by the browsers of pages, which hear what pages may', async () => {
    const preflight = async (origin: string) =>
      rawRequest(service.base, '/mcp', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    const { status, headers } = await preflight('https://app.example.com');
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, 'https://app.example.com']);
    const fields = headers.get('access-control-allow-headers')?.toLowerCase().split(', ');
    expect(fields).toEqual(expect.arrayContaining(Object.keys(HEADERS).filter((name) => name !== 'accept')));
    const answer = await send(JSON.stringify(CALL), { origin: 'https://app.example.com' });
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
    const own = 'http://localhost:5173';
    expect((await preflight(own)).headers.get('access-control-allow-origin')).toBe(own);
    expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
  });

  it.each([
    ['the page that may', { origin: 'https://app.example.com' }],
    ['a page of this machine', { origin: 'http://localhost:5173' }],
    ['another name of this machine', { host: 'localhost' }],
  ])('are not those from %s', async (_, headers) => {
    expect((await send(JSON.stringify(CALL), headers)).status).toBe(200);
  });

  it.each([
    ['a list of calls', JSON.stringify([CALL, CALL]), 400],
    ['a list of none', ' []', 400],
    ['no JSON', '{"jsonrpc":', 400],
    ['nothing', '', 400],
    ['text that is no UTF-8 escape', '{"jsonrpc":"2.0","id":1,"method":"\\ud800"}', 400],
    ['more than a body may have', JSON.stringify({ ...CALL, more: 'x'.repeat(70_000) }), 413],
  ])('of %s are refused', async (_, body, status) => {
    const answer = await send(body);
    expect([answer.status, await answer.text()]).toEqual([status, expect.not.stringContaining('node_modules')]);
  });

  it.each(['subscriptions/listen', 'resources/list', 'logging/setLevel', 'quern/secret', 'toString'])(
    'of the method %s find none',
    async (method) => {
      const body = JSON.stringify({ ...CALL, method, params: { _meta: META, filter: {} } });
      const answer = await send(body, { 'mcp-method': method, 'mcp-name': '' });
      expect(await answer.json()).toMatchObject({ error: { code: expect.any(Number) as number } });
    },
  );

  it('of thousands of values come back as a mistake of the call', async () => {
    const args = { list: Array.from({ length: 10_001 }, () => 1) };
    const answer = await send(JSON.stringify({ ...CALL, params: { ...CALL.params, arguments: args } }));
    expect(await answer.json()).toMatchObject({ result: { isError: true } });
  });

  it('without the name of a tool are a mistake of the protocol', async () => {
    const answer = await send(JSON.stringify({ ...CALL, params: { arguments: {}, _meta: META } }), { 'mcp-name': '' });
    expect(await answer.json()).toMatchObject({ error: { code: -32_602 } });
  });

  it('by other methods are a 405', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const answer = await send('', {}, method);
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    }
  });
});

describe('/mcp without QUERN_MCP', () => {
  it('is not there', async () => {
    const service = await startService({
      endpoints: { 'one.yaml': endpointFile({ name: 'one', query: 'SELECT 1 AS one' }) },
    });
    try {
      const headers = HEADERS;
      const answer = await rawRequest(service.base, '/mcp', { method: 'POST', headers, body: JSON.stringify(CALL) });
      expect(answer.status).toBe(404);
    } finally {
      await service.close();
    }
  });
});
