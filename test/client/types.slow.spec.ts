import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { hashToken } from '../../src/access/token.js';
import { typeCheck } from '../support/client/type-check.js';
import { endpointFile } from '../support/endpoint-file.js';
import { runCommand } from '../support/processes/command-line.js';

const KEYS = `keys:
  - { id: tenant, sha256: "${hashToken('token-of-the-tenant')}", scopes: ["usage.*", "bare", "open", "paged"], bind: { project: demo } }
`;

const NUMBERS = endpointFile({
  name: 'usage.totals',
  parameters: { project: { type: 'string', required: true }, ids: { type: 'array', items: 'integer' } },
  columns: [
    { name: 'total', type: 'NUMERIC', nullable: false, json: 'string' },
    { name: 'n', type: 'INT64', nullable: false, json: 'number' },
    { name: 'place', type: 'STRUCT<lat FLOAT64, tags ARRAY<STRING>>' },
    { name: 'odd name', type: 'STRING' },
  ],
  query: `SELECT NUMERIC '1.5' AS total, 1 AS n, STRUCT(1.5 AS lat, [@project] AS tags) AS place, 'a' AS \`odd name\`
    FROM UNNEST(@ids)`,
});

/** A program; what is refused in it is marked by the number of TypeScript's complaint. */
const PROGRAM = `import { createClient, QuernProblem } from 'quern/client';
import type { Endpoints, UsageTotalsRow } from './quern.js';

export async function page(signal: AbortSignal): Promise<string> {
  const client = createClient<Endpoints>({ url: 'https://quern.example.com', key: 'quern_…' });
  try {
    const { rows, age, truncated } = await client.query('usage.totals', { ids: [1, '9007199254740993'] }, { signal });
    const totals: UsageTotalsRow[] = rows;
    const sum: number = totals.reduce((all, { n }) => all + n, 0);
    const [first] = rows;
    const latitude = first?.place?.lat ?? 0;
    const tags: string = first?.place?.tags.map((tag) => tag.toUpperCase()).join() ?? '';
    const odd: string | null | undefined = first?.['odd name'];
    await client.query('bare');
    await client.query('bare', {}, { signal });
    await client.query('usage.totals', { ids: undefined });
    const counts = await client.query('usage.counts', { interval: 'daily' });
    const named: number | string | null | undefined = (await client.query('open')).rows[0]?.n;
    const own = await client.query('open', { sql: 'SELECT 1 AS one FROM mine', least: 1 }, { signal });
    const one: unknown = own.rows[0]?.['one'];
    const sql = Math.random() > 0.5 ? 'SELECT 1 AS one FROM mine' : undefined;
    const either: unknown = (await client.query('open', { sql })).rows[0]?.['one'];
    const author: number | string | null | undefined = (await client.query('open', { least: 1, sql: undefined })).rows[0]?.n;
    for await (const { rows: [entry], next } of client.pages('paged', { upto: 3 }, { signal })) tags.concat(String((entry?.n ?? 0) * 2), next ?? '');
    await client.query('paged', { upto: 3, cursor: 'a', above: 1 });
    return [named, one, either, author, sum, latitude, tags, odd, first?.total.length, age, truncated, counts.rows.length].join();
  } catch (error) {
    if (error instanceof QuernProblem && error.code === 'rate_limited') return error.requestId ?? error.message;
    throw error;
  }
}

export const anything = createClient({ url: '', key: '' }).query('any.name', { any: ['value', 1, null], id: 2n });
`;

const REFUSED = `import { createClient, type QuernProblem } from 'quern/client';
import type { Endpoints } from './quern.js';

const client = createClient<Endpoints>({ url: '', key: '' });
export const calls = [
  client.query('usage.total', {}), // 2345
  client.query('usage.total'), // 2345
  client.query('usage.counts', { interval: 'weekly' }), // 2322
  client.query('usage.counts', {}), // 2345
  client.query('usage.counts'), // 2554
  client.query('usage.counts', { interval: 'daily', project: 'other' }), // 2353
  client.pages('bare', {}), // 2345
  client.pages('bare'), // 2345
  client.pages('paged'), // 2554
  client.pages('paged', { upto: true }), // 2322
  client.query('usage.totals', { ids: 1 }), // 2322
  client.query('bare', { any: 'thing' }), // 2322
  client.query('bare', { sql: 'SELECT 1' }), // 2345
  client.query('usage.totals', { sql: 'SELECT 1' }), // 2353
  client.query('open', { sql: 1 }), // 2322
  client.query('open', { sql: 'SELECT 1', lest: 1 }), // 2561
  client.query('open', { sql: 'SELECT 1' }).then(({ rows: [row] }) => row?.n.toFixed()), // 18046
  client.query('open', { least: 1 }).then(({ rows: [row] }) => row?.one), // 2339
  client.query('usage.totals', {}, { timeout: 1 }), // 2353
  client.query('usage.totals').then(({ rows }) => rows[0].total), // 2532
  client.query('usage.totals').then(({ rows: [row] }) => (row?.total ?? '') * 2), // 2362
  client.query('usage.totals').then(({ rows: [row] }) => row?.place.lat), // 18047
  client.query('usage.totals').then(({ rows: [row] }) => row?.oddName), // 2551
];
export const isLimited = ({ code }: QuernProblem) => code === 'rate_limitd'; // 2367
export const nothing = createClient<Endpoints>({ url: '' }); // 2345
export const broken = createClient<{ a: { parameters: string } }>({ url: '', key: '' }); // 2344
`;

