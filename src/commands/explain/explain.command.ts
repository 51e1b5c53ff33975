import { Command, Option } from 'commander';
import { begin, type CommandContext } from '../command-context.js';
import { collectParameter } from '../collect-parameter.js';

export function explainCommand(context: CommandContext): Command {
  return new Command('explain')
    .description('show what a call would do: values, cache key, freshness, tables, cost, SQL and plan')
    .argument('<endpoint>', 'id or name')
    .option('-p, --parameter <name=value>', 'a parameter; repeat it for more', collectParameter)
    .addOption(new Option('--format <format>', 'text or json').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      '\nNothing is run. Every engine that the settings allow is asked; on a terminal of 120 columns or more their SQL is ' +
        'side by side.\n\nExample:\n  quern explain usage.api-counts -p project=demo -p interval=daily',
    )
    .action(begin(context, async () => (await import('./explain.action.js')).explain));
}
