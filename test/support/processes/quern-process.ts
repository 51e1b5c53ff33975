import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { TOKEN } from '../service.js';

/** How a process has ended: by itself with a status, or by a signal. */
export interface End {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  /** When, by `performance.now()`. */
  readonly at: number;
}

/** The built program in a process of its own, as `quern serve` starts it. */
export interface QuernProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<End>;
  /** What it has printed so far, on both outputs. */
  printed(): string;
  /** Where it listens; rejects when it ends before that. */
  listening(): Promise<string>;
}

export interface ProcessOptions {
  /** Its working folder. */
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The largest file that it may write, in KiB: what is beyond fails as on a disk that is full. */
  readonly fileLimit?: number;
  /** The file that its standard error goes to, in place of `printed`. */
  readonly log?: string;
  /** The Node that runs it; the one that runs the tests where left out. */
  readonly node?: string;
}

export function startQuern({
  folder,
  env = {},
  fileLimit,
  log,
  node = process.execPath,
}: ProcessOptions): QuernProcess {
  const limit = fileLimit === undefined ? '' : `ulimit -f ${fileLimit}; `;
  const script = `${limit}exec "$@"${log === undefined ? '' : ` 2>> ${log}`}`;
  const child = spawn('bash', ['-c', script, 'bash', node, resolve('dist/main.cjs'), 'serve'], {
    cwd: folder,
    env: { PATH: process.env.PATH, QUERN_PORT: '0', QUERN_API_KEY: TOKEN, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  let tell: (what: 'more') => void = () => undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      tell('more');
    });
  }
  const ended = once(child, 'close').then((values) => {
    const [status, signal] = values as [number | null, NodeJS.Signals | null];
    return { status, signal, at: performance.now() };
  });
  return {
    child,
    ended,
    printed: () => text,
    async listening() {
      for (;;) {
        const base = /listening on ([^\s"]+)/.exec(text)?.[1];
        if (base !== undefined) return base;
        // No listeners of its own, of which the stream that is silent would keep one for each chunk of the other.
        const chunk = new Promise<'more'>((resolve) => (tell = resolve));
        if ((await Promise.race([chunk, ended])) !== 'more') throw new Error(`it has ended: ${text}`);
      }
    },
  };
}

/** Waits until it listens; told to end, it does so by itself and in order. */
export async function assertEndsWell(quern: QuernProcess): Promise<void> {
  await quern.listening();
  const { stdout, stderr } = quern.child;
  const listeners = [stdout, stderr].map((stream) => stream?.listenerCount('data'));
  quern.child.kill('SIGTERM');
  expect(await quern.ended).toMatchObject({ status: 0 });
  // Waiting has left none behind.
  expect(listeners).toEqual([1, 1]);
}
