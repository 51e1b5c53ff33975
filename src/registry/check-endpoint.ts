import { type Column, type Engine } from '../engines/engine.js';
import { columnMismatch } from '../endpoint-files/format/column-mismatch.js';
import { queryOf } from '../execution/statement.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { withParameterRemark } from '../endpoint-files/format/parameter-remark.js';
import { type Problem } from '../diagnostics/problem.js';
import { structureProblems } from '../endpoint-files/format/structure-rules.js';

/** What checks queries. */
type Checker = Pick<Engine, 'check' | 'sandbox'>;

export interface EndpointCheck {
  readonly endpoint: Endpoint;
  readonly columns: readonly Column[];
  /** Why the engine could not be asked; then `columns` are what the file says. */
  readonly unchecked?: string;
  /** Bytes that a run would read, where the engine can tell. */
  readonly bytesProcessed?: number;
  readonly problems: readonly Problem[];
}

/** Looks at how an endpoint's query is built, asks the engine about it, and holds the answer against what the file promises. */
export async function checkEndpoint(endpoint: Endpoint, engine: Checker): Promise<EndpointCheck> {
  const structure = structureProblems(endpoint);
  const checked = await engine.check(queryOf(endpoint));
  if ('unchecked' in checked) {
    return { endpoint, columns: endpoint.columns ?? [], unchecked: checked.unchecked, problems: structure };
  }
  if (!('columns' in checked)) {
    const refusals = checked.problems.map((problem) =>
      endpoint.source.problem('query_refused', withParameterRemark(endpoint, problem)),
    );
    return { endpoint, columns: [], problems: [...structure, ...refusals] };
  }
  const problems = [
    ...structure,
    ...mismatches(endpoint, checked.columns),
    ...(await sandboxProblems(endpoint, engine)),
  ];
  return { ...checked, endpoint, problems };
}

/** Why an engine that takes the query cannot let callers write SQL over it. */
async function sandboxProblems(endpoint: Endpoint, engine: Checker): Promise<readonly Problem[]> {
  if (!endpoint.sandboxing) return [];
  const { problems } = await engine.sandbox(queryOf(endpoint)).prepare();
  return problems.map((problem) =>
    endpoint.source.problem('query_refused', {
      ...problem,
      message: `sandboxing: enabled does not go with this query: ${problem.message}`,
    }),
  );
}

function mismatches({ columns, source }: Endpoint, returned: readonly Column[]): Problem[] {
  if (!columns || !source.columns) return [];
  const found = columnMismatch(columns, returned, source.columns);
  return found ? [source.problemAt('columns_differ', found.place, found.message)] : [];
}
