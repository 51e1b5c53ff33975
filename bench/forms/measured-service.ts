import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Figures {
  readonly p99Ms: number;
  readonly maxMs: number;
  /** The most memory that the process took, in bytes. */
  readonly mostRss: number;
}

type Told = { readonly base: string } | { readonly begun: number } | { readonly figures: Figures };

/** The service of `service.ts`, whose process is measured while something is asked of it. */
export class MeasuredService {
  private constructor(
    private readonly child: ChildProcess,
    readonly base: string,
  ) {}

  static async start(folder: string, env: Readonly<Record<string, string>>): Promise<MeasuredService> {
    const main = fileURLToPath(new URL('service.js', import.meta.url));
    const child = fork(main, [], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', ...env },
      execArgv: ['--expose-gc'],
    });
    const told = await nextOf(child);
    if (!('base' in told)) throw new Error('the service did not say where it listens');
    return new MeasuredService(child, told.base);
  }

  /** What the work has cost, and the memory that the process took before it. */
  async during<T>(work: () => Promise<T>): Promise<Figures & { readonly result: T; readonly rssBefore: number }> {
    this.child.send('begin');
    const begun = await nextOf(this.child);
    const result = await work();
    this.child.send('end');
    const told = await nextOf(this.child);
    if (!('begun' in begun) || !('figures' in told)) throw new Error('the service did not answer in turn');
    return { ...told.figures, result, rssBefore: begun.begun };
  }

  async stop(): Promise<void> {
    this.child.disconnect();
    await once(this.child, 'exit');
  }
}

async function nextOf(child: ChildProcess): Promise<Told> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const ended = once(child, 'exit', { signal }).then((): never => {
    throw new Error('the service has ended');
  });
  try {
    const [told] = (await Promise.race([once(child, 'message', { signal }), ended])) as [Told];
    return told;
  } finally {
    waiting.abort();
  }
}
