import { arithmeticType, dayOperands } from '../../../../googlesql/types/arithmetic.js';
import {
  type BinaryNode,
  type PrefixNode,
  type WrittenNode,
  type ExpressionNode,
} from '../../../../googlesql/ast/nodes.js';
import { unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import {
  concatenatedType,
  isLeastInteger,
  movedRemedy,
  signedValue,
} from '../../../../googlesql/resolver/expressions/operators.js';
import { isComparison } from '../../../../googlesql/resolver/expressions/comparisons.js';
import { comparison } from './comparisons.js';
import { type Expression, typed, coercedTo } from '../expression.js';
import { jsonLiteral, numericPrefix, temporalPrefix } from '../literals/literals.js';
import { withOverflow } from './overflow.js';
import { type Scope } from '../names/scope.js';
import { isInterval } from '../../../../googlesql/resolver/expressions/intervals.js';
import { dayArithmetic, intervalArithmetic } from './time-operators.js';
import { BOOL, INT64 } from '../../../../googlesql/types/types.js';
import { joinSql, NOTHING, SQL, textSql, typeSql, wordSql, type Sql } from '../sql-tree/sql.js';

export function unaryOperator(node: PrefixNode, scope: Scope): Expression {
  const { operand: right, operator } = node;
  switch (operator) {
    case 'NOT':
      return typed(SQL`(NOT ${scope.condition(right)})`, BOOL);
    case '-':
    case '+': {
      if (isLeastInteger(node)) return typed(SQL`CAST(${textSql(`-${right.text}`)} AS BIGINT)`, INT64);
      const operand = scope.value(right);
      const signed = signedValue(node, operand);
      if (operator === '+') return operand;
      const sql = SQL`(- ${operand.sql})`;
      const isBounded = operand.type.kind === 'INT64' && operand.literal === undefined;
      return { sql: isBounded ? withOverflow(sql) : sql, ...signed };
    }
    case 'DATE':
    case 'DATETIME':
    case 'TIME':
    case 'TIMESTAMP':
      return temporalPrefix(right, operator);
    case 'JSON':
      return jsonLiteral(right);
    case 'NUMERIC':
    case 'DECIMAL':
      return numericPrefix(node);
    case '~':
      return typed(SQL`(~ ${bits(node, right, scope)})`, INT64);
    default:
      throw unsupportedAt(node, `operator "${node.text}"`);
  }
}

export function binaryOperator(node: BinaryNode, scope: Scope): Expression {
  const { operator } = node;
  switch (operator) {
    case 'AND':
    case 'OR': {
      const [left, right] = [node.left, node.right].map((side) => scope.condition(side));
      return typed(SQL`(${left ?? NOTHING} ${wordSql(operator)} ${right ?? NOTHING})`, BOOL);
    }
    case '+':
    case '-':
    case '*':
    case '/':
      return arithmetic(node, scope);
    case '||':
      return concatenation(node, scope);
    default:
      if (isComparison(node)) return comparison(node, scope);
      return bitOperator(node, scope);
  }
}

function arithmetic(node: BinaryNode, scope: Scope): Expression {
  const { left, right, operator } = node;
  if (isInterval(left) || isInterval(right)) return intervalArithmetic(node, scope);
  const operands = [scope.value(left), scope.value(right)] as const;
  const day = dayOperands(operator, operands);
  if (day) return dayArithmetic(operator, day);
  const type = arithmeticType(operator, operands);
  if (!type) throw noDistance(node, operands);
  const [a = NOTHING, b = NOTHING] = operands.map((operand) => coercedTo(operand, type));
  if (type.kind === 'FLOAT64') return typed(floatArithmetic(operator, [a, b], operands), type);
  if (type.kind === 'NUMERIC' && operator === '*') return typed(SQL`bq_numeric_multiply(${a}, ${b})`, type);
  if (type.kind === 'NUMERIC' && operator === '/')
    return typed(SQL`CAST(bq_numeric_divide(${a}, ${b}) AS ${typeSql(type)})`, type);
  return typed(withOverflow(SQL`${a} ${wordSql(operator)} ${b}`), type);
}

/** The error for the distance of two times. */
function noDistance(node: BinaryNode, [left, right]: readonly [Expression, Expression]): Error {
  const [from, to] = [left.type.kind, right.type.kind];
  const difference = `; write ${from}_DIFF(x, y, ${from === 'DATE' ? 'DAY' : 'SECOND'})`;
  const remedy = from === to ? difference : movedRemedy(node.operator, left.type);
  return unsupportedAt(node, `"${node.operator}" between ${from} and ${to}`, remedy);
}

function concatenation(node: BinaryNode, scope: Scope): Expression {
  const sides = [scope.value(node.left), scope.value(node.right)];
  const type = concatenatedType(node, sides);
  const sql = sides.map((side) => coercedTo(side, type));
  // DuckDB's list || list passes over a NULL list, where GoogleSQL's answer is NULL.
  if (type.kind === 'ARRAY') return typed(SQL`bq_array_concat(${joinSql(sql)})`, type);
  // DuckDB forgets the type of a constant NULL.
  return typed(SQL`CAST(${joinSql(sql, ' || ')} AS ${typeSql(type)})`, type);
}

const BIT_OPERATORS: ReadonlyMap<string, (left: Sql, right: Sql) => Sql> = new Map([
  ['&', (left: Sql, right: Sql) => SQL`(${left} & ${right})`],
  ['|', (left, right) => SQL`(${left} | ${right})`],
  ['^', (left, right) => SQL`xor(${left}, ${right})`],
  ['<<', (left, right) => SQL`bq_shift_left(${left}, ${right})`],
  ['>>', (left, right) => SQL`bq_shift_right(${left}, ${right})`],
]);

/** `&`, `|`, `^`, `<<` and `>>` on INT64. */
function bitOperator(node: BinaryNode, scope: Scope): Expression {
  const make = BIT_OPERATORS.get(node.operator);
  if (!make) throw unsupportedAt(node, `operator "${node.text}"`);
  return typed(make(bits(node, node.left, scope), bits(node, node.right, scope)), INT64);
}

function bits(node: WrittenNode, side: ExpressionNode, scope: Scope): Sql {
  const value = scope.value(side);
  if (value.type.kind === 'BYTES') throw unsupportedAt(side, `"${node.text}" on BYTES`);
  return coercedTo(value, INT64);
}

/** Macros for arithmetic: GoogleSQL's overflow is an error, never an infinity, and so is a division by zero. */
const CHECKED: ReadonlyMap<string, string> = new Map([
  ['+', 'bq_add'],
  ['-', 'bq_subtract'],
  ['*', 'bq_multiply'],
  ['/', 'bq_divide'],
]);

/** The greatest absolute value of an INT64. */
const WHOLE = 2 ** 63;
/** Bound of numbers that do not change the greatest FLOAT64 when they are added to it. */
const LITTLE = 2 ** 969;

/**
 * Arithmetic over two operands that are FLOAT64 by now. Checks that could never fail are left out: DuckDB plans them anew for each run.
 */
function floatArithmetic(
  operator: string,
  [a, b]: readonly [Sql, Sql],
  [left, right]: readonly [Expression, Expression],
): Sql {
  if (neverFails(operator, left, right)) return SQL`(${a} ${wordSql(operator)} ${b})`;
  if (operator === '/' && right.type.kind === 'INT64') return SQL`bq_divide_by_whole(${a}, ${b})`;
  return SQL`${wordSql(CHECKED.get(operator) ?? '')}(${a}, ${b})`;
}

/** Whether no two finite values of these have an infinite result, and none is divided by zero. */
function neverFails(operator: string, left: Expression, right: Expression): boolean {
  const least = Math.min(bound(left), bound(right));
  if (operator === '+' || operator === '-') return least < LITTLE;
  if (operator === '*') return least <= 1 || bound(left) * bound(right) < Number.MAX_VALUE;
  const divisor = distance(right);
  return divisor !== undefined && divisor > 0 && (divisor >= 1 || bound(left) / divisor < Number.MAX_VALUE);
}

/** Greatest distance from zero of the operand's values: infinity where nothing is known. */
function bound(operand: Expression): number {
  return distance(operand) ?? (operand.type.kind === 'INT64' ? WHOLE : Infinity);
}

/** Distance from zero of a literal. */
function distance({ literal }: Expression): number | undefined {
  return typeof literal === 'number' || typeof literal === 'bigint' ? Math.abs(Number(literal)) : undefined;
}
