import { type Engine } from './engine.js';
import { type TableField, type TableSchema } from '../catalog/log-tables/log-tables.js';

/** The words of a table's columns, part of this contract. */
export type { TableField, TableSchema };

/**
 * A value of a row that a test writes, in the shape of its column: a list where it is REPEATED, an object where it is a
 * record, else text (BYTES in base64, a TIMESTAMP in ISO 8601 with its zone), or a boolean for BOOL. JSON is its text.
 */
export type GivenValue = string | boolean | null | readonly GivenValue[] | GivenRow;

/** A field that is left out is NULL, or empty where it is REPEATED. */
export interface GivenRow {
  readonly [column: string]: GivenValue;
}

export interface GivenTable {
  readonly schema: TableSchema;
  readonly rows: readonly GivenRow[];
}

/** Tables by name, empty ones included: there are no others. */
export type GivenTables = ReadonlyMap<string, GivenTable>;

/** An engine for tests: queries see the rows that they are given instead of the operator's data. */
export interface Rehearsal extends Engine {
  /** Puts rows in place for the runs that follow, and takes away what was there. */
  give(tables: GivenTables): Promise<void>;
}

/** The rehearsal that runs in this process; it knows the tables and their columns. */
export interface EmbeddedRehearsal extends Rehearsal {
  readonly schemas: ReadonlyMap<string, TableSchema>;
}
