import { Command, CommanderError } from 'commander';
import { InvalidKeys } from '../access/invalid-keys.js';
import { InvalidSettings } from '../config/invalid-settings.js';
import { readSettings } from '../config/read-settings.js';
import { type Settings } from '../config/settings.js';
import { errorText } from '../errors/error-text.js';
import { QuernError } from '../errors/quern-error.js';
import { InvalidEndpoints } from '../registry/invalid-endpoints.js';
import { keysCommand } from './keys.command.js';
import { listCommand } from './list.command.js';
import { runCommand } from './run.command.js';
import { serveCommand } from './serve.command.js';
import { validateCommand } from './validate.command.js';

/** What every command is given. */
export interface CommandContext {
  /** Read when the command begins, so that `--help` works whatever the environment says. */
  readonly settings: () => Settings;
  /** The threads that have begun since the process has. */
  readonly laterThreads: () => readonly number[];
  readonly out: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
}

/** Runs one command of `quern`; the answer is the exit status: 0, or 1 with the reason on standard error. */
export async function main(argv: readonly string[], laterThreads: () => readonly number[]): Promise<number> {
  const context = { settings: () => readSettings(process.env), laterThreads, out: process.stdout };
  try {
    await program(context).parseAsync(argv);
    return 0;
  } catch (error) {
    // Commander has printed its help or its complaint already.
    if (error instanceof CommanderError) return error.exitCode;
    process.stderr.write(`${explain(error)}\n`);
    return 1;
  }
}

export function program(context: CommandContext): Command {
  const quern = new Command('quern')
    .description('Turns saved SQL queries into HTTP endpoints.')
    .addHelpText('after', '\nSettings are environment variables (QUERN_…); the README has the table.')
    .showHelpAfterError('(quern --help shows what there is)')
    .exitOverride();
  const commands = [serveCommand, listCommand, validateCommand, runCommand, keysCommand];
  for (const command of commands) quern.addCommand(inherit(command(context)));
  return quern;
}

/** Sub-commands throw instead of ending the process, too. */
function inherit(command: Command, parent = 'quern'): Command {
  const path = `${parent} ${command.name()}`;
  command.exitOverride().showHelpAfterError(`(${path} --help shows what there is)`);
  for (const child of command.commands) inherit(child, path);
  return command;
}

/** Mistakes of the operator are told without a stack; anything else is ours. */
function explain(error: unknown): string {
  if (error instanceof QuernError) {
    // Several problems have a sentence each, which say all that there is to say.
    const [first = error.detail, ...others] = error.errors.map(({ detail }) => detail);
    const cause = error.cause === undefined ? [] : [`  (${errorText(error.cause).trim()})`];
    return [`quern: ${first}`, ...others.map((detail) => `       ${detail}`), ...cause].join('\n');
  }
  if (error instanceof InvalidSettings || error instanceof InvalidKeys || error instanceof InvalidEndpoints) {
    return error.message;
  }
  return `quern: ${errorText(error)}`;
}
