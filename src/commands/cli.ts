import { Command, CommanderError } from 'commander';
import { withKeptFolders, withLocalDefaults } from '../config/local-defaults.js';
import { CALLERS_KEY, readSettings } from '../config/read-settings.js';
import { readTraceSettings } from '../config/trace-settings.js';
import { type CommandContext, Exit, EXIT_STATUSES, type ExitStatus, UsageError } from './command-context.js';
import { completionCommands } from './completion/completion.command.js';
import { callerCommands, dataCommands, endpointCommands, serviceCommands } from './commands.js';
import { keysCommands } from './keys/keys.command.js';
import { packageVersion } from '../config/package-root.js';

/** Runs one command of `quern` on the process's own streams, and returns its exit status. */
export async function main(argv: readonly string[], laterThreads: () => readonly number[]): Promise<ExitStatus> {
  const { stdin: input, stdout: out, stderr: err } = process;
  out.on('error', endUnwritten);
  // A log that cannot be written, on a full disk perhaps, must not end the service.
  err.on('error', () => undefined);
  const settings = () => readSettings(withKeptFolders(withLocalDefaults(process.env)));
  const traceSettings = () => readTraceSettings(process.env);
  const callersKey = () => process.env[CALLERS_KEY];
  // A call without a command wants to see Quern work.
  const words = argv.length > 2 ? argv : [...argv, 'serve'];
  return execute(words, { settings, traceSettings, callersKey, laterThreads, input, out, err });
}

/** Runs one command on given streams. */
export async function execute(argv: readonly string[], context: CommandContext): Promise<ExitStatus> {
  const { err } = context;
  try {
    await program(context).parseAsync(argv);
    return 0;
  } catch (error) {
    // Commander has printed its help or its message already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof Exit) return error.status;
    const { failureMessage } = await import('./failure-message.js');
    err.write(`${failureMessage(error, err)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

/** Ends a command whose output cannot be written. A reader such as `head` closes the pipe when it has enough, which is no error. */
function endUnwritten({ code }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE') return;
  process.stderr.write(`quern: standard output cannot be written: ${code}\n`);
  process.exit(1);
}

/**
 * The commands with their words, from which `--help`, the completion and the documentation are made. It has to be quick, so each command
 * imports its parts when it begins.
 */
export function program(context: CommandContext): Command {
  const quern = new Command('quern')
    .description('Turns saved SQL queries into HTTP endpoints.')
    .version(packageVersion(), '-V, --version', 'show the version')
    .addHelpText(
      'after',
      '\nExamples:\n  quern init shop --data orders.parquet\n  quern serve\n  quern new orders.by-country\n  quern run usage.api-counts -p project=demo -p interval=daily\n' +
        `\nExit status:\n${exitStatusLines()}\n\nSettings are environment variables (QUERN_…); docs/reference/settings.md has the table.`,
    )
    .showHelpAfterError('(quern --help shows what there is)')
    .configureOutput({
      writeOut: (text) => context.out.write(text),
      writeErr: (text) => context.err.write(text),
      getOutHelpWidth: () => context.out.columns ?? 80,
      getErrHelpWidth: () => context.err.columns ?? 80,
    })
    .exitOverride();
  // The help lists them in this order.
  serviceCommands(quern, context);
  dataCommands(quern, context);
  endpointCommands(quern, context);
  callerCommands(quern, context);
  keysCommands(quern, context);
  completionCommands(quern, context);
  for (const command of quern.commands) pointToHelp(command, quern.name());
  return quern;
}

function exitStatusLines(): string {
  return Object.entries(EXIT_STATUSES)
    .map(([status, meaning]) => `  ${status.padEnd(4)} ${meaning}`)
    .join('\n');
}

/** Has each command name its own help behind an error. */
function pointToHelp(command: Command, above: string): void {
  const path = `${above} ${command.name()}`;
  command.showHelpAfterError(`(${path} --help shows what there is)`);
  for (const child of command.commands) pointToHelp(child, path);
}
