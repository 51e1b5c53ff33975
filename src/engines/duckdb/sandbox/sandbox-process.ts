import { type ChildProcess } from 'node:child_process';
import { on } from 'node:events';
import { QuernError } from '../../../errors/quern-error.js';
import { type JsonText } from '../../engine.js';
import { sandboxUnavailable, queryFailure, TOO_MUCH_MEMORY } from '../failure.js';
import { type TableDefinitions } from '../data/table-maker.js';
import { killProcess, startProcess } from '../own-process.js';
import { SANDBOX_MAIN } from './sandbox-main-path.js';
import { type SandboxFailure, type SandboxedQuery, type FromProcess, type SetUp, type ToProcess } from './messages.js';

/** Milliseconds that an interrupted run may take to end, before its process is ended. */
const GRACE_MS = 500;

/** The failure of a process to answer a query, with its reason. */
export class SandboxRunFailed extends Error {
  override readonly name = 'SandboxRunFailed';

  constructor(readonly failure: SandboxFailure) {
    super(failure.message);
  }
}

/**
 * Runs callers' SQL in a process of its own, one query at a time. The process is started for the first query, and again after a query with
 * which it had to end: one that took more memory than it may, or that could not be interrupted.
 */
export class SandboxProcess {
  private child: ChildProcess | undefined;
  private isEnding = false;
  /** Tables that it read last, and is likely to read next. */
  private definitions: TableDefinitions | undefined;

  constructor(private readonly setUp: SetUp) {}

  get isStarted(): boolean {
    return this.child !== undefined;
  }

  /**
   * Settles when the run has really ended, even if its signal was aborted.
   *
   * @throws SandboxRunFailed, or QuernError `query_failed` when the process has ended
   */
  async run(query: SandboxedQuery, signal: AbortSignal): Promise<JsonText[][]> {
    signal.throwIfAborted();
    this.definitions = query.definitions;
    const child = (this.child ??= this.start());
    let killTimer: NodeJS.Timeout | undefined;
    const interrupt = () => {
      send(child, 'interrupt');
      killTimer = setTimeout(() => void this.kill(child), GRACE_MS);
    };
    signal.addEventListener('abort', interrupt, { once: true });
    try {
      const answer = this.answer(child);
      send(child, { query });
      return await answer;
    } finally {
      clearTimeout(killTimer);
      signal.removeEventListener('abort', interrupt);
      // A process that has ended is replaced now, so that the next query need not wait for it.
      this.warmUp();
    }
  }

  /** Starts the process ahead of its first query, which is likely to read these tables. */
  warmUp(definitions?: TableDefinitions): void {
    this.definitions ??= definitions;
    if (!this.isEnding) this.child ??= this.start();
  }

  /** Ends the process and its run, for good. */
  async end(): Promise<void> {
    this.isEnding = true;
    if (this.child) await this.kill(this.child);
  }

  /** Ends one process. It is forgotten at once, so that the next query starts another one. */
  private async kill(child: ChildProcess): Promise<void> {
    this.forget(child);
    await killProcess(child);
  }

  private start(): ChildProcess {
    const child = startProcess(SANDBOX_MAIN);
    const forget = () => {
      this.forget(child);
    };
    // The process has ended, or could not be started. `answer` has listeners of its own, which fail the query.
    child.once('exit', forget).on('error', forget);
    send(child, { setUp: this.setUp });
    if (this.definitions) send(child, { definitions: this.definitions });
    return child;
  }

  private forget(child: ChildProcess): void {
    if (this.child === child) this.child = undefined;
  }

  private async answer(child: ChildProcess): Promise<JsonText[][]> {
    const rows: JsonText[][] = [];
    for await (const message of messagesOf(child)) {
      if ('rows' in message) {
        rows.push(...message.rows);
        continue;
      }
      if (message.mustEnd) await this.kill(child);
      if ('failed' in message) throw new SandboxRunFailed(message.failed);
      return rows;
    }
    throw ended(child.signalCode);
  }
}

/** Messages of a process up to its end. @throws QuernError where it could not be started */
async function* messagesOf(child: ChildProcess): AsyncGenerator<FromProcess> {
  try {
    for await (const [message] of on(child, 'message', { close: ['exit'] })) yield message as FromProcess;
  } catch (error) {
    throw sandboxUnavailable(error as Error);
  }
}

/** Signals of a process that took too much memory: its own or the kernel's SIGKILL, or an abort where an allocation failed. */
const FOR_MEMORY: readonly unknown[] = ['SIGKILL', 'SIGABRT'];

function ended(signal: unknown): QuernError {
  const cause = new Error(`the process for callers’ SQL has ended by ${String(signal)}`);
  return FOR_MEMORY.includes(signal) ? new QuernError('query_failed', TOO_MUCH_MEMORY, { cause }) : queryFailure(cause);
}

function send(child: ChildProcess, message: ToProcess): void {
  // An error here means that the process has ended, which `answer` learns from `exit`.
  child.send(message, () => undefined);
}
