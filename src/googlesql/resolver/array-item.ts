import { type NameScope } from './names/name-scope.js';
import { type Rows } from './names/rows.js';
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

/** Whether a path in FROM begins with a name from the left side, and so is an array; else it is a table's. */
export function startsIn({ variables }: Pick<Rows, 'variables'>, path: TableNode): boolean {
  const name = path.array?.first.toLowerCase();
  return name !== undefined && variables.some((variable) => variable.name?.toLowerCase() === name);
}

/** Whether a path begins with a name from the queries around. */
export function startsInOuter(outer: NameScope | undefined, path: TableNode): boolean {
  return outer !== undefined && (startsIn(outer, path) || startsInOuter(outer.parent, path));
}
