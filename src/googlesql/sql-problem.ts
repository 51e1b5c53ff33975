import type { TextPosition } from './tokens/text-position.js';

/** Something in a query that GoogleSQL or an engine does not take, and its place in the SQL text. */
export interface SqlProblem extends TextPosition {
  /** What is wrong and what to write instead. */
  readonly message: string;
  /** The table that the query names, where it is none for a reason that is known. */
  readonly noTable?: string;
  /** What else is wrong with the same query, where that can be told at once: the other names that mean nothing. */
  readonly others?: readonly SqlProblem[];
}

/** A problem and the others of its query, each by itself. */
export function eachProblem({ others = [], ...first }: SqlProblem): readonly SqlProblem[] {
  return [first, ...others];
}
