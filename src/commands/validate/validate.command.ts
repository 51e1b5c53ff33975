import { Command, InvalidArgumentError, Option } from 'commander';
import { ENGINE_NAMES } from '../../config/settings.js';
import { begin, type CommandContext } from '../command-context.js';

export function validateCommand(context: CommandContext): Command {
  return new Command('validate')
    .description('check endpoint files and what their tests name, and say what is wrong where')
    .argument('[paths...]', 'files and folders to check instead of the folder in QUERN_ENDPOINTS')
    .addOption(
      new Option('--engine <engine>', 'ask this engine instead of the one in QUERN_ENGINE').choices(ENGINE_NAMES),
    )
    .addOption(
      new Option('--format <format>', 'text for people, json for programs, or github for annotations in a workflow')
        .choices(['text', 'json', 'github'])
        .default('text'),
    )
    .option('--strict', 'let warnings fail, too')
    .option('--cost', 'print what a run of each endpoint would read, by the engine’s own estimate')
    .option('--against <file>', 'the costs of before, as --cost --format json has written them: what got dearer fails')
    .addOption(
      new Option('--factor <times>', 'how many times as much as before is dearer').argParser(factor).default(2),
    )
    .addOption(
      new Option('--watch', 'check again after each change of the files or the data, until Ctrl-C').conflicts('format'),
    )
    .addHelpText(
      'after',
      '\nThe exit status is 0 if the files can be served, and their tests can be run, and 1 if not.\n' +
        '\nExamples:\n  quern validate\n  quern validate endpoints/logs.all.yaml\n  quern validate --strict --format github\n  quern validate --cost --format json > costs.json\n  quern validate --against costs.json',
    )
    .action(begin(context, async () => (await import('./validate.action.js')).validate));
}

function factor(text: string): number {
  const times = /^\d{1,4}(?:\.\d{1,3})?$/.test(text) ? Number(text) : NaN;
  if (!(times >= 1)) throw new InvalidArgumentError('It must be a number of at least 1, such as 1.5.');
  return times;
}
