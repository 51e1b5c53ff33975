import { type CstNode } from './cst.js';
import { coerce, commonType, type Expression, temporalLiteral, typed } from './expression.js';
import { compileAs, compileCondition, compileExpression, unify } from './expressions.js';
import { compileInterval } from './interval.js';
import { stringLiteral } from './literals.js';
import { compileQuery } from './query.js';
import { type Scope } from './scope.js';
import { arrayOf, BOOL, FLOAT64, isNumeric, scalarByName, type SqlType, STRING, typeName } from './types.js';

/** FLOAT64 comparisons go through macros: GoogleSQL's NaN equals nothing and is neither less nor greater. */
const COMPARISONS: ReadonlyMap<string, string> = new Map([
  ['=', 'bq_float_eq'],
  ['!=', 'bq_float_ne'],
  ['<>', 'bq_float_ne'],
  ['<', 'bq_float_lt'],
  ['<=', 'bq_float_le'],
  ['>', 'bq_float_gt'],
  ['>=', 'bq_float_ge'],
]);

export function unaryOperator(node: CstNode, scope: Scope): Expression {
  node.only('right');
  const right = node.need('right');
  switch (node.keyword) {
    case 'NOT':
      return typed(`(NOT ${compileCondition(right, scope)})`, BOOL);
    case '-': {
      const operand = compileExpression(right, scope);
      if (!isNumeric(operand.type)) throw node.error(`"-" needs a number, found ${typeName(operand.type)}`);
      const literal = typeof operand.literal === 'bigint' ? { literal: -operand.literal } : {};
      return { sql: `(- ${operand.sql})`, type: operand.type, ...literal };
    }
    case 'DATE':
    case 'DATETIME':
    case 'TIMESTAMP':
      return prefixedLiteral(node, right);
    default:
      throw node.unsupported(`operator "${node.text}"`);
  }
}

/** `TIMESTAMP '2026-11-20 10:00:00'`. */
function prefixedLiteral(node: CstNode, right: CstNode): Expression {
  const kind = scalarByName(node.text);
  const { literal } = right.type === 'StringLiteral' ? stringLiteral(right) : { literal: undefined };
  const sql = kind && typeof literal === 'string' ? temporalLiteral(literal, { kind }) : undefined;
  if (!kind || sql === undefined) {
    throw right.unsupported(`${node.keyword} written as ${right.text}; write YYYY-MM-DD[ hh:mm:ss[.ffffff]], which`);
  }
  return typed(sql, { kind });
}

export function binaryOperator(node: CstNode, scope: Scope): Expression {
  node.only('left', 'right', 'not');
  const left = node.need('left');
  const right = node.need('right');
  const operator = node.keyword;
  switch (operator) {
    case 'AND':
    case 'OR':
      return typed(`(${compileCondition(left, scope)} ${operator} ${compileCondition(right, scope)})`, BOOL);
    case 'IS':
      return isOperator(node, scope);
    case 'LIKE':
      return like(node, scope);
    case '+':
    case '-':
    case '*':
    case '/':
      return arithmetic(node, scope);
    case '||':
      return concatenation(node, scope);
    default: {
      const macro = COMPARISONS.get(operator);
      if (!macro) throw node.unsupported(`operator "${node.text}"`);
      const { type, sql } = unify([left, right], scope, `the two sides of "${operator}"`);
      return typed(compare(operator, macro, type, sql, node), BOOL);
    }
  }
}

function compare(operator: string, macro: string, type: SqlType, sql: readonly string[], node: CstNode): string {
  const [left = '', right = ''] = sql;
  if (type.kind === 'STRUCT' || type.kind === 'ARRAY' || type.kind === 'JSON') {
    throw node.unsupported(`"${operator}" between values of type ${typeName(type)}`);
  }
  return type.kind === 'FLOAT64' ? `${macro}(${left}, ${right})` : `(${left} ${operator} ${right})`;
}

function isOperator(node: CstNode, scope: Scope): Expression {
  const right = node.need('right');
  const not = node.has('not') ? 'NOT ' : '';
  right.only();
  if (right.type === 'NullLiteral') {
    return typed(`(${compileExpression(node.need('left'), scope).sql} IS ${not}NULL)`, BOOL);
  }
  if (right.type !== 'BooleanLiteral') throw right.error('write IS [NOT] NULL, TRUE or FALSE');
  const operand = compileCondition(node.need('left'), scope);
  return typed(`(${operand} IS ${not}NOT DISTINCT FROM ${right.keyword})`.replace('NOT NOT ', ''), BOOL);
}

function like(node: CstNode, scope: Scope): Expression {
  const left = compileAs(node.need('left'), scope, STRING);
  const right = compileExpression(node.need('right'), scope);
  const pattern = coerce(right, STRING);
  if (pattern === undefined) throw node.need('right').error('LIKE needs a STRING pattern');
  // DuckDB is faster without ESCAPE, and a literal without a backslash means the same either way.
  const plain = typeof right.literal === 'string' && !right.literal.includes('\\');
  const escape = plain ? '' : ` ESCAPE '\\'`;
  return typed(`(${left} ${node.has('not') ? 'NOT ' : ''}LIKE ${pattern}${escape})`, BOOL);
}

