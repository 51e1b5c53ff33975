import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { hashToken } from '../../src/access/token.js';
import { startService, type TestService } from '../support/service.js';

const TOKENS = { all: 'token-of-all', usage: 'token-of-usage', tenant: 'token-of-tenant' };
const KEYS = [
  { id: 'all', sha256: hashToken(TOKENS.all), scopes: ['*'] },
  { id: 'usage', sha256: hashToken(TOKENS.usage), scopes: ['usage.*'] },
  { id: 'tenant', sha256: hashToken(TOKENS.tenant), scopes: ['*'], bind: { project: 'one' } },
];
const entry = (project: string) => ({
  id: `entry-of-${project}`,
  project,
  timestamp: '2026-11-20T10:15:10Z',
  event_message: `GET of ${project}`,
  metadata: [{ request: [{ path: '/rest/v1/things', url: `https://${project}.example.com/rest/v1/things` }] }],
});
const ARGUMENTS = { project: 'one', interval: 'hourly' };
const COUNTS = '/api/endpoints/query/usage.api-counts?project=one&interval=hourly';

describe('the endpoints that ship with Quern, as tools', () => {
  let service: TestService;
  const clients: Client[] = [];

  beforeAll(async () => {
    service = await startService({
      tables: { edge_logs: [entry('one'), entry('two')] },
      keys: JSON.stringify({ keys: KEYS }),
      env: { QUERN_MCP: 'on' },
      clock: { now: new Date('2026-11-20T10:30:30.500Z') },
    });
  });
  afterAll(async () => {
    for (const client of clients) await client.close();
    await service.close();
  });

  const connect = async (token: string) => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${service.base}/mcp`), { requestInit }));
    clients.push(client);
    return client;
  };
  const namesOf = async (token: string) => (await (await connect(token)).listTools()).tools.map(({ name }) => name);

  it('are three for one key, and one for another', async () => {
    expect(await namesOf(TOKENS.all)).toEqual(['functions_invocation-stats', 'logs_all', 'usage_api-counts']);
    expect(await namesOf(TOKENS.usage)).toEqual(['usage_api-counts']);
  });

  it('have the rows of the REST interface', async () => {
    const client = await connect(TOKENS.usage);
    const { structuredContent } = await client.callTool({ name: 'usage_api-counts', arguments: ARGUMENTS });
    const answer = await service.get(COUNTS, { 'x-api-key': TOKENS.usage });
    const { result } = (await answer.json()) as { readonly result: readonly object[] };
    expect(structuredContent).toMatchObject({ rows: result, truncated: false });
    expect(result.at(-1)).toMatchObject({ total_rest_requests: 1 });
  });

  it('have no row of a stranger for a key that is bound', async () => {
    const client = await connect(TOKENS.tenant);
    const own = await client.callTool({ name: 'logs_all', arguments: {} });
    expect(JSON.stringify(own)).toContain('GET of one');
    for (const more of [
      { project: 'two' },
      { project: ['one', 'two'] },
      { sql: "SELECT 1 FROM edge_logs WHERE project = 'two'" },
    ]) {
      const other = await client.callTool({ name: 'logs_all', arguments: more });
      expect([other.isError, JSON.stringify(other).includes('of two')]).toEqual([true, false]);
    }
  });
});
