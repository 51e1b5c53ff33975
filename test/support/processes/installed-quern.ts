import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { execute } from '../../../src/commands/cli.js';
import { readSettings } from '../../../src/config/read-settings.js';

export const MAIN = resolve('dist/main.cjs');

export interface Outcome {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** The command line as a user has it: the built program, in a folder of its own with tables in `data/`. */
export class InstalledQuern {
  private constructor(readonly folder: string) {}

  static async open(): Promise<InstalledQuern> {
    const folder = await mkdtemp(join(tmpdir(), 'quern-test-'));
    await mkdir(join(folder, 'data'));
    return new InstalledQuern(folder);
  }

  async write(file: string, text: string | Uint8Array): Promise<void> {
    await mkdir(dirname(join(this.folder, file)), { recursive: true });
    await writeFile(join(this.folder, file), text);
  }

  /** The program while it runs. */
  start(args: readonly string[], env: Record<string, string> = {}, command = [process.execPath, MAIN]): ChildProcess {
    const [file = '', ...before] = command;
    const { PATH = '' } = process.env;
    return spawn(file, [...before, ...args], { cwd: this.folder, env: { PATH, QUERN_DATA: 'data', ...env } });
  }

  /** The program in a pipe, until it has ended. */
  async run(args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
    const child = this.start(args, env);
    child.stdin?.end();
    return outcome(child);
  }

  /** Runs the command in this process, which is quicker; paths in its output begin in the folder. */
  async here(args: readonly string[], input = ''): Promise<Outcome> {
    const { status, out, err } = await this.bytesHere(args, input);
    const text = (bytes: Buffer) => bytes.toString().replaceAll(`${this.folder}/`, '');
    return { status, out: text(out), err: text(err) };
  }

  /** Runs the command in this process, with its output byte by byte. */
  async bytesHere(args: readonly string[], input = ''): Promise<{ status: number; out: Buffer; err: Buffer }> {
    const chunks: Record<'out' | 'err', Buffer[]> = { out: [], err: [] };
    const stream = (name: 'out' | 'err') =>
      new Writable({
        write: (chunk: Buffer, _, done) => {
          chunks[name].push(chunk);
          done();
        },
      });
    const env = { QUERN_DATA: join(this.folder, 'data'), QUERN_ENDPOINTS: join(this.folder, 'endpoints') };
    const context = { settings: () => readSettings(env), laterThreads: () => [], input: Readable.from([input]) };
    const status = await execute(['node', 'quern', ...args], { ...context, out: stream('out'), err: stream('err') });
    return { status, out: Buffer.concat(chunks.out), err: Buffer.concat(chunks.err) };
  }

  /** Output on a terminal of `columns`, where everything is typed at the beginning. */
  async onTerminal(args: readonly string[], { columns = 80, typed = '' } = {}): Promise<string> {
    const child = this.startOnTerminal(args, columns);
    child.stdin?.end(typed);
    return (await outcome(child)).out;
  }

  startOnTerminal(args: readonly string[], columns = 80): ChildProcess {
    const words = [process.execPath, MAIN, ...args].map((word) => `'${word}'`).join(' ');
    return this.start(['-qec', `stty cols ${columns}; exec ${words}`, '/dev/null'], { NO_COLOR: '1' }, ['script']);
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true });
  }
}

export async function outcome(child: ChildProcess): Promise<Outcome> {
  const texts = { out: '', err: '' };
  child.stdout?.on('data', (chunk: Buffer) => (texts.out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (texts.err += chunk.toString()));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, ...texts };
}
