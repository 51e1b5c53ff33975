import { Command, Option } from 'commander';
import { begin, type CommandContext } from '../command-context.js';

export function openApiCommand(context: CommandContext): Command {
  return new Command('openapi')
    .description('write the OpenAPI document of what a key may call')
    .option('-k, --key <id>', 'a key of the keys file; left out: everything there is')
    .option('-o, --out <file>', 'where to write it; left out: standard output')
    .option('-a, --against <file>', 'an earlier document: say what has changed since; this one goes to --out alone')
    .addOption(
      new Option('--format <format>', 'how --against says it: text for people, json for programs')
        .choices(['text', 'json'])
        .default('text'),
    )
    .addHelpText(
      'after',
      '\nIt is what GET /api/openapi.json answers that key with. Nothing is run.\n' +
        'With --against the exit status is 1 if a change breaks callers, and 0 if none does.\n' +
        '\nExamples:\n  quern openapi > openapi.json\n  quern openapi --key dashboard --out dashboard.json\n' +
        '  quern openapi --against openapi.json',
    )
    .action(begin(context, async () => (await import('./openapi.action.js')).writeOpenApi));
}
