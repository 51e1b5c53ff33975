import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { endWithUs } from '../http/offspring.js';
import { KEY } from '../http/key.js';
import { type Store } from './store.js';

const GRACE_SECONDS = 5;

/** Little, so that it is full and results come and go long before the end. */
const CACHE = '8MiB';

/** The built program, as an operator starts it. */
export class Service {
  private readonly child: ChildProcess;
  private readonly closed: Promise<unknown>;
  /** Lines of its log that tell of a mistake of ours. */
  readonly mistakes: string[] = [];
  base = '';

  constructor({ folder, keysFile }: Pick<Store, 'folder' | 'keysFile'>, env: Readonly<Record<string, string>> = {}) {
    this.child = spawn(process.execPath, [resolve('dist/main.cjs'), 'serve'], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        QUERN_PORT: '0',
        QUERN_DATA: 'data',
        QUERN_API_KEY: KEY,
        QUERN_KEYS_FILE: keysFile,
        QUERN_CACHE_MAX_BYTES: CACHE,
        QUERN_AUTH_FAILURE_LIMIT: '100000/1s',
        QUERN_LOG_LEVEL: 'error',
        QUERN_SHUTDOWN_GRACE: String(GRACE_SECONDS),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    endWithUs(this.child);
    this.closed = once(this.child, 'close');
    if (this.child.stderr) {
      createInterface(this.child.stderr).on('line', (line) => {
        if (/internal_error|TypeError|Unhandled/.test(line)) this.mistakes.push(line);
      });
    }
  }

  get pid(): number {
    return this.child.pid ?? 0;
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

  /** Ends it as operators do; whether it ended well, and in time. */
  async stop(): Promise<boolean> {
    const told = performance.now();
    this.child.kill('SIGTERM');
    await this.closed;
    return this.child.exitCode === 0 && performance.now() - told < (GRACE_SECONDS + 1) * 1000;
  }
}
