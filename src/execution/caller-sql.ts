import { RefusedSql } from '../engines/refused-sql.js';
import { QuernError } from '../errors/quern-error.js';
import { type Endpoint } from '../registry/endpoint.js';
import { placeInSql } from '../sql/normal-sql.js';
import { sqlTokens } from '../sql/sql-tokens.js';

/** The name under which a call brings SQL of its own; no parameter has it. */
const SQL = 'sql';

type Parameters = ReadonlyMap<string, readonly string[]>;

/**
 * Takes the caller's SQL out of the parameters of a call; undefined where there is none, or an empty one. Elsewhere than on a
 * sandboxed endpoint it is a mistake that must not pass for an answer.
 *
 * @throws QuernError `invalid_parameters`, `invalid_sql`
 */
export function takeCallerSql(endpoint: Endpoint, given: Parameters): { sql: string | undefined; others: Parameters } {
  const texts = given.get(SQL);
  if (!texts) return { sql: undefined, others: given };
  if (!endpoint.sandboxing) {
    throw refusal('`sql` can be sent to sandboxed endpoints only, and this one is not; leave it out.');
  }
  if (texts.length > 1) throw refusal(`"sql" must be given once, not ${texts.length} times.`);
  const others = new Map(given);
  others.delete(SQL);
  const sql = texts[0] === '' ? undefined : texts[0];
  const { problem } = sqlTokens(sql ?? '');
  if (problem) throw new RefusedSql(problem);
  return { sql, others };
}

/** What an engine has against the normal form of a caller's SQL, in the places of the text as it was written. */
export function inPlaceOf(error: unknown, sql: string | undefined): unknown {
  if (!(error instanceof RefusedSql) || sql === undefined) return error;
  return new RefusedSql({ ...error.problem, ...placeInSql(sql, error.problem) }, error.cause);
}

function refusal(detail: string): QuernError {
  return new QuernError('invalid_parameters', detail, { errors: [{ parameter: SQL, detail }] });
}
