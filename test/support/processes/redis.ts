import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.js';

/** A real Redis server of our own, on a free loopback port. */
export interface Redis {
  readonly url: string;
  readonly port: number;
  /** It takes connections and commands and answers none, until `resume()`. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

export async function startRedis(port?: number): Promise<Redis> {
  const own = port ?? (await freePort());
  const folder = await mkdtemp(join(tmpdir(), 'quern-redis-'));
  const options = ['--port', String(own), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  const server = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface(server.stdout)) if (line.includes('Ready to accept connections')) break;
  server.stdout.resume();
  return {
    url: `redis://127.0.0.1:${own}`,
    port: own,
    pause: () => server.kill('SIGSTOP'),
    resume: () => server.kill('SIGCONT'),
    async stop() {
      server.kill('SIGCONT');
      const closed = once(server, 'close');
      server.kill('SIGKILL');
      await closed;
      await rm(folder, { recursive: true });
    },
  };
}
