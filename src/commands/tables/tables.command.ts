import { Command } from 'commander';
import { begin, type CommandContext } from '../command-context.js';
import { listFormatOption } from '../output/format-options.js';

export function tablesCommand(context: CommandContext): Command {
  return new Command('tables')
    .description('show the tables that queries can read, or the columns of some of them')
    .argument('[tables...]', 'names of tables, of which the columns are shown')
    .addOption(listFormatOption())
    .addHelpText(
      'after',
      '\nExamples:\n  quern tables\n  quern tables orders\n  quern tables --format csv > tables.csv',
    )
    .action(begin(context, async () => (await import('./tables.action.js')).tables));
}
