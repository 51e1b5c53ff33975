import { type AggregateItemNode, type PipeAggregateNode } from '../../ast/query-node.js';
import { type ExpressionReader } from '../expression-reader.js';
import { childOf, expectOnly } from '../node-refusals.js';
import { ORDER_PARTS, readOrder } from '../read-order.js';
import { writtenAt } from '../written-at.js';
import { type SyntaxNode } from '../syntax-node.js';
import { readSelectItem } from './read-select-item.js';

/** `AGGREGATE … GROUP [AND ORDER] BY …` */
export function readPipeAggregate(node: SyntaxNode, read: ExpressionReader): PipeAggregateNode {
  expectOnly(node, 'exprs', 'group_and_order_by');
  const readItem = (item: SyntaxNode): AggregateItemNode => ({
    item: readSelectItem(item, read, ORDER_PARTS),
    order: readOrder(item),
  });
  const { keys, isOrdered } = groupKeys(node.child('group_and_order_by'));
  return {
    type: 'PipeAggregate',
    ...writtenAt(node),
    results: node.list('exprs').map(readItem),
    keys: keys.map(readItem),
    isOrdered,
  };
}

/** The words GROUP [AND ORDER] BY stand one within the other. */
function groupKeys(clause: SyntaxNode | undefined): {
  readonly keys: readonly SyntaxNode[];
  readonly isOrdered: boolean;
} {
  let node = clause;
  let isOrdered = false;
  while (node?.type === 'KeywordSequence') {
    expectOnly(node, 'next_keyword');
    isOrdered ||= node.keyword === 'ORDER';
    node = childOf(node, 'next_keyword');
  }
  if (node) expectOnly(node, 'exprs');
  return { keys: node?.list('exprs') ?? [], isOrdered };
}
