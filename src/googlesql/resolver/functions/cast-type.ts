import { type CastFormatNode, type CastOperandNode, type ExpressionNode } from '../../ast/nodes.js';
import { typeOf } from '../../ast/type-node.js';
import { typeLimit } from '../../checks/type-limits.js';
import { castBetween } from '../../functions/casts.js';
import { isCoercible, isEquivalent, type TypedValue } from '../../types/coercion.js';
import { isTime, sameType, type SqlType, STRING, typeName, withoutNull } from '../../types/types.js';
import { errorAt, unsupportedAt } from '../dialect-error.js';
import { isOpen } from '../open.js';
import { expectArgument } from './arguments.js';
import { type Call } from './call.js';
import { expectZone } from './time-types.js';

/** The type of CAST and SAFE_CAST: the one that is named. */
export function castType(call: Call): SqlType {
  const node = castOperand(call);
  const value = call.value(node.value);
  const type = typeOf(node.target);
  if (node.format) expectFormat(call, value, type, node.format);
  else expectCast(call, value, type, node.value);
  typeLimit(node.target);
  return type;
}

/** `value AS type` in the parentheses of CAST. */
export function castOperand(call: Call): CastOperandNode {
  const node = call.argument(0);
  if (node.type !== 'CastOperand') throw errorAt(node, `write ${call.name}(value AS type)`);
  return node;
}

function expectCast(call: Call, value: TypedValue, type: SqlType, node: ExpressionNode): void {
  const from = value.type;
  if (from.kind === 'NULL' || from.kind === 'ERROR' || isOpen({ type }) || sameType(from, type)) return;
  refuseOtherElements(from, type, node);
  if (!isCast(from, type)) throw unsupportedAt(call.node, `${call.name} of ${typeName(from)} to ${typeName(type)}`);
}

/** Refuses elements of another type: BigQuery casts an ARRAY to its own type alone; the names of fields in it may differ. */
function refuseOtherElements(from: SqlType, to: SqlType, node: ExpressionNode): void {
  if (from.kind === 'ARRAY' && to.kind === 'ARRAY' && from.element.kind !== 'NULL' && !isEquivalent(from, to)) {
    throw errorAt(
      node,
      `an ARRAY is cast to its own type alone, found ${typeName(from)}; write ARRAY(SELECT CAST(x AS ${typeName(to.element)}) FROM UNNEST(…) AS x)`,
    );
  }
  if (from.kind !== 'STRUCT' || to.kind !== 'STRUCT') return;
  from.fields.forEach(({ type }, index) => {
    const field = to.fields[index];
    if (field) refuseOtherElements(type, field.type, node);
  });
}

/** Whether there is a cast between two types: for STRUCTs, field by field in their order. */
function isCast(from: SqlType, to: SqlType): boolean {
  if (from.kind === 'STRUCT' && to.kind === 'STRUCT') {
    const { fields } = to;
    return (
      from.fields.length === fields.length &&
      from.fields.every(({ type }, index) => isCast(withoutNull(type), fields[index]?.type ?? type))
    );
  }
  if (from.kind === 'ARRAY' || to.kind === 'ARRAY') {
    return from.kind === 'ARRAY' && to.kind === 'ARRAY' && (from.element.kind === 'NULL' || isEquivalent(from, to));
  }
  return isCoercible({ type: from }, to) || castBetween(from, to) !== undefined;
}

/** `CAST(value AS type FORMAT format [AT TIME ZONE zone])` */
function expectFormat(call: Call, value: TypedValue, type: SqlType, { format, zone }: CastFormatNode): void {
  if (zone) expectZone(call, zone);
  const [from, to] = [value.type.kind, type.kind];
  if (zone && !isOpen(value) && ![from, to].includes('TIMESTAMP')) {
    throw errorAt(format, 'AT TIME ZONE goes with a TIMESTAMP alone');
  }
  expectArgument(call, format, STRING);
  const isOfBytes = ['BYTES STRING', 'STRING BYTES'].includes(`${from} ${to}`);
  const time = from === 'STRING' ? type : value.type;
  const isRead = isTime(time) && (from === 'STRING' || to === 'STRING');
  if (from === 'NULL' || isOfBytes || isRead) return;
  // BigQuery writes numbers by formats as well.
  if (to === 'STRING' && ['INT64', 'FLOAT64', 'NUMERIC'].includes(from)) return;
  throw unsupportedAt(format, `${call.name} of ${typeName(value.type)} to ${typeName(type)} with a FORMAT`);
}
