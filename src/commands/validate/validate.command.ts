import { Command, Option } from 'commander';
import { SETTINGS } from '../../config/settings.js';
import { type CommandContext } from '../command-context.js';
import { type ValidateOptions } from './validate.action.js';
import { REPORT_FORMATS } from './report-formats.js';

const ENGINES = SETTINGS.find((setting) => setting.property === 'engine')?.kind.choices ?? [];

export function validateCommand(context: CommandContext): Command {
  return new Command('validate')
    .description('check endpoint files and what their tests name, and say what is wrong where')
    .argument('[paths...]', 'files and folders to check instead of the folder in QUERN_ENDPOINTS')
    .addOption(new Option('--engine <engine>', 'ask this engine instead of the one in QUERN_ENGINE').choices(ENGINES))
    .addOption(
      new Option('--format <format>', 'text for people, json for programs, or github for annotations in a workflow')
        .choices(REPORT_FORMATS)
        .default('text'),
    )
    .option('--strict', 'let warnings fail, too')
    .addOption(
      new Option('--watch', 'check again after each change of the files or the data, until Ctrl-C').conflicts('format'),
    )
    .addHelpText(
      'after',
      '\nThe exit status is 0 if the files can be served, and their tests can be run, and 1 if not.\n' +
        '\nExamples:\n  quern validate\n  quern validate endpoints/logs.all.yaml\n  quern validate --strict --format github',
    )
    .action(async (paths: readonly string[], options: ValidateOptions) => {
      const { validate } = await import('./validate.action.js');
      await validate(context, paths, options);
    });
}
