import { Command } from 'commander';
import { type CommandContext } from '../command-context.js';
import { type InitOptions } from './init.action.js';

export function initCommand(context: CommandContext): Command {
  return new Command('init')
    .description('write a folder to begin with: endpoints, data, tests, and checks for CI')
    .argument('[folder]', 'which one; left out: this one')
    .option('--data <file>', 'rows to begin with, in Parquet, NDJSON, JSON, CSV or TSV; left out: an example')
    .option('-y, --yes', 'ask nothing')
    .addHelpText('after', '\nExamples:\n  quern init\n  quern init shop --data orders.parquet')
    .action(async (folder: string | undefined, options: InitOptions) => {
      const { init } = await import('./init.action.js');
      await init(context, folder ?? '.', options);
    });
}
