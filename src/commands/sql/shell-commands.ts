import { type DescribedTable } from '../../engines/described-table.js';
import { choice } from '../../errors/listing.js';
import { collectParameter, type CommandContext } from '../command-context.js';
import { refusedTables, writeColumns, writeTables } from '../tables/table-rows.js';
import { type CallParameters } from '../../parameters/query-string.js';

export const SHELL_HELP = `A query ends with ; and may go over several lines. Tab completes tables and columns, Ctrl-C cancels.
\\d          the tables            \\p              the values of parameters
\\d <table>  the columns of one    \\p name=value   the value of an @name
\\?          this                  \\q             leave\n`;

export class ShellCommands {
  constructor(
    private readonly context: CommandContext,
    private readonly tables: readonly DescribedTable[],
    public parameters: CallParameters,
  ) {}

  /** Takes a line that is a command. False for a query's. */
  async take(line: string): Promise<boolean> {
    const text = line.trim();
    if (text === '') return true;
    if (/^help\s*;?$/i.test(text)) this.context.err.write(SHELL_HELP);
    else if (text.startsWith('\\')) await this.run(text);
    else return false;
    return true;
  }

  private async run(text: string): Promise<void> {
    const { err } = this.context;
    const [word = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(text)?.slice(1) ?? [];
    switch (word.replace(/;$/, '')) {
      case '\\d':
        await this.describe(rest.replace(/\s*;$/, '').replaceAll('`', ''));
        return;
      case '\\p':
        if (rest === '') err.write(this.values());
        else this.parameters = collectParameter(rest, withoutName(this.parameters, rest));
        return;
      default:
        err.write(word === '\\?' ? SHELL_HELP : `There is no ${word}.\n${SHELL_HELP}`);
    }
  }

  private async describe(name: string): Promise<void> {
    const { out, err } = this.context;
    const target = { format: 'table', out } as const;
    const found = this.tables.find((table) => table.name === name);
    const beside = this.tables.filter((table) => name === '' || table.name.startsWith(`${name}.`));
    if (found && found.reason === undefined) await writeColumns([found], target);
    else if (name === '' || beside.length > 0) {
      await writeTables(beside, target);
      err.write(refusedTables(beside));
    } else {
      const names = this.tables.map((table) => table.name);
      err.write(`${name} is no table${found ? `: ${found.reason ?? ''}` : `.${choice(name, names)}`}\n`);
    }
  }

  private values(): string {
    const lines = [...this.parameters].map(([name, texts]) => `${name}=${texts.join(' ')}\n`);
    return lines.length > 0 ? lines.join('') : 'No parameter has a value; \\p name=value gives one\n';
  }
}

/** Removes a value that is given again. */
function withoutName(parameters: CallParameters, argument: string): CallParameters {
  const name = (key: string) => key.split(/[:=]/)[0];
  return new Map([...parameters].filter(([key]) => name(key) !== name(argument)));
}