describe('the types that quern types writes, with the client', () => {
  let folder: string;
  let types: string;
  let env: Readonly<Record<string, string>>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-types-'));
    const query = `SELECT @project AS project, @interval AS \`interval\``;
    const project = { type: 'string', required: true };
    const interval = { type: 'string', enum: ['daily', 'hourly'], required: true };
    const counts = {
      name: 'usage.counts',
      parameters: { project, interval },
      query,
    };
    await writeFile(join(folder, 'totals.yaml'), NUMBERS);
    await writeFile(join(folder, 'counts.yaml'), endpointFile(counts));
    await writeFile(
      join(folder, 'bare.yaml'),
      endpointFile({ name: 'bare', parameters: { project }, query: 'SELECT @project AS project' }),
    );
    const open = 'WITH mine AS (SELECT @project AS project, 1 AS n) SELECT n FROM mine WHERE n >= COALESCE(@least, 0)';
    const least = { type: 'integer' };
    await writeFile(
      join(folder, 'open.yaml'),
      endpointFile({ name: 'open', sandboxing: 'enabled', parameters: { project, least }, query: open }),
    );
    const paged = {
      name: 'paged',
      parameters: { upto: { type: 'integer', required: true }, above: { type: 'integer' }, project },
      columns: [{ name: 'n', type: 'INT64', nullable: false, json: 'number' }],
      page: { size: 2, next: { above: 'n' } },
      query: `SELECT n FROM UNNEST(GENERATE_ARRAY(1, @upto)) AS n WHERE n > COALESCE(@above, 0) AND @project <> '' ORDER BY n`,
    };
    await writeFile(join(folder, 'paged.yaml'), endpointFile(paged));
    await writeFile(join(folder, 'secret.yaml'), endpointFile({ name: 'secret.plans', query: 'SELECT 1 AS n' }));
    await writeFile(join(folder, 'keys'), KEYS);
    env = { QUERN_ENDPOINTS: folder, QUERN_KEYS_FILE: join(folder, 'keys'), QUERN_DATA: folder };
    const out = join(folder, 'quern.d.ts');
    expect(await runCommand(['types', '--key', 'tenant', '--out', out], env)).toEqual({ status: 0, out: '', err: '' });
    types = await readFile(out, 'utf8');
    const whole = await runCommand(['types'], env);
    expect(whole.out).toContain('secret.plans');
    await expect(runCommand(['types', '--key', 'tenent'], env)).rejects.toThrow('Did you mean "tenant"?');
  });

  afterAll(async () => rm(folder, { recursive: true }));

  it('name what callers’ own SQL may read', () => {
    expect(types).toContain('It reads the queries of the endpoint’s WITH: mine (project, n).');
  });

  it('are the same from the document that the key gets over HTTP', async () => {
    const document = join(folder, 'openapi.json');
    await runCommand(['openapi', '--key', 'tenant', '--out', document], env);
    const { out } = await runCommand(['types', '--document', document], {});
    expect(out).toBe(types);
    await writeFile(document, '{}');
    await expect(runCommand(['types', '--document', document], {})).rejects.toThrow(
      `${document} is no OpenAPI document`,
    );
  });

  it('name what the key may call, and nothing that it is bound to', () => {
    expect(types).toContain("'usage.totals'");
    expect(types).not.toMatch(/secret|readonly project/);
  });

  it.each(['browser', 'node'] as const)('take a program of the %s that is right', (platform) => {
    expect(typeCheck({ 'quern.d.ts': types, 'page.ts': PROGRAM }, 'page.ts', platform)).toEqual([]);
  });

  it('refuse each call that is wrong, and no other line', () => {
    const complaints = typeCheck({ 'quern.d.ts': types, 'page.ts': REFUSED }, 'page.ts');
    const marked = REFUSED.split('\n').filter((line) => / \/\/ \d+$/.test(line));
    const told = complaints.map(({ line, code }) => `${line.replace(/ \/\/ \d+$/, '')} // ${code}`);
    expect(told).toEqual(marked.map((line) => line.trim()));
    const [, unknown] = complaints;
    const [subject, names = ''] = unknown?.message.split(' is not assignable to parameter of type ') ?? [];
    expect(subject).toBe(`Argument of type '"usage.total"'`);
    expect(names.match(/"[^"]+"/g)?.sort()).toEqual(
      ['bare', 'open', 'paged', 'usage.counts', 'usage.totals'].map((name) => `"${name}"`),
    );
  });

  it('are TypeScript for endpoints with every parameter and type', async () => {
    const { out } = await runCommand(['types'], {
      QUERN_ENDPOINTS: resolve('test/support/contract/endpoints'),
      QUERN_DATA: folder,
    });
    const program = `import type { Endpoints } from './quern.js';
export const parameters: Endpoints['every.parameter']['parameters'] = {
  needed: 'a', choice: 'red', marks: ['a', 'b'], level: '9007199254740993', ids: [1], flags: [true], ratio: 1.5, moment: new Date(), since: '2026-01-01',
};
export const nested = (row: Endpoints['every.parameter']['row']): readonly (string | number)[] => row.nested?.b ?? [];
`;
    expect(typeCheck({ 'quern.d.ts': out, 'page.ts': program }, 'page.ts')).toEqual([]);
  });
});
