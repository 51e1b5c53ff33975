import { rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Endpoint } from '../../src/endpoint-files/endpoint.js';
import { readEndpointFile } from '../../src/endpoint-files/watch/endpoint-file-reading.js';
import { findEndpointFiles } from '../../src/endpoint-files/watch/endpoint-files.js';
import { casesAt, REQUIRED } from './cases.js';
import { prepareContest } from './contest.js';
import { generateLogs, type Logs } from './logs.js';
import { measure } from './measure.js';
import { Progress } from '../progress.js';
import { byDefault, miss, SHORT } from '../short.js';
import { isMissed, type Measurement, report } from './report.js';
import { closeStore, openDatabase, openParquet, openStore } from './store.js';

// What the compiled SQL of the shipped endpoints costs against hand-written DuckDB SQL for the same answers.
const { values: options } = parseArgs({
  options: { ...SHORT, keep: { type: 'boolean', default: false }, rows: byDefault('1000000', '20000') },
});

const progress = new Progress();
const folder = await mkdtemp(join(tmpdir(), 'quern-bench-'));
process.once('exit', () => {
  if (options.keep) console.log(`The logs are kept in ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
});
process.once('SIGINT', () => process.exit(130));

const logs: Logs = { folder: join(folder, 'logs'), database: join(folder, 'logs.duckdb') };
await mkdir(logs.folder);
const now = new Date();
await generateLogs(logs, Number(options.rows), now, progress);
const measurements = await measureAll(logs, now);
progress.clear();
console.log(report(measurements, ['endpoint', 'parameters']));
if (measurements.some(isMissed)) miss();

async function measureAll(logs: Logs, now: Date): Promise<Measurement[]> {
  const endpoints = await shippedEndpoints();
  const measurements: Measurement[] = [];
  for (const open of [openParquet, openDatabase, openStore]) {
    const store = await open(logs);
    for (const given of casesAt(now)) {
      const endpoint = endpoints.find(({ name }) => name === given.endpoint);
      if (!endpoint) throw new Error(`there is no endpoint ${given.endpoint}`);
      const parameters = Object.entries(given.parameters)
        .map((parameter) => parameter.join('='))
        .join(' ');
      progress.show(`${store.name}: ${given.endpoint} ${parameters}`);
      const figures = await measure(await prepareContest(endpoint, given, store, now));
      const most = store.most ?? REQUIRED[given.endpoint] ?? 1;
      measurements.push({ store: store.name, query: [given.endpoint, parameters], most, ...figures });
    }
    closeStore(store);
  }
  return measurements;
}

async function shippedEndpoints(): Promise<Endpoint[]> {
  const { files } = await findEndpointFiles('endpoints');
  const readings = await Promise.all(files.map(async ({ path }) => (await readEndpointFile(path))?.reading()));
  return readings.flatMap((reading) => reading?.endpoint ?? []);
}
