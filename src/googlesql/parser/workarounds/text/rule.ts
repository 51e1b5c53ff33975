import type { UnknownNode } from 'bq2cst';
import type { SqlToken } from '../../../tokens/sql-tokens.js';

/** What the parser reads in a token's place, or in front of it. Lines stay what they are. */
export interface TokenEdit {
  /** The token's index. */
  readonly token: number;
  /** In its place; the tree has the author's token again. */
  readonly text?: string;
  /** In front of it. */
  readonly insertion?: Insertion;
}

/** The beginning of a node that the author did not write. It is taken out of the tree, or gives way to a part of it. */
export interface Insertion {
  readonly text: string;
  unwrap?(node: UnknownNode): UnknownNode | undefined;
}

/** Puts the node right whose token this is; its children have been put right, and places are the author's. */
export interface Repair {
  readonly token: number;
  repair(node: UnknownNode): UnknownNode;
}

/** GoogleSQL that the parser does not take, as something that it takes, and the way back. */
export interface Rewrite {
  readonly edits: readonly TokenEdit[];
  readonly repair?: Repair;
}

/** Tells whether GoogleSQL of one kind begins at a token. Comments are not among the tokens. */
export type WorkaroundRule = (tokens: readonly SqlToken[], index: number) => Rewrite | undefined;

/** The keyword at an index in upper case; behind a dot, or in quotes, it would be a name. */
export function keywordAt(tokens: readonly SqlToken[], index: number): string {
  const token = tokens[index];
  return token?.kind === 'word' && tokens[index - 1]?.text !== '.' ? token.text.toUpperCase() : '';
}

/** White space of the token's length. */
export function blank(tokens: readonly SqlToken[], index: number): TokenEdit {
  return { token: index, text: ' '.repeat(tokens[index]?.text.length ?? 0) };
}
