import { type WrittenNode } from '../ast/written-node.js';
import { type SyntaxNode } from './syntax-node.js';

/** The place of a node and its own token. */
export function writtenAt({ line, column, text }: SyntaxNode): WrittenNode {
  return { line, column, text };
}
