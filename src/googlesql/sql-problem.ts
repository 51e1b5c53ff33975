import type { TextPosition } from './tokens/text-position.js';

/** Something in a query that GoogleSQL or an engine does not take, and its place in the SQL text. */
export interface SqlProblem extends TextPosition {
  /** What is wrong and what to write instead. */
  readonly message: string;
}
