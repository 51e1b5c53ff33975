import { type BinaryNode, type PrefixNode } from '../../../../googlesql/ast/nodes.js';
import { errorAt, NOT_HERE, unsupportedAt } from '../dialect-error.js';
import { bitInversion, bitOperator, isBitOperator } from './bit-operators.js';
import { comparison, isComparison } from './comparisons.js';
import { coerce, commonType, type Expression, typed } from '../expression.js';
import { unified } from './unified.js';
import { floatArithmetic } from './float-arithmetic.js';
import { jsonLiteral } from '../literals/json-literal.js';
import { refuseNullOperand } from './null-operand.js';
import { numericPrefix } from '../literals/numeric-literal.js';
import { withOverflow } from './overflow.js';
import { type Scope } from '../names/scope.js';
import { dayArithmetic, intervalArithmetic, isInterval } from './time-operators.js';
import { temporalPrefix } from '../literals/typed-literal.js';
import { INT64_RANGE } from '../../../../googlesql/types/int64.js';
import { BOOL, FLOAT64, INT64, isNumeric, type SqlType, typeName } from '../../../../googlesql/types/types.js';
import { joinSql, NOTHING, SQL, textSql, typeSql, wordSql } from '../sql-tree/sql.js';

const TIMES = new Set(['DATE', 'DATETIME', 'TIME', 'TIMESTAMP']);

export function unaryOperator(node: PrefixNode, scope: Scope): Expression {
  const { operand: right, operator } = node;
  refuseNullOperand(operator, right);
  switch (operator) {
    case 'NOT':
      return typed(SQL`(NOT ${scope.condition(right)})`, BOOL);
    case '-': {
      // The least INT64 has no positive counterpart.
      if (right.type === 'Integer' && right.value > INT64_RANGE.max)
        return typed(SQL`CAST(${textSql(`-${right.text}`)} AS BIGINT)`, INT64);
      const operand = scope.value(right);
      if (!isNumeric(operand.type)) throw errorAt(node, `"-" needs a number, found ${typeName(operand.type)}`);
      const sql = SQL`(- ${operand.sql})`;
      const isBounded = operand.type.kind === 'INT64' && operand.literal === undefined;
      return { sql: isBounded ? withOverflow(sql) : sql, type: operand.type, ...negative(operand) };
    }
    case '+': {
      const operand = scope.value(right);
      if (!isNumeric(operand.type)) throw errorAt(node, `"+" needs a number, found ${typeName(operand.type)}`);
      return operand;
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
      return bitInversion(node, scope);
    default:
      throw unsupportedAt(node, `operator "${node.text}"`);
  }
}

/** The literal in a number with a sign before it. */
function negative({ literal, digits }: Expression): Pick<Expression, 'literal' | 'digits'> {
  if (typeof literal === 'bigint') return { literal: -literal };
  if (typeof literal !== 'number' || digits === undefined || digits.startsWith('-')) return {};
  return { literal: -literal, digits: `-${digits}` };
}

export function binaryOperator(node: BinaryNode, scope: Scope): Expression {
  const { operator } = node;
  refuseNullOperand(operator, node.left, node.right);
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
      if (isBitOperator(operator)) return bitOperator(node, scope);
      throw unsupportedAt(node, `operator "${node.text}"`);
  }
}

function arithmetic(node: BinaryNode, scope: Scope): Expression {
  const { left, right, operator } = node;
  if (isInterval(left) || isInterval(right)) return intervalArithmetic(node, scope);
  const operands = [scope.value(left), scope.value(right)] as const;
  const day = dayArithmetic(operator, operands);
  if (day) return day;
  const type = operator === '/' ? divisionType(operands) : commonType(operands);
  if (!type || !isNumeric(type)) {
    const types = operands.map((operand) => typeName(operand.type)).join(' and ');
    throw noArithmetic(node, operands) ?? unsupportedAt(node, `"${operator}" between ${types}`);
  }
  const [a = NOTHING, b = NOTHING] = operands.map((operand) => coerce(operand, type) ?? NOTHING);
  if (type.kind === 'FLOAT64') return typed(floatArithmetic(operator, [a, b], operands), type);
  if (type.kind === 'NUMERIC' && operator === '*') return typed(SQL`bq_numeric_multiply(${a}, ${b})`, type);
  if (type.kind === 'NUMERIC' && operator === '/')
    return typed(SQL`CAST(bq_numeric_divide(${a}, ${b}) AS ${typeSql(type)})`, type);
  return typed(withOverflow(SQL`${a} ${wordSql(operator)} ${b}`), type);
}

/** The error for other operands: two times have a distance, which is no number, and texts are not added. */
function noArithmetic(node: BinaryNode, [left, right]: readonly Expression[]): Error | undefined {
  const { operator } = node;
  const [from, to] = [left?.type.kind ?? '', right?.type.kind ?? ''];
  if (TIMES.has(from) && (operator === '+' || operator === '-')) {
    const moved = `${from}_${operator === '+' ? 'ADD' : 'SUB'}(x, INTERVAL 1 ${from === 'DATE' ? 'DAY' : 'SECOND'})`;
    const remedy = from === to ? `${from}_DIFF(x, y, ${from === 'DATE' ? 'DAY' : 'SECOND'})` : moved;
    return errorAt(node, `"${operator}" between ${from} and ${to} ${NOT_HERE}; write ${remedy}`);
  }
  if (operator !== '+' || (from !== 'STRING' && to !== 'STRING')) return undefined;
  return errorAt(
    node,
    `"+" adds numbers, found ${from} and ${to}; texts are joined with ||, others once they are CAST AS STRING`,
  );
}

/** The type of a division; GoogleSQL divides INT64 by INT64 as FLOAT64. */
function divisionType(operands: readonly Expression[]): SqlType | undefined {
  const type = commonType(operands);
  if (!type || !isNumeric(type)) return undefined;
  return type.kind === 'NUMERIC' ? type : FLOAT64;
}

function concatenation(node: BinaryNode, scope: Scope): Expression {
  const { type, sql } = unified([scope.value(node.left), scope.value(node.right)], node.left, 'the two sides of "||"');
  if (type.kind !== 'STRING' && type.kind !== 'BYTES' && type.kind !== 'ARRAY') {
    throw errorAt(node, `"||" joins STRING, BYTES or ARRAY values, found ${typeName(type)}; CAST them first`);
  }
  // DuckDB's list || list passes over a NULL list, where GoogleSQL's answer is NULL.
  if (type.kind === 'ARRAY') return typed(SQL`bq_array_concat(${joinSql(sql, ', ')})`, type);
  // DuckDB forgets the type of a constant NULL.
  return typed(SQL`CAST(${joinSql(sql, ' || ')} AS ${typeSql(type)})`, type);
}
