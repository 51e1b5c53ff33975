import { type NameScope } from './names/name-scope.js';
import { isSameName } from '../tokens/by-name.js';
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

/** Whether a path in FROM begins with the name of an item in scope, or of one of the queries around, and so is an array; else it is a table's. */
export function startsInScope(scope: NameScope | undefined, path: TableNode): boolean {
  const name = path.array?.first;
  if (!scope || name === undefined) return false;
  return scope.variables.some((variable) => isSameName(variable.name, name)) || startsInScope(scope.parent, path);
}
