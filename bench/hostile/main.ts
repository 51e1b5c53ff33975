import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Child } from '../http/child.js';
import { Progress } from '../progress.js';
import { byDefault, IS_SHORT, miss, SHORT } from '../short.js';
import { type Attack } from './clients/hostile.js';
import { latencies, untilQuiet } from './honest.js';
import { type Kind, KINDS } from './kinds.js';
import { type Measured, MOST, peakBytes, ratio, report, type Round } from './report.js';
import { MOST_BYTES, Service } from './service.js';
import { HOSTILE, makeStore } from './store.js';

// What hostile callers cost honest ones: calls of an honest key beside each kind of them, and otherwise, in turns.
const { values: options } = parseArgs({
  options: {
    ...SHORT,
    rounds: byDefault('3', '1'),
    seconds: byDefault('3', '0.5'),
    only: { type: 'string', multiple: true, default: [] },
    // What the hostile callers cost is to be seen without a limit, unless that is what is measured.
    'sql-rate-limit': { type: 'string', default: '1000000/60s' },
    // Seconds that the hostile calls run before honest ones are measured beside them: with a limit, what they have saved up.
    'head-start': { type: 'string', default: '0.5' },
  },
});
const [rounds, seconds] = [Number(options.rounds), Number(options.seconds)];
const headStart = Number(options['head-start']);
const ids = KINDS.map(({ id }) => id);
const unknown = options.only.find((id) => !ids.includes(id));
if (unknown !== undefined || !(rounds > 0) || !(seconds > 0) || !(headStart >= 0)) {
  console.error(
    `--rounds and --seconds are numbers above 0, --head-start is one from 0 on, and --only is one of ${ids.join(', ')}; it may be repeated`,
  );
  process.exit(1);
}
const kinds = KINDS.filter(({ id }) => options.only.length === 0 || options.only.includes(id));

const machine = `${availableParallelism()} cores, with a load of ${(loadavg()[0] ?? NaN).toFixed(2)} before`;
const progress = new Progress();
const folder = await mkdtemp(join(tmpdir(), 'quern-hostile-'));
process.once('exit', () => {
  rmSync(folder, { recursive: true, force: true });
});
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

const service = new Service(await makeStore(folder), options['sql-rate-limit']);
await service.listening();
const clients = new Child<Attack | 'stop', string>('../hostile/clients/hostile.js');
await untilQuiet(service.base);
await latencies(service.base, 1);

const measured: Measured[] = [];
for (const kind of kinds) {
  for (const keys of IS_SHORT ? [HOSTILE.length] : [1, HOSTILE.length]) {
    const found: Round[] = [];
    for (let index = 0; index < rounds; index += 1) {
      progress.show(`${kind.title}, ${keys} keys: round ${index + 1} of ${rounds}`);
      found.push(await round(kind, keys));
    }
    measured.push({ kind, keys, rounds: found });
  }
}
clients.stop();
await service.stop();
progress.clear();
console.log(report(measured, machine));
for (const each of measured) {
  if (peakBytes(each) > MOST_BYTES) {
    console.log(`Required: at most ${MOST_BYTES / 2 ** 20} MiB of memory beside ${each.kind.title}: missed.`);
    miss();
  }
  if (each.kind.isForMemory) continue;
  if (Math.max(ratio(each, 'hit'), ratio(each, 'miss')) <= MOST) continue;
  console.log(
    `Required: hits and ordinary misses take at most ${MOST} times as long beside ${each.kind.title}: missed.`,
  );
  miss();
}

async function round(kind: Kind, keys: number): Promise<Round> {
  await untilQuiet(service.base);
  await service.forgetPeak();
  const idle = await latencies(service.base, seconds);
  const tokens = HOSTILE.map((_, index) => HOSTILE[index % keys] ?? '');
  await clients.ask({ base: service.base, kind: kind.id, tokens });
  await pause(headStart * 1000);
  const busy = await latencies(service.base, seconds);
  await clients.ask('stop');
  return { idle, busy, peakBytes: await service.peakBytes() };
}
