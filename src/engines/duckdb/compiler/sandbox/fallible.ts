import { type CallNode, type ExpressionNode } from '../../../../googlesql/ast/nodes.js';
import { partsOf, type TreeNode } from '../../../../googlesql/ast/parts.js';
import { hasZone } from '../../../../googlesql/checks/zone-argument.js';
import { CATALOGUE } from '../../../../googlesql/functions/catalogue.js';
import { type Scope } from '../names/scope.js';
import { SQL, type Sql } from '../sql-tree/sql.js';

/** Whether a query within an expression could fail where it is run for nothing. */
export function hasFallibleQuery(node: TreeNode): boolean {
  return node.type === 'Query' ? isFallible(node) : partsOf(node).some(hasFallibleQuery);
}

/** Whether something in here is likely to fail for some values: not the overflow of a sum, but a division, a CAST, a position. */
function isFallible(node: TreeNode): boolean {
  const isLikely =
    (node.type === 'Binary' && node.operator === '/') ||
    (node.type === 'Element' && node.kind !== 'SAFE_OFFSET' && node.kind !== 'SAFE_ORDINAL') ||
    (node.type === 'Call' && !isHarmless(node));
  return isLikely || partsOf(node).some(isFallible);
}

/** A condition on rows whose result may not be used: DuckDB would evaluate it before the guard. */
export function guardedCondition(node: ExpressionNode, scope: Scope): Sql {
  const sql = scope.condition(node);
  const { guard } = scope.context;
  return guard !== undefined && isFallible(node) ? SQL`CASE WHEN ${guard} THEN ${sql} END` : sql;
}

function isHarmless(call: CallNode): boolean {
  if (call.isSafe) return true;
  const entry = CATALOGUE.get(call.name);
  const isSure = entry?.errors === 'none' || entry?.errors === 'limits' || entry?.kind === 'aggregate';
  return isSure && !hasZone(call);
}
