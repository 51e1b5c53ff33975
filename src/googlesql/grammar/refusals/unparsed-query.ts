import type { SqlProblem } from '../../sql-problem.js';

/** GoogleSQL that could not be parsed. */
export class UnparsedQuery extends Error {
  override readonly name = 'UnparsedQuery';

  constructor(
    readonly problem: SqlProblem,
    /** Whether the text may well be GoogleSQL, which this parser does not know to its end. */
    readonly isOurLimit = false,
  ) {
    super(problem.message);
  }
}
