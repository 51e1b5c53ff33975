import { type CstNode } from '../cst.js';
import { coerce, type Expression, typed } from '../expression.js';
import { compileExpression } from './expressions.js';
import { fallibleList } from '../sandbox/fallible-list.js';
import { compileQuery } from '../queries/query.js';
import { type Scope } from '../names/scope.js';
import {
  arrayOf,
  BOOL,
  BYTES,
  definiteType,
  type SqlType,
  STRING,
  typeName,
} from '../../../../googlesql/types/types.js';

/** `x [NOT] LIKE pattern`, and the same with ANY, SOME or ALL of several patterns. */
export function like(node: CstNode, scope: Scope): Expression {
  const quantifier = node.child('quantifier');
  quantifier?.only();
  const left = { node: node.need('left'), value: compileExpression(node.need('left'), scope) };
  if (quantifier && node.need('right').type === 'CallingFunction') return likeArray(node, left, scope);
  if (quantifier && node.need('right').type === 'GroupedStatement') return likeQuery(node, left, scope);
  const patterns = (quantifier ? patternList(node) : [node.need('right')]).map((each) => ({
    node: each,
    value: compileExpression(each, scope),
  }));
  const type = textType([left, ...patterns]);
  const value = operand(left, type);
  const matches = patterns.map((pattern) => match(value, pattern, type, node.has('not')));
  return typed(`(${matches.join(quantifier?.keyword === 'ALL' ? ' AND ' : ' OR ')})`, BOOL);
}

interface Operand {
  readonly node: CstNode;
  readonly value: Expression;
}

/** STRING, unless one of the sides is BYTES. */
function textType(operands: readonly Operand[]): SqlType {
  return operands.some(({ value }) => value.type.kind === 'BYTES') ? BYTES : STRING;
}

function operand({ node, value }: Operand, type: SqlType): string {
  const sql = coerce(value, type);
  if (sql === undefined) {
    throw node.error(
      `LIKE needs STRING or BYTES on both sides, found ${typeName(value.type)} beside ${typeName(type)}`,
    );
  }
  return sql;
}

/** The parser takes several patterns for a STRUCT, and one for an expression in parentheses. */
function patternList(node: CstNode): readonly CstNode[] {
  const right = node.need('right');
  if (right.type === 'StructLiteral') {
    right.only('exprs');
    return right.list('exprs');
  }
  if (right.type !== 'GroupedExpr') throw right.error('the patterns stand in parentheses, or in UNNEST(…)');
  return [right];
}

const UNFINISHED_ESCAPE = /(?<!\\)(?:\\\\)*\\$/;

function match(value: string, pattern: Operand, type: SqlType, isNegated: boolean): string {
  const not = isNegated ? 'NOT ' : '';
  const sql = operand(pattern, type);
  if (type.kind === 'BYTES') return `(${not}bq_bytes_like(${value}, ${sql}))`;
  // DuckDB is faster without ESCAPE, and a literal without a backslash means the same either way.
  const known = typeof pattern.value.literal === 'string' ? pattern.value.literal : undefined;
  if (known && UNFINISHED_ESCAPE.test(known)) throw pattern.node.error('a LIKE pattern cannot end with a backslash');
  const isPlain = known !== undefined && !known.includes('\\');
  const escaped = isPlain ? sql : `${known === undefined ? `bq_like_pattern(${sql})` : sql} ESCAPE '\\'`;
  return `(${value} ${not}LIKE ${escaped})`;
}

/** `x LIKE ANY (SELECT pattern …)`. */
function likeQuery(node: CstNode, left: Operand, scope: Scope): Expression {
  const right = node.need('right');
  const query = compileQuery(right, scope.context, scope, true);
  const [column, second] = query.columns;
  if (!column || second) throw right.error('the subquery of LIKE must return one column');
  const array = typed(`ARRAY(${query.sql})`, arrayOf(definiteType(column.type)));
  return likeAmong(node, left, { node: right, value: array }, scope, node.has('not'));
}

/** `x LIKE ANY UNNEST(array)`. */
function likeArray(node: CstNode, left: Operand, scope: Scope): Expression {
  const right = node.need('right');
  if (right.need('func').keyword !== 'UNNEST') throw right.error('the patterns stand in parentheses, or in UNNEST(…)');
  right.only('func', 'args');
  const [argument, second] = right.list('args');
  if (!argument || second) throw right.error('UNNEST takes one array here');
  const isDoubtful = (node.need('quantifier').keyword === 'ALL') !== node.has('not');
  return likeAmong(node, left, { node: argument, value: compileExpression(argument, scope) }, scope, isDoubtful);
}

/** Of no pattern at all, BigQuery's documentation has told several stories over the years: there the answer is an error. */
function likeAmong(node: CstNode, left: Operand, among: Operand, scope: Scope, isDoubtful: boolean): Expression {
  const { node: argument, value: array } = among;
  const element = array.type.kind === 'ARRAY' ? array.type.element : array.type;
  const type = [left.value.type, element].some(({ kind }) => kind === 'BYTES') ? BYTES : STRING;
  const patterns = coerce(array, arrayOf(type));
  if (patterns === undefined) {
    throw argument.error(`LIKE needs an ARRAY of ${typeName(type)} here, found ${typeName(array.type)}`);
  }
  const pattern = scope.context.aliases.next('pattern');
  const matched = match(operand(left, type), { node: argument, value: typed(pattern, type) }, type, node.has('not'));
  const quantifier = node.need('quantifier').keyword === 'ALL' ? 'all' : 'any';
  const list = `list_transform(${fallibleList(isDoubtful ? `bq_some_patterns(${patterns})` : patterns)}, lambda ${pattern}: ${matched})`;
  return typed(`bq_${quantifier}(${list})`, BOOL);
}
