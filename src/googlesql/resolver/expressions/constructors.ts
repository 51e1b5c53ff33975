import { type ArrayNode, type CaseNode, type StructNode } from '../../ast/nodes.js';
import { typeOf } from '../../ast/type-node.js';
import { type TextPosition } from '../../tokens/text-position.js';
import { isConstant, type TypedValue } from '../../types/coercion.js';
import {
  arrayOf,
  definiteType,
  NULL,
  type SqlType,
  type StructField,
  typeName,
  withoutNull,
} from '../../types/types.js';
import { errorAt } from '../dialect-error.js';
import { implicitName } from '../names/implicit-name.js';
import { expectEquatable, isUnlike } from './equality.js';
import { sharedType } from '../common-type.js';
import { expectType } from './expected-type.js';
import { condition, type ExpressionScope, valueAs } from './expression-scope.js';

/** `[a, b]`, with or without its type in front. */
export function arrayValue(node: ArrayNode, scope: ExpressionScope): TypedValue {
  const parts = node.elements.map((element) => scope.value(element));
  const type = arrayType(node, parts);
  return isOfLiterals(node, parts) ? { type, parts } : { type };
}

/** The type of an array of these elements; one without a type in front and without elements may have any. */
export function arrayType(node: ArrayNode, parts: readonly TypedValue[]): SqlType {
  const { declared, elements } = node;
  const type = declared && typeOf(declared);
  if (type && type.kind !== 'ARRAY') throw errorAt(node, 'an array literal needs an ARRAY type');
  if (type) {
    for (const [index, part] of parts.entries()) expectType(part, type.element, elements[index] ?? node);
  } else if (parts.length === 0) return arrayOf(NULL);
  return arrayAround(type?.element ?? sharedType(parts, elements[0] ?? node, 'the elements of an array'), node);
}

/** The type of an array whose elements have this one. */
export function arrayAround(element: SqlType, node: TextPosition): SqlType {
  if (element.kind === 'ARRAY') throw errorAt(node, 'an ARRAY of ARRAYs is not possible; put a STRUCT in between');
  return arrayOf(element);
}

/** Whether an array takes other types, as its literals do. */
export function isOfLiterals({ declared }: ArrayNode, parts: readonly TypedValue[]): boolean {
  return !declared && parts.length > 0 && parts.every(isConstant);
}

/** `STRUCT(a AS x, …)`, `STRUCT<x INT64, …>(a, …)` and `(a, b)`. */
export function structValue(node: StructNode, scope: ExpressionScope): TypedValue {
  const { declared, fields } = node;
  if (declared) {
    const type = structTypeOf(node, typeOf(declared));
    const parts = fields.map(({ value }, index) => valueAs(value, type.fields[index]?.type ?? NULL, scope));
    return { type, parts };
  }
  const names = fieldNames(node, (name) => scope.isNamed(name));
  return structOf(fields.map(({ value }, index) => ({ name: names[index] ?? '', value: scope.value(value) })));
}

type StructType = Extract<SqlType, { kind: 'STRUCT' }>;

/** The type in front of a STRUCT, which has to be one of as many fields. */
export function structTypeOf(node: StructNode, type: SqlType): StructType {
  if (type.kind !== 'STRUCT') throw errorAt(node, `${typeName(type)} is no type of a STRUCT`);
  const [wanted, found] = [type.fields.length, node.fields.length];
  if (wanted === found) return type;
  throw errorAt(node, `${typeName(type)} has ${wanted} fields, found ${found} values`);
}

/** The names of a STRUCT's fields, empty for those without one. A tuple's fields have none. */
export function fieldNames({ fields, isTuple }: StructNode, isNamed: Parameters<typeof implicitName>[1]): string[] {
  return fields.map(({ alias, value }) => alias ?? (isTuple ? undefined : implicitName(value, isNamed)) ?? '');
}

/** A value with the name of the field that it is; empty for none. */
export interface FieldValue<Value extends TypedValue = TypedValue> {
  readonly name: string;
  readonly value: Value;
}

/** A STRUCT of these values, as a row is one of its columns. */
export function structOf(values: readonly FieldValue[]): TypedValue {
  return { type: { kind: 'STRUCT', fields: fieldsOf(values) }, parts: values.map(({ value }) => value) };
}

export function fieldsOf(values: readonly FieldValue[]): readonly StructField[] {
  return values.map(({ name, value }) => ({ name, type: withoutNull(definiteType(value.type)) }));
}

/** `CASE WHEN condition THEN result … END`, with or without a value behind CASE. */
export function caseValue(node: CaseNode, scope: ExpressionScope): TypedValue {
  const { subject, arms, otherwise } = node;
  if (subject) {
    const value = scope.value(subject);
    const others = arms.map(({ when }) => scope.value(when));
    const type = sharedType([value, ...others], subject, 'the values of CASE');
    if (isUnlike(type)) for (const other of others) expectEquatable([value, other], node);
  } else for (const { when } of arms) condition(when, scope);
  const results = [...arms.map(({ result }) => result), ...(otherwise ? [otherwise] : [])];
  const values = results.map((result) => scope.value(result));
  return { type: sharedType(values, results[0] ?? node, 'the results of CASE') };
}
