import { refuseAggregate } from '../grouping/aggregation.js';
import { type CstNode } from '../cst.js';
import { type Expression } from '../expression.js';
import { compileExpression } from '../expressions/expressions.js';
import { orderItems, orderKey, outputColumn } from './order.js';
import { type Scope } from '../names/scope.js';
import { type SelectItem } from './select.js';
import { quoteName } from '../types/duckdb-types.js';

/** ORDER BY of a SELECT: the aliases of its list come before the names of FROM. */
export function orderBy(
  clause: CstNode | undefined,
  items: readonly SelectItem[],
  scope: Scope,
  isRecord: boolean,
  isValue: boolean,
): string {
  if (!clause) return '';
  const keys = orderItems(clause).map((node) => {
    const column = outputColumn(node, items);
    if (column) node.only();
    // In a larger expression DuckDB takes a column of FROM for an alias; alone it takes the alias. In ARRAY it has none for what may fail.
    const isNamed = column && column.type.kind !== 'FLOAT64' && !isRecord && !(isValue && isChecked(column.expression));
    if (isNamed) return orderKey(node, quoteName(column.output), column.type);
    refuseUngrouped(node, scope);
    const expression = column?.expression ?? compileExpression(node, scope);
    scope.groups?.assertItem(expression.sql);
    return orderKey(node, expression.sql, expression.type);
  });
  return `ORDER BY ${keys.join(', ')}`;
}

/** An aggregate function here is none of the answer's. */
function refuseUngrouped(key: CstNode, scope: Scope): void {
  if (scope.groups) return;
  refuseAggregate(key, 'ORDER BY takes one where there is GROUP BY, or one in SELECT');
}

/** SQL with macros in it, which may have errors of their own. */
function isChecked({ sql }: Expression): boolean {
  return /\bbq_/.test(sql);
}
