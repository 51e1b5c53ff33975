import { Command } from 'commander';
import { type CommandContext } from '../command-context.js';
import { listFormatOption, type Format } from '../output/format-options.js';

export function listCommand(context: CommandContext): Command {
  return new Command('list')
    .description('show the endpoints that would be served')
    .addOption(listFormatOption())
    .addHelpText('after', '\nExamples:\n  quern list\n  quern list --format csv > endpoints.csv')
    .action(async (options: { format?: Format }) => {
      const { list } = await import('./list.action.js');
      await list(context, options.format);
    });
}
