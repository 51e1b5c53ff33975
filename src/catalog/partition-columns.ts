import { LOG_TABLES } from './log-tables/log-tables.js';

/** The column by whose days each table is partitioned, for the tables that Quern knows. */
export const PARTITION_COLUMNS: ReadonlyMap<string, string> = new Map(
  Array.from(LOG_TABLES.keys(), (table) => [table, 'timestamp']),
);
