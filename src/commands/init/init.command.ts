import { Command } from 'commander';
import { begin, type CommandContext } from '../command-context.js';

export function initCommand(context: CommandContext): Command {
  return new Command('init')
    .description('write a folder to begin with: endpoints, data, tests, and checks for CI')
    .argument('[folder]', 'which one; left out: this one')
    .option('--data <file>', 'rows to begin with, in Parquet, NDJSON, JSON, CSV or TSV; left out: an example')
    .option('-y, --yes', 'ask nothing')
    .addHelpText('after', '\nExamples:\n  quern init\n  quern init shop --data orders.parquet')
    .action(begin(context, async () => (await import('./init.action.js')).init));
}
