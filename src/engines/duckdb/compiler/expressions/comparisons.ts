import { type CstNode } from '../cst.js';
import { equality, isAmong, isUnlike, isWithin } from './equality.js';
import { coerce, commonType, type Expression, typed } from '../expression.js';
import { compileCondition, compileExpression, unified, unify } from './expressions.js';
import { isGroupable } from '../types/groupable.js';
import { like } from './like.js';
import { compileQuery } from '../queries/query.js';
import { type Scope } from '../names/scope.js';
import { arrayOf, BOOL, isNested, definiteType, type SqlType, typeName } from '../../../../googlesql/types/types.js';

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

export function isComparison(node: CstNode): boolean {
  if (node.type === 'BinaryOperator') return COMPARISONS.has(node.keyword) || ['LIKE', 'IS'].includes(node.keyword);
  return ['BetweenOperator', 'InOperator', 'IsDistinctFromOperator'].includes(node.type);
}

/** Comparisons do not associate in GoogleSQL: `a = b IS NULL` is a syntax error. */
function refuseChain(node: CstNode, ...sides: readonly string[]): void {
  const inner = sides.map((side) => node.need(side)).find(isComparison);
  if (inner) throw inner.error('a comparison inside a comparison needs parentheses around it');
}

/** A comparison with two sides: `=` and its kin, LIKE, IS. */
export function comparison(node: CstNode, scope: Scope): Expression {
  refuseChain(node, 'left', 'right');
  const operator = node.keyword;
  if (operator === 'IS') return isOperator(node, scope);
  if (operator === 'LIKE') return like(node, scope);
  const sides = [node.need('left'), node.need('right')].map((side) => compileExpression(side, scope));
  const [left, right] = sides;
  if (left && right && sides.some(({ type }) => type.kind === 'STRUCT')) {
    if (!['=', '!=', '<>'].includes(operator)) throw node.error('STRUCTs are compared by = and != alone');
    return typed(`(${operator === '=' ? '' : 'NOT '}${equality(left, right, node)})`, BOOL);
  }
  const { type, sql } = unified(sides, node.need('left'), `the two sides of "${operator}"`);
  return typed(compare(operator, type, sql, node), BOOL);
}

function compare(operator: string, type: SqlType, sql: readonly string[], node: CstNode): string {
  const [left = '', right = ''] = sql;
  if (isNested(type)) {
    throw node.unsupported(`"${operator}" between values of type ${typeName(type)}`);
  }
  return type.kind === 'FLOAT64'
    ? `${COMPARISONS.get(operator) ?? ''}(${left}, ${right})`
    : `(${left} ${operator} ${right})`;
}

function isOperator(node: CstNode, scope: Scope): Expression {
  const right = node.need('right');
  const isNegated = node.has('not');
  right.only();
  if (right.type === 'NullLiteral') {
    const operand = compileExpression(node.need('left'), scope);
    return typed(`(${operand.sql} IS ${isNegated ? 'NOT ' : ''}NULL)`, BOOL);
  }
  if (right.type !== 'BooleanLiteral') throw right.error('write IS [NOT] NULL, TRUE or FALSE');
  const operand = compileCondition(node.need('left'), scope);
  return typed(`(${operand} IS ${isNegated ? '' : 'NOT '}DISTINCT FROM ${right.keyword})`, BOOL);
}

export function between(node: CstNode, scope: Scope): Expression {
  node.only('left', 'not', 'right_min', 'right_max', 'and');
  refuseChain(node, 'left', 'right_min', 'right_max');
  const sides = [node.need('left'), node.need('right_min'), node.need('right_max')];
  const { type, sql } = unify(sides, scope, 'the operands of BETWEEN');
  const [value = '', low = '', high = ''] = sql;
  const inside = [compare('>=', type, [value, low], node), compare('<=', type, [value, high], node)];
  return typed(`(${node.has('not') ? 'NOT ' : ''}(${inside.join(' AND ')}))`, BOOL);
}

