import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { LOG_TABLES } from '../../../catalog/log-tables/log-tables.js';
import { schemaType } from '../schema-types.js';
import { duckDbType, quoteString } from '../compiler/types/duckdb-types.js';
import { readFileSync } from 'node:fs';
import { sqlFile } from '../sql-file.js';

/** Number of rows of each table. The tables' order is that of the numbers of their rows. */
const SAMPLE_TABLES: ReadonlyMap<string, number> = new Map([
  ['edge_logs', 110_000],
  ['function_edge_logs', 110_000],
  ['function_logs', 20_000],
  ['postgres_logs', 16_000],
  ['auth_logs', 12_000],
  ['storage_logs', 12_000],
  ['realtime_logs', 8_000],
  ['postgrest_logs', 6_000],
  ['pgbouncer_logs', 6_000],
]);

/** Every table numbers its rows from a multiple of this, so that no two tables share a number. */
const NUMBERS_PER_TABLE = 1_000_000;

/** Rows of a Parquet row group: a query over the last minutes reads one or two of them. */
const ROW_GROUP_SIZE = 20_000;

/** Tables written at a time. DuckDB itself gives a table of this size to one thread. */
const WRITERS = 2;

/** Writes `<table>.parquet` for every log table: 90 days before `middle` and 25 hours after it, in order of time. */
export async function generateSampleLogs(
  folder: string,
  middle: Date,
  progress: (line: string) => void,
): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  try {
    const setUp = await instance.connect();
    await setUp.run(`SET GLOBAL TimeZone = 'UTC'`);
    await setUp.run(textOf('macros'));
    setUp.closeSync();

    // A writer that is free takes the next table.
    const waiting = [...SAMPLE_TABLES].entries();
    const writeTables = async (): Promise<void> => {
      const connection = await instance.connect();
      for (const [index, [name, rows]] of waiting) {
        const moments = `moments_around(TIMESTAMPTZ '${middle.toISOString()}', ${index * NUMBERS_PER_TABLE}, ${rows})`;
        const file = quoteString(join(folder, `${name}.parquet`));
        await connection.run(
          `COPY (${sampleRows(name, moments)}) TO ${file} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${ROW_GROUP_SIZE})`,
        );
        progress(`${name} ${rows.toLocaleString('en-US')} rows`);
      }
      connection.closeSync();
    };
    const written = await Promise.allSettled(Array.from({ length: WRITERS }, writeTables));
    for (const each of written) if (each.status === 'rejected') throw each.reason;
  } finally {
    instance.closeSync();
  }
}

/**
 * The rows of a table, in order of time. Its file is a SELECT over `moments (n BIGINT, timestamp TIMESTAMPTZ)`, one row each; `n` is unique
 * over all tables, and everything else is drawn from it. Only the fields with a value are listed: the rows are cast by name to the table's
 * schema, which fills the rest with NULL.
 */
export function sampleRows(name: string, moments: string): string {
  const fields = LOG_TABLES.get(name);
  if (fields === undefined) throw new Error(`${name} is not one of the log tables.`);
  const row = duckDbType(schemaType({ name: 'row', type: 'RECORD', fields }));
  return `
    WITH moments AS (FROM ${moments}),
    sample AS (${textOf(name)})
    SELECT unnest(CAST(sample AS ${row})) FROM sample ORDER BY timestamp, id`;
}

/** The SELECT of a table; or, of `macros`, what the tables are written in. */
export function textOf(name: string): string {
  return readFileSync(sqlFile(`sql/${name}.sql`, import.meta.url), 'utf8');
}
