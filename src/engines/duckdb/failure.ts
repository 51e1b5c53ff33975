import { errorText } from '../../errors/error-text.js';
import { QuernError } from '../../errors/quern-error.js';
import { BAD_PATTERN } from '../unusable-value.js';
import { macros } from './macros/macros.js';
import { AnswerTooLarge } from './row-encoder.js';

/** What RE2 says of a pattern that it cannot read. Patterns come from callers, so that the mistake is the caller's. */
const RE2_COMPLAINTS =
  /^Invalid Input Error: (invalid (escape sequence|character class|repetition size|perl operator|UTF-8|named capture group)|missing [\])]|unexpected \)|trailing \\|no argument for repetition operator|bad repetition operator|pattern too large)/;

/** For callers: what to do when a query needs more memory than it may have. */
export const TOO_MUCH_MEMORY = 'The query needs more memory than it may have; ask for fewer rows, or for less in each.';

/**
 * Translates what DuckDB says; its own words go to the log only.
 *
 * @param mayBePattern whether a regular expression that cannot be read may be one of the caller's
 */
export function queryFailure(error: unknown, mayBePattern = true): QuernError {
  return (
    clearFailure(error, mayBePattern) ??
    new QuernError('query_failed', 'The query could not be run with these values.', { cause: error })
  );
}

export function isForMemory(error: unknown): boolean {
  return errorText(error).startsWith('Out of Memory Error');
}

/** What RE2 says of a pattern, without a word of it. */
export function patternComplaint(error: unknown): string | undefined {
  return RE2_COMPLAINTS.exec(errorText(error))?.[1];
}

function clearFailure(error: unknown, mayBePattern = true): QuernError | undefined {
  const complaint = mayBePattern ? patternComplaint(error) : undefined;
  if (complaint !== undefined) {
    return new QuernError('invalid_value', BAD_PATTERN.replace('RE2 syntax', `RE2 syntax: ${complaint}`), {
      cause: error,
    });
  }
  if (isForMemory(error)) {
    return new QuernError('query_failed', TOO_MUCH_MEMORY, { cause: error });
  }
  if (error instanceof Error && error.name === AnswerTooLarge.name) {
    return new QuernError('query_failed', `The answer is too large: ${error.message}.`, { cause: error });
  }
  return undefined;
}

/** Why a run has failed, in words of our own that name no value; undefined where DuckDB's own may not be told. */
export function reasonOf(error: unknown): string | undefined {
  const text = errorText(error);
  const said = text.replace(/^Invalid Input Error: /, '');
  return isReason(said) ? said : OWN_REASONS.find(([pattern]) => pattern.test(text))?.[1];
}

/** What the compiler's own functions say; it names no value. */
function isReason(text: string): boolean {
  reasons ??= new Set(
    [...macros().values()].flatMap((macro) =>
      Array.from(macro.matchAll(/\b(?:error|bq_beyond)\('([^']+)'\)/g), ([, reason = '']) => reason),
    ),
  );
  return reasons.has(text);
}

let reasons: ReadonlySet<string> | undefined;

/** What DuckDB says with values in it, and what is told in its place. */
const OWN_REASONS: readonly (readonly [RegExp, string])[] = [
  [/^Out of Range Error|^Conversion Error: .*\bout of range\b/s, 'a number is out of range'],
  [
    /^Invalid Input Error: More than one row returned by a subquery/,
    'a subquery in an expression has more than one row; add LIMIT 1, or aggregate it',
  ],
  [
    /^(?:Invalid Input Error: )?an ARRAY of the answer has a NULL element/,
    'an ARRAY of the answer has a NULL element; write ARRAY_AGG(x IGNORE NULLS), for example',
  ],
  [/^Invalid Input Error: Malformed JSON/, 'invalid JSON'],
  [/^[\w ]+ Error: Unknown TimeZone /, 'there is no such time zone'],
];

/** The failure of a caller's own SQL, with its reason; undefined where DuckDB's own words may not be told. */
export function sandboxFailure(error: unknown): QuernError | undefined {
  const reason = reasonOf(error);
  if (reason === undefined) return clearFailure(error);
  return new QuernError('query_failed', `The query failed as it ran: ${reason}.`, { cause: error });
}

export function notOpen(): QuernError {
  return new QuernError('engine_unavailable', 'The engine is not open.', { retryAfterSeconds: 1 });
}

/** No process for callers' SQL could be started or opened. */
export function sandboxUnavailable(cause: Error): QuernError {
  return new QuernError('engine_unavailable', 'SQL of callers’ own cannot be run now.', {
    cause,
    retryAfterSeconds: 1,
  });
}

/** What DuckDB says of a file that it cannot read, without settings of its own that nobody can set here. */
export function fileComplaint(error: unknown): string {
  const [said = ''] = errorText(error).split(
    /\n\n|\nThe search space used was|\nPossible|\s*(?:If this error occurred during|Try (?:setting|increasing|auto-)) /,
    1,
  );
  const text = said.replaceAll(/\s*\n\s*/g, ': ').replace(/[.\s]+$/, '');
  const cure = FILE_CURES.find(([pattern]) => pattern.test(text))?.[1];
  return cure === undefined ? text : `${text}; ${cure}`;
}

const FILE_CURES: readonly (readonly [RegExp, string])[] = [
  [/not utf-8 encoded/i, 'write it in UTF-8, as `iconv -f latin1 -t utf-8` does'],
  [/automatically detect the CSV/, 'write it in UTF-8, with a header and as many values in each line'],
];
