import type { UnknownNode } from 'bq2cst';
import { childOf, listOf } from '../../cst-children.js';
import { unexpected } from './unexpected.js';

/**
 * The parser takes the values of `STRUCT(1 2)` without a comma between them; in other lists it asks for commas itself.
 *
 * @throws UnparsedQuery for two values without one
 */
export function assertStructCommas(node: UnknownNode): void {
  if (node.node_type !== 'StructLiteral') return;
  const items = listOf(node, 'exprs');
  const behind = items.findIndex((item) => !childOf(item, 'comma')) + 1;
  const item = behind > 0 ? items[behind] : undefined;
  if (item) throw unexpected(item, ', "," is missing');
}
