import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type Emulator, startEmulator } from '../support/engines/emulator.js';
import { endpointFile } from '../support/endpoint-file.js';
import { startService, type TestService, TOKEN } from '../support/service.js';

describe('on BigQuery, a tool', () => {
  let emulator: Emulator;
  let service: TestService;

  beforeAll(async () => {
    emulator = await startEmulator();
    service = await startService({
      endpoints: {
        'some.yaml': endpointFile({
          name: 'some.rows',
          agents: { enabled: true, max_rows: 2 },
          parameters: { text: { type: 'string', required: true } },
          // The emulator takes a parameter alone for an INT64, as it does without its type.
          query: 'SELECT n, CAST(@text AS STRING) AS text FROM UNNEST([1, 2, 3]) AS n ORDER BY n',
        }),
      },
      env: {
        QUERN_MCP: 'on',
        ...emulator.env,
      },
    });
  });

  afterAll(async () => {
    await service.close();
    await emulator.stop();
  });

  it('has the rows of the REST interface', async () => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const headers = { 'x-api-key': TOKEN };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${service.base}/mcp`), { requestInit: { headers } }),
    );
    const { structuredContent } = await client.callTool({ name: 'some_rows', arguments: { text: 'x' } });
    const rows = await service.rows('some.rows?text=x');
    expect(structuredContent).toMatchObject({ rows: rows.slice(0, 2), truncated: true });
    await client.close();
  });
});
