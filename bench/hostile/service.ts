import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { endWithUs } from '../http/offspring.js';
import { type Store } from './store.js';

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

  async stop(): Promise<void> {
    const closed = once(this.child, 'close');
    this.child.kill('SIGTERM');
    await closed;
  }
}
