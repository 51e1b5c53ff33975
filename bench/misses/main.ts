import { mkdir, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { Child } from '../http/child.js';
import { get } from '../http/exchange.js';
import { KEY } from '../http/key.js';
import { type Store as Served } from '../http/store.js';
import { Progress } from '../progress.js';
import { median } from '../quantile.js';
import { byDefault, SHORT } from '../short.js';
import { generateLogs, TABLES } from '../sql/logs.js';
import { closeStore, openStore } from '../sql/store.js';
import { tableLines } from '../sql/table.js';
import { temporaryFolder } from '../temporary-folder.js';
import { type Case, CASES } from './cases.js';
import { Miss, type Stages, STAGES } from './stages.js';

// Where the time of a miss goes: what is asked of the service by HTTP, and beside it the same work taken apart, in turns.
const { values: options } = parseArgs({
  options: { ...SHORT, rows: byDefault('110000', '2000'), rounds: byDefault('31', '2') },
});

const progress = new Progress();
const folder = await temporaryFolder();

const served: Served = {
  folder: join(folder, 'served'),
  endpoints: join(folder, 'endpoints'),
  data: join(folder, 'data'),
  kept: TABLES.length,
};
for (const each of [served.folder, served.endpoints, served.data]) await mkdir(each);
for (const [index, { file }] of CASES.entries()) await writeFile(join(served.endpoints, `${index}.yaml`), file);
const logs = { folder: served.data, database: join(folder, 'logs.duckdb') };
await generateLogs(logs, Number(options.rows), new Date(), progress);
progress.show('the store');
const store = await openStore(logs);
const child = new Child<Served, number>('./servers/quern.cjs', { UV_THREADPOOL_SIZE: '32' });
const port = await child.ask(served);
const agent = new Agent({ keepAlive: true });

const nameOf = ({ file }: Case) => /^name: (?<name>\S+)$/m.exec(file)?.groups?.name ?? '';

async function ask(given: Case): Promise<string> {
  const query = new URLSearchParams(given.parameters).toString();
  const url = `http://127.0.0.1:${port}/api/endpoints/query/${nameOf(given)}?${query}`;
  const { status, body, headers } = await get({ url, headers: { 'X-API-KEY': KEY, 'Accept-Encoding': 'gzip' } }, agent);
  const text = (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
  if (status !== 200) throw new Error(`${given.title}: ${status} ${text}`);
  return text;
}

const rows: string[][] = [];
for (const given of CASES) {
  progress.show(given.title);
  const miss = await Miss.prepare(given, store);
  if ((await ask(given)) !== (await miss.take()).body) throw new Error(`${given.title}: the answers differ`);
  const rounds: (Stages & { readonly whole: number })[] = [];
  while (rounds.length < Number(options.rounds)) {
    const started = performance.now();
    await ask(given);
    const whole = performance.now() - started;
    rounds.push({ whole, ...(await miss.take()).stages });
  }
  miss.end();
  const stages = STAGES.map((stage) => median(rounds.map((round) => round[stage])));
  const around = median(rounds.map((round) => round.whole - STAGES.reduce((sum, stage) => sum + round[stage], 0)));
  const whole = median(rounds.map((round) => round.whole));
  rows.push([given.title, ...[...stages, around, whole].map((each) => each.toFixed(1))]);
}
progress.clear();
agent.destroy();
child.stop();
closeStore(store);

const NUMBERS = [...STAGES, 'around', 'whole'];
console.log(
  [
    ...tableLines(['milliseconds', ...NUMBERS], rows, NUMBERS),
    '',
    `Medians of ${options.rounds} rounds over ${Number(options.rows).toLocaleString('en-US')} rows of each table, in the store.`,
    'Around: HTTP, key, parameters and the look at the files, as what the others leave of the whole.',
  ].join('\n'),
);
