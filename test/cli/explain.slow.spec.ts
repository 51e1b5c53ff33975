import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type CommandContext } from '../../src/commands/command-context.js';
import { program } from '../../src/commands/cli.js';
import { readSettings } from '../../src/config/read-settings.js';
import { type BigQueryServer, rowsReply, startBigQueryServer } from '../support/engines/bigquery-server.js';
import { endpointFile } from '../support/endpoint-file.js';
import { schemaOf } from '../support/duckdb.js';
import { dryRunOf } from '../support/sandbox/server.js';

const ID = '0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a';
const QUERY = `
WITH recent AS (SELECT * FROM orders WHERE placed_at >= @since),
  others AS (SELECT id FROM returns)
SELECT country, COUNT(*) AS n
FROM recent
WHERE country IN UNNEST(@countries) AND (@least IS NULL OR id >= @least)
GROUP BY country`;

describe('quern explain', () => {
  let folder: string;
  let bigquery: BigQueryServer;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-explain-'));
    bigquery = await startBigQueryServer();
    for (const name of ['data', 'endpoints']) await mkdir(join(folder, name));
    await writeFile(join(folder, 'data/orders.ndjson'), '');
    await writeFile(join(folder, 'data/returns.ndjson'), '');
    await writeFile(
      join(folder, 'data/orders.schema.json'),
      schemaOf('id INTEGER, placed_at TIMESTAMP, country STRING'),
    );
    await writeFile(join(folder, 'data/returns.schema.json'), schemaOf('id INTEGER'));
    const file = endpointFile({
      id: ID,
      name: 'orders',
      parameters: {
        since: { type: 'timestamp', required: true },
        countries: { type: 'array', items: 'string' },
        least: { type: 'integer' },
      },
      caching: 900,
      cache_warming: 300,
      stale_if_error: 60,
      query: QUERY,
    });
    await writeFile(join(folder, 'endpoints/orders.yaml'), file);
    const logs = endpointFile({ name: 'logs', query: 'SELECT id FROM edge_logs' });
    await writeFile(join(folder, 'endpoints/logs.yaml'), logs);
    const own = endpointFile({
      name: 'own',
      sandboxing: 'enabled',
      query: 'WITH ids AS (SELECT id FROM returns WHERE id > 4711) SELECT COUNT(*) AS n FROM ids',
    });
    await writeFile(join(folder, 'endpoints/own.yaml'), own);
  });

  afterAll(async () => {
    await bigquery.close();
    await rm(folder, { recursive: true });
  });

  /** What the command writes, to a terminal of so many columns or into a pipe. */
  const explain = async (args: string, { columns, env }: { columns?: number; env?: Record<string, string> } = {}) => {
    const out = Object.assign(new PassThrough(), columns === undefined ? {} : { isTTY: true, columns });
    const settings = () =>
      readSettings({
        QUERN_DATA: join(folder, 'data'),
        QUERN_ENDPOINTS: join(folder, 'endpoints'),
        QUERN_LOG_LEVEL: 'error',
        ...env,
      });
    const context: CommandContext = { settings, laterThreads: () => [], input: new PassThrough(), out, err: out };
    await program(context).parseAsync(['node', 'quern', 'explain', ...args.split(' ')]);
    out.end();
    return text(out);
  };

  const ORDERS = 'orders -p since=2026-11-20T10:00:00+01:00 -p countries=NO -p countries=PT';
  const onBigQuery = () => ({
    QUERN_BIGQUERY_PROJECT: 'acme',
    QUERN_BIGQUERY_DATASET: 'shop',
    QUERN_BIGQUERY_API_ENDPOINT: bigquery.url,
  });

  it('tells values, freshness, cache key and tables', async () => {
    const said = await explain(ORDERS);
    expect(said).toContain(`orders  ${ID}  ${join(folder, 'endpoints/orders.yaml')}\n`);
    expect(said).toContain(
      '\n  @since      TIMESTAMP      "2026-11-20T09:00:00Z"' +
        '\n  @countries  ARRAY<STRING>  ["NO","PT"]' +
        '\n  @least      INT64          NULL\n',
    );
    expect(said).toContain(
      'a result is served for 900 s, is made anew after 300 s while clients ask for it, ' +
        'is served for 60 s more while the engine fails or a budget is used up\n',
    );
    expect(said).toMatch(
      /\ncache key\n {2}0b6e0d5c-[^:]*:[0-9a-f]{32}:\[\{"bigint":"1795165200000000"\},\["NO","PT"\],null\]\n/,
    );
    expect(said).toContain('\ntables\n  orders\n  in WITH queries that nothing reads: returns\n');
    expect(await explain('logs')).toMatch(/not cached; every call is a run\n\ntables\n {2}edge_logs \(all of it\)\n/);
  });

  it('shows the SQL as written and as compiled, and the plan with the values', async () => {
    const said = await explain(ORDERS);
    const [, written, compiled, plan] =
      /SQL as written\n([^]*)SQL for duckdb\n([^]*)plan of duckdb\n([^]*)/.exec(said) ?? [];
    expect(written?.trim()).toBe(QUERY.trim());
    expect(compiled).toMatch(/\n {4}GROUP BY\n {6}1\n/);
    expect(plan).toContain(`placed_at >= '2026-11-20`);
  });

  it('has two columns on a wide terminal, with every line within it', async () => {
    const wide = (await explain(ORDERS, { columns: 120 })).split('\n');
    expect(wide).toContain(`${'SQL as written'.padEnd(58)} │ SQL for duckdb`);
    const sides = wide.filter((line) => line.includes(' │ ')).map((line) => line.split(' │ '));
    const joined = (side: 0 | 1) =>
      sides
        .map((pair) => pair[side]?.trim())
        .join('')
        .replace(/\s/g, '');
    expect(joined(0)).toContain(QUERY.replace(/\s/g, ''));
    expect(Math.max(...wide.filter((line) => line.includes(' │ ')).map((line) => line.length))).toBeLessThanOrEqual(
      120,
    );
    expect(await explain(ORDERS, { columns: 119 })).toContain('\nSQL for duckdb\n');
  });

  it('asks the other engine where the settings let it be asked, and says where they do not', async () => {
    bigquery.answers(rowsReply('country STRING', [], { totalBytesProcessed: '1234567' }));
    const said = await explain(ORDERS, { env: onBigQuery() });
    expect(said).toContain('bigquery\n  runs the query as it is written\n  would read 1,234,567 bytes\n');
    const [{ body } = { body: undefined }] = bigquery.seen;
    expect(body).toMatchObject({ dryRun: true, query: QUERY });
    expect(body?.queryParameters[0]?.parameterValue).toEqual({ value: '2026-11-20 09:00:00+00:00' });
    expect(await explain(ORDERS, { env: { QUERN_BIGQUERY_PROJECT: 'acme' } })).toContain(
      'QUERN_BIGQUERY_DATASET is required with QUERN_ENGINE=bigquery.',
    );
    expect(await explain(ORDERS)).not.toMatch(/bigquery/i);
  });

  it('tells of a caller’s SQL what it comes to over the WITH, on either engine', async () => {
    bigquery.answers(({ call }) =>
      call === 'POST /jobs' ? dryRunOf('returns') : rowsReply('id INTEGER', [], { totalBytesProcessed: '42' }),
    );
    const said = await explain('own -p sql=SELECT\tid\tAS\towned\tFROM\tids', { env: onBigQuery() });
    const [, duckdb = '', remote = ''] =
      /SQL for duckdb\n([^]*)SQL for bigquery\n([^]*)plan of duckdb\n[^]*id ?> ?4711/.exec(said) ?? [];
    for (const sql of [duckdb, remote]) {
      expect(sql).toMatch(/> 4711[^]*owned/);
      expect(sql).not.toContain('COUNT');
    }
    expect(said).toContain('bigquery\n  runs the SQL below that the query is compiled to\n  would read 42 bytes\n');
  });

  it('tells all of it as JSON', async () => {
    bigquery.answers(rowsReply('country STRING', [], { totalBytesProcessed: '1234567' }));
    const env = { ...onBigQuery(), QUERN_ENGINE: 'bigquery' };
    expect(JSON.parse(await explain(`${ORDERS} -p least=9007199254740993 --format json`, { env }))).toMatchObject({
      id: ID,
      parameters: [
        { name: 'since', type: 'TIMESTAMP', value: '2026-11-20T09:00:00Z' },
        { name: 'countries', type: 'ARRAY<STRING>', value: ['NO', 'PT'] },
        { name: 'least', type: 'INT64', value: '9007199254740993' },
      ],
      caching: 900,
      cache_warming: 300,
      stale_if_error: 60,
      tables: [
        { table: 'orders', read: true, unbounded: false },
        { table: 'returns', read: false, unbounded: false },
      ],
      sql: QUERY,
      engines: [
        { name: 'duckdb', in_use: false, plan: expect.any(String) as string, bytes_processed: null, refusal: null },
        { name: 'bigquery', in_use: true, sql: QUERY, plan: null, bytes_processed: 1234567 },
      ],
    });
  });

  describe('of SQL of a caller’s own', () => {
    const open = endpointFile({
      name: 'open',
      sandboxing: 'enabled',
      query:
        'WITH sales AS (SELECT country FROM orders), back AS (SELECT id FROM returns) SELECT COUNT(*) AS n FROM back',
    });
    // What the command is given has no spaces.
    const OWN = 'SELECT\tcountry,\n\tCOUNT(*)AS\tm\nFROM\tsales\tGROUP\tBY\tcountry';

    beforeAll(async () => writeFile(join(folder, 'endpoints/open.yaml'), open));

    it('shows what is run for it: its text, the tables that it comes to read, SQL and plan', async () => {
      const said = await explain(`open -p sql=${OWN}`);
      expect(said).toContain('\ntables\n  orders\n  in WITH queries that nothing reads: returns\n');
      const [, written, compiled, plan] =
        /SQL of the caller’s own[^\n]*\n([^]*)SQL for duckdb\n([^]*)plan of duckdb\n([^]*)/.exec(said) ?? [];
      expect(written?.trim().replace(/\s+/g, ' ')).toBe(OWN.replace(/\s+/g, ' '));
      expect(compiled).toMatch(/AS "m"/);
      expect(plan).toContain('country');
      expect(await explain('open')).toContain('\ntables\n  returns\n  in WITH queries that nothing reads: orders\n');
      const { caller_sql: own } = JSON.parse(await explain(`open -p sql=${OWN} --format json`)) as Record<
        string,
        unknown
      >;
      expect(own).toBe(OWN);
    });

    it('is refused as by a run, with the places of the text as it was given', async () => {
      await expect(explain('open -p sql=SELECT\t/**/nope\tFROM\tsales')).rejects.toMatchObject({
        code: 'invalid_sql',
        problem: { line: 1, column: 12 },
      });
      await expect(explain('orders -p since=2026-11-20 -p sql=SELECT\t1')).rejects.toThrow('sandboxed endpoints only');
    });
  });

  it('tells wrong parameters and unknown endpoints as a run does', async () => {
    await expect(explain('orders -p sinse=2026-11-20')).rejects.toMatchObject({ code: 'invalid_parameters' });
    await expect(explain('ordres')).rejects.toThrow('there is no endpoint "ordres". Did you mean "orders"?');
  });
});
