import { createInterface, type Interface } from 'node:readline';
import { type DescribedTable } from '../../engines/described-table.js';
import { type Engine } from '../../engines/engine.js';
import { counted } from '../../errors/listing.js';
import { type CommandContext } from '../command-context.js';
import { failureMessage } from '../failure-message.js';
import { type RowsTarget } from '../output/rows-target.js';
import { showingTime } from '../output/showing-time.js';
import { problemsOfSql, runQuery, showResult } from './run-query.js';
import { SHELL_HELP, ShellCommands } from './shell-commands.js';
import { sqlCompleter } from './sql-completer.js';
import { SqlHistory } from './sql-history.js';
import { typedStatements } from './typed-statements.js';
import { type CallParameters } from '../../parameters/query-string.js';

interface ShellOptions {
  readonly parameters: CallParameters;
  readonly maxRows: number;
  readonly target: RowsTarget;
}

/** Reads one query after the other from a terminal, and shows the rows of each. */
export async function sqlShell(context: CommandContext, engine: Engine, options: ShellOptions): Promise<void> {
  const { err } = context;
  // Queries may name tables that cannot be listed.
  const tables = await engine.describeTables().catch((error: unknown) => {
    err.write(`The tables cannot be listed. ${failureMessage(error, err)}\n`);
    return [];
  });
  const history = await SqlHistory.open();
  const shell = new Shell(context, engine, options, tables, history);
  err.write(
    `${engine.name}, ${counted(tables.filter(({ reason }) => reason === undefined).length, 'table')}. ${SHELL_HELP}`,
  );
  await shell.read();
}

class Shell {
  private readonly terminal: Interface;
  private readonly commands: ShellCommands;
  private lines: string[] = [];
  private running: AbortController | undefined;
  private isClosed = false;

  constructor(
    private readonly context: CommandContext,
    private readonly engine: Engine,
    private readonly options: ShellOptions,
    tables: readonly DescribedTable[],
    private readonly history: SqlHistory,
  ) {
    const { input, err } = context;
    this.commands = new ShellCommands(context, tables, options.parameters);
    this.terminal = createInterface({
      ...{ input, output: err, ...history.terminalOptions },
      completer: sqlCompleter(tables, () => [...this.lines, this.terminal.line].join('\n')),
    });
    this.terminal.on('history', (entries: string[]) => {
      history.took(entries);
    });
  }

  async read(): Promise<void> {
    const { terminal } = this;
    terminal.on('SIGINT', () => {
      this.interrupt();
    });
    terminal.once('close', () => (this.isClosed = true));
    // The iterator keeps lines that were typed ahead, which events would lose.
    const lines = terminal[Symbol.asyncIterator]();
    for (;;) {
      this.prompt();
      const line = await lines.next();
      if (line.done === true) {
        // Ctrl-D leaves the cursor behind the prompt.
        this.context.err.write('\n');
        break;
      }
      if (this.lines.length === 0 && /^\s*(?:\\q|exit|quit)\s*;?\s*$/i.test(line.value)) break;
      await this.take(line.value).catch((error: unknown) => {
        this.context.err.write(`${failureMessage(error, this.context.err)}\n`);
      });
    }
    terminal.close();
  }

  /** Prompts, unless the input has ended. */
  private prompt(): void {
    if (this.isClosed) return;
    this.terminal.setPrompt(this.lines.length === 0 ? 'quern> ' : '  ...> ');
    this.terminal.prompt();
  }

  private interrupt(): void {
    if (this.running) {
      this.running.abort(new Error('cancelled'));
      return;
    }
    this.lines = [];
    // The line is cleared as well: first behind the cursor.
    for (const name of ['k', 'u']) this.terminal.write('', { ctrl: true, name });
    this.context.err.write('\n');
    this.prompt();
  }

  private async take(line: string): Promise<void> {
    if (this.lines.length === 0 && (await this.commands.take(line))) return;
    this.lines.push(line);
    const { whole, rest } = typedStatements(this.lines.join('\n'));
    if (whole.length === 0) return;
    if (whole.length === 1 && rest === '') this.history.join(this.lines, whole[0] ?? '');
    this.lines = rest.trim() === '' ? [] : rest.split('\n');
    for (const sql of whole) await this.run(sql);
  }

  private async run(sql: string): Promise<void> {
    const { context, engine, options } = this;
    const { maxRows, target } = options;
    const { err } = context;
    const running = new AbortController();
    this.running = running;
    try {
      const { parameters } = this.commands;
      const work = async () => runQuery(engine, { sql, parameters, maxRows, signal: running.signal });
      const result = await showingTime(err, work);
      if ('rows' in result) await showResult(err, result, target, true);
      else err.write(problemsOfSql(sql, result.problems, err));
    } finally {
      this.running = undefined;
    }
  }
}
