import { createInterface, type Interface } from 'node:readline';
import { type DescribedTable } from '../../engines/described-table.js';
import { type Engine } from '../../engines/engine.js';
import { counted } from '../../errors/excerpt.js';
import { type CallParameters, type CommandContext } from '../command-context.js';
import { failureMessage } from '../failure-message.js';
import { type RowsTarget } from '../output/rows-target.js';
import { showingTime } from '../output/showing-time.js';
import { problemsOfSql, runQuery, showResult } from './run-query.js';
import { SHELL_HELP, ShellCommands } from './shell-commands.js';
import { sqlTokens } from '../../googlesql/tokens/sql-tokens.js';
import { offsetAt } from '../../googlesql/tokens/text-position.js';
import { join } from 'node:path';
import { replacePrivateFile } from '../../access/private-file.js';
import { readRegular } from '../../files/regular-file.js';
import { normalSql } from '../../googlesql/tokens/normal-sql.js';

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

export interface TypedStatements {
  readonly whole: readonly string[];
  readonly rest: string;
}

/** Tokens that may go on in the next line, including semicolons. */
const OVER_LINES = /^(?:[rb]{0,2}(?:'''|""")|\/\*)/i;

/** Splits typed text at its semicolons, except those in texts and comments. */
export function typedStatements(text: string): TypedStatements {
  const { tokens, problem } = sqlTokens(text);
  const whole: string[] = [];
  let start = 0;
  for (const token of tokens) {
    if (token.kind !== 'symbol' || token.text !== ';') continue;
    const end = offsetAt(text, token);
    whole.push(text.slice(start, end).trim());
    start = end + 1;
  }
  const rest = text.slice(start);
  // An error is shown as soon as the statement seems to be complete, instead of waiting for more.
  if (problem && rest.trimEnd().endsWith(';') && !OVER_LINES.test(text.slice(offsetAt(text, problem))))
    return { whole: [...whole, rest.trim()], rest: '' };
  // A comment behind the end belongs to no statement.
  const isEmpty = !problem && sqlTokens(rest).tokens.every(({ kind }) => kind === 'comment');
  return { whole, rest: isEmpty && start > 0 ? '' : rest };
}

const KEYWORDS = (
  'SELECT FROM WHERE GROUP BY ORDER LIMIT HAVING QUALIFY WITH AS JOIN LEFT INNER CROSS ON USING UNNEST AND OR NOT IN IS NULL ' +
  'BETWEEN LIKE CASE WHEN THEN ELSE END DISTINCT UNION ALL DESC ASC COUNT SUM AVG MIN MAX TIMESTAMP_SUB TIMESTAMP_TRUNC CURRENT_TIMESTAMP'
).split(' ');

/** Tables as a query names them, and their aliases. */
const NAMED = /(?:\b(?:from|join)|,)\s+(?:`([^`]+)`|([\w.-]+))(?:\s+(?:as\s+)?([a-z_]\w*))?/gi;

/** A name that needs no backticks. */
const PLAIN_NAME = /^[a-z_]\w*(?:\.[a-z_]\w*)*$/i;

/**
 * Completions of a line's last word: a table after FROM and JOIN, columns behind the dot of a table or an alias, columns, tables and words
 * elsewhere.
 *
 * @param typed the whole query so far, including the part behind the cursor
 */
export function sqlCompleter(
  tables: readonly DescribedTable[],
  typed: (line: string) => string = (line) => line,
): (line: string) => [string[], string] {
  const all = tables.filter(({ reason }) => reason === undefined);
  return (line) => {
    const [word = ''] = /[\w.-]*$/.exec(line) ?? [];
    const before = line.slice(0, line.length - word.length);
    const isCommand = line.startsWith('\\');
    const isQuoted = before.endsWith('`');
    const names = all.map(({ name }) => (isQuoted || PLAIN_NAME.test(name) || isCommand ? name : `\`${name}\``));
    const isTable = /(?:\b(?:from|join)\s+`?|^\\d\s+)$/i.test(before);
    const candidates = isTable ? names : [...columnsFor(all, word, typed(line)), ...names, ...KEYWORDS];
    const found = candidates.filter((each) => each.toLowerCase().replace(/^`/, '').startsWith(word.toLowerCase()));
    return [[...new Set(found)], word];
  };
}

/** Columns of the tables that the query names, or of all tables as long as it names none. */
function columnsFor(tables: readonly DescribedTable[], word: string, text: string): readonly string[] {
  const named = [...text.matchAll(NAMED)].flatMap(([, quoted, plain, alias]) => {
    const table = tables.find(({ name }) => name === (quoted ?? plain));
    return table ? [{ table, aliases: [alias ?? '', table.name.split('.').at(-1) ?? '', table.name] }] : [];
  });
  const dot = word.lastIndexOf('.');
  if (dot < 0) return columnsOf(named.length > 0 ? named.map(({ table }) => table) : tables);
  const owner = word.slice(0, dot);
  const owners = named.filter(({ aliases }) => aliases.includes(owner)).map(({ table }) => table);
  return columnsOf(owners).map((column) => `${owner}.${column}`);
}

function columnsOf(tables: readonly DescribedTable[]): readonly string[] {
  return [...new Set(tables.flatMap((table) => table.columns.map(({ name }) => name)))].sort();
}

const FILE = join('.quern', 'sql_history');
const MAX_ENTRIES = 1000;

/** Earlier lines, the latest first. The terminal puts its lines in front; a query of several lines becomes one entry. */
export class SqlHistory {
  private saving: Promise<void> = Promise.resolve();

  private constructor(private entries: string[]) {}

  static async open(): Promise<SqlHistory> {
    const text = await readRegular(FILE).catch(() => '');
    return new SqlHistory(text.split('\n').filter(Boolean));
  }

  get terminalOptions() {
    return { history: [...this.entries], historySize: MAX_ENTRIES, removeHistoryDuplicates: true };
  }

  /** Takes over the terminal's own list, as it is now. */
  took(entries: string[]): void {
    this.entries = entries;
    this.save();
  }

  /** Makes one entry of the lines of a query, so that it is found again as a whole. */
  join(lines: readonly string[], statement: string): void {
    const typed = lines.filter((line) => line.trim() !== '').reverse();
    const entry = `${normalSql(statement)};`;
    const at = this.entries.findIndex((_, index) => typed.every((line, next) => this.entries[index + next] === line));
    // A text of several lines stays as it was typed.
    if (typed.length < 2 || at < 0 || entry.includes('\n')) return;
    this.entries.splice(at, typed.length, entry);
    this.save();
  }

  /** Saves the entries, readable for the operator alone: queries have values in them. A failure to write is ignored. */
  private save(): void {
    const text = this.entries.join('\n');
    this.saving = this.saving.then(async () => replacePrivateFile(FILE, text)).catch(() => undefined);
  }
}
