import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { orAborted } from './deadline.js';
import { type Compiled } from './duckdb/dialect/compile.js';
import { type Sandbox } from './duckdb/dialect/sandbox.js';
import { type SqlProblem } from './engine.js';
import { CALLERS_COMPILER_MAIN } from './callers-compiler-path.js';
import { Pool } from './pool.js';

/** What is to be compiled, as plain data. */
export interface CallersText {
  readonly sandbox: Sandbox;
  readonly callerSql: string;
  readonly maxRows: number;
}

/** What the thread says: `failed` is a mistake of ours, in its own words. */
export type CompiledText = Compiled | SqlProblem | { readonly failed: string };

export interface CompilerAnswer {
  readonly compiled: CompiledText;
  /** The thread can compile nothing any more. */
  readonly isWorn: boolean;
}

/** How long a text that nobody waits for any more may still take, in milliseconds, before its thread is ended. */
const LAST_MS = 500;

/** Far more than any text of 64 KiB needs. */
const HEAP_MB = 512;

/**
 * Compiles callers' SQL on a thread of its own, one text at a time: one that is made for it takes up to half a
 * second, in which the event loop would answer nobody. The thread is started for the first text.
 */
export class CallersCompiler {
  private readonly turns: Pool<'turn'>;
  private thread: Worker | undefined;

  constructor(queueMax: number) {
    this.turns = new Pool(['turn'], queueMax);
  }

  /** Rejects with the signal's reason, or with QuernError `engine_busy` when too many texts wait already. */
  async compile(text: CallersText, signal: AbortSignal): Promise<Compiled | SqlProblem> {
    const turn = await this.turns.acquire(signal);
    const compiling = this.ask(text, signal).finally(() => {
      this.turns.release(turn);
    });
    const answer = await orAborted(compiling, signal);
    if ('failed' in answer) throw new Error(answer.failed);
    return answer;
  }

  /** Starts the thread ahead of its first text. */
  warmUp(): void {
    this.thread ??= this.start();
  }

  async close(): Promise<void> {
    if (this.thread) await this.end(this.thread);
  }

  private async ask(text: CallersText, signal: AbortSignal): Promise<CompiledText> {
    const thread = (this.thread ??= this.start());
    const gone = new AbortController();
    const leave = () => {
      gone.abort();
    };
    let ending: NodeJS.Timeout | undefined;
    const hurry = () => {
      ending = setTimeout(() => void this.end(thread), LAST_MS);
    };
    thread.once('exit', leave);
    signal.addEventListener('abort', hurry, { once: true });
    try {
      thread.postMessage(text);
      const [answer] = (await once(thread, 'message', { signal: gone.signal })) as [CompilerAnswer];
      if (answer.isWorn) await this.end(thread);
      return answer.compiled;
    } catch (error) {
      throw gone.signal.aborted ? new Error('the thread that compiles callers’ SQL has ended') : error;
    } finally {
      clearTimeout(ending);
      signal.removeEventListener('abort', hurry);
      thread.off('exit', leave);
    }
  }

  /** The next text gets another one, at once. */
  private async end(thread: Worker): Promise<void> {
    if (this.thread === thread) this.thread = undefined;
    await thread.terminate();
  }

  private start(): Worker {
    const thread = new Worker(CALLERS_COMPILER_MAIN, { env: {}, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
    // Whoever waits for an answer hears of an error as well.
    thread.on('error', () => undefined);
    thread.once('exit', () => {
      if (this.thread === thread) this.thread = undefined;
    });
    // It keeps nobody from ending.
    thread.unref();
    return thread;
  }
}
