import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { endWithUs } from '../http/offspring.js';
import { type Store } from './store.js';

const [CACHE_MIB, ENGINE_MIB, AT_REST_MIB] = [256, 512, 256];

/** Results that are kept, unread and in the making (docs/explanation/caching.md), the engine, and the process at rest. */
export const MOST_BYTES = (3 * CACHE_MIB + ENGINE_MIB + AT_REST_MIB) * 2 ** 20;

/** The built program with its own settings, as an operator starts it. */
export class Service {
  private readonly child: ChildProcess;
  base = '';

  constructor({ folder, keysFile }: Store, sqlRateLimit: string) {
    this.child = spawn(process.execPath, [resolve('dist/main.cjs'), 'serve'], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        QUERN_PORT: '0',
        QUERN_DATA: 'data',
        QUERN_ENDPOINTS: 'endpoints',
        QUERN_KEYS_FILE: keysFile,
        QUERN_LOG_LEVEL: 'error',
        QUERN_CACHE_MAX_BYTES: `${CACHE_MIB}MiB`,
        QUERN_DUCKDB_MEMORY_LIMIT: `${ENGINE_MIB}MiB`,
        QUERN_SQL_RATE_LIMIT: sqlRateLimit,
        QUERN_SHUTDOWN_GRACE: '1',
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    endWithUs(this.child);
  }

  async listening(): Promise<void> {
    if (!this.child.stdout) throw new Error('the service has no output');
    for await (const line of createInterface(this.child.stdout)) {
      this.base = /listening on (\S+)/.exec(line)?.[1] ?? '';
      if (this.base !== '') break;
    }
    if (this.base === '') throw new Error('the service did not start; `npm start` tells why');
    this.child.stdout.resume();
  }

  /** The most memory that it has had since the last `forgetPeak`, in bytes; on Linux alone. */
  async peakBytes(): Promise<number | undefined> {
    const status = await readFile(`/proc/${this.child.pid}/status`, 'utf8').catch(() => '');
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  }

  async forgetPeak(): Promise<void> {
    // proc_pid_clear_refs(5): 5 resets the peak to what is resident now.
    await writeFile(`/proc/${this.child.pid}/clear_refs`, '5').catch(() => undefined);
  }

  async stop(): Promise<void> {
    const closed = once(this.child, 'close');
    this.child.kill('SIGTERM');
    await closed;
  }
}
