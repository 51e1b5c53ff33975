import { Command } from 'commander';
import { begin, type CommandContext } from '../command-context.js';
import { collectParameter } from '../collect-parameter.js';
import { outOption, rowFormatOption } from '../output/format-options.js';

export function runCommand(context: CommandContext): Command {
  return new Command('run')
    .description('run one endpoint and show its rows')
    .argument('<endpoint>', 'id or name')
    .option('-p, --parameter <name=value>', 'a parameter; repeat it for more', collectParameter)
    .addOption(rowFormatOption())
    .addOption(outOption())
    .addHelpText(
      'after',
      '\nExamples:\n  quern run usage.api-counts -p project=demo -p interval=daily\n' +
        '  quern run logs.all -p project=demo --format ndjson | jq .event_message\n' +
        '  quern run logs.all -p project=demo --out logs.parquet',
    )
    .action(begin(context, async () => (await import('./run.action.js')).run));
}
