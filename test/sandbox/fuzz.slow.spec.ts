import { rm } from 'node:fs/promises';
import { type DuckDBConnection } from '@duckdb/node-api';
import {
  compileSandboxSql,
  NO_TABLES,
  compileSandbox,
  type CompiledSandbox,
} from '../../src/engines/duckdb/compiler/sandbox/sandbox.js';
import { type Compiled } from '../../src/engines/duckdb/compiler/compile.js';
import { type Table } from '../../src/engines/duckdb/compiler/names/tables.js';
import { openDataSource } from '../../src/engines/duckdb/data/data-source.js';
import { openInstance, type OpenedInstance } from '../../src/engines/duckdb/instance.js';
import { dataFolder, ndjson, schemaOf } from '../support/duckdb.js';
import { part } from '../support/part.js';
import { ACCEPTED, AUTHORED, CANARY, FORBIDDEN, plant } from '../support/sandbox/corpus.js';
import { Grammar } from '../support/sandbox/grammar.js';

const QUERY = { sql: AUTHORED, parameters: [{ name: 'least', type: 'INT64', array: false }], maxRows: 100 } as const;
// `npm test` makes fewer.
const QUERIES = part(1200, 300);
const RUNS = part(400, 150);
const MUTATIONS = part(2000, 1000);
const SEED = 4711;

describe('SQL that a grammar makes', () => {
  let folder: string;
  let opened: OpenedInstance;
  let connection: DuckDBConnection;
  let sandbox: CompiledSandbox;
  const compiled = (sql: string) => compileSandboxSql(sandbox, sql, 100);

  beforeAll(async () => {
    folder = await dataFolder({
      'requests.ndjson': ndjson(
        { path: '/a', ms: 5, tags: ['x'] },
        { path: CANARY, ms: 0, tags: [CANARY], tenant: CANARY },
      ),
      'requests.schema.json': schemaOf('path STRING, ms INTEGER, tags STRING[], day DATE, tenant STRING'),
      'secrets.ndjson': ndjson({ word: CANARY }),
    });
    const source = { ...(await openDataSource(folder, false)), withoutRows: false };
    opened = await openInstance({ source, memoryLimitBytes: 500_000_000, threads: 1, checkers: 0 });
    connection = await opened.instance.connect();
    sandbox = sandboxOf(opened.store.current.tables);
  });
  afterAll(async () => {
    connection.closeSync();
    opened.instance.closeSync();
    await rm(folder, { recursive: true });
  });

  function sandboxOf(tables: ReadonlyMap<string, Table>): CompiledSandbox {
    const found = compileSandbox(QUERY, tables);
    if ('message' in found) throw new Error(found.message);
    return found;
  }

  it('is refused with a forbidden name in any of its places, and else reads the author’s table alone', async () => {
    const grammar = new Grammar(SEED);
    let taken = 0;
    let planted = 0;
    for (let index = 0; index < QUERIES; index += 1) {
      const { sql, places } = grammar.query();
      const found = compiled(sql);
      if ('message' in found) continue;
      taken += 1;
      expect([sql, await tablesOf(found.sql)]).toEqual([sql, expect.not.arrayContaining(['secrets'])]);
      for (let place = 0; place < places; place += 1) {
        const forbidden = FORBIDDEN[(index + place) % FORBIDDEN.length] ?? 'secrets';
        const text = grammar.replaced(sql, place, forbidden);
        planted += 1;
        expect([text, compiled(text)]).toEqual([
          text,
          expect.objectContaining({ message: expect.any(String) as string }),
        ]);
      }
    }
    // Otherwise it would hold for want of queries.
    expect(taken).toBeGreaterThan(QUERIES / 3);
    expect(planted).toBeGreaterThan(taken);
  });

  it('shows no canary when it is run', async () => {
    const grammar = new Grammar(SEED + 1);
    let ran = 0;
    for (let index = 0; index < RUNS; index += 1) {
      const found = compiled(grammar.query().sql);
      if ('message' in found) continue;
      const text = await answerOf(found);
      ran += text === undefined ? 0 : 1;
      expect(text ?? '').not.toContain(CANARY);
    }
    expect(ran).toBeGreaterThan(RUNS / 4);
  });

  it('is safe after mutations of accepted queries as well', async () => {
    const grammar = new Grammar(SEED + 2);
    let accepted = 0;
    for (let index = 0; index < MUTATIONS; index += 1) {
      const sql = grammar.mutated(ACCEPTED[index % ACCEPTED.length] ?? '', ACCEPTED);
      const found = compiled(sql);
      if ('message' in found) continue;
      accepted += 1;
      expect([sql, await tablesOf(found.sql)]).toEqual([sql, expect.not.arrayContaining(['secrets'])]);
      expect((await answerOf(found)) ?? '').not.toContain(CANARY);
    }
    expect(accepted).toBeGreaterThan(part(80, 30));
  });

  it('has no table to name: what is compiled over queries alone reads from them alone', async () => {
    const bare: CompiledSandbox = {
      ...sandbox,
      context: { ...sandbox.context, catalog: { ...sandbox.context.catalog, tables: NO_TABLES } },
    };
    expect(sandbox.context.catalog.tables).toBe(NO_TABLES);
    for (const name of FORBIDDEN) {
      expect(compileSandboxSql(bare, plant('SELECT * FROM T', name), 100)).toHaveProperty('message');
    }
    // The check itself can tell: the author's table is seen, and a table that is smuggled in would be.
    const found = compiled('SELECT path FROM hits');
    expect('sql' in found && (await tablesOf(found.sql))).toEqual(['requests']);
    expect(await tablesOf('SELECT * FROM (SELECT 1) AS a WHERE EXISTS (SELECT 1 FROM secrets)')).toContain('secrets');
  });

  /** The base tables in DuckDB's own reading of a query; names of WITH queries are told apart by their number. */
  async function tablesOf(sql: string): Promise<string[]> {
    const reader = await connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)::VARCHAR', [sql]);
    const tree = JSON.parse(String(reader.getRows()[0]?.[0])) as { error: boolean };
    if (tree.error) throw new Error(`DuckDB does not read ${sql}`);
    const names = new Set<string>();
    const walk = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      const { type, table_name: table, schema_name: schema, function_name: name } = node as Record<string, unknown>;
      if (type === 'BASE_TABLE') names.add(baseName(String(table), String(schema)));
      // UNNEST and lists of values are no tables; a function that returns one is.
      if (type === 'TABLE_FUNCTION') names.add('secrets');
      if (typeof name === 'string' && /^(query|read_|duckdb_|pragma_|glob|getenv|sniff|parquet_)/.test(name))
        names.add('secrets');
      Object.values(node).forEach(walk);
    };
    walk(tree);
    names.delete('');
    return [...names];
  }

  /**
   * A name that was made here has a number behind it; whatever is not the author's table counts as the worst. In a recursive query
   * DuckDB gives all rows so far under a schema of their own.
   */
  function baseName(table: string, schema: string): string {
    if (/_\d+$/.test(table) && (schema === '' || schema === 'recurring')) return '';
    return table === 'requests' ? table : 'secrets';
  }

  async function answerOf({ sql, macros }: Pick<Compiled, 'sql' | 'macros'>): Promise<string | undefined> {
    try {
      await opened.macros.provide(macros);
      const prepared = await connection.prepare(sql);
      for (let index = 1; index <= prepared.parameterCount; index += 1) prepared.bindNull(index);
      const rows = (await prepared.runAndReadAll()).getRowsJson();
      prepared.destroySync();
      return JSON.stringify(rows);
    } catch {
      return undefined;
    }
  }
});
