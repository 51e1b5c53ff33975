import type {
  AcceptedQuery,
  CheckedQuery,
  CheckedSandbox,
  Column,
  Engine,
  ReadableQuery,
  SqlProblem,
  UncheckedQuery,
} from '../engines/engine.js';
import { columnMismatch } from '../endpoint-files/format/column-mismatch.js';
import { queryOf } from '../endpoint-files/endpoint-query.js';
import { problemAt, problemIn } from '../endpoint-files/endpoint-source.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { structureOf } from '../endpoint-files/format/structure-rules.js';
import { withParameterRemark } from '../endpoint-files/format/parameter-remark.js';
import { type Problem } from '../diagnostics/problem.js';
import { quotedName } from '../googlesql/tokens/quoted-name.js';
import { type TopStar } from '../googlesql/checks/stars.js';

type Checker = Pick<Engine, 'check' | 'sandbox'>;

/** A column of the answer, with `isNeverNull` where the query never makes it NULL. */
export interface CheckedColumn extends Column {
  readonly isNeverNull?: true;
}

export interface EndpointCheck {
  readonly endpoint: Endpoint;
  readonly columns: readonly CheckedColumn[];
  /** Queries that callers' SQL may read; undefined where it may not be sent, or the query could not be checked. */
  readonly readable?: readonly ReadableQuery[];
  /** Reason why the query could not be checked; `columns` are then those of the file. */
  readonly unchecked?: string;
  /** Table that cannot be read, if that is the reason. */
  readonly unreadable?: string;
  /** Bytes that a run would read; undefined where the engine does not know. */
  readonly bytesProcessed?: number;
  readonly problems: readonly Problem[];
}

/** Checks the structure of an endpoint's query, has the engine check it, and compares the answer with the promises of the file. */
export async function checkEndpoint(endpoint: Endpoint, engine: Checker): Promise<EndpointCheck> {
  const { problems: structure, stars = [], neverNull } = structureOf(endpoint);
  const checked = await engine.check(queryOf(endpoint));
  const sandbox = await checkSandbox(endpoint, checked, engine);
  const unchecked = [checked, sandbox].find(isUnchecked);
  if (unchecked) {
    const problems = [...structure, ...starProblems(endpoint, stars, {})];
    return { ...unchecked, endpoint, columns: endpoint.columns ?? [], problems };
  }
  if (!('columns' in checked)) {
    const told = checked.problems.map((problem) => withParameterRemark(endpoint, problem));
    const refusals = told.map((problem) => problemIn(endpoint, 'query_refused', problem));
    return { endpoint, columns: [], problems: [...structure, ...refusals] };
  }
  const refusals: readonly SqlProblem[] = sandbox?.problems ?? [];
  const readable = sandbox && 'readable' in sandbox ? sandbox.readable : undefined;
  const { columns, bytesProcessed } = checked;
  return {
    endpoint,
    columns: columns.map((each) => (neverNull?.has(each.name) ? { ...each, isNeverNull: true } : each)),
    ...(bytesProcessed !== undefined && { bytesProcessed }),
    problems: [
      ...structure,
      ...starProblems(endpoint, stars, checked),
      ...mismatches(endpoint, columns),
      ...refusals.map((problem) => {
        // The query is sound, but cannot have callers' SQL written over it.
        const message = `sandboxing: enabled does not go with this query: ${problem.message}`;
        return problemIn(endpoint, 'query_refused', { ...problem, message });
      }),
    ],
    ...(readable && { readable }),
  };
}

function isUnchecked(answer: CheckedQuery | CheckedSandbox | undefined): answer is UncheckedQuery {
  return answer !== undefined && 'unchecked' in answer;
}

async function checkSandbox(
  endpoint: Endpoint,
  checked: CheckedQuery,
  engine: Checker,
): Promise<CheckedSandbox | undefined> {
  return endpoint.sandboxing && 'columns' in checked ? engine.sandbox(queryOf(endpoint)).prepare() : undefined;
}

function mismatches({ columns, source }: Endpoint, returned: readonly Column[]): Problem[] {
  if (!columns || !source.columns) return [];
  const found = columnMismatch(columns, returned, source.columns);
  return found ? [problemAt(source, 'columns_differ', found.place, found.message)] : [];
}

/**
 * Finds `*`: clients would get another answer from one day to the next when a column is added to a table. In a table with a schema that
 * takes a decision, and is a warning; in one with guessed columns, any row can bring one.
 */
function starProblems(endpoint: Endpoint, stars: readonly TopStar[], answer: Partial<AcceptedQuery>): Problem[] {
  return stars.map((star) => {
    const guessed = star.tables.filter((table) => answer.guessed?.includes(table));
    const message = `${remedy(star, answer)}${reason(star, guessed)}; or promise the columns under "columns"`;
    const { line, column } = star;
    return problemIn(endpoint, 'select_star', { line, column, message }, guessed.length > 0 ? 'error' : 'warning');
  });
}

/** The remedy, with the columns wherever they are known. */
function remedy({ isPiped, span }: TopStar, { columns }: Partial<AcceptedQuery>): string {
  if (isPiped) return `end the query with |> SELECT ${columns ? listOf(columns) : 'and the columns by name'}`;
  if (!columns) return 'name the columns instead of *';
  if (!span) return `name the columns instead of *, so that the answer has ${listOf(columns)}`;
  const { before, behind, of } = span;
  return `write ${listOf(columns.slice(before, columns.length - behind), of)} instead of *`;
}

function reason({ isPiped, tables }: TopStar, guessed: readonly string[]): string {
  const [first] = guessed;
  if (first !== undefined) {
    return `, since ${first} has no schema and gets another column with the next row that has one; or write it a .schema.json file`;
  }
  if (tables.length === 0) return ', so that the file says what it answers with';
  const names = tables.length === 1 ? tables[0] : 'the tables';
  return `${isPiped ? ', without which it' : ', which'} returns whatever ${names} has by then, whether callers have been told of it or not`;
}

function listOf(columns: AcceptedQuery['columns'], item?: string): string {
  return columns.map(({ name }) => `${item === undefined ? '' : `${item}.`}${quotedName(name)}`).join(', ');
}
