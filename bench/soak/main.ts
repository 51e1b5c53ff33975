import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Progress } from '../progress.js';
import { byDefault, miss, SHORT } from '../short.js';
import { Churn } from './churn.js';
import { type Footprint, footprintOf } from './footprint.js';
import { report } from './report.js';
import { requirementsOf } from './requirements.js';
import { Service } from './service.js';
import { makeStore } from './store.js';
import { Tally } from './tally.js';
import { sendTraffic } from './traffic.js';

// Whether the service stays what it is under everything that clients and operators do to it, for as long as one likes.
const { values: options } = parseArgs({ options: { ...SHORT, minutes: byDefault('10', '0.2') } });
const minutes = Number(options.minutes);
if (!(minutes > 0)) {
  console.error(`--minutes is a number above 0, not ${options.minutes}`);
  process.exit(1);
}
if (process.platform !== 'linux') {
  console.error('Only Linux tells what a process holds; run it there, or in a container');
  process.exit(1);
}

/** The first part, in which caches fill and code is compiled, is not measured. */
const WARM_UP_MS = Math.min(60_000, (minutes * 60_000) / 3);
/** How long handles of clients that have gone may take to be closed. */
const SETTLE_MS = 3000;

const progress = new Progress();
const folder = await mkdtemp(join(tmpdir(), 'quern-soak-'));
process.once('exit', () => {
  rmSync(folder, { recursive: true, force: true });
});
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

const store = await makeStore(folder);
const service = new Service(store);
await service.listening();
const before = await footprintOf(service.pid);

const tally = new Tally();
const churn = new Churn(store);
const end = new AbortController();
const work = Promise.all([sendTraffic(service.base, churn, tally, end.signal), churn.run(end.signal)]);
const footprints = await watch();
end.abort();
await work;
await setTimeout(SETTLE_MS);
const after = await footprintOf(service.pid);
const endedWell = await service.stop();
progress.clear();

const soak = { before, after, footprints, tally, mistakes: service.mistakes, endedWell };
const requirements = requirementsOf(soak);
console.log(report(soak, requirements));
console.log(`\n${minutes} minutes, ${tally.calls.toLocaleString('en-US')} calls, ${churn.changes} changes of files.`);
if (requirements.some(({ isKept }) => !isKept)) miss();

/** A footprint each second from the end of the warm-up on. */
async function watch(): Promise<Footprint[]> {
  const found: Footprint[] = [];
  const started = performance.now();
  for (let passed = 0; passed < minutes * 60_000; passed = performance.now() - started) {
    await setTimeout(1000);
    const footprint = await footprintOf(service.pid);
    if (passed >= WARM_UP_MS) found.push(footprint);
    const share = Math.min(100, Math.round(passed / (minutes * 600)));
    const rss = Math.round(footprint.rssBytes / 2 ** 20);
    progress.show(
      `${share} %: ${tally.calls} calls, ${tally.unexpected.size} unexpected, ${rss} MiB, ${footprint.handles} handles`,
    );
  }
  return found;
}
