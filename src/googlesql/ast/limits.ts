import { type LimitNode } from './ordering.js';
import { type TreeNode } from './parts.js';

/** The LIMIT of a query or of a pipe's operator. */
export function limitOf(node: TreeNode): LimitNode | undefined {
  switch (node.type) {
    case 'Select':
    case 'SetOperation':
    case 'BracketedQuery':
      return node.limit;
    case 'PipeLimit':
      return node.clause;
    default:
      return undefined;
  }
}
