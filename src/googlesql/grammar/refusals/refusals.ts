import { type TextPosition } from '../../tokens/text-position.js';
import { problemAt, type SqlProblem } from '../../sql-problem.js';

/** An error for text that is no GoogleSQL. */
export function badSyntax(place: TextPosition, message: string): UnparsedQuery {
  return new UnparsedQuery(problemAt(place, message));
}

/** An error for text that may be GoogleSQL and is not known here. */
export function unknownSyntax(place: TextPosition, what: string): UnparsedQuery {
  return new UnparsedQuery(problemAt(place, what), true);
}

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
