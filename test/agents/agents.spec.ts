import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { hashToken } from '../../src/access/token.js';
import { Executor } from '../../src/execution/executor.service.js';
import { endpointFile } from '../support/endpoint-file.js';
import { startService, type TestService } from '../support/service.js';

const ALL = 'agents-token-for-every-endpoint';
const TENANT = 'agents-token-for-one-tenant-only';
const FEW = 'agents-token-for-notes-and-no-more';

const agents = { enabled: true };
const project = { project: { type: 'string', required: true } };

const ENDPOINTS = {
  'notes.yaml': endpointFile({
    name: 'usage.notes',
    description: 'Notes of one project.',
    parameters: { ...project, least: { type: 'integer', min: 0, default: 0 } },
    columns: [
      { name: 'n', type: 'INT64' },
      { name: 'project', type: 'STRING' },
      { name: 'note', type: 'STRING' },
    ],
    caching: 900,
    agents: { ...agents, description: 'Finds notes.', max_rows: 2, hide: ['note'] },
    query: 'SELECT n, project, note FROM notes WHERE project = @project AND n >= @least ORDER BY n',
  }),
  'long.yaml': endpointFile({
    name: 'texts.long',
    agents,
    query: `SELECT n, REPEAT('x', 10000) AS text FROM UNNEST(GENERATE_ARRAY(1, 40)) AS n ORDER BY n`,
  }),
  'sandbox.yaml': endpointFile({
    name: 'notes.sql',
    parameters: project,
    bound: ['project'],
    sandboxing: 'enabled',
    agents,
    query: 'WITH own AS (SELECT n, note FROM notes WHERE project = @project) SELECT COUNT(*) AS n FROM own',
  }),
  'unseen.yaml': endpointFile({
    name: 'texts.unseen',
    caching: 60,
    slices: 'enabled',
    agents,
    query: "SELECT 'a\\u202eb\\u009bc\\u2028d' AS text",
  }),
  'digits.yaml': endpointFile({
    name: 'numbers.digits',
    columns: [
      { name: 'secret', type: 'INT64' },
      { name: 'n', type: 'INT64', json: 'number' },
    ],
    agents: { ...agents, hide: ['secret'] },
    query: 'SELECT 1 AS secret, 9007199254740993 AS n',
  }),
  'paged.yaml': endpointFile({
    name: 'pages.notes',
    parameters: { after: { type: 'integer' } },
    columns: [{ name: 'n', type: 'INT64', nullable: false }],
    page: { size: 3, next: { after: 'n' } },
    agents,
    query: 'SELECT n FROM notes WHERE n > COALESCE(@after, 0) ORDER BY n',
  }),
  'private.yaml': endpointFile({ name: 'usage.private', query: 'SELECT 1 AS one' }),
};

const NOTES = [
  { n: 1, project: 'one', note: 'first of one' },
  { n: 2, project: 'one', note: 'second of one' },
  { n: 3, project: 'one', note: 'third of one' },
  { n: 4, project: 'two', note: 'a secret of two' },
];

const KEYS = [
  { id: 'all', sha256: hashToken(ALL), scopes: ['*'] },
  { id: 'tenant', sha256: hashToken(TENANT), scopes: ['usage.*', 'notes.*'], bind: { project: 'one' } },
  { id: 'few', sha256: hashToken(FEW), scopes: ['usage.*'] },
];

