import { refuseAggregate } from '../grouping/aggregation.js';
import { type ExpressionNode, type OrderByNode } from '../../../../googlesql/ast/nodes.js';
import { type Expression } from '../expression.js';
import { orderKey, outputColumn, sortedBy } from './order.js';
import { type Scope } from '../names/scope.js';
import { joinSql, NOTHING, SQL, type Sql, nameSql } from '../sql-tree/sql.js';
import { macrosIn } from '../sql-tree/folds.js';
import { type SelectItem } from './outputs.js';

/** ORDER BY of a SELECT: the aliases of its list come before the names of FROM. */
export function orderBy(
  clause: OrderByNode | undefined,
  items: readonly SelectItem[],
  scope: Scope,
  isRecord: boolean,
  isValue: boolean,
): Sql {
  if (!clause) return NOTHING;
  const keys = clause.items.map((item) => {
    const column = outputColumn(item.key, items);
    // DuckDB takes a column of FROM for an alias in a larger expression, and the alias alone by itself. In ARRAY it has none for values
    // that may fail.
    const isNamed = column && column.type.kind !== 'FLOAT64' && !isRecord && !(isValue && isChecked(column.expression));
    if (isNamed) return orderKey(item, nameSql(column.output), column.type);
    refuseUngrouped(item.key, scope);
    const expression = column?.expression ?? scope.value(item.key);
    scope.groups?.assertItem(expression.sql);
    return orderKey(item, sortedBy(expression.sql), expression.type);
  });
  return SQL`ORDER BY ${joinSql(keys, ', ')}`;
}

/** Refuses aggregate functions in ORDER BY of a query without groups. */
function refuseUngrouped(key: ExpressionNode, scope: Scope): void {
  if (scope.groups) return;
  refuseAggregate(key, 'ORDER BY takes one where there is GROUP BY, or one in SELECT');
}

/** Whether SQL has macros in it, which may have errors of their own. */
function isChecked({ sql }: Expression): boolean {
  return [...macrosIn(sql)].some((name) => name.startsWith('bq_'));
}