function arithmetic(node: CstNode, scope: Scope): Expression {
  const left = node.need('left');
  const right = node.need('right');
  const operator = node.keyword;
  const interval = [left, right].find((side) => side.type === 'IntervalLiteral');
  if (interval) return timestampArithmetic(node, interval, scope);
  const operands = [compileExpression(left, scope), compileExpression(right, scope)];
  const type = operator === '/' ? divisionType(operands) : commonType(operands);
  if (!type || !isNumeric(type)) {
    const types = operands.map((operand) => typeName(operand.type)).join(' and ');
    throw node.unsupported(`"${operator}" between ${types}`);
  }
  const [a = '', b = ''] = operands.map((operand) => coerce(operand, type) ?? '');
  if (operator === '/') return typed(`bq_divide(${a}, ${b})`, type);
  if (type.kind === 'NUMERIC' && operator === '*') throw node.unsupported('"*" between NUMERIC values');
  return typed(`(${a} ${operator} ${b})`, type);
}

/** GoogleSQL divides INT64 by INT64 as FLOAT64. */
function divisionType(operands: readonly Expression[]): SqlType | undefined {
  const type = commonType(operands);
  if (!type || !isNumeric(type)) return undefined;
  return type.kind === 'NUMERIC' ? undefined : FLOAT64;
}

/** `timestamp + INTERVAL n PART`, for the parts whose length never varies. */
function timestampArithmetic(node: CstNode, interval: CstNode, scope: Scope): Expression {
  const other = node.need(node.need('left').type === 'IntervalLiteral' ? 'right' : 'left');
  const value = compileExpression(other, scope);
  const backwards = node.need('left').type === 'IntervalLiteral' && node.keyword === '-';
  if (value.type.kind !== 'TIMESTAMP' || !['+', '-'].includes(node.keyword) || backwards) {
    throw node.unsupported(`"${node.keyword}" between an INTERVAL and ${typeName(value.type)}`);
  }
  const micros = compileInterval(interval, scope);
  return typed(`make_timestamptz(epoch_us(${value.sql}) ${node.keyword} ${micros})`, value.type);
}

function concatenation(node: CstNode, scope: Scope): Expression {
  const { type, sql } = unify([node.need('left'), node.need('right')], scope, 'the two sides of "||"');
  if (type.kind !== 'STRING' && type.kind !== 'BYTES' && type.kind !== 'ARRAY') {
    throw node.error(`"||" joins STRING, BYTES or ARRAY values, found ${typeName(type)}; CAST them first`);
  }
  // DuckDB's list || list passes over a NULL list, where GoogleSQL's answer is NULL.
  return typed(type.kind === 'ARRAY' ? `bq_array_concat(${sql.join(', ')})` : `(${sql.join(' || ')})`, type);
}

export function between(node: CstNode, scope: Scope): Expression {
  node.only('left', 'not', 'right_min', 'right_max', 'and');
  const sides = [node.need('left'), node.need('right_min'), node.need('right_max')];
  const { type, sql } = unify(sides, scope, 'the operands of BETWEEN');
  const [value = '', low = '', high = ''] = sql;
  const inside = [
    compare('>=', 'bq_float_ge', type, [value, low], node),
    compare('<=', 'bq_float_le', type, [value, high], node),
  ];
  return typed(`(${node.has('not') ? 'NOT ' : ''}(${inside.join(' AND ')}))`, BOOL);
}

export function inOperator(node: CstNode, scope: Scope): Expression {
  node.only('left', 'not', 'right');
  const left = node.need('left');
  const right = node.need('right');
  const not = node.has('not') ? 'NOT ' : '';
  if (right.type === 'GroupedExprs') {
    right.only('exprs');
    const { type, sql } = unify([left, ...right.list('exprs')], scope, 'the values of IN');
    refuseInexact(type, node);
    return typed(`(${sql[0] ?? ''} ${not}IN (${sql.slice(1).join(', ')}))`, BOOL);
  }
  const value = compileExpression(left, scope);
  refuseInexact(value.type, node);
  if (right.type === 'CallingUnnest') {
    right.only('func', 'args');
    const [argument] = right.list('args');
    if (!argument) throw right.error('UNNEST needs an array');
    const array = compileAs(argument, scope, arrayOf(value.type));
    return typed(`(${not}bq_in_unnest(${value.sql}, ${array}))`, BOOL);
  }
  if (right.type !== 'GroupedStatement') throw right.unsupported(`IN ${right.text}`);
  const query = compileQuery(right, scope.context, scope);
  const [column, second] = query.columns;
  if (!column || second) throw right.error('the subquery of IN must return one column');
  if (coerce(value, column.type) === undefined) {
    throw node.error(`IN compares ${typeName(value.type)} with ${typeName(column.type)}`);
  }
  return typed(`(${coerce(value, column.type) ?? ''} ${not}IN (${query.sql}))`, BOOL);
}

/** Set membership by DuckDB's equality, which differs from GoogleSQL's for NaN and is not ours to judge for records. */
function refuseInexact(type: SqlType, node: CstNode): void {
  if (['FLOAT64', 'STRUCT', 'ARRAY', 'JSON'].includes(type.kind)) {
    throw node.unsupported(`IN over values of type ${typeName(type)}`);
  }
}

export function distinctFrom(node: CstNode, scope: Scope): Expression {
  node.only('left', 'right', 'not', 'distinct', 'from');
  const { type, sql } = unify([node.need('left'), node.need('right')], scope, 'the two sides of IS DISTINCT FROM');
  if (type.kind === 'STRUCT' || type.kind === 'ARRAY' || type.kind === 'JSON') {
    throw node.unsupported(`IS DISTINCT FROM between values of type ${typeName(type)}`);
  }
  return typed(`(${sql[0] ?? ''} IS ${node.has('not') ? 'NOT ' : ''}DISTINCT FROM ${sql[1] ?? ''})`, BOOL);
}
