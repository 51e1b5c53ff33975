import { type NameNode } from '../../ast/name-node.js';
import { readName } from '../read-name.js';
import { writtenAt } from '../written-at.js';
import { type SyntaxNode } from '../syntax-node.js';

/** The children of a node with an alias. */
export const ALIAS_PARTS: readonly string[] = ['as', 'alias'];

/** `AS alias` */
export function readAlias(node: SyntaxNode): NameNode | undefined {
  const alias = node.child('alias');
  return alias && nameOf(alias);
}

/** A name, whatever hangs on it. */
export function nameOf(node: SyntaxNode): NameNode {
  return { type: 'Name', ...writtenAt(node), name: readName(node) };
}
