import { Command, Option } from 'commander';
import { Registry } from '../registry/registry.service.js';
import { type CommandContext } from './cli.js';
import { FORMATS, type Format, formatRows } from './format-rows.js';
import { withWorkbench } from './workbench.js';

export function listCommand(context: CommandContext): Command {
  return new Command('list')
    .description('show the endpoints that would be served')
    .addOption(new Option('--format <format>', 'table (on a terminal), json or csv').choices(FORMATS))
    .addHelpText('after', '\nExample:\n  quern list --format json')
    .action(async (options: { format?: Format }) => {
      await withWorkbench(context.settings(), 'check', (workbench) => {
        const rows = workbench
          .get(Registry)
          .list()
          .map(({ endpoint }) => [
            endpoint.name,
            endpoint.id,
            endpoint.parameters.map(({ name, required }) => (required ? name : `[${name}]`)).join(' '),
            endpoint.cachingSeconds ?? 'disabled',
            endpoint.cacheWarmingSeconds ?? null,
            endpoint.source.file,
          ]);
        const columns = ['name', 'id', 'parameters', 'caching', 'cache_warming', 'file'];
        context.out.write(formatRows(columns, rows, options.format, context.out));
        return Promise.resolve();
      });
    });
}
