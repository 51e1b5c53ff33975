import { fieldAt } from '../names/rows.js';
import { type ElementNode, type WrittenNode } from '../../ast/nodes.js';
import { quote } from '../../../errors/excerpt.js';
import { byName } from '../../tokens/by-name.js';
import { isCoercible, type TypedValue } from '../../types/coercion.js';
import { INT64, JSON_TYPE, type SqlType, type StructField, typeName, withoutNull } from '../../types/types.js';
import { deeperRemark } from '../names/deeper-names.js';
import { errorAt, UnknownName } from '../dialect-error.js';
import { isOpen, OPEN } from '../open.js';
import { type ExpressionScope } from './expression-scope.js';

/** The index of a STRUCT's field by its name; the error where there is none. */
export function fieldIndex(type: SqlType, name: string, node: WrittenNode): number | UnknownName {
  if (type.kind === 'ARRAY') {
    throw errorAt(
      node,
      `cannot read field "${name}" of an ARRAY; UNNEST it in FROM, or write [SAFE_OFFSET(0)] before the dot`,
    );
  }
  if (type.kind !== 'STRUCT') throw errorAt(node, `cannot read field "${name}" of ${typeName(type)}`);
  const [match, second] = byName<StructField>(type.fields, name);
  if (!match) {
    const names = type.fields.flatMap((field) => field.name || []);
    if (names.length === 0) throw errorAt(node, `no field ${quote(name)}; they have no names`);
    return new UnknownName(node, `no field ${quote(name)}`, name, names, deeperRemark(name, type.fields));
  }
  if (second) throw errorAt(node, `field "${name}" is ambiguous`);
  return type.fields.indexOf(match);
}

/** `array[OFFSET(n)]` and its kin, `json[0]`, `json['name']`, `struct[0]`. */
export function elementValue(node: ElementNode, scope: ExpressionScope): TypedValue {
  const { operand, position, kind } = node;
  const index = scope.value(position);
  const value = scope.value(operand);
  const { type } = value;
  if (isOpen(value)) return OPEN;
  if (type.kind === 'JSON' && kind === undefined) {
    expectJsonIndex(index, position);
    return { type: JSON_TYPE };
  }
  expectPosition(index, position);
  if (type.kind === 'STRUCT') return isOpen(index) ? OPEN : fieldAt(type, fieldByPosition(type, node, index));
  expectIndexed(value, operand);
  return type.kind === 'ARRAY' ? { type: withoutNull(type.element) } : OPEN;
}

/** Refuses a value that has no elements; those of JSON and of NULL are left. */
function expectIndexed({ type }: TypedValue, node: WrittenNode): void {
  if (['ARRAY', 'ERROR', 'JSON', 'NULL'].includes(type.kind)) return;
  throw errorAt(node, `GoogleSQL has no […] on ${typeName(type)}`);
}

/** An element of JSON has an index or a name. */
export function expectJsonIndex({ type }: TypedValue, node: WrittenNode): void {
  if (['NULL', 'STRING', 'INT64'].includes(type.kind)) return;
  throw errorAt(node, `expected INT64 or STRING, found ${typeName(type)}`);
}

function expectPosition(index: TypedValue, node: WrittenNode): void {
  if (!isCoercible(index, INT64)) throw errorAt(node, `expected INT64, found ${typeName(index.type)}`);
}

/** The index of the field in `struct[0]`, `struct[ORDINAL(1)]`: the position is a literal, since it decides on the type. */
export function fieldByPosition(type: SqlType, { kind = 'OFFSET', position }: ElementNode, index: TypedValue): number {
  if (kind.startsWith('SAFE_')) throw errorAt(position, `a field of a STRUCT has no ${kind}; write ${kind.slice(5)}`);
  const { literal } = index;
  if (typeof literal !== 'bigint') throw errorAt(position, 'the position of a field is a number written out');
  const count = type.kind === 'STRUCT' ? type.fields.length : 0;
  const offset = Number(literal) - (kind === 'ORDINAL' ? 1 : 0);
  if (offset >= 0 && offset < count) return offset;
  throw errorAt(position, `${typeName(type)} has no field at ${kind}(${literal})`);
}
