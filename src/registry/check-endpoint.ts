import {
  type CheckedSandbox,
  type Column,
  type Engine,
  type ReadableQuery,
  type SqlProblem,
} from '../engines/engine.js';
import { columnMismatch } from '../endpoint-files/format/column-mismatch.js';
import { queryOf } from '../execution/statement.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { withParameterRemark } from '../endpoint-files/format/parameter-remark.js';
import { type Problem } from '../diagnostics/problem.js';
import { structureOf } from '../endpoint-files/format/structure-rules.js';
import { starProblems } from './star-problems.js';
import { neverNullColumns } from '../googlesql/checks/never-null.js';
import { ifParsed } from '../googlesql/grammar/parse.js';

/** What checks queries. */
type Checker = Pick<Engine, 'check' | 'sandbox'>;

/** A column of the answer, and whether the query is such that it never is NULL. */
export interface CheckedColumn extends Column {
  readonly isNeverNull?: true;
}

export interface EndpointCheck {
  readonly endpoint: Endpoint;
  readonly columns: readonly CheckedColumn[];
  /** What callers' SQL may read; undefined where it may not be sent, or the query could not be checked. */
  readonly readable?: readonly ReadableQuery[];
  /** Why the query could not be checked; then `columns` are what the file says. */
  readonly unchecked?: string;
  /** The table that cannot be read, where that is why. */
  readonly unreadable?: string;
  /** Bytes that a run would read, where the engine can tell. */
  readonly bytesProcessed?: number;
  readonly problems: readonly Problem[];
}

/** Looks at how an endpoint's query is built, asks the engine about it, and holds the answer against what the file promises. */
export async function checkEndpoint(endpoint: Endpoint, engine: Checker): Promise<EndpointCheck> {
  const { problems: structure, stars = [] } = structureOf(endpoint);
  const checked = await engine.check(queryOf(endpoint));
  if ('unchecked' in checked) {
    const problems = [...structure, ...starProblems(endpoint, stars, {})];
    return { ...checked, endpoint, columns: endpoint.columns ?? [], problems };
  }
  if (!('columns' in checked)) {
    const refusals = checked.problems.map((problem) =>
      endpoint.source.problem('query_refused', withParameterRemark(endpoint, problem)),
    );
    return { endpoint, columns: [], problems: [...structure, ...refusals] };
  }
  const sandbox = await checkSandbox(endpoint, engine);
  const refusals: readonly SqlProblem[] = sandbox?.problems ?? [];
  const problems = [
    ...structure,
    ...starProblems(endpoint, stars, checked),
    ...mismatches(endpoint, checked.columns),
    ...refusals.map((problem) => sandboxProblem(endpoint, problem)),
  ];
  const readable = sandbox && 'readable' in sandbox ? sandbox.readable : undefined;
  const { bytesProcessed } = checked;
  return {
    endpoint,
    columns: checkedColumns(checked.columns, endpoint),
    ...(bytesProcessed !== undefined && { bytesProcessed }),
    problems,
    ...(readable && { readable }),
  };
}

function checkedColumns(columns: readonly Column[], { sql }: Endpoint): readonly CheckedColumn[] {
  const neverNull = ifParsed(sql, neverNullColumns);
  return columns.map((column) => (neverNull?.has(column.name) ? { ...column, isNeverNull: true } : column));
}

async function checkSandbox(endpoint: Endpoint, engine: Checker): Promise<CheckedSandbox | undefined> {
  return endpoint.sandboxing ? engine.sandbox(queryOf(endpoint)).prepare() : undefined;
}

/** Why an engine that takes the query cannot let callers write SQL over it. */
function sandboxProblem({ source }: Endpoint, problem: SqlProblem): Problem {
  const message = `sandboxing: enabled does not go with this query: ${problem.message}`;
  return source.problem('query_refused', { ...problem, message });
}

function mismatches({ columns, source }: Endpoint, returned: readonly Column[]): Problem[] {
  if (!columns || !source.columns) return [];
  const found = columnMismatch(columns, returned, source.columns);
  return found ? [source.problemAt('columns_differ', found.place, found.message)] : [];
}
