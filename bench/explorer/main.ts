import { rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Progress } from '../progress.js';
import { byDefault, miss, SHORT } from '../short.js';
import { generateLogs, type Logs } from '../sql/logs.js';
import { measure } from '../sql/measure.js';
import { closeStore, openDatabase, openParquet } from '../sql/store.js';
import { CASES } from './cases.js';
import { prepareContest } from './contest.js';
import { explorerEndpoint } from './endpoint.js';
import { isMissed, type Measurement, report } from './report.js';

// What log explorers' own SQL costs behind the sandbox, against hand-written DuckDB SQL for the same answers.
const { values: options } = parseArgs({ options: { ...SHORT, rows: byDefault('1000000', '20000') } });

const progress = new Progress();
const folder = await mkdtemp(join(tmpdir(), 'quern-bench-'));
process.once('exit', () => {
  rmSync(folder, { recursive: true, force: true });
});
process.once('SIGINT', () => process.exit(130));

const logs: Logs = { folder: join(folder, 'logs'), database: join(folder, 'logs.duckdb') };
await mkdir(logs.folder);
const now = new Date();
await generateLogs(logs, Number(options.rows), now, progress);
const measurements: Measurement[] = [];
for (const open of [openParquet, openDatabase]) {
  const store = await open(logs);
  for (const given of CASES) {
    progress.show(`${store.name}: ${given.name}`);
    const figures = await measure(await prepareContest(explorerEndpoint(), given, store, now));
    measurements.push({ store: store.name, given, ...figures });
  }
  closeStore(store);
}
progress.clear();
console.log(report(measurements));
if (measurements.some(isMissed)) miss();