describe.each(['2026-07-28', '2025-11-25'] as const)('agents that speak %s', (version) => {
  let service: TestService;
  const clients: Client[] = [];

  beforeAll(async () => {
    service = await startService({
      endpoints: ENDPOINTS,
      tables: { notes: NOTES },
      keys: JSON.stringify({ keys: KEYS }),
      env: { QUERN_MCP: 'on' },
    });
  });
  afterAll(async () => {
    for (const client of clients) await client.close();
    await service.close();
  });

  const connect = async (token: string) => {
    const mode = version === '2026-07-28' ? ({ pin: version } as const) : 'legacy';
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    const headers = { authorization: `Bearer ${token}` };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${service.base}/mcp`), { requestInit: { headers } }),
    );
    clients.push(client);
    return client;
  };
  const call = async (token: string, name: string, args: Record<string, unknown>) =>
    (await connect(token)).callTool({ name, arguments: args });
  const textOf = ({ content }: Awaited<ReturnType<typeof call>>) => {
    const [first] = content;
    return JSON.parse(first?.type === 'text' ? first.text : '') as unknown;
  };

  it('are offered what their key may call and the files allow, by names that hosts take', async () => {
    const names = async (token: string) => (await (await connect(token)).listTools()).tools.map(({ name }) => name);
    expect(await names(ALL)).toEqual(['numbers_digits', 'pages_notes', 'texts_long', 'texts_unseen', 'usage_notes']);
    expect(await names(TENANT)).toEqual(['notes_sql', 'usage_notes']);
    expect(await names(FEW)).toEqual(['usage_notes']);
    const { tools } = await (await connect(ALL)).listTools();
    for (const { name } of tools) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(tools.at(-1)).toMatchObject({
      title: 'usage.notes',
      description: expect.stringMatching(/^Finds notes\.\n/) as string,
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
      inputSchema: { required: ['project'], additionalProperties: false },
    });
  });

  it('are shown no parameter that their key is bound to, and what SQL may read', async () => {
    const { tools } = await (await connect(TENANT)).listTools();
    const [sql, notes] = tools;
    expect(Object.keys(notes?.inputSchema.properties ?? {})).toEqual(['least']);
    expect(Object.keys(sql?.inputSchema.properties ?? {})).toEqual(['sql']);
    expect(sql?.description).toContain('own(n INT64, note STRING)');
  });

  it('go from page to page by what a result is called with next, in its own words', async () => {
    const client = await connect(ALL);
    const paged = (await client.listTools()).tools.find(({ name }) => name === 'pages_notes');
    const { cursor } = (paged?.inputSchema.properties ?? {}) as Record<string, { description?: string }>;
    expect(cursor?.description).toMatch(/^The page to answer with: `next` of the one before it/);
    const first = await client.callTool({ name: 'pages_notes', arguments: {} });
    const { next } = first.structuredContent as { next: string };
    expect(first.structuredContent).toMatchObject({ rows: [{ n: 1 }, { n: 2 }, { n: 3 }], truncated: false });
    const last = await client.callTool({ name: 'pages_notes', arguments: { cursor: next } });
    expect(last.structuredContent).toEqual({ rows: [{ n: 4 }], truncated: false, age_seconds: 0 });
  });

  it('get the rows of the REST interface, without hidden columns, as many as the file allows', async () => {
    const result = await call(ALL, 'usage_notes', { project: 'one' });
    expect(result.structuredContent).toEqual({
      rows: [
        { n: 1, project: 'one' },
        { n: 2, project: 'one' },
      ],
      truncated: true,
      age_seconds: 0,
    });
    expect(textOf(result)).toEqual(result.structuredContent);
    expect(JSON.stringify(result)).not.toContain('of one');
    const [rest] = await fetch(`${service.base}/api/endpoints/query/usage.notes?project=one`, {
      headers: { 'x-api-key': ALL },
    }).then(async (response) => ((await response.json()) as { result: unknown[] }).result);
    expect(rest).toEqual({ n: 1, project: 'one', note: 'first of one' });
  });

  it('get no more text than 50 KB, and links to all of it', async () => {
    const result = await call(ALL, 'texts.long', {});
    const { rows, truncated } = result.structuredContent as { rows: unknown[]; truncated: boolean };
    expect(truncated).toBe(true);
    expect(rows.length).toBeGreaterThan(0);
    expect(Buffer.byteLength(JSON.stringify(textOf(result)))).toBeLessThanOrEqual(50_000);
    expect(rows).toHaveLength(4);
    const links = result.content.filter((each) => each.type === 'resource_link');
    expect(links.map(({ mimeType }) => mimeType)).toEqual(['text/csv', 'application/vnd.apache.parquet']);
    const csv = await fetch(links[0]?.uri ?? '', { headers: { 'x-api-key': ALL } });
    expect((await csv.text()).trim().split(/\r?\n/)).toHaveLength(41);
  });

  it('read all digits of a number in the text of a result, whatever JavaScript keeps', async () => {
    const { content, structuredContent } = await call(ALL, 'numbers_digits', {});
    const text = '{"rows":[{"n":9007199254740993}],"truncated":false,"age_seconds":0}';
    expect(content[0]).toEqual({ type: 'text', text });
    expect(structuredContent).toMatchObject({ rows: [{ n: 9007199254740992 }] });
  });

  it('read nothing in the text of a result that a terminal obeys or a person does not see', async () => {
    const result = await call(ALL, 'texts.unseen', {});
    const [first] = result.content;
    expect(first?.type === 'text' && first.text).toContain(String.raw`a\u202eb\u009bc\u2028d`);
    expect(textOf(result)).toEqual(result.structuredContent);
  });

  it('take no parts of an answer, which their schemas do not offer', async () => {
    const wrong = await call(ALL, 'texts.unseen', { limit: 5, offset: 1 });
    expect([wrong.isError, (textOf(wrong) as { errors: unknown[] }).errors.length]).toEqual([true, 2]);
  });

  it('are told twenty mistakes, and how many more there are', async () => {
    const args = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`p${index}`, {}]));
    const told = textOf(await call(ALL, 'texts.long', args)) as { errors: unknown[]; more_errors: number };
    expect([told.errors.length, told.more_errors]).toEqual([20, 30]);
  });

  it('are told nothing of an error that is the service’s own, and the log is', async () => {
    const failing = jest.spyOn(Executor.prototype, 'execute').mockRejectedValueOnce(new Error('/a/secret/path'));
    const before = service.log.length;
    const result = await call(ALL, 'texts.long', {});
    failing.mockRestore();
    expect([result.isError, textOf(result)]).toMatchObject([true, { code: 'internal_error' }]);
    expect(JSON.stringify(result)).not.toContain('secret');
    expect(service.log.slice(before).join('\n')).toContain('/a/secret/path');
  });

  it('answer by their own output schema', async () => {
    const client = await connect(TENANT);
    const { tools } = await client.listTools();
    const calls = { usage_notes: {}, notes_sql: { sql: 'SELECT note FROM own ORDER BY n' } };
    for (const { name, outputSchema } of tools) {
      const { structuredContent } = await client.callTool({ name, arguments: calls[name as keyof typeof calls] });
      const validate = new Ajv2020({ strict: false }).compile((outputSchema ?? {}) as object);
      expect([name, validate(structuredContent), validate.errors]).toEqual([name, true, null]);
    }
  });

  it('are told everything that is wrong, to mend it', async () => {
    const wrong = await call(ALL, 'usage_notes', { least: -1, projct: 'x' });
    expect(wrong.isError).toBe(true);
    expect(textOf(wrong)).toMatchObject({ code: 'invalid_parameters' });
    expect((textOf(wrong) as { errors: { parameter: string }[] }).errors.map(({ parameter }) => parameter)).toEqual(
      expect.arrayContaining(['least', 'project', 'projct']),
    );
    const sql = await call(TENANT, 'notes_sql', { sql: 'SELECT * FROM notes' });
    expect(sql.isError).toBe(true);
    expect(textOf(sql)).toMatchObject({ code: 'invalid_sql' });
  });

  it('get no stranger’s row by any argument', async () => {
    const attempts = [
      { name: 'usage_notes', arguments: { project: 'two' } },
      { name: 'usage_notes', arguments: { project: ['two'] } },
      { name: 'usage_notes', arguments: { PROJECT: 'two' } },
      { name: 'notes_sql', arguments: { project: 'two', sql: 'SELECT note FROM own' } },
      { name: 'notes_sql', arguments: { sql: "SELECT note FROM notes WHERE project = 'two'" } },
      { name: 'notes_sql', arguments: { sql: "SELECT note FROM own OR project = 'two'" } },
      { name: 'notes_sql', arguments: { sql: 'SELECT note FROM own', least: 0 } },
    ];
    const client = await connect(TENANT);
    for (const attempt of attempts) {
      const result = await client.callTool(attempt);
      expect([attempt, result.isError]).toEqual([attempt, true]);
      expect(JSON.stringify(result)).not.toContain('secret');
    }
    const own = await client.callTool({ name: 'notes_sql', arguments: { sql: 'SELECT note FROM own' } });
    expect(own.structuredContent).toMatchObject({ rows: [{}, {}, {}] });
  });

  it.each(['usage_private', 'usage.private', 'nothing', 'usage_nоtes', 'notes_sql', ''])(
    'find no tool %j that their key may not call, in the same words',
    async (name) => {
      await expect(call(FEW, name, {})).rejects.toMatchObject({
        code: -32_602,
        message: expect.stringContaining('There is no tool of this name that this key may call.') as string,
      });
    },
  );

  it('leave one line a call, with tool and key', async () => {
    const before = service.log.length;
    await call(FEW, 'usage_notes', { project: 'one' });
    await call(FEW, 'usage_notes', {});
    const lines = service.log.slice(before).filter((line) => line.startsWith('tool '));
    expect(lines).toEqual([
      expect.stringMatching(/^tool usage_notes for few: \d+ rows, \w+ in \d+ ms request_id=/),
      expect.stringMatching(/^tool usage_notes for few: invalid_parameters in \d+ ms request_id=/),
    ]);
  });
});
