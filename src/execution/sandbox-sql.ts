import { RefusedSql } from '../engines/refused-sql.js';
import { type ParameterError } from '../errors/quern-error.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { googleSqlOf } from '../googlesql/lenient/lenient-sql.js';
import { RewrittenText } from '../googlesql/lenient/rewritten-text.js';
import { placeInSql } from '../googlesql/tokens/normal-sql.js';
import { eachProblem, type SqlProblem } from '../googlesql/sql-problem.js';
import { mistake } from '../parameters/bind-parameters.js';
import { SQL } from '../parameters/reserved-names.js';
import { hasMoreTokens, sqlTokens } from '../googlesql/tokens/sql-tokens.js';
import { type CallParameters } from '../parameters/query-string.js';

/** Most words and symbols of sandbox SQL. The time to read it grows with these, and part of it blocks the event loop. */
const MAX_TOKENS = 10_000;
/** Counts tokens roughly before lenient SQL has been rewritten: it also counts those in strings and comments. */
const WORD_OR_SYMBOL = /\w+|[^\w\s]/g;

const TOO_LONG: SqlProblem = {
  line: 1,
  column: 1,
  message: `this has too many words and symbols; ${MAX_TOKENS} are allowed`,
};

const NOT_SANDBOXED = 'can be sent to sandboxed endpoints only, and this one is not; leave it out';

/** Whether a call sends SQL, even to an endpoint that is not sandboxed. */
export function hasSandboxSql(parameters: CallParameters): boolean {
  return parameters.get(SQL)?.some((text) => text !== '') ?? false;
}

/** SQL for a sandboxed endpoint: as the caller wrote it, and in GoogleSQL for checks and engines. */
export interface SandboxSql {
  readonly asWritten: string;
  readonly googleSql: string;
}

/**
 * Takes the SQL out of the parameters of a call; undefined where it is missing or empty. An endpoint that is not sandboxed refuses it:
 * ignoring it would pass off the endpoint's rows as the answer to that SQL.
 *
 * @param mistakes gets those of the parameter `sql`
 * @throws QuernError `invalid_sql`
 */
export function takeSandboxSql(
  endpoint: Endpoint,
  parameters: CallParameters,
  mistakes: ParameterError[],
): { sandboxSql: SandboxSql | undefined; others: CallParameters } {
  const texts = parameters.get(SQL);
  if (!texts) return { sandboxSql: undefined, others: parameters };
  const others = new Map(parameters);
  others.delete(SQL);
  if (!endpoint.sandboxing || texts.length > 1) {
    const rule = endpoint.sandboxing ? `must be given once, not ${texts.length} times` : NOT_SANDBOXED;
    mistakes.push(mistake(SQL, rule));
    return { sandboxSql: undefined, others };
  }
  const [asWritten] = texts;
  if (asWritten === undefined || asWritten === '') return { sandboxSql: undefined, others };
  const read = toGoogleSql(endpoint, asWritten);
  if ('message' in read) throw new RefusedSql(read);
  return { sandboxSql: { asWritten, googleSql: read.text }, others };
}

/**
 * Gives an engine's refusal the place in the SQL as the caller wrote it, since the engine refuses by line and column of the normal form.
 * The places are worked out for each refusal: keeping them with the call would take many times the memory of its text.
 */
export function withPlaceAsWritten(error: unknown, endpoint: Endpoint, written: string | undefined): unknown {
  if (!(error instanceof RefusedSql) || written === undefined) return error;
  const read = toGoogleSql(endpoint, written);
  if ('message' in read) return error;
  const asWritten = (problem: SqlProblem) => ({ ...problem, ...read.placeOf(placeInSql(read.text, problem)) });
  const [first, ...others] = eachProblem(error.problem).map(asWritten);
  return first ? new RefusedSql({ ...first, others }, error.cause) : error;
}

function toGoogleSql({ sandboxDialect }: Endpoint, written: string): RewrittenText | SqlProblem {
  if (sandboxDialect === 'lenient') return isTooLong(written) ? TOO_LONG : googleSqlOf(written);
  if (hasMoreTokens(written, MAX_TOKENS)) return TOO_LONG;
  return sqlTokens(written).problem ?? new RewrittenText(written, []);
}

function isTooLong(text: string): boolean {
  WORD_OR_SYMBOL.lastIndex = 0;
  for (let count = 0; count <= MAX_TOKENS; count += 1) if (!WORD_OR_SYMBOL.test(text)) return false;
  return true;
}
