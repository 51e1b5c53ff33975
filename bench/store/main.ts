import 'reflect-metadata';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { quoteString } from '../../src/engines/duckdb/compiler/types/duckdb-types.js';
import { DuckDbEngine } from '../../src/engines/duckdb/duckdb.engine.js';
import { type StoreOptions } from '../../src/engines/duckdb/store/kept-tables-parts.js';
import { Progress } from '../progress.js';
import { median } from '../quantile.js';
import { byDefault, IS_SHORT, miss, SHORT } from '../short.js';
import { generateLogs } from '../sql/logs.js';
import { tableLines } from '../sql/table.js';
import { temporaryFolder } from '../temporary-folder.js';
import { QUERIES } from './queries.js';

// What runs take over files, and over the copies of them that the store keeps: the same engine, the same queries, in turn.
const { values: options } = parseArgs({ options: { ...SHORT, rows: byDefault('200000', '5000') } });

/** How many times as fast as Parquet what reads fields of records is to be. */
const AIM = 5;
const ROUNDS = IS_SHORT ? 1 : 7;

const progress = new Progress();
const folder = await temporaryFolder();

const parquet = join(folder, 'parquet');
const ndjson = join(folder, 'ndjson');
for (const each of [parquet, ndjson]) await mkdir(each);
await generateLogs(
  { folder: parquet, database: join(folder, 'logs.duckdb') },
  Number(options.rows),
  new Date(),
  progress,
);
await writeNdjson();

const written: string[] = [];
const engines = {
  NDJSON: await open(ndjson),
  Parquet: await open(parquet),
  store: await open(parquet, { mode: 'on', path: join(folder, 'store'), maxBytes: 1e11 }),
};
engines.store.data?.onDoubt(async () => Promise.resolve());
const tables = (await engines.store.describeTables()).filter(({ files }) => files.length > 0).length;
while ((engines.store.activity.store?.tables ?? 0) < tables) {
  const [problem] = engines.store.dataProblems;
  if (problem) throw new Error(problem.message);
  await setTimeout(50);
}

const rows: string[][] = [];
let isMissed = false;
for (const { name, sql, readsRecords } of QUERIES) {
  progress.show(name);
  const times = { NDJSON: [] as number[], Parquet: [] as number[], store: [] as number[] };
  const answers = new Set<string>();
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [of, engine] of Object.entries(engines) as [keyof typeof times, DuckDbEngine][]) {
      const started = performance.now();
      answers.add(JSON.stringify((await run(engine, sql)).rows));
      // The first one of each warms it up.
      if (round > 0) times[of].push(performance.now() - started);
    }
  }
  if (answers.size > 1) throw new Error(`the answers differ: ${name}`);
  const ratio = (of: 'NDJSON' | 'Parquet') =>
    median(times[of].map((time, index) => time / (times.store[index] ?? NaN)));
  if (readsRecords && ratio('Parquet') < AIM) isMissed = true;
  const figures = [times.NDJSON, times.Parquet, times.store].map((each) => median(each).toFixed(1));
  rows.push([name, ...figures, ratio('NDJSON').toFixed(1), ratio('Parquet').toFixed(1), readsRecords ? `${AIM}` : '']);
}
progress.clear();
const head = ['query', 'NDJSON ms', 'Parquet ms', 'store ms', 'NDJSON / store', 'Parquet / store', 'aim'];
console.log([...written, '', ...tableLines(head, rows, head.slice(1))].join('\n'));
if (isMissed) miss();
for (const engine of Object.values(engines)) await engine.close();

async function open(dataPath: string, store?: StoreOptions): Promise<DuckDbEngine> {
  const engine = new DuckDbEngine({
    dataPath,
    sample: false,
    connections: 2,
    queueMax: 10,
    memoryLimitBytes: undefined,
    threads: undefined,
    sandbox: { processes: 1, memoryLimitBytes: 500_000_000 },
    timestamps: 'iso8601',
    numbers: 'exact',
    clock: Date.now,
    store,
    progress: (line) => {
      if (line.includes('is in the store')) written.push(line);
    },
  });
  await engine.open('run');
  return engine;
}

function run(engine: DuckDbEngine, sql: string) {
  const signal = new AbortController().signal;
  return engine.run({ sql, parameters: [], maxRows: 1000, timeoutSeconds: 300, signal, labels: {} });
}

async function writeNdjson(): Promise<void> {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  await connection.run(`SET TimeZone = 'UTC'`);
  const [from, to] = [join(parquet, 'edge_logs.parquet'), join(ndjson, 'edge_logs.ndjson')].map(quoteString);
  await connection.run(`COPY (FROM read_parquet(${from ?? ''})) TO ${to ?? ''} (FORMAT json)`);
  connection.closeSync();
  instance.closeSync();
}
