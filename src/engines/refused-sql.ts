import { QuernError } from '../errors/quern-error.js';
import { eachProblem } from '../googlesql/sql-problem.js';
import { type SqlProblem } from './engine.js';

/** SQL of a caller's own that is refused. `problem` has its place in the caller's text. */
export class RefusedSql extends QuernError {
  constructor(
    readonly problem: SqlProblem,
    cause?: unknown,
  ) {
    const told = eachProblem(problem).map(({ line, column, message }) => `Line ${line}, column ${column}: ${message}.`);
    super('invalid_sql', told.join(' '), { cause });
  }
}
