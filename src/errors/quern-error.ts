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

/** A refusal that lists every wrong parameter of a call, each by its first mistake. */
export function invalidParameters(mistakes: readonly ParameterError[]): QuernError {
  const errors = mistakes.filter(
    (own, at) => at === mistakes.findIndex(({ parameter }) => parameter === own.parameter),
  );
  const [first, ...others] = errors.map(({ detail }) => detail);
  const detail = others.length === 0 ? (first ?? '') : `${errors.length} parameters are wrong; \`errors\` lists them.`;
  return new QuernError('invalid_parameters', detail, { errors });
}

/** An unexpected failure, whose cause is for the log alone. */
export function internalError(cause: unknown): QuernError {
  return new QuernError('internal_error', 'Something went wrong; the operator’s log has the cause.', { cause });
}
