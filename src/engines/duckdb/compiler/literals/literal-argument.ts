import { type ExpressionNode } from '../../../../googlesql/ast/nodes.js';
import { unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { type FunctionCall } from '../rule.js';

/** The nth argument, or a part of one, where it must be a string that is known when the query is loaded. */
export function literalText(call: FunctionCall, part: number | ExpressionNode, what: string): string {
  const node = typeof part === 'number' ? call.argument(part) : part;
  const { literal } = call.value(node);
  if (typeof literal !== 'string') throw unsupportedAt(node, `${what} of ${call.name} other than a string literal`);
  return literal;
}

/** The nth argument where it must be a positive number that is known when the query is loaded; 1 if it is left out. */
export function literalCount(call: FunctionCall, index: number, what: string): bigint {
  const node = call.args[index];
  if (!node) return 1n;
  const { literal } = call.value(node);
  if (typeof literal !== 'bigint') throw unsupportedAt(node, `${what} of ${call.name} other than a number written out`);
  if (literal < 1n) throw unsupportedAt(node, `${what} of ${call.name} below 1`);
  return literal;
}
