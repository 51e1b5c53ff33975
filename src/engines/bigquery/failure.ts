import { type ErrorCode } from '../../errors/error-codes.js';
import { errorText } from '../../errors/error-text.js';
import { QuernError } from '../../errors/quern-error.js';

interface Meaning {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly retryAfterSeconds?: number;
}

const FAILED: Meaning = { code: 'query_failed', detail: 'The query could not be run with these values.' };
const REFUSED: Meaning = { code: 'query_failed', detail: 'BigQuery refuses the query.' };
const AWAY: Meaning = { code: 'engine_unavailable', detail: 'BigQuery cannot be reached.', retryAfterSeconds: 10 };
const COST: Meaning = { code: 'cost_limit_exceeded', detail: 'The query would read more than this endpoint may.' };

/** BigQuery's reasons (cloud.google.com/bigquery/docs/error-messages) and what each means to a caller. */
export const REASONS: ReadonlyMap<string, Meaning> = new Map([
  ['invalidQuery', FAILED],
  ['invalid', REFUSED],
  ['accessDenied', REFUSED],
  ['notFound', REFUSED],
  ['quotaExceeded', { code: 'engine_busy', detail: 'BigQuery’s quota is used up.', retryAfterSeconds: 60 }],
  ['rateLimitExceeded', { code: 'engine_busy', detail: 'BigQuery is asked too often.', retryAfterSeconds: 5 }],
  ['jobRateLimitExceeded', { code: 'engine_busy', detail: 'BigQuery is asked too often.', retryAfterSeconds: 5 }],
  ['bytesBilledLimitExceeded', COST],
  ['billingTierLimitExceeded', COST],
  ['resourcesExceeded', { code: 'query_failed', detail: 'The query needs more than BigQuery gives it.' }],
  ['responseTooLarge', { code: 'query_failed', detail: 'The answer is too large.' }],
  ['stopped', { code: 'deadline_exceeded', detail: 'The query was stopped before it had finished.' }],
  ['timeout', { code: 'deadline_exceeded', detail: 'The query was stopped before it had finished.' }],
  ['backendError', AWAY],
  ['internalError', AWAY],
]);

/** What Google's client throws, as far as it is looked at. */
interface ApiError {
  readonly code?: number | string;
  readonly errors?: readonly { readonly reason?: string }[];
}

/** Translates what BigQuery or the way to it says; its own words go to the log only. */
export function queryFailure(error: unknown): QuernError {
  if (error instanceof QuernError) return error;
  const { code, detail, retryAfterSeconds } = meaningOf(error);
  return new QuernError(code, detail, { cause: error, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) });
}

function meaningOf(error: unknown): Meaning {
  const { code, errors } = error as ApiError;
  const reason = errors?.[0]?.reason ?? '';
  if (reason === 'invalidQuery' && /regular expression/i.test(errorText(error))) {
    const detail = 'A parameter is used as a regular expression, and is not one (RE2 syntax).';
    return { code: 'invalid_value', detail };
  }
  const known = REASONS.get(reason);
  if (known) return known;
  // Without a reason, what came back was no answer of BigQuery: a broken connection, a proxy, missing credentials.
  return typeof code === 'number' && code >= 400 && code < 500 ? REFUSED : AWAY;
}
