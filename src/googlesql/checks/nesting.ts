import { type KeySetsNode, type QueryNode } from '../ast/nodes.js';
import { partsOf, type TreeNode } from '../ast/parts.js';
import { errorAt } from '../resolver/dialect-error.js';
import { groupingSets } from '../resolver/grouping-sets.js';

/** Most calls and CASEs within each other in a caller's text. */
const MAX_DEPTH = 50;
/** Most nodes of a caller's text, those of a key of grouping sets once for each set that it is in. */
const MAX_NODES = 50_000;

/** Refuses a caller's query of calls within calls without end, or of more work than its text shows. @throws DialectError */
export function refuseNesting(statement: QueryNode): void {
  if (depthOf(statement) <= MAX_DEPTH && sizeOf(statement) <= MAX_NODES) return;
  throw errorAt(statement, 'too much is called within other calls; work the inner calls out in WITH queries');
}

/** The number of calls and CASEs that stand within each other. */
function depthOf(node: TreeNode): number {
  const own = node.type === 'Call' || node.type === 'Case' ? 1 : 0;
  return own + partsOf(node).reduce((most, part) => Math.max(most, depthOf(part)), 0);
}

function sizeOf(node: TreeNode): number {
  const sets = node.type === 'Select' && node.groupBy?.type === 'GroupBySets' ? keysOf(node.groupBy.sets) : 0;
  return 1 + sets + partsOf(node).reduce((sum, part) => sum + sizeOf(part), 0);
}

/** The nodes of the keys of all sets. */
function keysOf(sets: KeySetsNode): number {
  return groupingSets(sets, sizeOf)
    .flat()
    .reduce((sum, size) => sum + size, 0);
}
