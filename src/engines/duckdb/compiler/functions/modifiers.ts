import { type Expression } from '../expression.js';
import { compileAs, compileExpression } from '../expressions/expressions.js';
import { refuseLiteralKey } from '../literals/literal-key.js';
import { orderItems, orderKey } from '../queries/order.js';
import { type FunctionCall } from '../rule.js';
import { Scope } from '../names/scope.js';
import { INT64 } from '../../../../googlesql/types/types.js';

/** DISTINCT in front of an aggregate function's argument. */
export function distinct(call: FunctionCall): string {
  return call.node.claim('distinct').has('distinct') ? 'DISTINCT ' : '';
}

/** RESPECT NULLS, where NULLs are left out by themselves. */
export function respectsNulls(call: FunctionCall): boolean {
  const words = call.node.claim('ignore_nulls').list('ignore_nulls');
  for (const word of words) word.only();
  return words[0]?.keyword === 'RESPECT';
}

/** The key that puts values in GoogleSQL's order: NULL, NaN, then from the least to the greatest. */
export function ascending({ sql, type }: Expression): string {
  return type.kind === 'FLOAT64' ? `isnan(${sql}) DESC NULLS FIRST, ${sql} NULLS FIRST` : `${sql} NULLS FIRST`;
}

/** `ORDER BY …` in the parentheses of an aggregate function, with a space before it. */
export function ordering(call: FunctionCall, value: Expression): string {
  const clause = call.node.claim('orderby').child('orderby');
  if (!clause) return '';
  const keys = orderItems(clause).map((item) => {
    if (item.type === 'NumericLiteral') throw item.error('values are ordered by an expression, not by a position');
    refuseLiteralKey(item);
    const { sql, type } = compileExpression(item, call.scope);
    if (call.node.has('distinct')) {
      if (sql !== value.sql) throw item.error(`${call.name}(DISTINCT …) can be ordered by its own value alone`);
      if (type.kind === 'FLOAT64') throw item.unsupported('ORDER BY over DISTINCT values of type FLOAT64');
    }
    return orderKey(item, sql, type);
  });
  return ` ORDER BY ${keys.join(', ')}`;
}

/** The list that an aggregate function makes, with `LIMIT n` in its parentheses. */
export function limited(call: FunctionCall, list: string): string {
  const clause = call.node.claim('limit').child('limit');
  if (!clause) return list;
  clause.only('expr');
  const count = clause.need('expr');
  if (count.type === 'NumericLiteral' && /^[1-9]\d{0,17}$/.test(count.text)) {
    count.only();
    return `${list}[1:${count.text}]`;
  }
  // A constant: it sees no columns.
  return `bq_first(${list}, ${compileAs(count, new Scope(call.scope.context, []), INT64)})`;
}
