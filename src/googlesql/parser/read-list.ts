import {
  type ExpressionNode,
  type InNode,
  type ListNode,
  type QuantifiedLikeNode,
  type QueryNode,
  type UnnestNode,
} from '../ast/expression-node.js';
import { type ExpressionReader } from './expression-reader.js';
import { badSyntax, childOf, expectOnly, unknownSyntax } from './node-refusals.js';
import { writtenAt } from './written-at.js';
import { type SyntaxNode } from './syntax-node.js';

/** `left [NOT] IN (…)`, `… IN UNNEST(…)`, `… IN (SELECT …)` */
export function readIn(node: SyntaxNode, read: ExpressionReader): InNode {
  return {
    type: 'In',
    ...writtenAt(node),
    isNegated: node.has('not'),
    left: read(childOf(node, 'left')),
    among: readAmong(childOf(node, 'right'), read),
  };
}

function readAmong(node: SyntaxNode, read: ExpressionReader): ListNode | UnnestNode | QueryNode {
  if (node.type === 'GroupedExprs') {
    expectOnly(node, 'exprs');
    return listOf(
      node,
      node.list('exprs').map((each) => read(each)),
      'IN needs at least one value in its brackets',
    );
  }
  if (node.type === 'CallingUnnest') {
    const [array, second] = argumentsOf(node);
    if (!array) throw badSyntax(node, 'UNNEST needs an array');
    if (second) throw badSyntax(second, 'UNNEST takes one array here');
    return { type: 'Unnest', ...writtenAt(node), array: read(array) };
  }
  return readQuery(node, read) ?? refuse(unknownSyntax(node, `IN ${node.text}`));
}

/** `left [NOT] LIKE ANY (…)`: the parser takes several patterns for a STRUCT, and one for an expression in brackets. */
export function readQuantifiedLike(node: SyntaxNode, read: ExpressionReader): QuantifiedLikeNode {
  const quantifier = childOf(node, 'quantifier');
  expectOnly(quantifier);
  return {
    type: 'QuantifiedLike',
    ...writtenAt(node),
    isNegated: node.has('not'),
    isOfAll: quantifier.keyword === 'ALL',
    left: read(childOf(node, 'left')),
    patterns: readPatterns(childOf(node, 'right'), read),
  };
}

const NO_PATTERNS = 'the patterns stand in parentheses, or in UNNEST(…)';

function readPatterns(node: SyntaxNode, read: ExpressionReader): ListNode | UnnestNode | QueryNode {
  if (node.type === 'CallingFunction') {
    if (childOf(node, 'func').keyword !== 'UNNEST') throw badSyntax(node, NO_PATTERNS);
    const [array, second] = argumentsOf(node);
    if (!array || second) throw badSyntax(node, 'UNNEST takes one array here');
    return { type: 'Unnest', ...writtenAt(node), array: read(array) };
  }
  if (node.type === 'StructLiteral') {
    expectOnly(node, 'exprs');
    return listOf(
      node,
      node.list('exprs').map((each) => read(each)),
      NO_PATTERNS,
    );
  }
  if (node.type === 'GroupedExpr') return listOf(node, [read(node)], NO_PATTERNS);
  return readQuery(node, read) ?? refuse(badSyntax(node, NO_PATTERNS));
}

function readQuery(node: SyntaxNode, read: ExpressionReader): QueryNode | undefined {
  const query = node.type === 'GroupedStatement' ? read(node) : undefined;
  return query?.type === 'Query' ? query : undefined;
}

function argumentsOf(node: SyntaxNode): readonly SyntaxNode[] {
  expectOnly(node, 'func', 'args');
  return node.list('args');
}

function listOf(node: SyntaxNode, [first, ...others]: readonly ExpressionNode[], none: string): ListNode {
  if (!first) throw badSyntax(node, none);
  return { type: 'List', ...writtenAt(node), items: [first, ...others] };
}

function refuse(problem: Error): never {
  throw problem;
}
