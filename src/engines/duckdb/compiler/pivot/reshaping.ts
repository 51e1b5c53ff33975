import { type CstNode } from '../cst.js';
import { pivoted } from './pivot.js';
import { type Relation } from '../names/relation.js';
import { type QueryContext, type Scope } from '../names/scope.js';
import { unpivoted } from './unpivot.js';

/** A FROM item with the PIVOT or UNPIVOT that follows it, if one does. */
export function reshaped(
  node: CstNode,
  item: () => Relation,
  context: QueryContext,
  outer: Scope | undefined,
): Relation {
  const { pivot, unpivot } = { pivot: node.child('pivot'), unpivot: node.child('unpivot') };
  node.claim('pivot', 'unpivot');
  if (pivot) return pivoted(item(), pivot, context, outer);
  return unpivot ? unpivoted(item(), unpivot, context) : item();
}
