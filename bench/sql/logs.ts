import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { schemaType } from '../../src/engines/duckdb/schema-types.js';
import { duckDbType, quoteName, quoteString } from '../../src/engines/duckdb/compiler/types/duckdb-types.js';
import { sampleRows, textOf } from '../../src/engines/duckdb/sample/generator.js';
import { LOG_TABLES } from '../../src/catalog/log-tables/log-tables.js';
import { type Progress } from '../progress.js';

/** The tables that the three endpoints answer from. */
export const TABLES = ['edge_logs', 'function_edge_logs'] as const;

/** Two copies of the rows: a folder of Parquet files, and native tables of a database file. */
export interface Logs {
  readonly folder: string;
  readonly database: string;
}

/** Rows made at a time, which bounds the memory. */
const BATCH = 100_000;

/**
 * Rows come in order of time over the 90 days before `now`: 15 % of them in the last day, 46 % in the last week. Their
 * values are drawn as those of the sample logs are.
 */
const MOMENTS = `
  CREATE MACRO moments_before(now, first, start, size, total) AS TABLE
    SELECT n, now - to_microseconds(CAST(3.6e9 * 24 * (pow(91, share) - 1) AS BIGINT)) AS timestamp
    FROM (SELECT n, 1 - (n - first + chance(n, 'time')) / total AS share
      FROM range(start, start + size) AS numbers(n))`;

export async function generateLogs(logs: Logs, rows: number, now: Date, progress: Progress): Promise<void> {
  const instance = await DuckDBInstance.create(logs.database);
  const connection = await instance.connect();
  try {
    await connection.run(`SET TimeZone = 'UTC'`);
    for (const macros of [textOf('macros'), MOMENTS])
      await connection.run(macros.replaceAll('CREATE MACRO', 'CREATE TEMP MACRO'));
    for (const [index, name] of TABLES.entries()) {
      await fill(connection, name, { first: index * rows, rows, now, progress });
      const file = join(logs.folder, `${name}.parquet`);
      await connection.run(`COPY ${quoteName(name)} TO ${quoteString(file)} (FORMAT parquet, COMPRESSION zstd)`);
    }
    await connection.run('CHECKPOINT');
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

interface Filling {
  /** The number of the first row; no two tables share a number. */
  readonly first: number;
  readonly rows: number;
  readonly now: Date;
  readonly progress: Progress;
}

async function fill(connection: DuckDBConnection, name: string, filling: Filling): Promise<void> {
  const { first, rows, now, progress } = filling;
  const fields = LOG_TABLES.get(name) ?? [];
  const columns = fields.map((field) => `${quoteName(field.name)} ${duckDbType(schemaType(field))}`);
  await connection.run(`CREATE TABLE ${quoteName(name)} (${columns.join(', ')})`);
  for (let position = 0; position < rows; position += BATCH) {
    const count = Math.min(BATCH, rows - position);
    const moments = `moments_before(TIMESTAMPTZ '${now.toISOString()}', ${first}, ${first + position}, ${count}, ${rows})`;
    await connection.run(`INSERT INTO ${quoteName(name)} ${sampleRows(name, moments)}`);
    progress.show(`inventing ${name}: ${(position + count).toLocaleString('en-US')} rows`);
  }
}
