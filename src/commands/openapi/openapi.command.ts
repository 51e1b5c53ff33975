import { Command } from 'commander';
import { type CommandContext } from '../command-context.js';
import { type OpenApiOptions } from './openapi-options.js';

export function openApiCommand(context: CommandContext): Command {
  return new Command('openapi')
    .description('write the OpenAPI document of what a key may call')
    .option('-k, --key <id>', 'a key of the keys file; left out: everything there is')
    .option('-o, --out <file>', 'where to write it; left out: standard output')
    .addHelpText(
      'after',
      '\nIt is what GET /api/openapi.json answers that key with. Nothing is run.\n' +
        '\nExamples:\n  quern openapi > openapi.json\n  quern openapi --key dashboard --out dashboard.json',
    )
    .action(async (options: OpenApiOptions) => {
      const { writeOpenApi } = await import('./openapi.action.js');
      await writeOpenApi(context, options);
    });
}
