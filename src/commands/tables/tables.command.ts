import { Command } from 'commander';
import { type CommandContext } from '../command-context.js';
import { listFormatOption, type Format } from '../output/format-options.js';

export function tablesCommand(context: CommandContext): Command {
  return new Command('tables')
    .description('show the tables that queries can read, or the columns of some of them')
    .argument('[tables...]', 'names of tables, of which the columns are shown')
    .addOption(listFormatOption())
    .addHelpText(
      'after',
      '\nExamples:\n  quern tables\n  quern tables orders\n  quern tables --format csv > tables.csv',
    )
    .action(async (names: readonly string[], options: { format?: Format }) => {
      const { tables } = await import('./tables.action.js');
      await tables(context, names, options.format);
    });
}
