import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '../quantile.js';
import { get } from './get.js';
import { HONEST } from './store.js';

export type Call = 'hit' | 'miss' | 'own';

export const CALLS: readonly Call[] = ['hit', 'miss', 'own'];

/** Milliseconds between two calls: SQL of its own no more often than the rate limit lets a key send it. */
const PAUSES: Readonly<Record<Call, number>> = { hit: 10, miss: 20, own: 100 };

const headers = { 'x-api-key': HONEST };
let turns = 0;

/** The middle of what calls of each sort take meanwhile, one after the other, the sorts side by side. */
export async function latencies(base: string, seconds: number): Promise<Readonly<Record<Call, number>>> {
  const end = performance.now() + seconds * 1000;
  const [hit, miss, own] = await Promise.all(CALLS.map(async (call) => latencyOf(call, base, end)));
  return { hit: hit ?? NaN, miss: miss ?? NaN, own: own ?? NaN };
}

async function latencyOf(call: Call, base: string, end: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const taken: number[] = [];
  while (performance.now() < end) {
    const begun = performance.now();
    const isAnswered = await get(
      { url: urlOf(call, base), headers },
      agent,
      AbortSignal.timeout(Math.ceil(end - begun)),
    );
    // What was not answered by the end has taken that long at least.
    taken.push(performance.now() - begun);
    if (isAnswered) await pause(PAUSES[call]);
  }
  agent.destroy();
  return quantile(taken, 0.5);
}

/** Waits until the service is itself again. */
export async function untilQuiet(base: string): Promise<void> {
  for (const call of CALLS) {
    while (!(await get({ url: urlOf(call, base), headers }, false, AbortSignal.timeout(1000)))) await pause(50);
  }
}

function urlOf(call: Call, base: string): string {
  turns += 1;
  const url = `${base}/api/endpoints/query/${call}`;
  if (call === 'hit') return url;
  return call === 'miss'
    ? `${url}?n=${turns}`
    : `${url}?sql=${encodeURIComponent(`SELECT MAX(n) AS n FROM numbers WHERE n > ${turns}`)}`;
}
