import {
  type WrittenNode,
  type BinaryNode,
  type ExpressionNode,
  type QuantifiedLikeNode,
} from '../../../../googlesql/ast/nodes.js';
import { onlyColumn } from '../../../../googlesql/resolver/expressions/only-column.js';
import { patternsType, textType } from '../../../../googlesql/resolver/expressions/like.js';
import { type Expression, typed, coercedTo } from '../expression.js';
import { lambdaName } from './struct-value.js';
import { eachOf } from '../sandbox/fallible-list.js';
import { type Scope } from '../names/scope.js';
import { arrayOf, BOOL, definiteType, type SqlType } from '../../../../googlesql/types/types.js';
import { joinSql, NOTHING, SQL, type Sql } from '../sql-tree/sql.js';

/** `x [NOT] LIKE pattern` */
export function like(node: BinaryNode, scope: Scope): Expression {
  return likeEach(node, [node.right], false, scope);
}

/** `x [NOT] LIKE ANY (pattern, …)`, also with SOME or ALL, an array or a query. */
export function quantifiedLike(node: QuantifiedLikeNode, scope: Scope): Expression {
  const { patterns, isOfAll, isNegated } = node;
  if (patterns.type === 'List') return likeEach(node, patterns.items, isOfAll, scope);
  const left = operandOf(node.left, scope);
  if (patterns.type === 'Unnest') {
    return likeAmong(node, left, operandOf(patterns.array, scope), isOfAll !== isNegated);
  }
  const query = scope.context.compiler.query(patterns, scope, true);
  const column = onlyColumn(query.columns, patterns, 'LIKE');
  const value = typed(SQL`ARRAY(${query.sql})`, arrayOf(definiteType(column.type)));
  return likeAmong(node, left, { node: patterns, value }, isNegated);
}

function likeEach(
  node: BinaryNode | QuantifiedLikeNode,
  patterns: readonly ExpressionNode[],
  isOfAll: boolean,
  scope: Scope,
): Expression {
  const left = operandOf(node.left, scope);
  const others = patterns.map((each) => operandOf(each, scope));
  const type = textType([left, ...others]);
  const value = operand(left, type);
  const matches = others.map((pattern) => match(value, pattern, type, node.isNegated));
  return typed(SQL`(${joinSql(matches, isOfAll ? ' AND ' : ' OR ')})`, BOOL);
}

function operandOf(node: ExpressionNode, scope: Scope): Operand {
  return { node, value: scope.value(node) };
}

interface Operand {
  readonly node: WrittenNode;
  readonly value: Expression;
}

function operand(text: Operand, type: SqlType): Sql {
  return coercedTo(text.value, type);
}

function match(value: Sql, pattern: Operand, type: SqlType, isNegated: boolean): Sql {
  const not = isNegated ? SQL`NOT ` : NOTHING;
  const sql = coercedTo(pattern.value, type);
  if (type.kind === 'BYTES') return SQL`(${not}bq_bytes_like(${value}, ${sql}))`;
  // DuckDB is faster without ESCAPE, and a literal without a backslash means the same either way.
  const known = typeof pattern.value.literal === 'string' ? pattern.value.literal : undefined;
  const isPlain = known !== undefined && !known.includes('\\');
  const escaped = isPlain ? sql : SQL`${known === undefined ? SQL`bq_like_pattern(${sql})` : sql} ESCAPE '\\'`;
  return SQL`(${value} ${not}LIKE ${escaped})`;
}

/** LIKE over several patterns. An empty list of them is an error: BigQuery's documentation has changed its account over the years. */
function likeAmong(node: QuantifiedLikeNode, left: Operand, among: Operand, isDoubtful: boolean): Expression {
  const { node: argument, value: array } = among;
  const type = patternsType(left, among);
  const patterns = coercedTo(array, arrayOf(type));
  const value = operand(left, type);
  // Equal calls have equal SQL, by which DuckDB knows the keys of groups.
  const pattern = lambdaName(joinSql([value, patterns]));
  const matched = match(value, { node: argument, value: typed(pattern, type) }, type, node.isNegated);
  const quantifier = node.isOfAll ? SQL`bq_all` : SQL`bq_any`;
  const list = isDoubtful ? SQL`bq_some_patterns(${patterns})` : patterns;
  return typed(SQL`${quantifier}(${eachOf(list, pattern, matched)})`, BOOL);
}
