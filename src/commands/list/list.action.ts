import { type Endpoint } from '../../endpoint-files/endpoint.js';
import { type CommandContext } from '../command-context.js';
import { type RowOptions, rowsTarget } from '../output/rows-target.js';
import { type ListColumn, writeList } from '../output/write-rows.js';
import { loadedEndpoints } from '../loaded-endpoints.js';

/** The columns of the list. A table, which people read, leaves the id out. */
const COLUMNS: readonly ListColumn<Endpoint>[] = [
  { name: 'name', type: 'STRING', tell: ({ name }) => name },
  { name: 'id', type: 'STRING', tell: ({ id }) => id },
  { name: 'parameters', type: 'STRING', tell: parametersOf },
  { name: 'caching', type: 'INT64', tell: ({ cachingSeconds }) => cachingSeconds ?? 'disabled' },
  { name: 'cache_warming', type: 'INT64', tell: ({ cacheWarmingSeconds }) => cacheWarmingSeconds ?? null },
  { name: 'file', type: 'STRING', tell: ({ source }) => source.file },
];

export async function list(context: CommandContext, options: RowOptions): Promise<void> {
  const endpoints = await loadedEndpoints(context.settings(), context.err);
  const target = rowsTarget(context.out, options);
  const columns = COLUMNS.filter(({ name }) => target.format !== 'table' || name !== 'id');
  await writeList(
    columns,
    endpoints.map(({ endpoint }) => endpoint),
    target,
  );
}

/** Names of the parameters; those in brackets can be left out. */
function parametersOf({ parameters }: Endpoint): string {
  return parameters.map(({ name, required }) => (required ? name : `[${name}]`)).join(' ');
}
