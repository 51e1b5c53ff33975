import { setMaxListeners } from 'node:events';
import { ALL_SCOPES, type Key } from '../../src/access/key.js';
import { type Progress } from '../progress.js';
import { ENDPOINT, openQuern, PARAMETER, type Quern } from './quern.js';
import { type Setting } from './setting.js';
import { SimulatedClock } from './simulated-clock.js';
import { SimulatedEngine } from './simulated-engine.js';
import { Tally } from './tally.js';
import { DAY_MS, type Request, type Trace } from './trace.js';

const TICK_MS = 1000;
const HOUR_MS = 3_600_000;

const CLIENT: Key = { id: 'client', scopes: ALL_SCOPES, bind: new Map() };
/** Nobody leaves before the answer, of however many who wait. */
const NEVER = new AbortController().signal;
setMaxListeners(0, NEVER);

/** Replays a day against Quern itself, event by event: runs that land, requests, and the scheduler's seconds. */
export async function simulate(
  trace: Trace,
  setting: Setting,
  warmingConcurrency: number,
  progress: Progress,
): Promise<Tally> {
  const time = new SimulatedClock();
  const engine = new SimulatedEngine(time, setting.runMs);
  const quern = await openQuern(time, engine, setting, warmingConcurrency);
  const tally = new Tally();
  let request = 0;
  let tick = 0;
  for (;;) {
    const requestAt = trace[request]?.at ?? Infinity;
    time.now = Math.min(engine.nextLanding, requestAt, tick);
    if (time.now >= DAY_MS) break;
    if (time.now === engine.nextLanding) engine.land();
    else if (time.now === requestAt) ask(quern, trace[request++], tally);
    else {
      quern.warming.tick();
      if (tick % HOUR_MS === 0) progress.show(`Quern’s day: ${tick / HOUR_MS} of 24 hours`);
      tick += TICK_MS;
    }
    await settled();
  }
  tally.runs = engine.runs;
  // Those who still wait are answered after midnight; a stopped scheduler starts nothing meanwhile.
  quern.warming.stop();
  while (engine.nextLanding < Infinity) {
    time.now = engine.nextLanding;
    engine.land();
    await settled();
  }
  await quern.close();
  if (tally.requests !== trace.length) throw new Error(`${trace.length - tally.requests} requests had no answer`);
  return tally;
}

function ask({ executor }: Quern, request: Request | undefined, tally: Tally): void {
  const parameters = new Map([[PARAMETER, [String(request?.key)]]]);
  const call = { key: CLIENT, endpoint: ENDPOINT, parameters, strict: true };
  void executor.execute(call, NEVER).then(({ outcome, ageSeconds }) => {
    tally.served(ageSeconds * 1000, outcome !== 'hit');
  });
}

/** Before the event loop's next turn, every promise that can go on has done so. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
