import { PassThrough } from 'node:stream';
import { program } from '../../../src/commands/cli.js';
import { readSettings } from '../../../src/config/read-settings.js';
import { Exit } from '../../../src/commands/command-context.js';

export interface CommandOutcome {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command of `quern` in this process; what is no exit of its own is thrown. */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandOutcome> {
  const [out, err] = [new PassThrough(), new PassThrough()];
  const context = {
    settings: () => readSettings(env),
    laterThreads: () => [],
    input: new PassThrough(),
    out,
    err,
  };
  let status = 0;
  try {
    await program(context).parseAsync(['node', 'quern', ...args]);
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    ({ status } = error);
  }
  const textOf = (stream: PassThrough) => String((stream.read() as Buffer | null) ?? '');
  return { status, out: textOf(out), err: textOf(err) };
}
