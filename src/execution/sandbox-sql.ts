import { RefusedSql } from '../engines/refused-sql.js';
import { QuernError } from '../errors/quern-error.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { googleSqlOf } from '../googlesql/lenient/lenient-sql.js';
import { RewrittenText } from '../googlesql/lenient/rewritten-text.js';
import { placeInSql } from '../googlesql/tokens/normal-sql.js';
import { type SqlProblem } from '../googlesql/sql-problem.js';
import { hasMoreTokens, sqlTokens } from '../googlesql/tokens/sql-tokens.js';

/** The name under which a call brings SQL of its own; no parameter has it. */
const SQL = 'sql';

/** Words and symbols of a caller's SQL: whatever reads it takes its time by these, and some of that is the event loop's. */
const MAX_TOKENS = 10_000;
/** What is a token can be told only when the text has been rewritten; those in strings and comments count as well until then. */
const WORD_OR_SYMBOL = /\w+|[^\w\s]/g;

const TOO_LONG: SqlProblem = {
  line: 1,
  column: 1,
  message: `this has too many words and symbols; ${MAX_TOKENS} are allowed`,
};

type Parameters = ReadonlyMap<string, readonly string[]>;

/** Whether a call brings SQL of its own, wherever it may. */
export function hasSandboxSql(given: Parameters): boolean {
  return given.get(SQL)?.some((text) => text !== '') ?? false;
}

/** SQL of a caller's own: as it came, and in GoogleSQL, as every check and every engine is given it. */
export interface SandboxSql {
  readonly written: string;
  readonly text: string;
}

/**
 * Takes the caller's SQL out of the parameters of a call. Undefined where there is none, or an empty one. Elsewhere than on a
 * sandboxed endpoint it is a mistake that must not pass for an answer.
 *
 * @throws QuernError `invalid_parameters`, `invalid_sql`
 */
export function takeSandboxSql(
  endpoint: Endpoint,
  given: Parameters,
): { sandboxSql: SandboxSql | undefined; others: Parameters } {
  const texts = given.get(SQL);
  if (!texts) return { sandboxSql: undefined, others: given };
  if (!endpoint.sandboxing) {
    throw refusal('`sql` can be sent to sandboxed endpoints only, and this one is not; leave it out.');
  }
  if (texts.length > 1) throw refusal(`"sql" must be given once, not ${texts.length} times.`);
  const others = new Map(given);
  others.delete(SQL);
  const [written] = texts;
  if (written === undefined || written === '') return { sandboxSql: undefined, others };
  const read = inGoogleSql(endpoint, written);
  if ('message' in read) throw new RefusedSql(read);
  return { sandboxSql: { written, text: read.text }, others };
}

/**
 * What an engine has against the normal form of a caller's SQL, in the places of the text as it was written. They are found anew for
 * each refusal: with every call that is remembered they would take many times as much memory as its text.
 */
export function withPlaceAsWritten(error: unknown, endpoint: Endpoint, written: string | undefined): unknown {
  if (!(error instanceof RefusedSql) || written === undefined) return error;
  const read = inGoogleSql(endpoint, written);
  if ('message' in read) return error;
  const place = read.placeOf(placeInSql(read.text, error.problem));
  return new RefusedSql({ ...error.problem, ...place }, error.cause);
}

function inGoogleSql({ sandboxDialect }: Endpoint, written: string): RewrittenText | SqlProblem {
  if (sandboxDialect === 'lenient') return isTooLong(written) ? TOO_LONG : googleSqlOf(written);
  if (hasMoreTokens(written, MAX_TOKENS)) return TOO_LONG;
  return sqlTokens(written).problem ?? new RewrittenText(written, []);
}

function isTooLong(text: string): boolean {
  WORD_OR_SYMBOL.lastIndex = 0;
  for (let count = 0; count <= MAX_TOKENS; count += 1) if (!WORD_OR_SYMBOL.test(text)) return false;
  return true;
}

function refusal(detail: string): QuernError {
  return new QuernError('invalid_parameters', detail, { errors: [{ parameter: SQL, detail }] });
}
