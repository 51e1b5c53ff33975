import { type ErrorCode } from '../../errors/error-codes.js';
import { QuernError } from '../../errors/quern-error.js';
import { BAD_PATTERN } from '../unusable-value.js';

interface Meaning {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly retryAfterSeconds?: number;
}

const FAILED: Meaning = { code: 'query_failed', detail: 'The query could not be run with these values.' };
const REFUSED: Meaning = { code: 'query_failed', detail: 'The engine refuses the query.' };
const AWAY: Meaning = { code: 'engine_unavailable', detail: 'The engine cannot be reached.', retryAfterSeconds: 10 };
const LOCKED: Meaning = { code: 'engine_unavailable', detail: 'The engine cannot be used.', retryAfterSeconds: 60 };
const COST: Meaning = { code: 'cost_limit_exceeded', detail: 'The query would read more than this endpoint may.' };
const RATE: Meaning = { code: 'engine_busy', detail: 'The engine is asked too often.', retryAfterSeconds: 5 };
const QUOTA: Meaning = { code: 'engine_busy', detail: 'The engine’s quota is used up.', retryAfterSeconds: 60 };
const STOPPED: Meaning = { code: 'deadline_exceeded', detail: 'The query was stopped before it had finished.' };

/** BigQuery's reasons (cloud.google.com/bigquery/docs/error-messages) and their meanings to a caller. */
export const REASONS: ReadonlyMap<string, Meaning> = new Map([
  ['invalidQuery', FAILED],
  ['invalid', REFUSED],
  ['accessDenied', REFUSED],
  ['notFound', REFUSED],
  ['quotaExceeded', QUOTA],
  ['rateLimitExceeded', RATE],
  ['jobRateLimitExceeded', RATE],
  ['bytesBilledLimitExceeded', COST],
  ['billingTierLimitExceeded', COST],
  ['resourcesExceeded', { code: 'query_failed', detail: 'The query needs more than the engine gives it.' }],
  ['responseTooLarge', { code: 'query_failed', detail: 'The answer is too large.' }],
  ['stopped', STOPPED],
  ['timeout', STOPPED],
  ['backendError', AWAY],
  ['internalError', AWAY],
  // Only this job has failed: repeating the call would return the same failed job.
  ['jobBackendError', FAILED],
  ['jobInternalError', FAILED],
]);

/** The parts of an error of Google's client that are read. */
export interface ApiError {
  readonly code?: number | string;
  readonly errors?: readonly { readonly reason?: string; readonly message?: string }[];
}

/** The failure of a call whose deadline passed before BigQuery answered at all. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** The failure of a call for which there are no credentials. */
export class NoCredentials extends Error {
  override readonly name = 'NoCredentials';
}

/** Translates errors of BigQuery or of the way to it; their own words go to the log only. */
export function queryFailure(error: unknown): QuernError {
  const { code, detail, retryAfterSeconds } = meaningOf(error);
  return new QuernError(code, detail, { cause: error, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) });
}

/** The failure of a run for the content of the rows. */
export function rowsFailure(cause: unknown): QuernError {
  return new QuernError(FAILED.code, FAILED.detail, { cause });
}

/** Names the reason of a failed run, where BigQuery's words are known; they go on with the value, which is left out. */
export function reasonOf(error: unknown): string | undefined {
  const [{ message = '' } = {}] = (error as ApiError | undefined)?.errors ?? [];
  if (/^division by zero/i.test(message)) return 'division by zero';
  const type = /^bad (\w+) value/i.exec(message)?.[1];
  return type && `bad ${type.toUpperCase()} value`;
}

/** Whether another try may succeed. */
export function isPassing(error: unknown): boolean {
  return meaningOf(error) === AWAY;
}

function meaningOf(error: unknown): Meaning {
  const { code, errors } = error as ApiError;
  const [{ reason = '', message = '' } = {}] = errors ?? [];
  // BigQuery's words may go on with a value, which may be of a caller or of a row.
  if (reason === 'invalidQuery' && /^[a-z ]*regular expression/i.test(message)) {
    return { code: 'invalid_value', detail: BAD_PATTERN };
  }
  const known = REASONS.get(reason);
  if (known) return known;
  if (code === 401 || error instanceof NoCredentials) return LOCKED;
  if (code === 429) return RATE;
  // An error without a reason is no answer of BigQuery: a broken connection, a proxy, or an account that gets no token.
  return errors?.length && typeof code === 'number' && code >= 400 && code < 500 ? REFUSED : AWAY;
}
