import { type TableSchema } from '../../catalog/log-tables/log-tables.js';
import { type EmbeddedRehearsal, type GivenTables } from '../rehearsal.js';
import { fieldOf } from './column-types.js';
import { DuckDbEngine, type DuckDbOptions } from './duckdb.engine.js';
import { replaceRows } from './given-rows.js';

/** The embedded engine over tables of its own, which have the columns of the operator's. */
export class DuckDbRehearsal extends DuckDbEngine implements EmbeddedRehearsal {
  /** What stands in the tables that are not empty. Cases often share rows, which then stay where they are. */
  private filled: GivenTables = new Map();

  constructor(options: Omit<DuckDbOptions, 'rowsAreGiven'>) {
    super({ ...options, rowsAreGiven: true });
  }

  /** Nobody's rows are read, so none have to be made. */
  override async open(): Promise<void> {
    await super.open('check');
  }

  get schemas(): ReadonlyMap<string, TableSchema> {
    return new Map(
      Array.from(this.needOpen().tables, ([name, { columns }]) => [
        name,
        columns.map((column) => fieldOf(column.name, column.type)),
      ]),
    );
  }

  async give(given: GivenTables): Promise<void> {
    const { pool, tables } = this.needOpen();
    const connection = await pool.acquire(new AbortController().signal);
    try {
      const filled = new Map(Array.from(given).filter(([, { rows }]) => rows.length > 0));
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
