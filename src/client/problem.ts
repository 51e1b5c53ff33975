import { type ErrorCode } from '../errors/error-codes.js';

/** One wrong parameter of a call. */
export interface ParameterProblem {
  readonly parameter: string;
  readonly detail: string;
}

/** The members of `application/problem+json` that are read. */
export interface ProblemBody {
  readonly code?: ErrorCode;
  readonly detail?: string;
  readonly request_id?: string;
  readonly errors?: readonly ParameterProblem[];
}

/** An answer without rows: Quern's own words, or the status of another server's, such as a proxy's. */
export class QuernProblem extends Error {
  override readonly name = 'QuernProblem';
  /** Code, which is stable, unlike the message; undefined where the answer is not Quern's. */
  readonly code: ErrorCode | undefined;
  readonly status: number;
  /** Id for the operator to find in the log. */
  readonly requestId: string | undefined;
  /** Wrong parameters, for `invalid_parameters`. */
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
