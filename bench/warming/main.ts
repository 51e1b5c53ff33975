import { parseArgs } from 'node:util';
import { Progress } from '../progress.js';
import { byDefault, miss, SHORT } from '../short.js';
import { clairvoyant } from './clairvoyant.js';
import { logflare } from './logflare.js';
import { noWarming } from './no-warming.js';
import { type Policy } from './policy.js';
import { randomNumbers } from './random.js';
import { isNoWorse, report } from './report.js';
import { type Setting } from './setting.js';
import { simulate } from './simulation.js';
import { Tally } from './tally.js';
import { syntheticDay, timesByKey } from './trace.js';

// How many requests wait and how often the engine runs, with Quern's scheduler and with other rules, over the same day.
const { values: options } = parseArgs({
  options: {
    ...SHORT,
    requests: byDefault('1500000', '5000'),
    keys: byDefault('10000', '50'),
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
// The scheduler's jitter is to be the same each time, too.
Math.random = randomNumbers(seed + 1);

const progress = new Progress();
progress.show('drawing the day');
const trace = syntheticDay(number(options.requests), number(options.keys), seed);
const byKey = timesByKey(trace);
const theirs = replay(logflare);
const others = [
  { policy: 'no warming', tally: replay(noWarming) },
  { policy: 'Logflare’s rule', tally: theirs },
  { policy: 'clairvoyant', tally: replay(clairvoyant) },
];
const ours = await simulate(trace, setting, number(options['warming-concurrency']), progress);
progress.clear();

const isKept = isNoWorse(ours, theirs);
console.log(
  [
    `${trace.length.toLocaleString('en')} requests for ${byKey.length.toLocaleString('en')} keys in 24 hours; ` +
      `caching ${options.caching} s, cache_warming ${options['cache-warming']} s; a run takes ${options.run} s.`,
    '',
    report([{ policy: 'Quern', tally: ours }, ...others]),
    '',
    `Quern is no worse than Logflare’s rule in both figures: ${isKept ? 'kept' : 'missed'}.`,
  ].join('\n'),
);
if (!isKept) miss();

function replay(policy: Policy): Tally {
  const tally = new Tally();
  for (const times of byKey) policy(times, setting, tally);
  return tally;
}

function number(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`${JSON.stringify(text)} is not a number above 0`);
  return value;
}
