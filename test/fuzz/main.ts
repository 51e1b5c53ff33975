import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { Progress } from '../../bench/progress.js';
import { bytesHeld } from '../support/bytes-held.js';
import { fuzz } from '../support/hostile/run.js';
import { startHostileService } from '../support/hostile/service.js';

// Sends requests that are nearly some to a service of its own on a loopback port, for as long as it is told to, and asks
// each answer what it must not be. The same seed sends the same requests.
const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [seconds, seed] = [Number(options.seconds), Number(options.seed)];
if (![seconds, seed].every((each) => Number.isSafeInteger(each) && each > 0)) {
  console.error('--seconds and --seed are whole numbers from 1 on');
  process.exit(1);
}

const failures: string[] = [];
for (const event of ['unhandledRejection', 'uncaughtException', 'warning'] as const) {
  process.on(event, (error: unknown) =>
    failures.push(`${event}: ${error instanceof Error ? error.stack : String(error)}`),
  );
}

/** Bytes that the process may hold at the end beyond those that it held a while after it began. */
const GROWTH_BYTES = 64 * 2 ** 20;
/** Lines of the log that tell of a bug; the service of a test keeps all lines. */
const BUG = /internal_error|^\s+at /m;

const progress = new Progress();
const service = await startHostileService();
console.log(`seed ${seed}, ${seconds} seconds`);
const deadline = performance.now() + seconds * 1000;
let held: number | undefined;
let requests = 0;
for (let round = 0; performance.now() < deadline && failures.length === 0; round += 1) {
  // A seed for each round, so that memory is looked at between them.
  const run = await fuzz(service, seed + round, (count) => count >= 5000 || performance.now() > deadline);
  requests += run.requests;
  if (run.failure !== undefined) failures.push(`seed ${seed + round}: ${run.failure}`);
  failures.push(...service.log.filter((line) => BUG.test(line)));
  (service.log as string[]).length = 0;
  const now = await bytesHeld();
  // Memory that is kept on purpose, such as the URLs of good calls, has come to its bound by then.
  if (round === 3) held = now;
  if (held !== undefined && now - held > GROWTH_BYTES) failures.push(`the process has grown by ${now - held} bytes`);
  progress.show(`${requests} requests, ${Math.round(now / 2 ** 20)} MiB held`);
}
progress.clear();
await service.close();
console.log(failures.length === 0 ? `${requests} requests, nothing found` : failures.join('\n\n'));
process.exitCode = failures.length === 0 ? 0 : 1;
