import { type ErrorCode } from '../errors/error-codes.js';

/** One wrong parameter of a call. */
export interface ParameterProblem {
  readonly parameter: string;
  readonly detail: string;
}

/** The members that are read of `application/problem+json`. */
export interface ProblemBody {
  readonly code?: ErrorCode;
  readonly detail?: string;
  readonly request_id?: string;
  readonly errors?: readonly ParameterProblem[];
}

/** An answer that has no rows: what Quern says of it, or where it is not Quern's, such as a proxy's, its status. */
export class QuernProblem extends Error {
  override readonly name = 'QuernProblem';
  /** Stable, unlike the message; undefined where the answer is not Quern's. */
  readonly code: ErrorCode | undefined;
  readonly status: number;
  /** What the operator finds in the log. */
  readonly requestId: string | undefined;
  /** The parameters that are wrong, for `invalid_parameters`. */
  readonly errors: readonly ParameterProblem[];

  constructor({ status, headers }: Pick<Response, 'status' | 'headers'>, body: ProblemBody) {
    const { code, detail, request_id, errors = [] } = body;
    super(code === undefined ? `The answer, with status ${status}, is not Quern’s.` : (detail ?? code));
    this.code = code;
    this.status = status;
    this.requestId = request_id ?? headers.get('X-Request-Id') ?? undefined;
    this.errors = errors;
  }
}
