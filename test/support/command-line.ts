import { PassThrough } from 'node:stream';
import { program } from '../../src/commands/cli.js';
import { readSettings } from '../../src/config/read-settings.js';
import { Exit } from '../../src/commands/exit.js';

export interface CommandOutcome {
  readonly status: number;
  readonly out: string;
}

/** Runs a command of `quern` in this process; what is no exit of its own is thrown. */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandOutcome> {
  const out = new PassThrough();
  const context = {
    settings: () => readSettings(env),
    laterThreads: () => [],
    input: new PassThrough(),
    out,
    err: new PassThrough(),
  };
  let status = 0;
  try {
    await program(context).parseAsync(['node', 'quern', ...args]);
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    ({ status } = error);
  }
  return { status, out: String((out.read() as Buffer | null) ?? '') };
}
