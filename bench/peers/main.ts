import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Extent } from '../http/throughput.js';
import { isWrkInstalled } from '../http/wrk.js';
import { Progress } from '../progress.js';
import { byDefault, miss, SHORT } from '../short.js';
import { type Contender, enter, factsOf } from './contender.js';
import { measureHits, measureMisses } from './contest.js';
import { type Peer } from './peer.js';
import { datasette } from './peers/datasette.js';
import { flapi } from './peers/flapi.js';
import { nginx } from './peers/nginx.js';
import { bare, bodiesOf, handWritten, nest, quern, quernOverFiles } from './peers/ours.js';
import { roapi } from './peers/roapi.js';
import { residentMegabytes } from './processes.js';
import { report } from './report.js';
import { requirementsOf } from './requirements.js';
import { makeStore } from './store.js';

// Quern beside those whom one would take instead, as far as they are installed: answers that are cached, and ones that are not.
const { values: options } = parseArgs({
  options: {
    ...SHORT,
    rounds: byDefault('3', '1'),
    seconds: byDefault('2', '1'),
    rows: byDefault('110000', '2000'),
  },
});
const extent: Extent = { rounds: Number(options.rounds), seconds: Number(options.seconds) };
const rows = Number(options.rows);
if (!isWrkInstalled()) {
  console.error('wrk is not installed, which makes the load: apt-get install wrk');
  process.exit(1);
}
const machine = `Node ${process.version} on ${availableParallelism()} cores, with a load of ${loadavg()[0]?.toFixed(2)} before.`;

const progress = new Progress();
const folder = await mkdtemp(join(tmpdir(), 'quern-peers-'));
process.once('exit', () => {
  rmSync(folder, { recursive: true, force: true });
});
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

const store = await makeStore(folder, rows, progress);
const contenders: Contender[] = [];
const absent: string[] = [
  'missing: VulcanSQL: npm has neither its command line nor its driver for DuckDB, @vulcan-sql/cli and @vulcan-sql/extension-driver-duckdb',
];

const first = await admit(quern);
if (!first?.served.hits) throw new Error(absent.join('\n'));
const bodies = await bodiesOf(first.served.hits);
for (const peer of [bare(bodies), nest(bodies), nginx(bodies), handWritten, quernOverFiles, datasette, roapi, flapi])
  await admit(peer);
await compare();

const hits = {
  small: await measureHits('small', contenders, extent, progress),
  large: await measureHits('large', contenders, extent, progress),
};
const afterHits = held();
const misses = {
  newest: await measureMisses('newest', contenders, extent, progress),
  counts: await measureMisses('counts', contenders, extent, progress),
};
const afterMisses = held();
for (const { served } of contenders) served.stop();
progress.clear();

const measured = {
  contenders,
  bytes: { small: bodies.small.length, large: bodies.large.length },
  rows,
  hits,
  misses,
  held: new Map(
    contenders.map(({ peer: { name } }) => [
      name,
      { hits: afterHits.get(name) ?? NaN, misses: afterMisses.get(name) ?? NaN },
    ]),
  ),
};
const requirements = requirementsOf(measured);
console.log(report(measured, absent, requirements));
console.log(`Medians of ${extent.rounds} rounds, in each of which everyone ran. ${machine}`);
if (requirements.some(({ isKept }) => !isKept)) miss();

async function admit(peer: Peer): Promise<Contender | undefined> {
  progress.show(`starting ${peer.title}`);
  const version = peer.version();
  if (version === undefined) {
    absent.push(`missing: ${peer.title}: ${peer.install}`);
    return undefined;
  }
  const entered = await enter(peer, store, version);
  if (typeof entered === 'string') {
    absent.push(`left out: ${peer.title}: ${entered}`);
    return undefined;
  }
  contenders.push(entered);
  return entered;
}

/** Those who answer something else are no measure of anything. */
async function compare(): Promise<void> {
  const facts = new Map<Contender, string>();
  for (const each of contenders.filter(({ served }) => served.misses)) facts.set(each, await factsOf(each));
  const [ours] = facts.values();
  for (const [{ peer }, theirs] of facts) {
    if (theirs !== ours)
      throw new Error(`${peer.title} answers other rows:\n${theirs.slice(0, 500)}\n${ours?.slice(0, 500)}`);
  }
}

function held(): ReadonlyMap<string, number> {
  return new Map(contenders.map(({ peer, served }) => [peer.name, residentMegabytes(served.pid)]));
}
