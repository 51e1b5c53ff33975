import { unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { type Expression } from '../expression.js';
import { orderKey } from '../queries/order.js';
import { type FunctionCall } from '../rule.js';
import { Scope } from '../names/scope.js';
import { INT64 } from '../../../../googlesql/types/types.js';
import { joinSql, NOTHING, SQL, type Sql, wordSql } from '../sql-tree/sql.js';
import { isSame } from '../sql-tree/folds.js';

/** DISTINCT in front of an aggregate function's argument. */
export function distinct(call: FunctionCall): Sql {
  return call.node.distinct ? SQL`DISTINCT ` : NOTHING;
}

/** Whether RESPECT NULLS is there, for a function that leaves NULLs out by itself. */
export function respectsNulls(call: FunctionCall): boolean {
  return call.node.nulls?.areIgnored === false;
}

/** Whether IGNORE NULLS is there, for a function that keeps NULLs by itself. */
export function ignoresNulls(call: FunctionCall): boolean {
  return call.node.nulls?.areIgnored === true;
}

/** The key that puts values in GoogleSQL's order: NULL, NaN, then from the least to the greatest. */
export function ascending({ sql, type }: Expression): Sql {
  return type.kind === 'FLOAT64' ? SQL`isnan(${sql}) DESC NULLS FIRST, ${sql} NULLS FIRST` : SQL`${sql} NULLS FIRST`;
}

/** `ORDER BY …` in the parentheses of an aggregate function, with a space before it. */
export function ordering(call: FunctionCall, value: Expression): Sql {
  const clause = call.node.orderBy;
  if (!clause) return NOTHING;
  const keys = clause.items.map((item) => {
    const { key } = item;
    const { sql, type } = call.value(key);
    if (call.node.distinct) {
      if (!isSame(sql, value.sql)) throw unsupportedAt(key, 'ORDER BY over DISTINCT values by another expression');
      if (type.kind === 'FLOAT64') throw unsupportedAt(key, 'ORDER BY over DISTINCT values of type FLOAT64');
    }
    return orderKey(item, sql, type);
  });
  return SQL` ORDER BY ${joinSql(keys)}`;
}

/** The list that an aggregate function makes, with `LIMIT n` in its parentheses. */
export function limited(call: FunctionCall, list: Sql): Sql {
  const clause = call.node.limit;
  if (!clause) return list;
  const { count } = clause;
  if (count.type === 'Integer' && /^[1-9]\d{0,17}$/.test(count.text)) return SQL`${list}[1:${wordSql(count.text)}]`;
  // The count is a constant, and sees no columns.
  return SQL`bq_first(${list}, ${Scope.ofNothing(call.scope.context).as(count, INT64)})`;
}
