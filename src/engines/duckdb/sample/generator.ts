import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { LOG_TABLES } from '../../../catalog/log-tables/log-tables.js';
import { schemaType } from '../schema-types.js';
import { duckDbType } from '../compiler/types/duckdb-types.js';
import { pgbouncerLogs, postgresLogs, postgrestLogs } from './database-logs.js';
import { edgeLogs } from './edge-logs.js';
import { functionEdgeLogs, functionLogs } from './function-logs.js';
import { NUMBERS_PER_TABLE, type SampleTable } from './sample-table.js';
import { authLogs, realtimeLogs, storageLogs } from './service-logs.js';
import { readFileSync } from 'node:fs';
import { sqlFile } from '../sql-file.js';
import { SAMPLE_PROJECTS } from './projects.js';

const projectShares = SAMPLE_PROJECTS.flatMap(({ name, shares }) => Array.from({ length: shares }, () => `'${name}'`));

const functionsByProject = SAMPLE_PROJECTS.map(({ name, functions }) => {
  const list = functions.map((f) => `{'id': '${f.id}', 'name': '${f.name}'}`).join(', ');
  return `WHEN '${name}' THEN pick(n, 'function', [${list}])`;
});

/** The macros of `macros.sql`, and those that choose among the sample projects. */
export function sampleMacros(): string {
  return `${readFileSync(sqlFile('macros.sql', import.meta.url), 'utf8')}
    CREATE MACRO project_of(n) AS pick(n, 'project', [${projectShares.join(', ')}]);
    CREATE MACRO function_of(n, project) AS CASE project ${functionsByProject.join(' ')} END;
  `;
}

export const SAMPLE_TABLES: readonly SampleTable[] = [
  edgeLogs,
  functionEdgeLogs,
  functionLogs,
  postgresLogs,
  authLogs,
  storageLogs,
  realtimeLogs,
  postgrestLogs,
  pgbouncerLogs,
];

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
    await setUp.run(sampleMacros());
    setUp.closeSync();

    const waiting = [...SAMPLE_TABLES.entries()];
    const writeTables = async (): Promise<void> => {
      const connection = await instance.connect();
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [index, table] = next;
        await connection.run(copyStatement(table, index * NUMBERS_PER_TABLE, middle, folder));
        progress(`${table.name} ${table.rows.toLocaleString('en-US')} rows`);
      }
      connection.closeSync();
    };
    const written = await Promise.allSettled(Array.from({ length: WRITERS }, writeTables));
    for (const each of written) if (each.status === 'rejected') throw each.reason;
  } finally {
    instance.closeSync();
  }
}

function copyStatement(table: SampleTable, firstNumber: number, middle: Date, folder: string): string {
  const schema = LOG_TABLES.get(table.name);
  if (schema === undefined) throw new Error(`${table.name} is not one of the log tables.`);
  const file = join(folder, `${table.name}.parquet`).replaceAll(`'`, `''`);
  return `
    COPY (
      WITH moments AS (FROM moments_around(TIMESTAMPTZ '${middle.toISOString()}', ${firstNumber}, ${table.rows})),
      sample AS (${table.select})
      SELECT unnest(CAST(sample AS ${duckDbType(schemaType({ name: 'row', type: 'RECORD', fields: schema }))})) FROM sample ORDER BY timestamp, id
    ) TO '${file}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${ROW_GROUP_SIZE})`;
}
