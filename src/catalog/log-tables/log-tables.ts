import authLogs from './auth_logs.schema.json' with { type: 'json' };
import edgeLogs from './edge_logs.schema.json' with { type: 'json' };
import functionEdgeLogs from './function_edge_logs.schema.json' with { type: 'json' };
import functionLogs from './function_logs.schema.json' with { type: 'json' };
import pgbouncerLogs from './pgbouncer_logs.schema.json' with { type: 'json' };
import postgresLogs from './postgres_logs.schema.json' with { type: 'json' };
import postgrestLogs from './postgrest_logs.schema.json' with { type: 'json' };
import realtimeLogs from './realtime_logs.schema.json' with { type: 'json' };
import storageLogs from './storage_logs.schema.json' with { type: 'json' };

/** One field of BigQuery's JSON schema, in the words that `bq show --schema` prints. */
export interface TableField {
  readonly name: string;
  /** `STRING`, `INTEGER`, `BOOLEAN`, `TIMESTAMP`, `RECORD` …; BigQuery also reads `INT64`, `BOOL` and `STRUCT`. */
  readonly type: string;
  /** `NULLABLE` (also when absent), `REQUIRED` or `REPEATED`. */
  readonly mode?: string;
  readonly fields?: readonly TableField[];
}

export type TableSchema = readonly TableField[];

/**
 * The log tables that the shipped endpoints read, by the plain names their SQL uses. `bq mk --schema` takes the same files.
 *
 * Every object of a log entry is a REPEATED record at every depth, even where there is only ever one of it.
 */
export const LOG_TABLES: ReadonlyMap<string, TableSchema> = new Map<string, TableSchema>([
  ['edge_logs', edgeLogs],
  ['postgres_logs', postgresLogs],
  ['function_edge_logs', functionEdgeLogs],
  ['function_logs', functionLogs],
  ['auth_logs', authLogs],
  ['realtime_logs', realtimeLogs],
  ['storage_logs', storageLogs],
  ['postgrest_logs', postgrestLogs],
  ['pgbouncer_logs', pgbouncerLogs],
]);