export function inOperator(node: CstNode, scope: Scope): Expression {
  node.only('left', 'not', 'right');
  refuseChain(node, 'left');
  const left = node.need('left');
  const right = node.need('right');
  const not = node.has('not') ? 'NOT ' : '';
  const value = compileExpression(left, scope);
  if (right.type === 'GroupedExprs') {
    right.only('exprs');
    if (right.list('exprs').length === 0) throw right.error('IN needs at least one value in its brackets');
    const others = right.list('exprs').map((each) => compileExpression(each, scope));
    if ([value, ...others].some(({ type }) => isUnlike(type))) {
      return typed(`(${not}(${isAmong(value, others, node)}))`, BOOL);
    }
    const { type, sql } = unified([value, ...others], left, 'the values of IN');
    refuseInexact(type, node, 'IN');
    return typed(`(${sql[0] ?? ''} ${not}IN (${sql.slice(1).join(', ')}))`, BOOL);
  }
  if (right.type === 'CallingUnnest') {
    right.only('func', 'args');
    const [argument, second] = right.list('args');
    if (!argument) throw right.error('UNNEST needs an array');
    if (second) throw second.error('UNNEST takes one array here');
    const array = compileExpression(argument, scope);
    const element = array.type.kind === 'ARRAY' ? array.type.element : array.type;
    refuseNarrow(value, array, argument);
    if (isUnlike(value.type) || isUnlike(element)) return typed(`(${not}${isWithin(value, array, node)})`, BOOL);
    const type = commonType([value, typed('', element)]) ?? value.type;
    refuseInexact(type, node, 'IN');
    const [item, items] = [coerce(value, type), coerce(array, arrayOf(type))];
    if (item === undefined || items === undefined) {
      throw argument.error(`expected ${typeName(arrayOf(value.type))}, found ${typeName(array.type)}`);
    }
    return typed(`(${not}bq_in_unnest(${item}, ${items}))`, BOOL);
  }
  if (right.type !== 'GroupedStatement') throw right.unsupported(`IN ${right.text}`);
  const query = compileQuery(right, scope.context, scope, true);
  const [column, second] = query.columns;
  if (!column || second)
    throw right.error('the subquery of IN must return one column; write SELECT AS STRUCT for several');
  if (isUnlike(value.type) || isUnlike(column.type)) {
    const list = typed(`ARRAY(${query.sql})`, arrayOf(definiteType(column.type)));
    return typed(`(${not}${isWithin(value, list, node)})`, BOOL);
  }
  refuseInexact(value.type, node, 'IN');
  if (coerce(value, column.type) === undefined) {
    throw node.error(`IN compares ${typeName(value.type)} with ${typeName(column.type)}`);
  }
  return typed(`(${coerce(value, column.type) ?? ''} ${not}IN (${query.sql}))`, BOOL);
}

/** A number written out takes the type of the array's elements; an array takes no wider one, unless its elements are written out, too. */
function refuseNarrow(value: Expression, array: Expression, node: CstNode): void {
  if (value.type.kind !== 'FLOAT64' || array.type.kind !== 'ARRAY') return;
  const { kind } = array.type.element;
  if ((kind !== 'INT64' && kind !== 'NUMERIC') || coerce(value, array.type.element) !== undefined) return;
  const isTyped = node.type === 'ArrayLiteral' && node.has('type');
  if (!isTyped && coerce(array, arrayOf(value.type)) !== undefined) return;
  throw node.error(`expected ARRAY<FLOAT64>, found ${typeName(array.type)}; write x IN (SELECT y FROM UNNEST(…) AS y)`);
}

/** Set membership by DuckDB's equality, which differs from GoogleSQL's for NaN and is not ours to judge for records. */
export function refuseInexact(type: SqlType, node: CstNode, what: string): void {
  if (type.kind === 'FLOAT64' || isNested(type)) {
    throw node.unsupported(`${what} over values of type ${typeName(type)}`);
  }
}

export function distinctFrom(node: CstNode, scope: Scope): Expression {
  node.only('left', 'right', 'not', 'distinct', 'from');
  refuseChain(node, 'left', 'right');
  const { type, sql } = unify([node.need('left'), node.need('right')], scope, 'the two sides of IS DISTINCT FROM');
  // The equality of GROUP BY, which is DuckDB's.
  if (!isGroupable(type)) {
    throw node.unsupported(`IS DISTINCT FROM between values of type ${typeName(type)}`);
  }
  return typed(`(${sql[0] ?? ''} IS ${node.has('not') ? 'NOT ' : ''}DISTINCT FROM ${sql[1] ?? ''})`, BOOL);
}
