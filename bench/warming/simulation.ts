import { setMaxListeners } from 'node:events';
import { ALL_SCOPES, type Key } from '../../src/access/key.js';
import { NO_DIRECTIVES, type PreparedCall } from '../../src/execution/call.js';
import { type Progress } from '../progress.js';
import { ENDPOINT, openQuern, PARAMETER, type Quern } from './quern.js';
import { type Setting } from './setting.js';
import { SimulatedClock } from './simulated-clock.js';
import { SimulatedEngine } from './simulated-engine.js';
import { Tally } from './tally.js';
import { DAY_MS, HOUR_MS, type Trace } from './trace.js';

const TICK_MS = 1000;

const CLIENT: Key = { id: 'client', scopes: ALL_SCOPES, bind: new Map() };
/** Nobody leaves before the answer, of however many who wait. */
const NEVER = new AbortController().signal;
setMaxListeners(0, NEVER);

/** Replays a trace against Quern itself, event by event: runs that land, requests, and the scheduler's seconds. */
export async function simulate(
  trace: Trace,
  setting: Setting,
  warmingConcurrency: number,
  learns: boolean,
  progress: Progress,
): Promise<Tally> {
  const time = new SimulatedClock();
  const tally = new Tally(trace.countedFromMs);
  const engine = new SimulatedEngine(time, setting.runMs, tally);
  const quern = await openQuern(time, engine, setting, warmingConcurrency, learns);
  const clients = new Clients(quern, time, tally);
  const endMs = trace.days * DAY_MS;
  let request = 0;
  let tick = 0;
  for (;;) {
    const { at = Infinity, key = 0 } = trace.requests[request] ?? {};
    time.now = Math.min(engine.nextLanding, at, tick);
    if (time.now >= endMs) break;
    if (time.now === engine.nextLanding) engine.land();
    else if (time.now === at) {
      request += 1;
      if (clients.ask(key)) continue;
    } else {
      quern.warming.tick();
      if (tick % HOUR_MS === 0) progress.show(`${trace.name}: ${tick / HOUR_MS} of ${trace.days * 24} hours`);
      tick += TICK_MS;
    }
    await settled();
  }
  // Those who still wait are answered after the end; a stopped scheduler starts nothing meanwhile.
  quern.warming.stop();
  while (engine.nextLanding < Infinity) {
    time.now = engine.nextLanding;
    engine.land();
    await settled();
  }
  await quern.close();
  if (clients.answered !== trace.requests.length)
    throw new Error(`${trace.requests.length - clients.answered} requests had no answer`);
  return tally;
}

/** They ask as HTTP does: for what is in memory first, with what was prepared for the same call before. */
class Clients {
  answered = 0;
  private readonly prepared = new Map<number, PreparedCall>();

  constructor(
    private readonly quern: Quern,
    private readonly time: SimulatedClock,
    private readonly tally: Tally,
  ) {}

  /** Whether the answer was there. */
  ask(key: number): boolean {
    const { executor } = this.quern;
    const call = this.prepared.get(key) ?? this.prepare(key);
    const recalled = executor.recall(call, NO_DIRECTIVES);
    const askedAt = this.time.now;
    if (recalled) {
      this.serve(askedAt, recalled.ageSeconds, false);
      return true;
    }
    void executor.execute(call, NEVER).then(({ outcome, ageSeconds }) => {
      this.serve(askedAt, ageSeconds, outcome !== 'hit');
    });
    return false;
  }

  private prepare(key: number): PreparedCall {
    const parameters = new Map([[PARAMETER, [String(key)]]]);
    const call = this.quern.executor.prepare({ key: CLIENT, endpoint: ENDPOINT, parameters, strict: true });
    this.prepared.set(key, call);
    return call;
  }

  private serve(askedAt: number, ageSeconds: number, waited: boolean): void {
    this.answered += 1;
    this.tally.served(askedAt, ageSeconds * 1000, waited);
  }
}

/** Before the event loop's next turn, every promise that can go on has done so. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
