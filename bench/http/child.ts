import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithUs } from './offspring.js';
import { PROCESSOR_MICROS } from './parent.js';

/** Longest that any answer may take; a child that hangs is to fail the benchmark. */
const PATIENCE_MS = 120_000;

/** A process of our own that runs one file and answers one question after another; `parent.ts` is its side of it. */
export class Child<Question extends object | string, Answer> {
  private readonly process: ChildProcess;
  private readonly end = new AbortController();

  /** @param file relative to this one, by its compiled name */
  constructor(file: string, env: Readonly<Record<string, string>> = {}) {
    this.process = fork(fileURLToPath(new URL(file, import.meta.url)), {
      // Buffers stay buffers.
      serialization: 'advanced',
      env: { ...process.env, NODE_ENV: 'production', ...env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    endWithUs(this.process);
    this.process.once('exit', () => {
      this.end.abort(new Error(`${basename(file)} has ended`));
    });
  }

  /** The system's number of the process. */
  get pid(): number {
    return this.process.pid ?? NaN;
  }

  async ask(question: Question): Promise<Answer> {
    return this.exchange<Answer>(question);
  }

  /** What the process has taken of a processor so far; other work on the machine hardly changes it. */
  async processorMicros(): Promise<number> {
    return this.exchange<number>(PROCESSOR_MICROS);
  }

  stop(): void {
    this.process.kill('SIGKILL');
  }

  private async exchange<T>(question: object | string): Promise<T> {
    const signal = AbortSignal.any([this.end.signal, AbortSignal.timeout(PATIENCE_MS)]);
    const answered = once(this.process, 'message', { signal });
    this.process.send(question);
    const [answer] = (await answered) as [T];
    return answer;
  }
}
