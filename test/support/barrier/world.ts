import { type DuckDBConnection, type DuckDBInstance } from '@duckdb/node-api';
import { rm } from 'node:fs/promises';
import {
  compileSandbox,
  type CompiledSandbox,
  compileSandboxSql,
} from '../../../src/engines/duckdb/compiler/sandbox/sandbox.js';
import { bindArguments } from '../../../src/engines/duckdb/arguments.js';
import { openDataSource } from '../../../src/engines/duckdb/data/data-source.js';
import { openInstance, openSandboxInstance } from '../../../src/engines/duckdb/instance.js';
import { MacrosInUse } from '../../../src/engines/duckdb/macros-in-use.js';
import { errorText } from '../../../src/errors/error-text.js';
import { type BarrierData } from './data.js';
import { heldTables, overRecords } from './held.js';
import { type Compiled } from '../../../src/engines/duckdb/compiler/compile.js';

const NOW = new Date('2026-11-20T10:47:12.345Z');

const TENANT = { name: 'tenant', type: 'STRING', array: false } as const;

/** Whatever has to be equal, whoever else has rows: an answer, or a failure. */
export type Outcome = string;

/**
 * Callers' SQL on one set of data, in an instance such as their processes have: with the rows of one tenant alone, and
 * among others' rows.
 */
export class BarrierWorld {
  private readonly sandboxes = new Map<string, CompiledSandbox>();

  private constructor(
    private readonly folder: string,
    private readonly instance: DuckDBInstance,
    private readonly connection: DuckDBConnection,
    private readonly macros: MacrosInUse,
    private readonly tables: Parameters<typeof compileSandbox>[1],
    private readonly isHeld: boolean,
  ) {}

  static async open({ folder, path, isHeld = false }: BarrierData): Promise<BarrierWorld> {
    const limits = { memoryLimitBytes: 500_000_000, threads: 2 };
    const source = { ...(await openDataSource(path, false)), withoutRows: false };
    const opened = await openInstance({ source, ...limits, checkers: 0 });
    const { tables: found } = opened.store.current;
    const tables = isHeld ? heldTables(found) : found;
    const names = Array.from(tables.values(), ({ sql }) => sql);
    const instance = await openSandboxInstance(opened.store.maker.definitionsOf(names), limits);
    opened.instance.closeSync();
    return new BarrierWorld(folder, instance, await instance.connect(), new MacrosInUse(instance), tables, isHeld);
  }

  async close(): Promise<void> {
    this.connection.closeSync();
    this.instance.closeSync();
    await rm(this.folder, { recursive: true });
  }

  /** The compiled text, or undefined where the compiler refuses it. */
  compile(authored: string, callerSql: string): string | undefined {
    return this.compiled(authored, callerSql)?.sql;
  }

  /** Whether it is run without the barrier. */
  isLeakproof(authored: string, callerSql: string): boolean {
    return this.compiled(authored, callerSql)?.leakproof === true;
  }

  /** What a caller gets; `change` is for tests of the tests, which take the barrier away. */
  async run(authored: string, callerSql: string, change = (sql: string): string => sql): Promise<Outcome> {
    const compiled = this.compiled(authored, callerSql);
    if (compiled === undefined) return 'refused';
    const sql = change(compiled.sql);
    try {
      await this.macros.provide(compiled.macros);
      const prepared = await this.connection.prepare(sql);
      try {
        if (sql.includes('$')) bindArguments(prepared, [{ ...TENANT, value: 'demo' }], NOW);
        return JSON.stringify(await rowsOf(prepared));
      } finally {
        prepared.destroySync();
      }
    } catch (error) {
      return `failed: ${errorText(error).split('\n')[0]?.slice(0, 60) ?? ''}`;
    }
  }

  private compiled(authored: string, callerSql: string): Compiled | undefined {
    const sql = this.isHeld ? overRecords(callerSql) : callerSql;
    const compiled = compileSandboxSql(this.sandboxOf(authored), sql, 1000);
    return 'message' in compiled ? undefined : compiled;
  }

  private sandboxOf(authored: string): CompiledSandbox {
    const known = this.sandboxes.get(authored);
    if (known) return known;
    const opened = compileSandbox({ sql: authored, parameters: [TENANT], maxRows: 1000 }, this.tables);
    if ('message' in opened) throw new Error(`${authored}: ${opened.message}`);
    this.sandboxes.set(authored, opened);
    return opened;
  }
}

async function rowsOf(prepared: Awaited<ReturnType<DuckDBConnection['prepare']>>): Promise<unknown> {
  const result = await prepared.runAndReadAll();
  return result.getRowsJson();
}
