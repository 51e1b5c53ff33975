import { execFile, spawnSync } from 'node:child_process';
import { type Target } from './exchange.js';
import { endWithUs } from './offspring.js';

/** What one run of wrk has measured. */
export interface Load {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const CONNECTIONS = 64;
/** How long an answer may take, and wrk itself beyond the time that it was given. */
const GRACE_SECONDS = 10;
const UNIT_MS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000, m: 60_000 };

export function isWrkInstalled(): boolean {
  return spawnSync('wrk', ['--version']).error === undefined;
}

/** As many requests as one thread of wrk gets answered. */
export async function runWrk({ url, headers }: Target, seconds: number, connections = CONNECTIONS): Promise<Load> {
  const fields = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
  const options = ['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`, '--latency'];
  const timeout = ['--timeout', `${GRACE_SECONDS}s`];
  return parse(await outputOf([...options, ...timeout, ...fields, url], seconds + GRACE_SECONDS));
}

function outputOf(args: readonly string[], seconds: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile('wrk', args, { timeout: seconds * 1000 }, (error, stdout) => {
      if (error) reject(new Error('wrk has failed', { cause: error }));
      else resolve(stdout);
    });
    endWithUs(child);
  });
}

function parse(output: string): Load {
  // These lines are there only where something went wrong.
  const errors = output.match(/^ *(Socket errors|Non-2xx or 3xx responses):.*$/gm);
  if (errors) throw new Error(`wrk: ${errors.map((line) => line.trim()).join('; ')}`);
  const requests = Number(/^ *(\d+) requests in /m.exec(output)?.[1]);
  const perSecond = Number(/^Requests\/sec: *([\d.]+)$/m.exec(output)?.[1]);
  const load: Load = { requests, perSecond, p50Ms: latencyMs(output, 50), p99Ms: latencyMs(output, 99) };
  if (!Object.values(load).every((figure) => figure > 0)) throw new Error(`wrk has written something else:\n${output}`);
  return load;
}

function latencyMs(output: string, percent: number): number {
  const [, figure, unit = ''] = new RegExp(`^ *${percent}% +([\\d.]+)([a-z]+) *$`, 'm').exec(output) ?? [];
  return Number(figure) * (UNIT_MS[unit] ?? NaN);
}
