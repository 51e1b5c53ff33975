import { Command, Option } from 'commander';
import { ENGINE_NAMES } from '../../config/settings.js';
import { begin, type CommandContext } from '../command-context.js';

export function testCommand(context: CommandContext): Command {
  return new Command('test')
    .description('run the tests of endpoint files, over the rows that they give')
    .argument('[endpoints...]', 'ids or names; all when left out')
    .option('--filter <text>', 'only cases with this in their name', '')
    .addOption(new Option('--format <format>', 'text or json').choices(['text', 'json']).default('text'))
    .addOption(
      new Option('--engine <engine>', 'run them there instead of embedded, or on both and compare').choices([
        ...ENGINE_NAMES,
        'both',
      ]),
    )
    .option('--update', 'write the rows that came into the files, for cases that fail over their rows or have none yet')
    .addHelpText('after', '\nExamples:\n  quern test\n  quern test usage.api-counts --filter "rule 2"')
    .action(begin(context, async () => (await import('./test.action.js')).test));
}
