import { Command, Option } from 'commander';
import { type CommandContext } from '../command-context.js';
import { FORMATS, type Format } from '../output/row-formats.js';

export function listCommand(context: CommandContext): Command {
  return new Command('list')
    .description('show the endpoints that would be served')
    .addOption(
      new Option('--format <format>', 'how rows are written; left out: table on a terminal, json in a pipe').choices(
        FORMATS,
      ),
    )
    .addHelpText('after', '\nExamples:\n  quern list\n  quern list --format csv > endpoints.csv')
    .action(async (options: { format?: Format }) => {
      const { list } = await import('./list.action.js');
      await list(context, options.format);
    });
}
