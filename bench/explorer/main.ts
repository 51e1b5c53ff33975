import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Progress } from '../progress.js';
import { byDefault, miss, SHORT } from '../short.js';
import { generateLogs, type Logs } from '../sql/logs.js';
import { measure } from '../sql/measure.js';
import { isMissed, type Measurement, report } from '../sql/report.js';
import { closeStore, openDatabase, openParquet, openStore } from '../sql/store.js';
import { temporaryFolder } from '../temporary-folder.js';
import { CASES, MOST } from './cases.js';
import { prepareContest } from './contest.js';
import { explorerEndpoint } from './endpoint.js';

// What log explorers' own SQL costs behind the sandbox, against hand-written DuckDB SQL for the same answers.
const { values: options } = parseArgs({ options: { ...SHORT, rows: byDefault('1000000', '20000') } });

const progress = new Progress();
const folder = await temporaryFolder();

const logs: Logs = { folder: join(folder, 'logs'), database: join(folder, 'logs.duckdb') };
await mkdir(logs.folder);
const now = new Date();
await generateLogs(logs, Number(options.rows), now, progress);
const measurements: Measurement[] = [];
for (const open of [openParquet, openDatabase, openStore]) {
  const store = await open(logs);
  for (const given of CASES) {
    progress.show(`${store.name}: ${given.name}`);
    const figures = await measure(await prepareContest(explorerEndpoint(), given, store, now));
    measurements.push({ store: store.name, query: [given.name], most: store.most ?? MOST, ...figures });
  }
  closeStore(store);
}
progress.clear();
console.log(report(measurements, ['query']));
if (measurements.some(isMissed)) miss();
