import { RefusedSql } from '../engines/refused-sql.js';
import { QuernError } from '../errors/quern-error.js';
import { type Endpoint } from '../registry/endpoint.js';
import { googleSqlOf } from '../sql/lenient/lenient-sql.js';
import { RewrittenText } from '../sql/lenient/rewritten-text.js';
import { placeInSql } from '../sql/normal-sql.js';
import { type SqlProblem } from '../sql/sql-problem.js';
import { sqlTokens } from '../sql/sql-tokens.js';

/** The name under which a call brings SQL of its own; no parameter has it. */
const SQL = 'sql';

type Parameters = ReadonlyMap<string, readonly string[]>;

/** SQL of a caller's own. */
export interface CallerSql {
  /** As it came. */
  readonly written: string;
  /** In GoogleSQL: what every check and every engine is given. */
  readonly sql: string;
}

/**
 * Takes the caller's SQL out of the parameters of a call; undefined where there is none, or an empty one. Elsewhere than on a
 * sandboxed endpoint it is a mistake that must not pass for an answer.
 *
 * @throws QuernError `invalid_parameters`, `invalid_sql`
 */
export function takeCallerSql(
  endpoint: Endpoint,
  given: Parameters,
): { callerSql: CallerSql | undefined; others: Parameters } {
  const texts = given.get(SQL);
  if (!texts) return { callerSql: undefined, others: given };
  if (!endpoint.sandboxing) {
    throw refusal('`sql` can be sent to sandboxed endpoints only, and this one is not; leave it out.');
  }
  if (texts.length > 1) throw refusal(`"sql" must be given once, not ${texts.length} times.`);
  const others = new Map(given);
  others.delete(SQL);
  const [written] = texts;
  if (written === undefined || written === '') return { callerSql: undefined, others };
  const read = inGoogleSql(endpoint, written);
  if ('message' in read) throw new RefusedSql(read);
  return { callerSql: { written, sql: read.text }, others };
}

/** What an engine has against the normal form of a caller's SQL, in the places of the text as it was written. */
export function inPlaceOf(error: unknown, endpoint: Endpoint, written: string | undefined): unknown {
  if (!(error instanceof RefusedSql) || written === undefined) return error;
  const read = inGoogleSql(endpoint, written);
  if ('message' in read) return error;
  const place = read.placeOf(placeInSql(read.text, error.problem));
  return new RefusedSql({ ...error.problem, ...place }, error.cause);
}

function inGoogleSql({ sandboxDialect }: Endpoint, written: string): RewrittenText | SqlProblem {
  if (sandboxDialect === 'lenient') return googleSqlOf(written);
  return sqlTokens(written).problem ?? new RewrittenText(written, []);
}

function refusal(detail: string): QuernError {
  return new QuernError('invalid_parameters', detail, { errors: [{ parameter: SQL, detail }] });
}
