import { QuernError } from '../errors/quern-error.js';
import { type SqlProblem } from './engine.js';

/** SQL of a caller's own that is refused. `problem` has its place in the caller's text. */
export class RefusedSql extends QuernError {
  constructor(
    readonly problem: SqlProblem,
    cause?: unknown,
  ) {
    super('invalid_sql', `Line ${problem.line}, column ${problem.column}: ${problem.message}.`, { cause });
  }
}
