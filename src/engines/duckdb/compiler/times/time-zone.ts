import { UTC, zoneOfText } from '../../../../googlesql/types/time-zone.js';
import { type ExpressionNode } from '../../../../googlesql/ast/nodes.js';
import { type Values } from '../compiler.js';
import { unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { coercedTo } from '../expression.js';
import { type FunctionCall } from '../rule.js';
import { STRING } from '../../../../googlesql/types/types.js';
import { type Zone } from './zone.js';

/** The time zone in the nth argument; UTC where it is left out. */
export function zoneArgument(call: FunctionCall, index: number): Zone {
  return partZone(call, call.args[index]);
}

/** The time zone in a part of an argument. */
export function partZone(call: FunctionCall, node: ExpressionNode | undefined): Zone {
  if (!node) return UTC;
  const zone = zoneOf(node, call);
  // A name that is not read here may be BigQuery's, and then SAFE does not make NULL of it.
  if ('sql' in zone && call.node.isSafe) {
    throw unsupportedAt(node, 'under SAFE a time zone other than a string literal');
  }
  return zone;
}

/** The time zone that an expression names: read at load if it is a literal, else row by row. */
export function zoneOf(node: ExpressionNode, values: Values): Zone {
  const expression = values.value(node);
  if (typeof expression.literal !== 'string') return { sql: coercedTo(expression, STRING) };
  const zone = zoneOfText(expression.literal);
  if (zone) return zone;
  throw unsupportedAt(
    node,
    `time zone "${expression.literal}"; write 'UTC', '+hh:mm' or a name such as 'Europe/Berlin', which`,
  );
}
