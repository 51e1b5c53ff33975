import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { handOn } from '../../src/commands/mcp/hand-on.js';
import { endpointFile } from '../support/endpoint-file.js';
import { startService, type TestService, TOKEN } from '../support/service.js';

const AGENTS = { enabled: true };

describe('quern mcp', () => {
  let service: TestService;
  let data: string;
  const clients: Client[] = [];

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'quern-mcp-'));
    const one = endpointFile({
      name: 'only.there',
      agents: AGENTS,
      query: "SELECT 1 AS one, 'a\\u2028data: [1]\\u2028b' AS text",
    });
    service = await startService({ endpoints: { 'one.yaml': one }, env: { QUERN_MCP: 'on' } });
  });
  afterAll(async () => {
    for (const client of clients) await client.close();
    await service.close();
    await rm(data, { recursive: true });
  });

  const connect = async (args: readonly string[], env: Readonly<Record<string, string>>, mode: 'auto' | 'legacy') => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    const command = { command: process.execPath, args: [resolve('dist/main.cjs'), 'mcp', ...args] };
    await client.connect(
      new StdioClientTransport({ ...command, env: { PATH: process.env.PATH ?? '', ...env }, stderr: 'pipe' }),
    );
    clients.push(client);
    return client;
  };

  it.each(['auto', 'legacy'] as const)('offers the endpoints of a folder on the embedded engine (%s)', async (mode) => {
    const client = await connect([], { QUERN_DATA: data, QUERN_ENDPOINTS: resolve('endpoints') }, mode);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'functions_invocation-stats',
      'logs_all',
      'usage_api-counts',
    ]);
    const args = { project: 'demo', interval: 'daily' };
    const { structuredContent } = await client.callTool({ name: 'usage_api-counts', arguments: args });
    expect((structuredContent as { rows: unknown[] }).rows.length).toBeGreaterThan(6);
  });

  it.each(['auto', 'legacy'] as const)('hands on to a running service (%s)', async (mode) => {
    const client = await connect(['--url', service.base], { QUERN_KEY: TOKEN }, mode);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['only_there']);
    const { structuredContent } = await client.callTool({ name: 'only_there', arguments: {} });
    expect(structuredContent).toMatchObject({ rows: [{ one: 1, text: 'a\u2028data: [1]\u2028b' }], truncated: false });
    await expect(client.callTool({ name: 'other', arguments: {} })).rejects.toMatchObject({ code: -32_602 });
  });

  it('hands on what comes behind a line that is no message', async () => {
    const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const output = new PassThrough();
    await handOn(new URL(`${service.base}/mcp`), TOKEN, Readable.from([`null\n${list}\n`]), output);
    expect(String(output.read())).toContain('only_there');
  });

  it('says why a service refuses the key', async () => {
    await expect(connect(['--url', service.base], { QUERN_KEY: 'wrong' }, 'legacy')).rejects.toThrow(/401/);
  });

  it('says where to look when a service has no tools, or is not there', async () => {
    const off = await startService({ endpoints: {} });
    const tried = async () => connect(['--url', off.base], { QUERN_KEY: TOKEN }, 'legacy');
    await expect(tried()).rejects.toThrow(/404 \(has it QUERN_MCP=on\?\)/);
    await off.close();
    await expect(tried()).rejects.toThrow(/ECONNREFUSED/);
  });
});
