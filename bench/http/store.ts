import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Progress } from '../progress.js';
import { generateLogs } from '../sql/logs.js';

/** What Quern serves here: a folder of endpoint files, and one of tables. */
export interface Store {
  readonly folder: string;
  readonly endpoints: string;
  readonly data: string;
  /** How many tables are to be read from Quern's own store, which is waited for; undefined: none. */
  readonly kept?: number;
}

export const COUNTS_NAME = 'bench.counts';
export const LOGS_NAME = 'bench.logs';
/** Rows of an answer of the latter. */
export const COLD_ROWS = 1000;

/** As many rows of plain figures as are asked for, answered from cache. */
const COUNTS = `
id: 0b6f3a52-3c1e-4d0e-9b57-2a4c1f8e7d01
name: ${COUNTS_NAME}
parameters:
  rows: { type: integer, required: true }
max_rows: 10000
caching: 3600
query: |
  SELECT
    TIMESTAMP_ADD(TIMESTAMP '2026-11-01 00:00:00', INTERVAL n MINUTE) AS timestamp,
    MOD(n * 7919, 1000) AS total_rest_requests,
    MOD(n * 104729, 500) AS total_storage_requests,
    MOD(n * 1299709, 200) AS total_auth_requests,
    MOD(n * 15485863, 90) AS total_realtime_requests
  FROM UNNEST(GENERATE_ARRAY(1, @rows)) AS n
  ORDER BY timestamp
`;

/** Log entries with all that is nested in them, as `logs.all` gives them; asked of the engine every time. */
const LOGS = `
id: 0b6f3a52-3c1e-4d0e-9b57-2a4c1f8e7d02
name: ${LOGS_NAME}
max_rows: ${COLD_ROWS}
caching: disabled
query: |
  SELECT id, timestamp, event_message, metadata
  FROM edge_logs
  ORDER BY timestamp DESC, id
  LIMIT ${COLD_ROWS}
`;

/** Few, so that a cold query is less the engine's work on other threads than rows to be encoded. */
const LOG_ROWS = 2000;

export async function makeStore(folder: string, progress: Progress): Promise<Store> {
  const store = { folder, endpoints: join(folder, 'endpoints'), data: join(folder, 'data') };
  await mkdir(store.endpoints);
  await mkdir(store.data);
  await writeFile(join(store.endpoints, 'counts.yaml'), COUNTS);
  await writeFile(join(store.endpoints, 'logs.yaml'), LOGS);
  await generateLogs({ folder: store.data, database: join(folder, 'logs.duckdb') }, LOG_ROWS, new Date(), progress);
  return store;
}
