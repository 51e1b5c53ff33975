import { Agent } from 'node:http';
import { get, type Target } from '../exchange.js';
import { answerParent } from '../parent.js';

/** Who asks again as soon as there is an answer. */
const CLIENTS = 2;

let clients: Promise<number[]>[] = [];
let isStopped = false;

/** Begins to ask, or stops and returns how long each answer took, in milliseconds. */
answerParent(async (question: Target | 'stop'): Promise<number[]> => {
  isStopped = question === 'stop';
  if (question === 'stop') return (await Promise.all(clients)).flat();
  clients = Array.from({ length: CLIENTS }, async () => askUntilStopped(question));
  return [];
});

async function askUntilStopped(target: Target): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const durations: number[] = [];
  while (!isStopped) {
    const started = performance.now();
    const { status } = await get(target, agent);
    if (status !== 200) throw new Error(`${target.url}: ${status}`);
    durations.push(performance.now() - started);
  }
  agent.destroy();
  return durations;
}
