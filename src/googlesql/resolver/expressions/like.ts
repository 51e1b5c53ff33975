import { type BinaryNode, type ExpressionNode, type QuantifiedLikeNode, type WrittenNode } from '../../ast/nodes.js';
import { isCoercible, type TypedValue } from '../../types/coercion.js';
import { arrayOf, BOOL, BYTES, definiteType, elementOf, type SqlType, STRING, typeName } from '../../types/types.js';
import { errorAt } from '../dialect-error.js';
import { type ExpressionScope } from './expression-scope.js';
import { onlyColumn } from './only-column.js';

/** A side of LIKE. */
export interface LikeOperand {
  readonly node: WrittenNode;
  readonly value: TypedValue;
}

/** `x [NOT] LIKE pattern`, also with ANY, SOME or ALL of several. */
export function likeValue(
  { left }: BinaryNode | QuantifiedLikeNode,
  patterns: readonly ExpressionNode[],
  scope: ExpressionScope,
): TypedValue {
  const [value, ...others] = [left, ...patterns].map((node) => ({ node, value: scope.value(node) }));
  if (value) {
    const type = textType([value, ...others]);
    expectText(value, type);
    for (const pattern of others) expectPattern(pattern, type);
  }
  return { type: BOOL };
}

/** `x [NOT] LIKE ANY (pattern, …)`, `x LIKE ALL UNNEST(array)`, `x LIKE SOME (SELECT …)` */
export function quantifiedLikeValue(node: QuantifiedLikeNode, scope: ExpressionScope): TypedValue {
  const { left, patterns } = node;
  if (patterns.type === 'List') return likeValue(node, patterns.items, scope);
  const value = { node: left, value: scope.value(left) };
  const among =
    patterns.type === 'Unnest'
      ? { node: patterns.array, value: scope.value(patterns.array) }
      : { node: patterns, value: patternsOf(onlyColumn(scope.columns(patterns), patterns, 'LIKE')) };
  expectText(value, patternsType(value, among));
  return { type: BOOL };
}

function patternsOf({ type }: TypedValue): TypedValue {
  return { type: arrayOf(definiteType(type)) };
}

/** STRING, unless one of the sides is BYTES. */
export function textType(operands: readonly LikeOperand[]): SqlType {
  return operands.some(({ value }) => value.type.kind === 'BYTES') ? BYTES : STRING;
}

function expectText({ node, value }: LikeOperand, type: SqlType): void {
  if (isCoercible(value, type)) return;
  const [found, other] = [typeName(value.type), typeName(type)];
  throw errorAt(node, `LIKE needs STRING or BYTES on both sides, found ${found} beside ${other}`);
}

const UNFINISHED_ESCAPE = /(?<!\\)(?:\\\\)*\\$/;

function expectPattern(pattern: LikeOperand, type: SqlType): void {
  expectText(pattern, type);
  const { literal } = pattern.value;
  if (typeof literal === 'string' && UNFINISHED_ESCAPE.test(literal)) {
    throw errorAt(pattern.node, 'a LIKE pattern cannot end with a backslash');
  }
}

/** The type of a text and of the elements of an array of patterns, which may be no others. */
export function patternsType({ value }: LikeOperand, { node, value: array }: LikeOperand): SqlType {
  const type = [value.type, elementOf(array.type)].some(({ kind }) => kind === 'BYTES') ? BYTES : STRING;
  if (isCoercible(array, arrayOf(type))) return type;
  throw errorAt(node, `LIKE needs an ARRAY of ${typeName(type)} here, found ${typeName(array.type)}`);
}
