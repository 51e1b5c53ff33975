import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { FolderFollower } from '../../src/files/folder-follower.js';
import { Progress } from '../progress.js';
import { byDefault, miss, SHORT } from '../short.js';
import { median } from '../quantile.js';
import { load } from './load.js';
import { secondLoad } from './second-load.js';
import { measureScrape } from './scrape.js';
import { endpointText, idOf, nameOf, pathOf, writeEndpoints } from './files.js';

// How many endpoint files one service carries: what it takes to load them, to find one, to take up a change, and to tell the metrics of all.
const { values: options } = parseArgs({ options: { ...SHORT, files: byDefault('10000', '200') } });

const REQUIRED_LOAD_SECONDS = 10;
const REQUIRED_SECOND_CPU_SECONDS = 4;
const REQUIRED_BYTES = 400e6;
const REQUIRED_CHANGE_MS = 1000;
const REQUIRED_TURN_MS = 10;
const LOOKUPS = 1_000_000;
const CHANGES = 11;

const count = Number(options.files);
const progress = new Progress();
const folder = await mkdtemp(join(tmpdir(), 'quern-bench-'));
process.once('exit', () => {
  rmSync(folder, { recursive: true, force: true });
});
process.once('SIGINT', () => process.exit(130));

const endpoints = join(folder, 'endpoints');
await writeEndpoints(endpoints, count, progress);
await mkdir(join(folder, 'data'));

progress.show(`loading ${count} files`);
const { settings, engine, registry, seconds: loadSeconds, cpuSeconds } = await load(folder);
const lookupNs = { id: lookup(idOf), name: lookup(nameOf) };
const changeMs = await changes();
const rss = process.memoryUsage().rss;
const scrape = await measureScrape(registry, settings);
await engine.close();
// Some of the files have been changed meanwhile.
await writeEndpoints(endpoints, count, progress);
progress.show(`loading ${count} files again`);
const second = secondLoad(folder);
if (second.endpoints !== count) throw new Error(`${second.endpoints} of ${count} endpoints were loaded again`);

progress.clear();
const kept = (isKept: boolean) => (isKept ? 'kept' : 'missed');
const required = [
  [
    `${count} files are loaded in ${REQUIRED_LOAD_SECONDS} s (${loadSeconds.toFixed(1)})`,
    loadSeconds <= REQUIRED_LOAD_SECONDS,
  ],
  [
    `an unchanged folder is loaded again in ${REQUIRED_SECOND_CPU_SECONDS} s of processor time (${second.cpuSeconds.toFixed(1)})`,
    second.cpuSeconds <= REQUIRED_SECOND_CPU_SECONDS,
  ],
  [`at most ${REQUIRED_BYTES / 1e6} MB of memory (${(rss / 1e6).toFixed(0)})`, rss <= REQUIRED_BYTES],
  [
    `one changed file is served within ${REQUIRED_CHANGE_MS} ms (${changeMs.toFixed(0)})`,
    changeMs <= REQUIRED_CHANGE_MS,
  ],
  [
    `a scrape of all holds the event loop for at most ${REQUIRED_TURN_MS} ms at a time (${scrape.longestTurnMs.toFixed(1)})`,
    scrape.longestTurnMs <= REQUIRED_TURN_MS,
  ],
] as const;
console.log(
  [
    `${count} endpoint files, a third of them with queries of the shipped kind, on the embedded engine:`,
    `loaded in ${loadSeconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s of processor time); ${(rss / 1e6).toFixed(0)} MB resident with everything, ` +
      `${(process.resourceUsage().maxRSS / 1e3).toFixed(0)} MB at the most;`,
    `loaded again by another process in ${second.seconds.toFixed(1)} s (${second.cpuSeconds.toFixed(1)} s of processor time);`,
    `found by id in ${lookupNs.id.toFixed(0)} ns, by name in ${lookupNs.name.toFixed(0)} ns;`,
    `one changed file is served after ${changeMs.toFixed(0)} ms, of which 100 ms are for the file to come to rest;`,
    `a scrape of the metrics of all takes ${scrape.milliseconds.toFixed(0)} ms and is ${(scrape.bytes / 1e6).toFixed(1)} MB, packed.`,
    '',
    ...required.map(([text, isKept]) => `Required: ${text}: ${kept(isKept)}.`),
    '',
    `Node ${process.version} on ${cpus().length} × ${cpus()[0]?.model ?? 'an unknown processor'}.`,
  ].join('\n'),
);
if (required.some(([, isKept]) => !isKept)) miss();

async function milliseconds(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Nanoseconds that one takes. */
function lookup(reference: (index: number) => string): number {
  const references = Array.from({ length: 1000 }, (_, index) => reference((index * 7919) % count));
  const started = performance.now();
  for (let turn = 0; turn < LOOKUPS / references.length; turn += 1) for (const each of references) registry.find(each);
  return ((performance.now() - started) / LOOKUPS) * 1e6;
}

/** Milliseconds from the write of one file until it is served: the median of several. */
async function changes(): Promise<number> {
  progress.show('changing files');
  const follower = new FolderFollower({
    root: endpoints,
    rescan: (paths) => registry.reload(paths),
    watched: () => registry.folder.watched(),
    warn: (message) => {
      progress.show(message);
    },
  });
  const times: number[] = [];
  for (let turn = 0; turn <= CHANGES; turn += 1) {
    const index = (turn * 7919) % count;
    const { endpoint } = registry.find(idOf(index));
    const time = await milliseconds(async () => {
      await writeFile(pathOf(endpoints, index), endpointText(index, turn + 1));
      while (registry.serves(endpoint)) await setImmediate();
    });
    // The first one waits for the look that makes sure of everything once the folders are watched.
    if (turn > 0) times.push(time);
  }
  await follower.close();
  return median(times);
}
