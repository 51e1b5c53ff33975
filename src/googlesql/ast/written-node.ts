import { type TextPosition } from '../tokens/text-position.js';

/** A node with a place in the text and a word or a symbol there. */
export interface WrittenNode extends TextPosition {
  /** Own token as written: the name, the literal, the operator, the first word. */
  readonly text: string;
}
