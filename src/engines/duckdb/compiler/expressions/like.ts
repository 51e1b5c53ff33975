import {
  type WrittenNode,
  type BinaryNode,
  type ExpressionNode,
  type QuantifiedLikeNode,
} from '../../../../googlesql/ast/nodes.js';
import { errorAt } from '../../../../googlesql/resolver/dialect-error.js';
import { coerce, type Expression, typed } from '../expression.js';
import { eachOf } from '../sandbox/fallible-list.js';
import { type Scope } from '../names/scope.js';
import {
  arrayOf,
  BOOL,
  BYTES,
  definiteType,
  elementOf,
  type SqlType,
  STRING,
  typeName,
} from '../../../../googlesql/types/types.js';
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
    return likeAmong(node, left, operandOf(patterns.array, scope), scope, isOfAll !== isNegated);
  }
  const query = scope.context.compiler.query(patterns, scope, true);
  const [column, second] = query.columns;
  if (!column || second) throw errorAt(patterns, 'the subquery of LIKE must return one column');
  const value = typed(SQL`ARRAY(${query.sql})`, arrayOf(definiteType(column.type)));
  return likeAmong(node, left, { node: patterns, value }, scope, isNegated);
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

/** STRING, unless one of the sides is BYTES. */
function textType(operands: readonly Operand[]): SqlType {
  return operands.some(({ value }) => value.type.kind === 'BYTES') ? BYTES : STRING;
}

function operand({ node, value }: Operand, type: SqlType): Sql {
  const sql = coerce(value, type);
  if (sql === undefined) {
    throw errorAt(
      node,
      `LIKE needs STRING or BYTES on both sides, found ${typeName(value.type)} beside ${typeName(type)}`,
    );
  }
  return sql;
}

const UNFINISHED_ESCAPE = /(?<!\\)(?:\\\\)*\\$/;

function match(value: Sql, pattern: Operand, type: SqlType, isNegated: boolean): Sql {
  const not = isNegated ? SQL`NOT ` : NOTHING;
  const sql = operand(pattern, type);
  if (type.kind === 'BYTES') return SQL`(${not}bq_bytes_like(${value}, ${sql}))`;
  // DuckDB is faster without ESCAPE, and a literal without a backslash means the same either way.
  const known = typeof pattern.value.literal === 'string' ? pattern.value.literal : undefined;
  if (known && UNFINISHED_ESCAPE.test(known)) throw errorAt(pattern.node, 'a LIKE pattern cannot end with a backslash');
  const isPlain = known !== undefined && !known.includes('\\');
  const escaped = isPlain ? sql : SQL`${known === undefined ? SQL`bq_like_pattern(${sql})` : sql} ESCAPE '\\'`;
  return SQL`(${value} ${not}LIKE ${escaped})`;
}

/** LIKE over several patterns. An empty list of them is an error: BigQuery's documentation has changed its account over the years. */
function likeAmong(
  node: QuantifiedLikeNode,
  left: Operand,
  among: Operand,
  scope: Scope,
  isDoubtful: boolean,
): Expression {
  const { node: argument, value: array } = among;
  const type = [left.value.type, elementOf(array.type)].some(({ kind }) => kind === 'BYTES') ? BYTES : STRING;
  const patterns = coerce(array, arrayOf(type));
  if (patterns === undefined) {
    throw errorAt(argument, `LIKE needs an ARRAY of ${typeName(type)} here, found ${typeName(array.type)}`);
  }
  const pattern = scope.context.aliases.next('pattern');
  const matched = match(operand(left, type), { node: argument, value: typed(pattern, type) }, type, node.isNegated);
  const quantifier = node.isOfAll ? SQL`bq_all` : SQL`bq_any`;
  const list = isDoubtful ? SQL`bq_some_patterns(${patterns})` : patterns;
  return typed(SQL`${quantifier}(${eachOf(list, pattern, matched)})`, BOOL);
}
