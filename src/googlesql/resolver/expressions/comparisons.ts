import {
  type BetweenNode,
  type BinaryNode,
  type DistinctFromNode,
  type ExpressionNode,
  type InNode,
} from '../../ast/nodes.js';
import { type TextPosition } from '../../tokens/text-position.js';
import { isCoercible, isEquivalent, type TypedValue } from '../../types/coercion.js';
import { commonType } from '../../types/supertype.js';
import { arrayOf, BOOL, definiteType, elementOf, isNumeric, type SqlType, typeName } from '../../types/types.js';
import { errorAt } from '../dialect-error.js';
import { isOpen } from '../open.js';
import { expectEquatable, isUnlike } from './equality.js';
import { sharedType } from '../common-type.js';
import { condition, type ExpressionScope } from './expression-scope.js';
import { likeValue } from './like.js';
import { onlyColumn } from './only-column.js';

const COMPARISONS: ReadonlySet<string> = new Set(['=', '!=', '<>', '<', '<=', '>', '>=', 'LIKE', 'IS']);

/** Whether an operator with two sides is a comparison: `=` and its kin, LIKE, IS. */
export function isComparison({ operator }: BinaryNode): boolean {
  return COMPARISONS.has(operator);
}

const TRUTH: TypedValue = { type: BOOL };

export function comparisonValue(node: BinaryNode, scope: ExpressionScope): TypedValue {
  const { operator, left, right } = node;
  if (operator === 'IS') return isValue(node, scope);
  if (operator === 'LIKE') return likeValue(node, [right], scope);
  const sides = [scope.value(left), scope.value(right)] as const;
  if (expectComparable(node, sides)) expectEquatable(sides, node);
  else sharedType(sides, left, `the two sides of "${operator}"`);
  return TRUTH;
}

/** Whether the two sides are STRUCTs, which are compared field by field, and not by every operator. */
export function expectComparable(node: BinaryNode, sides: readonly TypedValue[]): boolean {
  if (!sides.some(({ type }) => type.kind === 'STRUCT')) return false;
  if (['=', '!=', '<>'].includes(node.operator)) return true;
  throw errorAt(node, 'STRUCTs are compared by = and != alone');
}

/** `x IS [NOT] NULL`, `x IS [NOT] TRUE` */
function isValue({ left, right }: BinaryNode, scope: ExpressionScope): TypedValue {
  if (right.type === 'Null') scope.value(left);
  else {
    expectTruth(right);
    condition(left, scope);
  }
  return TRUTH;
}

/** Whether it is TRUE, the right side of IS; the other one is FALSE. */
export function expectTruth(node: ExpressionNode): boolean {
  if (node.type !== 'Boolean') throw errorAt(node, 'write IS [NOT] NULL, TRUE or FALSE');
  return node.value;
}

export function betweenValue(node: BetweenNode, scope: ExpressionScope): TypedValue {
  const sides = [node.left, node.least, node.greatest].map((side) => scope.value(side));
  sharedType(sides, node.left, 'the operands of BETWEEN');
  return TRUTH;
}

export function distinctValue({ left, right }: DistinctFromNode, scope: ExpressionScope): TypedValue {
  sharedType([scope.value(left), scope.value(right)], left, 'the two sides of IS DISTINCT FROM');
  return TRUTH;
}

export function inValue(node: InNode, scope: ExpressionScope): TypedValue {
  const { left, among } = node;
  const value = scope.value(left);
  if (among.type === 'List') {
    const others = among.items.map((item) => scope.value(item));
    if ([value, ...others].some(({ type }) => isUnlike(type))) expectAmong(value, others, node);
    else sharedType([value, ...others], left, 'the values of IN');
    return TRUTH;
  }
  if (among.type === 'Unnest') {
    const array = scope.value(among.array);
    expectElements(value, array, among.array);
    if (isUnlike(value.type) || isUnlike(elementOf(array.type))) expectWithin(value, array, node);
    return TRUTH;
  }
  const column = onlyColumn(scope.columns(among), among, 'IN');
  if (isUnlike(value.type) || isUnlike(column.type)) {
    expectWithin(value, { type: arrayOf(definiteType(column.type)) }, node);
  } else rowsType(value, column, node);
  return TRUTH;
}

/** Refuses a value that cannot be compared with each of the others. */
function expectAmong(value: TypedValue, others: readonly TypedValue[], node: TextPosition): void {
  expectEquatable([value, ...others], node);
  for (const other of others) expectEquatable([value, other], node);
}

/** Refuses a value that cannot be compared with the elements of an array. */
function expectWithin(value: TypedValue, array: TypedValue, node: TextPosition): void {
  const { type, parts } = array;
  if (isOpen(array)) return;
  if (type.kind !== 'ARRAY') throw errorAt(node, `UNNEST needs an ARRAY, found ${typeName(type)}`);
  if (parts) expectAmong(value, parts, node);
  else expectEquatable([value, { type: type.element }], node);
}

/** Refuses elements of another type: the value takes the type of the elements, but an array takes no other, even as a literal. */
function expectElements(value: TypedValue, array: TypedValue, node: ExpressionNode): void {
  const { type } = array;
  const element = type.kind === 'ARRAY' ? type.element : undefined;
  if (isOpen(array) || element?.kind === 'NULL' || (element?.kind === 'STRUCT' && value.type.kind === 'STRUCT')) return;
  if (element && isCoercible(value, element)) return;
  const isOfNumbers = element !== undefined && isNumeric(element) && isNumeric(value.type);
  const remedy = isOfNumbers ? '; write x IN (SELECT y FROM UNNEST(…) AS y)' : '';
  throw errorAt(node, `expected ${typeName(arrayOf(value.type))}, found ${typeName(type)}${remedy}`);
}

/** The type in which IN compares a value with the rows of a query: not even a literal takes another one than numbers do. */
export function rowsType(value: TypedValue, column: TypedValue, node: TextPosition): SqlType {
  const [type, other] = [definiteType(value.type), definiteType(column.type)];
  if (isEquivalent(type, other)) return other;
  const common = isNumeric(type) && isNumeric(other) ? commonType([{ type }, { type: other }]) : undefined;
  if (common) return common;
  throw errorAt(node, `IN compares ${typeName(value.type)} with ${typeName(column.type)}; CAST one of them`);
}
