import { Command } from 'commander';
import { begin, type CommandContext } from '../command-context.js';
import { listFormatOption } from '../output/format-options.js';

export function listCommand(context: CommandContext): Command {
  return new Command('list')
    .description('show the endpoints that would be served')
    .addOption(listFormatOption())
    .addHelpText('after', '\nExamples:\n  quern list\n  quern list --format csv > endpoints.csv')
    .action(begin(context, async () => (await import('./list.action.js')).list));
}
