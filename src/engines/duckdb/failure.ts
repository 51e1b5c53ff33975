import { QuernError } from '../../errors/quern-error.js';
import { errorText } from '../../errors/error-text.js';
import { BAD_PATTERN } from '../unusable-value.js';
import { macros } from './macros/macros.js';
import { AnswerTooLarge } from './row-encoder.js';

/** RE2's complaints about a pattern that it cannot read, and the part that it is about. Patterns come from callers, so that the mistake is the caller's. */
const RE2_COMPLAINT =
  /^Invalid Input Error: ((?:invalid (?:escape sequence|character class|repetition size|perl operator|UTF-8|named capture group)|missing [\])]|unexpected \)|trailing \\|no argument for repetition operator|bad repetition operator|pattern too large)[^:]*)(?:: (.*))?$/s;

/** Advice to callers whose query needs more memory than it may have. */
export const TOO_MUCH_MEMORY = 'The query needs more memory than it may have; ask for fewer rows, or for less in each.';

/**
 * Translates DuckDB's errors; their own words go to the log only.
 *
 * @param mayBePattern whether an unreadable regular expression may be one of the caller's
 */
export function queryFailure(error: unknown, mayBePattern = true): QuernError {
  return (
    clearFailure(error, mayBePattern) ??
    new QuernError('query_failed', 'The query could not be run with these values.', { cause: error })
  );
}

export function firstLine(error: unknown): string {
  return errorText(error).split('\n', 1)[0] ?? '';
}

export function isForMemory(error: unknown): boolean {
  return errorText(error).startsWith('Out of Memory Error');
}

/** RE2's complaint about a pattern, and the part of the pattern, which is for its author alone. */
export function patternComplaint(error: unknown): { readonly reason: string; readonly part?: string } | undefined {
  const [, reason, part] = RE2_COMPLAINT.exec(errorText(error)) ?? [];
  return reason === undefined ? undefined : { reason, ...(part !== undefined && { part }) };
}

function clearFailure(error: unknown, mayBePattern = true): QuernError | undefined {
  const complaint = mayBePattern ? patternComplaint(error) : undefined;
  if (complaint !== undefined) {
    return new QuernError('invalid_value', BAD_PATTERN.replace('RE2 syntax', `RE2 syntax: ${complaint.reason}`), {
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

/** The reason of a failed run, in words of our own that name no value; undefined where DuckDB's own must not be shown. */
export function reasonOf(error: unknown): string | undefined {
  const text = errorText(error);
  const said = text.replace(/^Invalid Input Error: /, '');
  return isReason(said) || COMPILED_REASON.test(said) ? said : OWN_REASONS.find(([pattern]) => pattern.test(text))?.[1];
}

/** Messages of the compiler's own SQL, with a number or the name of a function in them. */
const COMPILED_REASON =
  /^(?:a recursive WITH query goes on for more than \d+ iterations|the place of [A-Z_]+ is from 0 to 1|floating point (?:error|overflow) in [A-Z\d]+|a year below 1000 in a format|JSON_ARRAY_INSERT of an empty ARRAY)$/;

/** Whether a text is a message of the compiler's own functions: a literal of theirs, which names no value. */
function isReason(text: string): boolean {
  reasons ??= new Set([...macros().values()].flatMap((macro) => macro.match(/'(?:[^']|'')*'/g) ?? []));
  return reasons.has(`'${text}'`);
}

let reasons: ReadonlySet<string> | undefined;

/** DuckDB's messages with values in them, and the texts in their place. */
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

/** The failure of a caller's own SQL, with its reason; undefined where DuckDB's own words must not be shown. */
export function sandboxFailure(error: unknown): QuernError | undefined {
  const reason = reasonOf(error);
  if (reason === undefined) return clearFailure(error);
  return new QuernError('query_failed', `The query failed as it ran: ${reason}.`, { cause: error });
}

export function notOpen(): QuernError {
  return new QuernError('engine_unavailable', 'The engine is not open.', { retryAfterSeconds: 1 });
}

/** The failure to start or open a process for callers' SQL. */
export function sandboxUnavailable(cause: Error): QuernError {
  return new QuernError('engine_unavailable', 'SQL of callers’ own cannot be run now.', {
    cause,
    retryAfterSeconds: 1,
  });
}

/** DuckDB's complaint about an unreadable file, without its advice on settings that do not exist here. */
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
