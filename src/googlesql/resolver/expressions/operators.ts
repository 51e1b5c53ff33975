import { type BinaryNode, type ExpressionNode, type PrefixNode, type WrittenNode } from '../../ast/nodes.js';
import { arithmeticType, dayOperands } from '../../types/arithmetic.js';
import { isCoercible, type TypedValue } from '../../types/coercion.js';
import { BYTES, DATE, INT64, INT64_RANGE, isNumeric, isTime, type SqlType, typeName } from '../../types/types.js';
import { errorAt } from '../dialect-error.js';
import { withoutBrackets } from '../literal-key.js';
import { isOpen, OPEN } from '../open.js';
import { comparisonValue, isComparison } from './comparisons.js';
import { sharedType } from '../common-type.js';
import { condition, type ExpressionScope } from './expression-scope.js';
import { intervalArithmetic, isInterval } from './intervals.js';
import { typedLiteral } from './literals.js';

/** A value with an operator, or with the type of a literal, in front. */
export function prefixValue(node: PrefixNode, scope: ExpressionScope): TypedValue {
  const { operand, operator } = node;
  refuseNullOperand(operator, operand);
  switch (operator) {
    case 'NOT':
      return condition(operand, scope);
    case '-':
    case '+':
      return isLeastInteger(node) ? { type: INT64 } : signedValue(node, scope.value(operand));
    case '~':
      return bitsValue(node, [operand], scope);
    default:
      return typedLiteral(node);
  }
}

/** Whether it is the least INT64, which has no positive counterpart. */
export function isLeastInteger({ operator, operand }: PrefixNode): boolean {
  return operator === '-' && operand.type === 'Integer' && operand.value > INT64_RANGE.max;
}

/** A number with a sign in front; a literal stays one. */
export function signedValue(node: PrefixNode, operand: TypedValue): Omit<TypedValue, 'parts'> {
  const { type, literal, digits } = operand;
  if (isOpen(operand)) return OPEN;
  if (!isNumeric(type)) throw errorAt(node, `"${node.operator}" needs a number, found ${typeName(type)}`);
  if (node.operator === '+') return operand;
  if (typeof literal === 'bigint') return { type, literal: -literal };
  if (typeof literal !== 'number' || digits === undefined || digits.startsWith('-')) return { type };
  return { type, literal: -literal, digits: `-${digits}` };
}

export function binaryValue(node: BinaryNode, scope: ExpressionScope): TypedValue {
  const { operator, left, right } = node;
  refuseNullOperand(operator, left, right);
  switch (operator) {
    case 'AND':
    case 'OR':
      condition(left, scope);
      return condition(right, scope);
    case '+':
    case '-':
    case '*':
    case '/':
      return arithmetic(node, scope);
    case '||':
      return { type: concatenatedType(node, [scope.value(left), scope.value(right)]) };
    default:
      return isComparison(node) ? comparisonValue(node, scope) : bitsValue(node, [left, right], scope);
  }
}

function arithmetic(node: BinaryNode, scope: ExpressionScope): TypedValue {
  const { left, right, operator } = node;
  if (isInterval(left) || isInterval(right)) return intervalArithmetic(node, scope);
  const operands = [scope.value(left), scope.value(right)] as const;
  if (operands.some(isOpen)) return OPEN;
  if (dayOperands(operator, operands)) return { type: DATE };
  const type = arithmeticType(operator, operands);
  if (type) return { type };
  refuseOperands(node, operands);
  return OPEN;
}

/** Refuses operands that arithmetic does not have. That leaves the distance of two times, which is an INTERVAL. */
function refuseOperands(node: BinaryNode, sides: readonly [TypedValue, TypedValue]): void {
  const { operator } = node;
  const [{ type: from }] = sides;
  const types = sides.map(({ type }) => typeName(type)).join(' and ');
  if (operator === '+' && !isTime(from) && sides.some(({ type }) => type.kind === 'STRING')) {
    const remedy = 'texts are joined with ||, others once they are CAST AS STRING';
    throw errorAt(node, `"+" adds numbers, found ${types}; ${remedy}`);
  }
  if (operator === '-' && sides.some(({ type }) => isTime(type)) && sides.every(mayBeTime)) return;
  throw errorAt(node, `GoogleSQL has no "${operator}" between ${types}${movedRemedy(operator, from)}`);
}

function mayBeTime({ type }: TypedValue): boolean {
  return isTime(type) || ['ERROR', 'NULL', 'STRING'].includes(type.kind);
}

/** The remedy for a time that is moved by a number. */
export function movedRemedy(operator: string, type: SqlType): string {
  if (!isTime(type) || (operator !== '+' && operator !== '-')) return '';
  const name = `${type.kind}_${operator === '+' ? 'ADD' : 'SUB'}`;
  return `; write ${name}(x, INTERVAL 1 ${type.kind === 'DATE' ? 'DAY' : 'SECOND'})`;
}

/** The type of two values with "||" between them. */
export function concatenatedType(node: BinaryNode, sides: readonly TypedValue[]): SqlType {
  const type = sharedType(sides, node.left, 'the two sides of "||"');
  if (isOpen({ type }) || type.kind === 'STRING' || type.kind === 'BYTES' || type.kind === 'ARRAY') return type;
  throw errorAt(node, `"||" joins STRING, BYTES or ARRAY values, found ${typeName(type)}; CAST them first`);
}

/** `~`, `&`, `|`, `^`, `<<` and `>>` on INT64, and on BYTES. */
function bitsValue(node: WrittenNode, sides: readonly ExpressionNode[], scope: ExpressionScope): TypedValue {
  const values = sides.map((side) => {
    const value = scope.value(side);
    if (value.type.kind !== 'BYTES') expectBits(node, side, value);
    return value;
  });
  if (values.some(isOpen)) return OPEN;
  return { type: values[0]?.type.kind === 'BYTES' ? BYTES : INT64 };
}

/** Refuses an operand of `&` and its kin other than INT64. */
function expectBits(node: WrittenNode, side: ExpressionNode, value: TypedValue): void {
  const { type } = value;
  const isTaken = isOpen(value) || (type.kind !== 'NULL' && isCoercible(value, INT64));
  if (!isTaken) throw errorAt(side, `"${node.text}" needs INT64, found ${typeName(type)}`);
}

/** Operators that may have a literal NULL beside them; IS has it as its own right side. */
const TAKE_NULL: ReadonlySet<string> = new Set(['AND', 'OR', 'IS', '<<', '>>']);

/** Remedies, except for a NULL of some type. */
const REMEDIES: ReadonlyMap<string, string> = new Map([
  ['=', 'write x IS NULL'],
  ['!=', 'write x IS NOT NULL'],
  ['<>', 'write x IS NOT NULL'],
  ['NOT', 'write CAST(NULL AS BOOL)'],
  ['LIKE', 'write CAST(NULL AS STRING)'],
  ['||', 'write CAST(NULL AS STRING), for example'],
]);

/** Refuses `1 + NULL` and `x = NULL`, as GoogleSQL does; the latter is never TRUE. Only literals count. */
function refuseNullOperand(operator: string, ...operands: readonly ExpressionNode[]): void {
  if (TAKE_NULL.has(operator)) return;
  const literal = operands.find((operand) => withoutBrackets(operand).type === 'Null');
  if (!literal) return;
  const remedy = REMEDIES.get(operator) ?? 'write CAST(NULL AS INT64), for example';
  throw errorAt(literal, `an operand of "${operator}" cannot be the literal NULL; ${remedy}`);
}
