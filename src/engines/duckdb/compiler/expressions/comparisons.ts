import { type TextPosition } from '../../../../googlesql/tokens/text-position.js';
import { expectComparable, expectTruth, rowsType } from '../../../../googlesql/resolver/expressions/comparisons.js';
import { onlyColumn } from '../../../../googlesql/resolver/expressions/only-column.js';
import { isUnlike } from '../../../../googlesql/resolver/expressions/equality.js';
import {
  type WrittenNode,
  type BetweenNode,
  type BinaryNode,
  type DistinctFromNode,
  type InNode,
} from '../../../../googlesql/ast/nodes.js';
import { type CompiledQuery, type OutputColumn } from '../compiler.js';
import { unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { equality, isAmong, isWithin } from './equality.js';
import { type Expression, typed, coercedTo } from '../expression.js';
import { unified } from './unified.js';
import { isGroupable } from '../../../../googlesql/resolver/groupable.js';
import { like } from './like.js';
import { presenceOf } from '../records/record-access.js';
import { type Scope } from '../names/scope.js';
import {
  arrayOf,
  BOOL,
  isNested,
  definiteType,
  elementOf,
  sameType,
  type SqlType,
  typeName,
} from '../../../../googlesql/types/types.js';
import { columnSql, joinSql, NOTHING, SQL, type Sql, wordSql } from '../sql-tree/sql.js';

/** Macros for FLOAT64 comparisons: GoogleSQL's NaN equals nothing and is neither less nor greater. */
const COMPARISONS: ReadonlyMap<string, string> = new Map([
  ['=', 'bq_float_eq'],
  ['!=', 'bq_float_ne'],
  ['<>', 'bq_float_ne'],
  ['<', 'bq_float_lt'],
  ['<=', 'bq_float_le'],
  ['>', 'bq_float_gt'],
  ['>=', 'bq_float_ge'],
]);

/** A comparison with two sides: `=` and its kin, LIKE, IS. */
export function comparison(node: BinaryNode, scope: Scope): Expression {
  const { operator } = node;
  if (operator === 'IS') return isOperator(node, scope);
  if (operator === 'LIKE') return like(node, scope);
  const sides = [node.left, node.right].map((side) => scope.value(side));
  const [left, right] = sides;
  if (left && right && expectComparable(node, sides)) {
    return typed(SQL`(${operator === '=' ? NOTHING : SQL`NOT `}${equality(left, right)})`, BOOL);
  }
  const { type, sql } = unified(sides);
  return typed(compare(operator, type, sql, node), BOOL);
}

function compare(operator: string, type: SqlType, sql: readonly Sql[], node: WrittenNode): Sql {
  const [left = NOTHING, right = NOTHING] = sql;
  if (isNested(type)) {
    throw unsupportedAt(node, `"${operator}" between values of type ${typeName(type)}`);
  }
  return type.kind === 'FLOAT64'
    ? SQL`${wordSql(COMPARISONS.get(operator) ?? '')}(${left}, ${right})`
    : SQL`(${left} ${wordSql(operator)} ${right})`;
}

function isOperator({ left, right, isNegated }: BinaryNode, scope: Scope): Expression {
  if (right.type === 'Null') {
    const operand = scope.value(left);
    return typed(SQL`(${presenceOf(operand)} IS ${isNegated ? SQL`NOT ` : NOTHING}NULL)`, BOOL);
  }
  const value = expectTruth(right) ? SQL`TRUE` : SQL`FALSE`;
  const operand = scope.condition(left);
  return typed(SQL`(${operand} IS ${isNegated ? NOTHING : SQL`NOT `}DISTINCT FROM ${value})`, BOOL);
}

export function between(node: BetweenNode, scope: Scope): Expression {
  const sides = [node.left, node.least, node.greatest].map((side) => scope.value(side));
  const { type, sql } = unified(sides);
  const [value = NOTHING, low = NOTHING, high = NOTHING] = sql;
  const inside = [compare('>=', type, [value, low], node), compare('<=', type, [value, high], node)];
  return typed(SQL`(${node.isNegated ? SQL`NOT ` : NOTHING}(${joinSql(inside, ' AND ')}))`, BOOL);
}

export function inOperator(node: InNode, scope: Scope): Expression {
  const { left, among } = node;
  const not = node.isNegated ? SQL`NOT ` : NOTHING;
  const value = scope.value(left);
  if (among.type === 'List') {
    const others = among.items.map((each) => scope.value(each));
    if ([value, ...others].some(({ type }) => isUnlike(type))) {
      return typed(SQL`(${not}(${isAmong(value, others)}))`, BOOL);
    }
    const { type, sql } = unified([value, ...others]);
    refuseInexact(type, node, 'IN');
    return typed(SQL`(${sql[0] ?? NOTHING} ${not}IN (${joinSql(sql.slice(1))}))`, BOOL);
  }
  if (among.type === 'Unnest') {
    const array = scope.value(among.array);
    const element = elementOf(array.type);
    if (isUnlike(value.type) || isUnlike(element)) return typed(SQL`(${not}${isWithin(value, array)})`, BOOL);
    const type = element.kind === 'NULL' ? definiteType(value.type) : element;
    refuseInexact(type, node, 'IN');
    return typed(SQL`(${not}bq_in_unnest(${coercedTo(value, type)}, ${coercedTo(array, arrayOf(type))}))`, BOOL);
  }
  const query = scope.context.compiler.query(among, scope, true);
  const column = onlyColumn(query.columns, among, 'IN');
  if (isUnlike(value.type) || isUnlike(column.type)) {
    const list = typed(SQL`ARRAY(${query.sql})`, arrayOf(definiteType(column.type)));
    return typed(SQL`(${not}${isWithin(value, list)})`, BOOL);
  }
  refuseInexact(value.type, node, 'IN');
  const type = rowsType(value, column, node);
  return typed(SQL`(${coercedTo(value, type)} ${not}IN (${columnAs(type, query, column, scope)}))`, BOOL);
}

/** A query with its one column as another type. */
function columnAs(type: SqlType, { sql }: CompiledQuery, { output, type: own }: OutputColumn, scope: Scope): Sql {
  if (sameType(definiteType(own), type)) return sql;
  const alias = scope.context.aliases.next('q');
  const value = coercedTo(typed(columnSql(alias, output), definiteType(own)), type);
  return SQL`SELECT ${value} FROM (${sql}) AS ${alias}`;
}

/** Refuses set membership by DuckDB's equality, which differs from GoogleSQL's for NaN and is not ours to judge for records. */
export function refuseInexact(type: SqlType, node: TextPosition, what: string): void {
  if (type.kind === 'FLOAT64' || isNested(type)) {
    throw unsupportedAt(node, `${what} over values of type ${typeName(type)}`);
  }
}

export function distinctFrom(node: DistinctFromNode, scope: Scope): Expression {
  const sides = [scope.value(node.left), scope.value(node.right)];
  const { type, sql } = unified(sides);
  // The equality is that of GROUP BY, which is DuckDB's.
  if (!isGroupable(type)) {
    throw unsupportedAt(node, `IS DISTINCT FROM between values of type ${typeName(type)}`);
  }
  return typed(
    SQL`(${sql[0] ?? NOTHING} IS ${node.isNegated ? SQL`NOT ` : NOTHING}DISTINCT FROM ${sql[1] ?? NOTHING})`,
    BOOL,
  );
}
