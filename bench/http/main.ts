import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Progress } from '../progress.js';
import { byDefault, miss, SHORT } from '../short.js';
import { CASES, COLD, SMALL } from './cases.js';
import { type Interference, measureInterference } from './interference.js';
import { report } from './report.js';
import { requirementsOf } from './requirements.js';
import { Servers } from './servers.js';
import { makeStore } from './store.js';
import { type Extent, measureThroughput, type Throughput } from './throughput.js';
import { isWrkInstalled } from './wrk.js';

// What a hit costs against the least that node:http can do and against a plain Nest app with cache-manager, and whether
// hits stay quick while cold queries run.
const { values: options } = parseArgs({
  options: {
    ...SHORT,
    rounds: byDefault('5', '1'),
    seconds: byDefault('2', '1'),
    only: { type: 'string', multiple: true, default: [] },
  },
});
const extent: Extent = { rounds: Number(options.rounds), seconds: Number(options.seconds) };
const ids = [...CASES.map(({ id }) => id), COLD];
const chosen = options.only.length > 0 ? options.only : ids;

const mistake = mistakeOf();
if (mistake !== undefined) {
  console.error(mistake);
  process.exit(1);
}

// What else runs here takes its share of every figure.
const load = loadavg()[0] ?? NaN;
const machine = `${availableParallelism()} cores, with a load of ${load.toFixed(2)} before`;

const progress = new Progress();
const folder = await mkdtemp(join(tmpdir(), 'quern-bench-'));
process.once('exit', () => {
  rmSync(folder, { recursive: true, force: true });
});
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

const servers = new Servers();
await servers.open(await makeStore(folder, progress));
const throughputs = await measureThroughputs();
const interferences = chosen.includes(COLD) ? await measureCold() : [];
servers.stop();
progress.clear();
const requirements = requirementsOf(throughputs, interferences);
console.log(report(throughputs, interferences, requirements, machine));
if (requirements.some(({ isKept }) => !isKept)) miss();

function mistakeOf(): string | undefined {
  if (!isWrkInstalled()) return 'wrk is not installed, which makes the load: apt-get install wrk';
  if (!Object.values(extent).every((figure) => Number.isSafeInteger(figure) && figure > 0)) {
    return '--rounds and --seconds are whole numbers from 1 on';
  }
  const unknown = chosen.find((id) => !ids.includes(id));
  return unknown === undefined ? undefined : `--only is one of ${ids.join(', ')}, not ${unknown}; it may be repeated`;
}

async function measureThroughputs(): Promise<Throughput[]> {
  const throughputs: Throughput[] = [];
  for (const given of CASES.filter(({ id }) => chosen.includes(id))) {
    throughputs.push(await measureThroughput(given, await servers.prepare(given), extent, progress));
  }
  return throughputs;
}

async function measureCold(): Promise<Interference[]> {
  const hits = await servers.prepare(SMALL);
  return measureInterference(hits.of, await servers.cold(), extent, progress);
}
