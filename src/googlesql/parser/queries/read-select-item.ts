import {
  type ExpressionItemNode,
  type ReplacementNode,
  type SelectItemNode,
  type StarItemNode,
} from '../../ast/query-node.js';
import { type NameNode } from '../../ast/name-node.js';
import { type ExpressionReader } from '../expression-reader.js';
import { childOf, expectOnly } from '../node-refusals.js';
import { writtenAt } from '../written-at.js';
import { type SyntaxNode } from '../syntax-node.js';
import { ALIAS_PARTS, nameOf, readAlias } from './read-alias.js';

/** An item of a SELECT list; what stands `around` it, such as its place in an order, is read by others. */
export function readSelectItem(
  node: SyntaxNode,
  read: ExpressionReader,
  around: readonly string[] = [],
): SelectItemNode {
  if (node.type === 'Asterisk') return readStar(node, node, read, around);
  const right = node.type === 'DotOperator' ? node.child('right') : undefined;
  return right?.type === 'Asterisk' ? readStar(node, right, read, around) : readItem(node, read, around);
}

function readItem(node: SyntaxNode, read: ExpressionReader, around: readonly string[]): ExpressionItemNode {
  return {
    type: 'ExpressionItem',
    ...writtenAt(node),
    value: read(node, [...ALIAS_PARTS, ...around]),
    alias: readAlias(node),
  };
}

function readStar(node: SyntaxNode, star: SyntaxNode, read: ExpressionReader, around: readonly string[]): StarItemNode {
  if (star !== node) expectOnly(node, 'left', 'right', ...around);
  expectOnly(star, 'except', 'replace', ...(star === node ? around : []));
  return {
    type: 'StarItem',
    ...writtenAt(node),
    of: star === node ? undefined : read(childOf(node, 'left')),
    star: writtenAt(star),
    except: bracketed(star.child('except')).map(readName),
    replace: bracketed(star.child('replace')).map((each) => readReplacement(each, read)),
  };
}

function bracketed(clause: SyntaxNode | undefined): readonly SyntaxNode[] {
  if (!clause) return [];
  expectOnly(clause, 'group');
  const group = childOf(clause, 'group');
  expectOnly(group, 'exprs');
  return group.list('exprs');
}

function readName(word: SyntaxNode): NameNode {
  expectOnly(word);
  return nameOf(word);
}

function readReplacement(node: SyntaxNode, read: ExpressionReader): ReplacementNode {
  const alias = nameOf(childOf(node, 'alias'));
  return { ...readItem(node, read, []), alias };
}
