import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { Progress } from '../../bench/progress.js';
import { BarrierAttack, LARGE, SMALL, tries, PLAIN, PLAIN_LARGE } from '../support/barrier/attack.js';
import { plainTries } from '../support/barrier/plain.js';

// Asks the embedded engine, as callers of a sandboxed endpoint would, for what its WITH filters out: every function of the
// compiler, in every shape of a filter, at every place of a query, over every kind of file, for as long as it is told to.
const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    // Looks at one in so many of all expressions only, at others with another seed.
    'one-in': { type: 'string', default: '1' },
    large: { type: 'boolean', default: false },
    // Small tables and large ones, one after the other.
    both: { type: 'boolean', default: false },
  },
});
const [seconds, seed, oneIn] = [Number(options.seconds), Number(options.seed), Number(options['one-in'])];
if (![seconds, seed, oneIn].every((each) => Number.isSafeInteger(each) && each > 0)) {
  console.error('--seconds, --seed and --one-in are whole numbers from 1 on');
  process.exit(1);
}

const attack = new BarrierAttack();
const progress = new Progress();
progress.show('looking for expressions that fail on some rows');
const oracles = await attack.oracles((index) => index % oneIn === seed % oneIn);
console.log(
  `seed ${seed}, ${seconds} seconds, ${oracles.length} expressions that fail on others' rows and not on one's own`,
);
let [count, plainCount, leaks] = [0, 0, 0];

function tell(leak: object | undefined): void {
  if (!leak) return;
  leaks += 1;
  console.log(JSON.stringify(leak));
}

for (const expression of oracles) {
  if (await attack.isLeakproof(expression)) tell({ expression, isTakenFor: 'one that cannot fail' });
}
if (options.both || !options.large) await run(SMALL, PLAIN);
if (options.both || options.large) await run(LARGE, PLAIN_LARGE);
progress.clear();
console.log(`${count} tried, and ${plainCount} of which nothing can fail; ${leaks} leaks`);
await attack.close();
process.exitCode = leaks === 0 ? 0 : 1;

/** Tries tables of some sizes, for as long as was told. */
async function run(forms: typeof SMALL, plainForms: typeof PLAIN): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  const plainOnes = plainTries(seed, plainForms);
  for (let round = seed; performance.now() < deadline; round += 1) {
    for (const each of tries(round, oracles, forms)) {
      if (performance.now() > deadline) break;
      count += 1;
      if (count % 100 === 0) progress.show(`${count} tried, ${leaks} leaks`);
      tell(await attack.leakOf(each));
      const other = plainOnes.next();
      plainCount += 1;
      tell(await attack.plainLeakOf(other.value));
    }
  }
}
