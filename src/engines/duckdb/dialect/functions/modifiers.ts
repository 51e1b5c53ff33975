import { type Expression } from '../expression.js';
import { compileExpression } from '../expressions.js';
import { orderItems, orderKey } from '../order.js';
import { type Call } from '../rule.js';

/** DISTINCT in front of an aggregate function's argument. */
export function distinct(call: Call): string {
  return call.node.claim('distinct').has('distinct') ? 'DISTINCT ' : '';
}

/** IGNORE NULLS, where NULLs are left out anyway. */
export function leaveNullsOut(call: Call): void {
  const [first, second] = call.node.list('ignore_nulls');
  if (first?.keyword !== 'IGNORE') return;
  for (const word of [first, second]) word?.only();
  call.node.claim('ignore_nulls');
}

/** `ORDER BY …` in the parentheses of an aggregate function, with a space before it. */
export function ordering(call: Call, value: Expression): string {
  const clause = call.node.claim('orderby').child('orderby');
  if (!clause) return '';
  const keys = orderItems(clause).map((item) => {
    if (item.type === 'NumericLiteral') throw item.error('values are ordered by an expression, not by a position');
    const { sql, type } = compileExpression(item, call.scope);
    if (call.node.has('distinct')) {
      if (sql !== value.sql) throw item.error(`${call.name}(DISTINCT …) can be ordered by its own value alone`);
      if (type.kind === 'FLOAT64') throw item.unsupported('ORDER BY over DISTINCT values of type FLOAT64');
    }
    return orderKey(item, sql, type);
  });
  return ` ORDER BY ${keys.join(', ')}`;
}

/** `LIMIT n` in the parentheses of an aggregate function, as a part of the list that it makes. */
export function limited(call: Call): string {
  const clause = call.node.claim('limit').child('limit');
  if (!clause) return '';
  clause.only('expr');
  const count = clause.need('expr');
  count.only();
  if (count.type !== 'NumericLiteral' || !/^[1-9]\d{0,17}$/.test(count.text)) {
    throw count.unsupported('a LIMIT that is not a whole number from 1 written out');
  }
  return `[1:${count.text}]`;
}
