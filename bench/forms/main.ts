import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { KEY } from '../http/key.js';
import { Progress } from '../progress.js';
import { byDefault, miss, SHORT } from '../short.js';
import { handWrittenQuery, logsQuery } from './logs.js';
import { MeasuredService } from './measured-service.js';
import { type FormMade, report, requirementsOf } from './report.js';

// What an answer of very many rows costs: the time against DuckDB writing the same rows into a file by itself, how long other calls wait
// meanwhile, and the memory that it takes; then the same of its forms.
const { values: options } = parseArgs({ options: { ...SHORT, rows: byDefault('1000000', '20000') } });
const rows = Number(options.rows);
/** As large as the cache has to be to hold the answer, with its codings. */
const MAX_BYTES = 256 * 2 ** 20;

/** For which the service is looked at while nothing is asked of it. */
const IDLE_MS = 2000;

const progress = new Progress();
const folder = await mkdtemp(join(tmpdir(), 'quern-bench-'));
process.once('exit', () => {
  rmSync(folder, { recursive: true, force: true });
});
process.once('SIGINT', () => process.exit(130));

mkdirSync(join(folder, 'data'));
mkdirSync(join(folder, 'endpoints'));
const file = (name: string, query: string) =>
  JSON.stringify({
    id: `0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b${name.length}a`,
    name,
    caching: 600,
    timeout: 600,
    max_rows: 1_000_000,
    max_bytes: MAX_BYTES,
    query,
  });
writeFileSync(join(folder, 'endpoints', 'logs.yaml'), file('logs', logsQuery(rows)));
writeFileSync(join(folder, 'endpoints', 'small.yaml'), file('small', 'SELECT 1 AS n'));

progress.show('DuckDB writes the rows by itself');
const byHand = { json: await copySeconds('json'), parquet: await copySeconds('parquet') };

progress.show('the service makes the answer');
const service = await MeasuredService.start(folder, {
  QUERN_DATA: 'data',
  QUERN_API_KEY: KEY,
  QUERN_CACHE_MAX_BYTES: String(2 * MAX_BYTES),
  QUERN_CACHE_KEY_SHARE: '100%',
});
await get('small');
const idle = await service.during(() => setTimeout(IDLE_MS));
const made = await service.during(() => get('logs'));
const hit = await service.during(() => get('logs'));
const forms: FormMade[] = [];
for (const form of ['ndjson', 'csv', 'parquet', 'arrow']) {
  progress.show(`the answer as ${form}`);
  forms.push({ form, ...(await service.during(() => get(`logs/rows.${form}`))) });
}
await service.stop();
progress.clear();
const measured = { rows, byHand, idle, made, hit, forms };
const requirements = requirementsOf(measured);
console.log(report(measured, requirements));
if (requirements.some(({ isKept }) => !isKept)) miss();

async function copySeconds(format: 'json' | 'parquet'): Promise<{ seconds: number; bytes: number }> {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const path = join(folder, `rows.${format}`);
  const started = performance.now();
  await connection.run(`COPY (${handWrittenQuery(rows)}) TO '${path}' (FORMAT ${format})`);
  const seconds = (performance.now() - started) / 1000;
  connection.closeSync();
  instance.closeSync();
  return { seconds, bytes: statSync(path).size };
}

async function get(name: string): Promise<{ seconds: number; body: Uint8Array }> {
  const started = performance.now();
  const answer = await fetch(`${service.base}/api/endpoints/query/${name}`, {
    headers: { 'x-api-key': KEY, 'accept-encoding': 'identity' },
  });
  const body = new Uint8Array(await answer.arrayBuffer());
  if (answer.status !== 200) throw new Error(`${answer.status}: ${Buffer.from(body).toString()}`);
  if (answer.headers.has('quern-truncated')) throw new Error('the answer was cut off');
  return { seconds: (performance.now() - started) / 1000, body };
}
