import { type Endpoint } from '../../endpoint-files/endpoint.js';
import { type CommandContext } from '../command-context.js';
import { type RowOptions, rowsTarget } from '../output/rows-target.js';
import { writeRows } from '../output/write-rows.js';
import { withRegistry } from '../with-registry.js';

/** The columns of the list. A table, which people read, leaves the id out. */
const COLUMNS = [
  { name: 'name', type: 'STRING', tell: ({ name }: Endpoint) => name },
  { name: 'id', type: 'STRING', tell: ({ id }: Endpoint) => id },
  { name: 'parameters', type: 'STRING', tell: parametersOf },
  { name: 'caching', type: 'INT64', tell: ({ cachingSeconds }: Endpoint) => cachingSeconds ?? 'disabled' },
  { name: 'cache_warming', type: 'INT64', tell: ({ cacheWarmingSeconds }: Endpoint) => cacheWarmingSeconds ?? null },
  { name: 'file', type: 'STRING', tell: ({ source }: Endpoint) => source.file },
] as const;

export async function list(context: CommandContext, options: RowOptions): Promise<void> {
  const endpoints = await withRegistry(context.settings(), context.err, (registry) => Promise.resolve(registry.list()));
  const target = rowsTarget(context.out, options);
  const columns = COLUMNS.filter(({ name }) => target.format !== 'table' || name !== 'id');
  const rows = endpoints.map(({ endpoint }) => columns.map(({ tell }) => JSON.stringify(tell(endpoint))));
  await writeRows({ columns, rows }, target);
}

/** Names of the parameters; those in brackets can be left out. */
function parametersOf({ parameters }: Endpoint): string {
  return parameters.map(({ name, required }) => (required ? name : `[${name}]`)).join(' ');
}
