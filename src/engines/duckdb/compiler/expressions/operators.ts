import { bitInversion, bitOperator, isBitOperator } from './bit-operators.js';
import { comparison, isComparison } from './comparisons.js';
import { type CstNode, NOT_HERE } from '../cst.js';
import { coerce, commonType, type Expression, typed } from '../expression.js';
import { compileCondition, compileExpression, unify } from './expressions.js';
import { jsonLiteral } from '../literals/json-literal.js';
import { refuseNullOperand } from './null-operand.js';
import { numericPrefix } from '../literals/numeric-literal.js';
import { type Scope } from '../names/scope.js';
import { dayArithmetic, intervalArithmetic, isInterval } from './time-operators.js';
import { temporalPrefix } from '../literals/typed-literal.js';
import { BOOL, FLOAT64, INT64, isNumeric, type SqlType, typeName } from '../../../../googlesql/types/types.js';
import { duckDbType } from '../types/duckdb-types.js';

const TIMES = new Set(['DATE', 'DATETIME', 'TIME', 'TIMESTAMP']);

/** FLOAT64 arithmetic: GoogleSQL's overflow is an error, never an infinity. */
const FLOAT_ARITHMETIC: ReadonlyMap<string, string> = new Map([
  ['+', 'bq_add'],
  ['-', 'bq_subtract'],
  ['*', 'bq_multiply'],
  ['/', 'bq_divide'],
]);

export function unaryOperator(node: CstNode, scope: Scope): Expression {
  node.only('right');
  const right = node.need('right');
  refuseNullOperand(node);
  switch (node.keyword) {
    case 'NOT':
      return typed(`(NOT ${compileCondition(right, scope)})`, BOOL);
    case '-': {
      // The least INT64 has no positive counterpart.
      if (right.text === '9223372036854775808') return typed(`CAST('-${right.text}' AS BIGINT)`, INT64);
      const operand = compileExpression(right, scope);
      if (!isNumeric(operand.type)) throw node.error(`"-" needs a number, found ${typeName(operand.type)}`);
      return { sql: `(- ${operand.sql})`, type: operand.type, ...negative(operand) };
    }
    case '+': {
      const operand = compileExpression(right, scope);
      if (!isNumeric(operand.type)) throw node.error(`"+" needs a number, found ${typeName(operand.type)}`);
      return operand;
    }
    case 'DATE':
    case 'DATETIME':
    case 'TIME':
    case 'TIMESTAMP':
      return temporalPrefix(node, node.keyword);
    case 'JSON':
      return jsonLiteral(right);
    case 'NUMERIC':
    case 'DECIMAL':
      return numericPrefix(node);
    case '~':
      return bitInversion(node, scope);
    default:
      throw node.unsupported(`operator "${node.text}"`);
  }
}

/** A number written out keeps being one with a sign before it. */
function negative({ literal, digits }: Expression): Pick<Expression, 'literal' | 'digits'> {
  if (typeof literal === 'bigint') return { literal: -literal };
  if (typeof literal !== 'number' || digits === undefined || digits.startsWith('-')) return {};
  return { literal: -literal, digits: `-${digits}` };
}

export function binaryOperator(node: CstNode, scope: Scope): Expression {
  const operator = node.keyword;
  node.only('left', 'right', 'not', ...(operator === 'LIKE' ? ['quantifier'] : []));
  refuseNullOperand(node);
  switch (operator) {
    case 'AND':
    case 'OR': {
      const [left, right] = [node.need('left'), node.need('right')].map((side) => compileCondition(side, scope));
      return typed(`(${left ?? ''} ${operator} ${right ?? ''})`, BOOL);
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
      throw node.unsupported(`operator "${node.text}"`);
  }
}

function arithmetic(node: CstNode, scope: Scope): Expression {
  const left = node.need('left');
  const right = node.need('right');
  const operator = node.keyword;
  if (isInterval(left) || isInterval(right)) return intervalArithmetic(node, scope);
  const operands = [compileExpression(left, scope), compileExpression(right, scope)];
  const day = dayArithmetic(operator, operands);
  if (day) return day;
  const type = operator === '/' ? divisionType(operands) : commonType(operands);
  if (!type || !isNumeric(type)) {
    const types = operands.map((operand) => typeName(operand.type)).join(' and ');
    throw noArithmetic(node, operands) ?? node.unsupported(`"${operator}" between ${types}`);
  }
  const [a = '', b = ''] = operands.map((operand) => coerce(operand, type) ?? '');
  if (type.kind === 'FLOAT64') return typed(`${FLOAT_ARITHMETIC.get(operator) ?? ''}(${a}, ${b})`, type);
  if (type.kind === 'NUMERIC' && operator === '*') return typed(`bq_numeric_multiply(${a}, ${b})`, type);
  if (type.kind === 'NUMERIC' && operator === '/')
    return typed(`CAST(bq_numeric_divide(${a}, ${b}) AS ${duckDbType(type)})`, type);
  return typed(`(${a} ${operator} ${b})`, type);
}

/** Two times have a distance, which is no number, and texts are not added. */
function noArithmetic(node: CstNode, [left, right]: readonly Expression[]): Error | undefined {
  const operator = node.keyword;
  const [from, to] = [left?.type.kind ?? '', right?.type.kind ?? ''];
  if (TIMES.has(from) && (operator === '+' || operator === '-')) {
    const moved = `${from}_${operator === '+' ? 'ADD' : 'SUB'}(x, INTERVAL 1 ${from === 'DATE' ? 'DAY' : 'SECOND'})`;
    const remedy = from === to ? `${from}_DIFF(x, y, ${from === 'DATE' ? 'DAY' : 'SECOND'})` : moved;
    return node.error(`"${operator}" between ${from} and ${to} ${NOT_HERE}; write ${remedy}`);
  }
  if (operator !== '+' || (from !== 'STRING' && to !== 'STRING')) return undefined;
  return node.error(
    `"+" adds numbers, found ${from} and ${to}; texts are joined with ||, others once they are CAST AS STRING`,
  );
}

/** GoogleSQL divides INT64 by INT64 as FLOAT64. */
function divisionType(operands: readonly Expression[]): SqlType | undefined {
  const type = commonType(operands);
  if (!type || !isNumeric(type)) return undefined;
  return type.kind === 'NUMERIC' ? type : FLOAT64;
}

function concatenation(node: CstNode, scope: Scope): Expression {
  const { type, sql } = unify([node.need('left'), node.need('right')], scope, 'the two sides of "||"');
  if (type.kind !== 'STRING' && type.kind !== 'BYTES' && type.kind !== 'ARRAY') {
    throw node.error(`"||" joins STRING, BYTES or ARRAY values, found ${typeName(type)}; CAST them first`);
  }
  // DuckDB's list || list passes over a NULL list, where GoogleSQL's answer is NULL.
  if (type.kind === 'ARRAY') return typed(`bq_array_concat(${sql.join(', ')})`, type);
  // DuckDB forgets the type of a constant NULL.
  return typed(`CAST(${sql.join(' || ')} AS ${duckDbType(type)})`, type);
}
