import { Command, Option } from 'commander';
import { begin, type CommandContext } from '../command-context.js';

export function typesCommand(context: CommandContext): Command {
  return new Command('types')
    .description('write TypeScript types of what a key may call, for quern/client')
    .option('-k, --key <id>', 'a key of the keys file; left out: everything there is')
    .addOption(
      new Option(
        '-d, --document <file>',
        'an OpenAPI document of GET /api/openapi.json, for who has no endpoint files',
      ).conflicts('key'),
    )
    .option('-o, --out <file>', 'where to write them; left out: standard output')
    .addHelpText(
      'after',
      '\nEach endpoint has an interface for its parameters and one for its rows, and Endpoints has them all by name.\n' +
        'Nothing is run.\n\nExamples:\n  quern types > quern.d.ts\n  quern types --key dashboard --out src/quern.d.ts\n' +
        '  quern types --document openapi.json --out src/quern.d.ts',
    )
    .action(begin(context, async () => (await import('./types.action.js')).writeTypes));
}
