import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { KEY } from '../http/key.js';
import { type Churn } from './churn.js';
import { type Tally } from './tally.js';

/** One sort of call, and the only statuses that it may have. */
interface Sort {
  readonly name: string;
  /** How often it comes, relative to the others. */
  readonly weight: number;
  readonly expected: readonly number[];
  readonly path: () => string;
  readonly method?: string;
  readonly headers?: () => Record<string, string>;
  /** The client leaves after at most so many milliseconds. */
  readonly leavesAfter?: number;
}

/** The client that asks with it has the answer of the last time. */
interface Latest {
  etag: string;
}

const CONDITIONAL = 'not modified';

const HOT = 20;
const below = (most: number) => Math.floor(Math.random() * most);
const hot = () => `/api/endpoints/query/kept?n=${below(HOT)}`;

/** A full queue (503) is an answer as good as any: the load is heavy on purpose. */
function sortsOf(churn: Churn, latest: Latest): readonly Sort[] {
  const query = '/api/endpoints/query';
  return [
    { name: 'hit', weight: 40, expected: [200], path: hot },
    {
      name: CONDITIONAL,
      weight: 10,
      expected: [200, 304],
      path: () => `${query}/kept?n=0`,
      headers: () => ({ 'if-none-match': latest.etag }),
    },
    { name: 'head', weight: 5, expected: [200], path: hot, method: 'HEAD' },
    { name: 'compressed', weight: 5, expected: [200], path: hot, headers: () => ({ 'accept-encoding': 'br, gzip' }) },
    { name: 'miss', weight: 10, expected: [200, 503], path: () => `${query}/kept?n=${HOT + below(1e9)}` },
    { name: 'uncached', weight: 5, expected: [200, 503], path: () => `${query}/fresh?n=${below(1e9)}` },
    { name: 'failing', weight: 3, expected: [502, 503], path: () => `${query}/failing?n=${below(1e6)}` },
    { name: 'too slow', weight: 0.2, expected: [504, 503], path: () => `${query}/endless?n=${below(7)}` },
    {
      name: 'abandoned',
      weight: 2,
      expected: [504, 503],
      path: () => `${query}/endless?n=${below(7)}`,
      leavesAfter: 200,
    },
    { name: 'invalid', weight: 3, expected: [400], path: () => `${query}/kept?n=many` },
    { name: 'unknown', weight: 2, expected: [404], path: () => `${query}/nothing` },
    { name: 'method', weight: 1, expected: [405], path: hot, method: 'DELETE' },
    { name: 'bad key', weight: 3, expected: [401], path: hot, headers: () => ({ 'x-api-key': `wrong-${below(1e9)}` }) },
    { name: 'rotated key', weight: 4, expected: [200, 401], path: hot, headers: () => ({ 'x-api-key': churn.token }) },
    { name: 'changing file', weight: 5, expected: [200, 503], path: () => `${query}/changing` },
    { name: 'passing file', weight: 2, expected: [200, 404, 503], path: () => `${query}/passing` },
    { name: 'listing', weight: 1, expected: [200], path: () => '/api/endpoints' },
    { name: 'health', weight: 2, expected: [200], path: () => '/health' },
  ];
}

/** Clients that call one after the other, and what they pause in between, in milliseconds. */
const CLIENTS = 12;
const PAUSE_MS = 40;

/** Every so many calls a client takes a new connection. */
const CALLS_PER_CONNECTION = 200;

/** Sends calls of all sorts until the signal is aborted. */
export async function sendTraffic(base: string, churn: Churn, tally: Tally, signal: AbortSignal): Promise<void> {
  const latest = { etag: '"none"' };
  const sorts = sortsOf(churn, latest);
  const client = async () => {
    let agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let calls = 1; !signal.aborted; calls += 1) {
      await call(base, pick(sorts), agent, tally, latest);
      if (calls % CALLS_PER_CONNECTION === 0) {
        agent.destroy();
        agent = new Agent({ keepAlive: true, maxSockets: 1 });
      }
      await setTimeout(Math.random() * PAUSE_MS);
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

function pick(sorts: readonly Sort[]): Sort {
  let left = Math.random() * sorts.reduce((sum, { weight }) => sum + weight, 0);
  const found = sorts.find(({ weight }) => (left -= weight) < 0) ?? sorts[0];
  if (!found) throw new Error('there are no sorts of calls');
  return found;
}

async function call(base: string, sort: Sort, agent: Agent, tally: Tally, latest: Latest): Promise<void> {
  const { name, expected, path, method = 'GET', headers, leavesAfter } = sort;
  const started = performance.now();
  const leaving = leavesAfter === undefined ? undefined : AbortSignal.timeout(Math.ceil(Math.random() * leavesAfter));
  await new Promise<void>((resolve) => {
    const fields = { 'x-api-key': KEY, ...headers?.() };
    const sent = request(
      base + path(),
      { method, headers: fields, agent, ...(leaving && { signal: leaving }) },
      (answer) => {
        const { statusCode = 0 } = answer;
        answer.resume().once('close', () => {
          if (name === CONDITIONAL) latest.etag = answer.headers.etag ?? latest.etag;
          if (!leaving?.aborted)
            tally.count(name, performance.now() - started, statusCode, expected.includes(statusCode));
          resolve();
        });
      },
    );
    sent.once('error', (error: NodeJS.ErrnoException) => {
      if (!leaving?.aborted) tally.count(name, performance.now() - started, error.code ?? error.message, false);
      else tally.count(name, performance.now() - started, 'left', true);
      resolve();
    });
    sent.end();
  });
}
