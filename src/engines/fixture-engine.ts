import { type NamedTables } from '../googlesql/resolver/tables.js';
import { type Engine } from './engine.js';
import { type TableField, type TableSchema } from '../catalog/log-tables/log-tables.js';

export type { TableField, TableSchema };

/**
 * A value of a row that a test writes, in the shape of its column: a list where it is REPEATED, an object where it is a
 * record, else text (BYTES in base64, a TIMESTAMP in ISO 8601 with its zone), or a boolean for BOOL. JSON is its text.
 */
export type FixtureValue = string | boolean | null | readonly FixtureValue[] | FixtureRow;

/** A row; a field that is left out is NULL, or empty where it is REPEATED. */
export interface FixtureRow {
  readonly [column: string]: FixtureValue;
}

export interface FixtureTable {
  readonly schema: TableSchema;
  readonly rows: readonly FixtureRow[];
}

/** Tables by name, including empty ones: there are no others. */
export type FixtureTables = ReadonlyMap<string, FixtureTable>;

/** An engine over fixtures: queries read the rows of tests instead of the operator's data. */
export interface FixtureEngine extends Engine {
  /** Replaces the rows of all tables, for the runs that follow. */
  load(tables: FixtureTables): Promise<void>;
}

/** The fixture engine that runs in this process; it knows the tables and their columns. */
export interface EmbeddedFixtureEngine extends FixtureEngine {
  readonly schemas: ReadonlyMap<string, TableSchema>;
  /** Same tables, by all names that queries may have for them. */
  readonly tables: NamedTables;
}
