import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { processorMicros } from '../capacity/cost.js';
import { get } from '../http/exchange.js';
import { KEY } from '../http/key.js';
import { table } from '../http/table.js';
import { isWrkInstalled, runWrk } from '../http/wrk.js';
import { Progress } from '../progress.js';
import { median } from '../quantile.js';
import { byDefault, IS_SHORT, SHORT } from '../short.js';
import { Service } from '../soak/service.js';
import { endpointText } from '../soak/store.js';

// Measures the gain of a second replica on the same machine: hits and misses of one process, and of two on one port.
const { values: options } = parseArgs({
  options: { ...SHORT, rounds: byDefault('5', '1'), seconds: byDefault('3', '1') },
});
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);

/** Node 20 cannot share a port; the calls are spread over two ports then, as a proxy would, without what a proxy costs. */
const [major = 0] = process.versions.node.split('.').map(Number);
const isShared = major >= 22;

const CASES = [
  { title: 'hits of 2 KB', path: 'kept', connections: 64 },
  { title: 'runs of one row', path: 'small', connections: 8 },
  { title: 'runs over a million values', path: 'large', connections: 8 },
] as const;

/** Fewer values in a short bench: a second may be too short for a run over a million on a busy machine. */
const VALUES = IS_SHORT ? 1000 : 1_000_000;

const ENDPOINTS = [
  { name: 'kept', caching: 3600, query: "SELECT RPAD('', 2018, 'abcdefghij ') AS text" },
  { name: 'small', query: 'SELECT 1 AS n' },
  {
    name: 'large',
    query: `SELECT MOD(a, 10) AS n, COUNT(*) AS count FROM UNNEST(GENERATE_ARRAY(1, ${VALUES})) AS a GROUP BY n`,
  },
];

interface Figures {
  readonly perSecond: number;
  /** Processor time for each call, of all processes together. */
  readonly micros: number;
}

if (!isWrkInstalled()) {
  console.error('wrk is not installed, which makes the load: apt-get install wrk');
  process.exit(1);
}
const load = loadavg()[0] ?? NaN;
const progress = new Progress();
const folder = await mkdtemp(join(tmpdir(), 'quern-bench-'));
process.once('exit', () => {
  rmSync(folder, { recursive: true, force: true });
});
process.once('SIGINT', () => process.exit(130));
await mkdir(join(folder, 'endpoints'));
await mkdir(join(folder, 'data'));
for (const [index, definition] of ENDPOINTS.entries()) {
  await writeFile(join(folder, `endpoints/${definition.name}.yaml`), endpointText(index, definition));
}

const groups = [await start(1), await start(2)] as const;
const lines: string[][] = [];
for (const given of CASES) {
  for (const group of groups) {
    await callEach(group, given.path);
    await measure(group, given, 1);
  }
  const measured: (readonly [Figures, Figures])[] = [];
  for (let round = 0; round < rounds; round += 1) {
    progress.show(`${given.title}: round ${round + 1} of ${rounds}`);
    measured.push([await measure(groups[0], given, seconds), await measure(groups[1], given, seconds)]);
  }
  const over = (value: (round: readonly [Figures, Figures]) => number) => median(measured.map(value));
  lines.push([
    given.title,
    ...[0, 1].map((index) => over((round) => round[index as 0 | 1].perSecond).toFixed(0)),
    over(([one, two]) => two.perSecond / one.perSecond).toFixed(2),
    ...[0, 1].map((index) => over((round) => round[index as 0 | 1].micros).toFixed(1)),
  ]);
}
for (const service of groups.flat()) await service.stop();
progress.clear();
const way = isShared ? 'on one port' : 'on a port each, since this Node shares none';
console.log(
  [
    ...table([['', 'one, a second', 'two, a second', 'times', 'one, µs', 'two, µs'], ...lines]),
    `Medians of ${rounds} rounds; two replicas ${way}; µs of a processor for each call, all of Quern's processes together.`,
    `wrk makes the load on the same ${availableParallelism()} cores, which had a load of ${load.toFixed(2)} before. Node ${process.version}.`,
  ].join('\n'),
);

/** Starts `count` replicas over the same folder. */
async function start(count: number): Promise<readonly Service[]> {
  const services: Service[] = [];
  for (let index = 0; index < count; index += 1) {
    progress.show(`starting ${index + 1} of ${count}`);
    const first = services[0];
    const port = isShared && first ? new URL(first.base).port : '0';
    const env = {
      QUERN_PORT: port,
      QUERN_REUSE_PORT: isShared ? 'on' : 'off',
      QUERN_CACHE_MAX_BYTES: '64MiB',
      // The first hits of all connections wait for one run.
      QUERN_KEY_CONCURRENCY: '1000',
    };
    const service = new Service({ folder, keysFile: join(folder, 'keys.yaml') }, env);
    await service.listening();
    services.push(service);
  }
  return services;
}

/** Warms every replica, since first answers take longest. Each call has a connection of its own, of which every replica gets some. */
async function callEach(group: readonly Service[], path: string): Promise<void> {
  const urls = group.map(({ base }) => `${base}/api/endpoints/query/${path}`);
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(urls.map(async (url) => get({ url, headers: { 'X-API-KEY': KEY } })));
  }
}

async function measure(
  group: readonly Service[],
  { path, connections }: (typeof CASES)[number],
  time: number,
): Promise<Figures> {
  const taken = async () => (await Promise.all(group.map(({ pid }) => processorMicros(pid)))).reduce((a, b) => a + b);
  const bases = [...new Set(group.map(({ base }) => base))];
  const before = await taken();
  const loads = await Promise.all(
    bases.map(async (base) => {
      const url = `${base}/api/endpoints/query/${path}`;
      return runWrk({ url, headers: { 'X-API-KEY': KEY } }, time, connections / bases.length);
    }),
  );
  const sum = (figure: 'perSecond' | 'requests') => loads.reduce((total, each) => total + each[figure], 0);
  return { perSecond: sum('perSecond'), micros: ((await taken()) - before) / sum('requests') };
}
