import { type Column, type Engine } from '../engines/engine.js';
import { queryOf } from './endpoint-query.js';
import { type Endpoint } from './endpoint.js';
import { type Problem } from './problem.js';

export interface EndpointCheck {
  readonly endpoint: Endpoint;
  readonly columns: readonly Column[];
  /** Why the engine could not be asked; then `columns` are what the file says. */
  readonly unchecked?: string;
  /** Bytes that a run would read, where the engine can tell. */
  readonly bytesProcessed?: number;
  readonly problems: readonly Problem[];
}

/** Asks the engine about an endpoint's query, and holds the answer against what the file promises. */
export async function checkEndpoint(endpoint: Endpoint, engine: Engine): Promise<EndpointCheck> {
  const checked = await engine.check(queryOf(endpoint));
  if ('unchecked' in checked) {
    return { endpoint, columns: endpoint.columns ?? [], unchecked: checked.unchecked, problems: [] };
  }
  if (!('columns' in checked)) {
    return {
      endpoint,
      columns: [],
      problems: checked.problems.map((problem) => endpoint.source.problem('query_refused', problem)),
    };
  }
  const message = columnMismatch(endpoint, checked.columns);
  const problems =
    message === undefined ? [] : [endpoint.source.problem('columns_differ', { line: 1, column: 1, message })];
  return { ...checked, endpoint, problems };
}

/** The first difference between the declared columns and those that the query returns. */
function columnMismatch(endpoint: Endpoint, columns: readonly Column[]): string | undefined {
  const declared = endpoint.columns;
  if (!declared) return undefined;
  const spell = (list: readonly Column[]) => list.map(({ name, type }) => `${name} ${type}`);
  const wanted = spell(declared);
  const found = spell(columns);
  const index = wanted.findIndex((column, at) => column !== found[at]);
  if (index === -1 && wanted.length === found.length) return undefined;
  const at = index === -1 ? wanted.length : index;
  return (
    `column ${at + 1} of \`columns:\` is ${wanted[at] ?? 'missing'}, and the query returns ${found[at] ?? 'no such column'}; ` +
    'change one of the two'
  );
}
