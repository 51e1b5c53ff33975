import { type TableSchema } from '../../catalog/log-tables/log-tables.js';
import { type EmbeddedFixtureEngine, type FixtureTables } from '../fixture-engine.js';
import { type Tables } from './compiler/names/tables.js';
import { fieldOf } from './schema-types.js';
import { DuckDbEngine, type DuckDbOptions } from './duckdb.engine.js';
import { replaceRows } from './fixture-rows.js';

/** The embedded engine over empty tables, which have the columns of the operator's. */
export class DuckDbFixtureEngine extends DuckDbEngine implements EmbeddedFixtureEngine {
  /** Tables that have rows now. Tests often share rows, which then stay where they are. */
  private filled: FixtureTables = new Map();

  constructor(options: Omit<DuckDbOptions, 'withoutRows'>) {
    super({ ...options, withoutRows: true });
  }

  /** Opens for checks alone, without the sample logs, whose rows are not read. */
  override async open(): Promise<void> {
    await super.open('check');
  }

  override get tables(): Tables {
    return super.tables;
  }

  get schemas(): ReadonlyMap<string, TableSchema> {
    return new Map(
      Array.from(this.tables, ([name, { columns }]) => [
        name,
        columns.map((column) => fieldOf(column.name, column.type)),
      ]),
    );
  }

  async load(fixtures: FixtureTables): Promise<void> {
    const { pool } = this.needOpen();
    const { tables } = this;
    const connection = await pool.acquire(new AbortController().signal);
    try {
      const filled = new Map(Array.from(fixtures).filter(([, { rows }]) => rows.length > 0));
      for (const name of new Set([...this.filled.keys(), ...filled.keys()])) {
        const table = tables.get(name);
        const isThere = this.filled.get(name) === filled.get(name);
        if (table && !isThere) await replaceRows(connection, table, filled.get(name)?.rows ?? []);
      }
      this.filled = filled;
    } finally {
      pool.release(connection);
    }
  }
}
