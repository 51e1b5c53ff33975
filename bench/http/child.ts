import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithUs } from './offspring.js';

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

  async ask(question: Question): Promise<Answer> {
    const signal = AbortSignal.any([this.end.signal, AbortSignal.timeout(PATIENCE_MS)]);
    const answered = once(this.process, 'message', { signal });
    this.process.send(question);
    const [answer] = (await answered) as [Answer];
    return answer;
  }

  stop(): void {
    this.process.kill('SIGKILL');
  }
}
