import { type ConditionNode, type FromNode, type TableNode, type UnnestItemNode } from '../ast/nodes.js';

/** A possible array in FROM: `UNNEST(array)`, or a path alone. */
export type ArrayItemNode = UnnestItemNode | TableNode;

/** Whether an item is no table: a path may still be one, where no name before it begins as it does. */
export function isArrayItem(node: FromNode): node is ArrayItemNode {
  return node.type === 'UnnestItem' || (node.type === 'Table' && !node.isPlain);
}

/** `ON TRUE` */
export function isTrue({ condition }: ConditionNode): boolean {
  return condition.type === 'Boolean' && condition.value;
}
