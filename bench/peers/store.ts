import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { quoteString } from '../../src/engines/duckdb/compiler/types/duckdb-types.js';
import { type Progress } from '../progress.js';
import { generateLogs } from '../sql/logs.js';
import { HITS } from './peer.js';
import { countsFile, ENDPOINTS } from './queries.js';

/** What everybody answers from, in a folder that is there for one run. */
export interface Store {
  readonly folder: string;
  /** Quern's endpoint files, and the Parquet files of all who read such. */
  readonly endpoints: string;
  readonly data: string;
  /** For those who read no Parquet: the same logs, what is counted in a column of its own. */
  readonly flatLogs: string;
  readonly counts: string;
}

export async function makeStore(folder: string, rows: number, progress: Progress): Promise<Store> {
  const inside = (name: string) => join(folder, name);
  const store: Store = {
    folder,
    endpoints: inside('endpoints'),
    data: inside('data'),
    flatLogs: inside('edge_logs.csv'),
    counts: inside('counts.csv'),
  };
  await mkdir(store.endpoints);
  await mkdir(store.data);
  for (const [name, text] of Object.entries(ENDPOINTS)) await writeFile(join(store.endpoints, `${name}.yaml`), text);
  await generateLogs({ folder: store.data, database: inside('logs.duckdb') }, rows, new Date(), progress);
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`SET TimeZone = 'UTC'`);
  await writeFiles(connection, store);
  connection.closeSync();
  instance.closeSync();
  return store;
}

async function writeFiles(connection: DuckDBConnection, { data, flatLogs, counts }: Store): Promise<void> {
  const copy = (query: string, file: string, options: string) =>
    connection.run(`COPY (${query}) TO ${quoteString(file)} (${options})`);
  await copy(countsFile(HITS.large), join(data, 'counts.parquet'), 'FORMAT parquet');
  await copy(countsFile(HITS.large), counts, 'FORMAT csv, HEADER');
  await copy(
    `SELECT id, strftime(timestamp, '%Y-%m-%dT%H:%M:%S.%fZ') AS timestamp, event_message, project,
       metadata[1].request[1].path AS path, CAST(to_json(metadata) AS VARCHAR) AS metadata
     FROM read_parquet(${quoteString(join(data, 'edge_logs.parquet'))})`,
    flatLogs,
    'FORMAT csv, HEADER',
  );
}
