import { ERROR_CODES, type ErrorCode } from './error-codes.js';

/** One wrong parameter of a request, as clients see it in `errors`. */
export interface ParameterError {
  readonly parameter: string;
  /** Mistake and remedy, as one sentence. */
  readonly detail: string;
}

export interface QuernErrorOptions {
  readonly errors?: readonly ParameterError[];
  /** Seconds after which it is worth trying again (`Retry-After`). */
  readonly retryAfterSeconds?: number | undefined;
  /** Response header fields that belong to this error, such as `Allow`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether it is reported to the caller alone, since the SQL is the caller's own. */
  readonly isCallersOwn?: boolean;
  /** Reason in the engine's or the driver's own words. It reaches the log and never a client. */
  readonly cause?: unknown;
}

/**
 * The only kind of failure that reaches a client with words of its own: `detail` is written for the caller and holds no
 * SQL, driver text, path or stack. Anything else that is thrown becomes `internal_error`.
 */
export class QuernError extends Error {
  override readonly name = 'QuernError';
  readonly errors: readonly ParameterError[];
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly isCallersOwn: boolean;

  constructor(
    readonly code: ErrorCode,
    readonly detail: string,
    options: QuernErrorOptions = {},
  ) {
    super(detail, { cause: options.cause });
    this.errors = options.errors ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? {};
    this.isCallersOwn = options.isCallersOwn ?? false;
  }

  get status(): number {
    return ERROR_CODES[this.code].status;
  }
}

/** An unexpected failure, whose cause is for the log alone. */
export function internalError(cause: unknown): QuernError {
  return new QuernError('internal_error', 'Something went wrong; the operator’s log has the cause.', { cause });
}

/** The message of any thrown value. Errors of other realms and of drivers are no `instanceof Error`. */
export function errorText(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('message' in error)) return String(error);
  const text = String(error.message);
  if (text !== '') return text;
  // Node has no message for a connection that has failed to each of several addresses.
  if ('errors' in error && Array.isArray(error.errors)) return error.errors.map(errorText).join('; ');
  return 'code' in error ? String(error.code) : text;
}

export function isMissingFile(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}

/** The stack, or the message where there is none; for the log. */
export function errorStack(error: unknown): string {
  const stack: unknown = typeof error === 'object' && error !== null && 'stack' in error ? error.stack : undefined;
  return typeof stack === 'string' ? stack : errorText(error);
}

/** 405 for routes that can be read and nothing else (RFC 9110 section 15.5.6). */
export function methodNotAllowed(): QuernError {
  return new QuernError('method_not_allowed', 'This can be read with GET or HEAD, and nothing else.', {
    headers: { Allow: 'GET, HEAD' },
  });
}

/** 405 for a run, which can be cancelled as well. */
export function onlyAskedOrCancelled(): QuernError {
  return new QuernError(
    'method_not_allowed',
    'This can be read with GET or HEAD and cancelled with DELETE, and nothing else.',
    {
      headers: { Allow: 'GET, HEAD, DELETE' },
    },
  );
}

/** Header field with the types of a QUERY's body (RFC 10008 section 3). */
export const ACCEPT_QUERY = { 'Accept-Query': 'application/json' };

/** 405 for queries, whose parameters may come in a body as well. */
export function onlyQueried(): QuernError {
  return new QuernError('method_not_allowed', 'This can be asked with GET, HEAD, POST or QUERY, and nothing else.', {
    headers: { Allow: 'GET, HEAD, POST, QUERY', ...ACCEPT_QUERY },
  });
}
