import { Command, Option } from 'commander';
import { type CommandContext } from '../command-context.js';
import { collectParameter, type CallParameters } from '../collect-parameter.js';
import { FORMATS, type Format } from '../output/row-formats.js';

export function runCommand(context: CommandContext): Command {
  return new Command('run')
    .description('run one endpoint and show its rows')
    .argument('<endpoint>', 'id or name')
    .option('-p, --parameter <name=value>', 'a parameter; repeat it for more', collectParameter)
    .addOption(
      new Option('--format <format>', 'how rows are written; left out: table on a terminal, json in a pipe').choices(
        FORMATS,
      ),
    )
    .addHelpText(
      'after',
      '\nExamples:\n  quern run usage.api-counts -p project=demo -p interval=daily\n' +
        '  quern run logs.all -p project=demo --format ndjson | jq .event_message',
    )
    .action(async (endpoint: string, options: { parameter?: CallParameters; format?: Format }) => {
      const { run } = await import('./run.action.js');
      await run(context, endpoint, options);
    });
}
