import { parseArgs } from 'node:util';
import { Progress } from '../progress.js';
import { miss, SHORT } from '../short.js';
import { clairvoyant } from './clairvoyant.js';
import { logflare } from './logflare.js';
import { noWarming } from './no-warming.js';
import { type Policy } from './policy.js';
import { randomNumbers } from './random.js';
import { isNoWorse, report } from './report.js';
import { type Setting } from './setting.js';
import { simulate } from './simulation.js';
import { Tally } from './tally.js';
import { bytesOf, DAY_MS, timesByKey, type Trace } from './trace.js';
import { drawTrace, TRACE_NAMES } from './traces.js';

// How many requests wait, how often the engine runs and what that is billed, with Quern's scheduler and with other rules, over the same days.
const { values: options } = parseArgs({
  options: {
    ...SHORT,
    /** One of them; all, where none is named. */
    trace: { type: 'string' },
    seed: { type: 'string', default: '1' },
    caching: { type: 'string', default: '900' },
    'cache-warming': { type: 'string', default: '300' },
    /** Seconds that a run takes. */
    run: { type: 'string', default: '2' },
    /** Enough for every refresh to start when it is due, as it does with the rules that Quern is compared to. */
    'warming-concurrency': { type: 'string', default: '64' },
  },
});

const setting: Setting = {
  cachingMs: number(options.caching) * 1000,
  cacheWarmingMs: number(options['cache-warming']) * 1000,
  runMs: number(options.run) * 1000,
};
const seed = number(options.seed);
const names = TRACE_NAMES.filter((name) => options.trace === undefined || name === options.trace);
if (names.length === 0) throw new Error(`--trace is one of ${TRACE_NAMES.join(', ')}`);
const progress = new Progress();
console.log(
  `caching ${options.caching} s, cache_warming ${options['cache-warming']} s; a run takes ${options.run} s, and is billed 10 MiB to 10 GiB by its key.`,
);
for (const name of names) {
  progress.show(`${name}: drawing`);
  const trace = drawTrace(name, seed);
  const play = async (learns: boolean) => {
    // The scheduler's jitter is to be the same each time, too.
    Math.random = randomNumbers(seed + 1);
    return simulate(trace, setting, number(options['warming-concurrency']), learns, progress);
  };
  const ours = await play(true);
  // A single day teaches nothing.
  const unlearnt = trace.days > 1 ? [{ policy: 'Quern without learning', tally: await play(false) }] : [];
  const theirs = replay(trace, logflare);
  progress.clear();
  const isKept = isNoWorse(ours, theirs);
  console.log(
    [
      '',
      `${name}: ${trace.about}`,
      '',
      report([
        { policy: 'Quern', tally: ours },
        ...unlearnt,
        { policy: 'no warming', tally: replay(trace, noWarming) },
        { policy: 'Logflare’s rule', tally: theirs },
        { policy: 'clairvoyant', tally: replay(trace, clairvoyant) },
      ]),
      '',
      `Quern is no worse than Logflare’s rule in waits and in bytes: ${isKept ? 'kept' : 'missed'}.`,
    ].join('\n'),
  );
  if (!isKept && !trace.mayCostMore) miss();
}

function replay(trace: Trace, policy: Policy): Tally {
  const tally = new Tally(trace.countedFromMs);
  const endMs = trace.days * DAY_MS;
  for (const [key, times] of timesByKey(trace)) policy({ times, bytes: bytesOf(key), endMs }, setting, tally);
  return tally;
}

function number(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`${JSON.stringify(text)} is not a number above 0`);
  return value;
}
