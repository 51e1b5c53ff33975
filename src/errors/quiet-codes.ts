import { type ErrorCode } from './error-codes.js';

/** Not logged, since they are no failures: a client that repeats its calls would fill the log with them. */
export const QUIET_CODES: ReadonlySet<ErrorCode> = new Set(['backing_off', 'not_cached']);
