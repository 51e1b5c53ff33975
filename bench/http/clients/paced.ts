import { once } from 'node:events';
import { Agent } from 'node:http';
import { Worker } from 'node:worker_threads';
import { get, type Target } from '../exchange.js';
import { answerParent } from '../parent.js';
import { now } from './now.js';
import { type Pace } from './pacer.js';

export interface PacedLoad {
  readonly target: Target;
  readonly perSecond: number;
  readonly seconds: number;
}

const CONNECTIONS = 16;

/**
 * Sends requests at their times, however long the answers take, and returns how long after its time each was answered,
 * in milliseconds. Whoever waits for an answer before the next request leaves out those that would have waited as well.
 */
answerParent(async ({ target, perSecond, seconds }: PacedLoad): Promise<number[]> => {
  // The server closes what was idle for a while, so that the connections of the last time are of no use.
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const pace: Pace = { count: perSecond * seconds, intervalMs: 1000 / perSecond };
  const pacer = new Worker(new URL('pacer.js', import.meta.url), { workerData: pace });
  const latencies: Promise<number>[] = [];
  pacer.on('message', (due: number) => latencies.push(latencyOf(target, agent, due)));
  await once(pacer, 'exit');
  const measured = await Promise.all(latencies);
  agent.destroy();
  return measured;
});

async function latencyOf(target: Target, agent: Agent, due: number): Promise<number> {
  const { status } = await get(target, agent);
  if (status !== 200) throw new Error(`${target.url}: ${status}`);
  return now() - due;
}
