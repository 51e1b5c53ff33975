import { type ExpressionNode } from '../ast/expression-node.js';
import { type NameNode } from '../ast/name-node.js';
import { type Frame, FRAME_PLACES, type FrameBound, type PartitionBy, type Window } from '../ast/window.js';
import { type WindowClause } from '../ast/select.js';
import { type ExpressionReader } from './expression-reader.js';
import { badSyntax, childOf, expectOnly, unknownSyntax } from './node-refusals.js';
import { nameOf } from './queries/read-alias.js';
import { readOrderBy } from './read-order.js';
import { writtenAt } from './written-at.js';
import { type SyntaxNode } from './syntax-node.js';

/** `OVER w` and `OVER (…)`. */
export function readOver(over: SyntaxNode, read: ExpressionReader): Window<ExpressionNode> {
  expectOnly(over, 'window');
  return readWindow(childOf(over, 'window'), read);
}

/** `WINDOW name AS (…), …` */
export function readWindowClause(clause: SyntaxNode, read: ExpressionReader): WindowClause<ExpressionNode> {
  expectOnly(clause, 'window_exprs');
  const windows = clause.list('window_exprs').map((node) => {
    expectOnly(node, 'as', 'window');
    return { name: nameOf(node), window: readWindow(childOf(node, 'window'), read) };
  });
  return { ...writtenAt(clause), windows };
}

function readWindow(node: SyntaxNode, read: ExpressionReader): Window<ExpressionNode> {
  if (node.type === 'Identifier') return readReference(node);
  expectOnly(node, 'name', 'partitionby', 'orderby', 'frame');
  const [base, partitionBy, orderBy, frame] = ['name', 'partitionby', 'orderby', 'frame'].map((part) =>
    node.child(part),
  );
  return {
    type: 'WindowSpecification',
    ...writtenAt(node),
    base: base && readReference(base),
    partitionBy: partitionBy && readPartitionBy(partitionBy, read),
    orderBy: orderBy && readOrderBy(orderBy, read),
    frame: frame && readFrame(frame, read),
  };
}

function readReference(node: SyntaxNode): NameNode {
  expectOnly(node);
  return nameOf(node);
}

function readPartitionBy(clause: SyntaxNode, read: ExpressionReader): PartitionBy<ExpressionNode> {
  expectOnly(clause, 'by', 'exprs');
  return { ...writtenAt(clause), keys: clause.list('exprs').map((key) => read(key)) };
}

function readFrame(node: SyntaxNode, read: ExpressionReader): Frame<ExpressionNode> {
  expectOnly(node, 'start', 'end', 'between', 'and');
  const bound = (name: string) => readBound(node, node.list(name), read);
  return {
    ...writtenAt(node),
    unit: node.keyword === 'RANGE' ? 'RANGE' : 'ROWS',
    start: bound('start'),
    end: node.has('end') ? bound('end') : undefined,
  };
}

function readBound(
  frame: SyntaxNode,
  [first, second, third]: readonly SyntaxNode[],
  read: ExpressionReader,
): FrameBound<ExpressionNode> {
  if (!first || !second || third) throw unknownSyntax(frame, 'this frame');
  expectOnly(second);
  const distance = first.type === 'Keyword' ? undefined : first;
  const words = `${distance ? 'n' : first.keyword} ${second.keyword}`;
  const place = FRAME_PLACES.find((each) => each === words);
  if (!place) throw badSyntax(first, 'a frame is bounded by UNBOUNDED, CURRENT ROW, a number or a parameter');
  if (!distance) expectOnly(first);
  return { place, distance: distance && read(distance) };
}
