import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { orAborted } from '../deadline.js';
import { type SqlProblem } from '../engine.js';
import { type AcquireOptions, Pool } from '../pool.js';
import { processorMs } from '../processor-time.js';

/** The outcome for a text: what is made of it, a refusal, or `failed` with the stack of an error that is a defect of the compiler. */
export type CompilerOutcome<Made> = Made | SqlProblem | { readonly failed: string };

/** A message of the thread: first its id as a text begins, if the system has it, then the outcome. */
export type CompilerMessage<Made> =
  { readonly threadId: number | undefined } | { readonly outcome: CompilerOutcome<Made> };

/** Milliseconds that a text may still take after its caller has left, before the thread is ended. */
const GRACE_MS = 500;

/**
 * Milliseconds of a processor that a text may take: several times the need of the longest texts. Waiting for a processor on a busy machine
 * does not count: the caller's deadline bounds that. Where the system does not count a thread's time, these are milliseconds of the clock.
 */
const MAX_MS = 5000;
/** Milliseconds between two looks at that time, at least. */
const NEXT_LOOK_MS = 100;

/** Memory of a thread: far more than any text of 64 KiB needs. */
const HEAP_MB = 256;

/** Refusal of a text: none takes this long by accident. */
const TOO_MUCH: SqlProblem = { line: 1, column: 1, message: 'this takes too long to compile; ask for less at once' };

/** Number of threads; the pool gives one caller all but one of them. */
const THREADS = 2;

/**
 * Compiles callers' SQL on threads of its own, one text at a time on each: a text that is written to be slow takes up to half a second, and
 * would block the event loop.
 */
export class SandboxCompiler<Request, Made extends object> {
  private readonly threads: readonly CompilerThread<Request, Made>[];
  private readonly pool: Pool<CompilerThread<Request, Made>>;

  /** @param main module of the threads, which calls `serveTexts` */
  constructor(main: string | URL, queueMax: number, maxMs = MAX_MS) {
    this.threads = Array.from({ length: THREADS }, () => new CompilerThread(main, maxMs));
    this.pool = new Pool(this.threads, queueMax);
  }

  /** Rejects with the signal's reason, or with QuernError `engine_busy` when too many texts wait already. */
  async compile(request: Request, signal: AbortSignal, options?: AcquireOptions): Promise<Made | SqlProblem> {
    const thread = await this.pool.acquire(signal, options);
    const compiling = thread.ask(request, signal).finally(() => {
      this.pool.release(thread);
    });
    const outcome = await orAborted(compiling, signal);
    if ('failed' in outcome) throw new Error(outcome.failed);
    return outcome;
  }

  get waiting(): number {
    return this.pool.queueLength;
  }

  /** Starts the thread that the pool gives first. */
  warmUp(): void {
    this.threads.at(-1)?.warmUp();
  }

  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.close()));
  }
}

/** A thread that is started for its first text, and again after one that took too long or too much. */
class CompilerThread<Request, Made extends object> {
  private thread: Worker | undefined;

  constructor(
    private readonly main: string | URL,
    private readonly maxMs: number,
  ) {}

  warmUp(): void {
    this.thread ??= this.start();
  }

  async close(): Promise<void> {
    if (this.thread) await this.end(this.thread);
  }

  async ask(request: Request, signal: AbortSignal): Promise<CompilerOutcome<Made>> {
    const thread = (this.thread ??= this.start());
    const timers: NodeJS.Timeout[] = [];
    let isTooMuch = false;
    const watch = (threadId: number | undefined) => {
      const before = processorMs(threadId) ?? 0;
      const look = (inMs: number) => {
        const lookNow = () => {
          const left = this.maxMs - ((processorMs(threadId) ?? Infinity) - before);
          isTooMuch = left <= 0;
          if (isTooMuch) void this.end(thread);
          else look(Math.max(left, NEXT_LOOK_MS));
        };
        timers.push(setTimeout(lookNow, inMs));
      };
      look(this.maxMs);
    };
    const onAbort = () => {
      timers.push(setTimeout(() => void this.end(thread), GRACE_MS));
    };
    signal.addEventListener('abort', onAbort, { once: true });
    const messages = on(thread, 'message', { close: ['exit'] }) as AsyncIterable<[CompilerMessage<Made>]>;
    try {
      thread.postMessage(request);
      for await (const [message] of messages) {
        if ('outcome' in message) return message.outcome;
        watch(message.threadId);
      }
    } catch (error) {
      isTooMuch = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (!isTooMuch) throw new Error('the thread that compiles callers’ SQL has failed', { cause: error });
    } finally {
      for (const timer of timers) clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
    if (isTooMuch) return TOO_MUCH;
    throw new Error('the thread that compiles callers’ SQL has ended');
  }

  /** Ends a thread. The next text gets another one, without waiting for this end. */
  private async end(thread: Worker): Promise<void> {
    if (this.thread === thread) this.thread = undefined;
    await thread.terminate();
  }

  private start(): Worker {
    const thread = new Worker(this.main, { env: {}, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
    // A listener keeps errors from ending the process; `ask` has its own meanwhile.
    thread.on('error', () => undefined);
    thread.once('exit', () => {
      if (this.thread === thread) this.thread = undefined;
    });
    // An idle thread lets the process end.
    thread.unref();
    return thread;
  }
}
