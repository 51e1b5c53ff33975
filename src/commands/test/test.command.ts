import { Command, Option } from 'commander';
import { type CommandContext } from '../command-context.js';
import { TEST_ENGINES, TEST_FORMATS, type TestOptions } from './test-options.js';

export function testCommand(context: CommandContext): Command {
  return new Command('test')
    .description('run the tests of endpoint files, over the rows that they give')
    .argument('[endpoints...]', 'ids or names; all when left out')
    .option('--filter <text>', 'only cases with this in their name', '')
    .addOption(new Option('--format <format>', 'text or json').choices(TEST_FORMATS).default('text'))
    .addOption(
      new Option('--engine <engine>', 'run them there instead of embedded, or on both and compare').choices(
        TEST_ENGINES,
      ),
    )
    .option('--update', 'write the rows that came into the files, for cases that fail over their rows or have none yet')
    .addHelpText('after', '\nExamples:\n  quern test\n  quern test usage.api-counts --filter "rule 2"')
    .action(async (endpoints: readonly string[], options: TestOptions) => {
      const { test } = await import('./test.action.js');
      await test(context, endpoints, options);
    });
}
