import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type Readiness } from '../../../src/health/health.service.js';
import { type Listed } from '../listing.js';
import { TOKEN } from '../service.js';

/** A Quern of its own: the built program in its own process. */
export interface Replica {
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  runs(endpoint: string): Promise<Listed['runs'] & { readonly adopted: number }>;
  /** The HTTP status of `/readyz`, and what it says of Redis. */
  redis(): Promise<string>;
  health(): Promise<{ readonly status: string; readonly shared_cache?: string }>;
  /** Asks it for any path, without following redirections. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** Tells it to stop, and waits until it has. */
  stop(): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
}

export async function startReplica(folder: string, env: Readonly<Record<string, string>>): Promise<Replica> {
  const child = spawn(process.execPath, [resolve('dist/main.cjs'), 'serve'], {
    cwd: folder,
    env: { PATH: process.env.PATH, QUERN_PORT: '0', QUERN_DATA: 'data', QUERN_API_KEY: TOKEN, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let base = '';
  for await (const line of createInterface(child.stdout)) {
    base = /listening on (\S+)/.exec(line)?.[1] ?? '';
    if (base !== '') break;
  }
  child.stdout.resume();
  const get = async (path: string, headers: Record<string, string> = {}) =>
    fetch(`${base}${path}`, { headers: { 'x-api-key': TOKEN, ...headers } });
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'close');
    child.kill(signal);
    await closed;
  };
  return {
    ask: async (path, init = {}) =>
      fetch(`${base}${path}`, {
        redirect: 'manual',
        ...init,
        headers: { 'x-api-key': TOKEN, ...(init.headers as Record<string, string>) },
      }),
    stop: async () => end('SIGTERM'),
    kill: async () => end('SIGKILL'),
    get: async (path, headers) => get(`/api/endpoints/query/${path}`, headers),
    async runs(endpoint) {
      const { result } = (await (await get(`/api/endpoints/${endpoint}`)).json()) as {
        result: { runs: Listed['runs'] & { adopted: number } };
      };
      return result.runs;
    },
    async redis() {
      const answer = await get('/readyz');
      const { status, checks } = (await answer.json()) as Readiness;
      return `${answer.status} ${status}, redis ${checks.redis?.status}`;
    },
    health: async () => (await (await get('/health')).json()) as { status: string; shared_cache?: string },
  };
}
