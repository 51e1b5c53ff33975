import type { TextPosition } from './tokens/text-position.js';

/** Something in a query that GoogleSQL or an engine does not take, and its place in the SQL text. */
export interface SqlProblem extends TextPosition {
  /** Mistake and remedy. */
  readonly message: string;
  /** Name in the query that is no table, for a known reason. */
  readonly noTable?: string;
  /** Further problems of the same query, as far as they are found at once: other unknown names. */
  readonly others?: readonly SqlProblem[];
}

/** The problem of a place in the text. */
export function problemAt({ line, column }: TextPosition, message: string): SqlProblem {
  return { line, column, message };
}

/** A problem and the others of its query, each by itself. */
export function eachProblem({ others = [], ...first }: SqlProblem): readonly SqlProblem[] {
  return [first, ...others];
}
