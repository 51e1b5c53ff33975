import { commonType } from '../../../../googlesql/types/supertype.js';
import { type SetOperationNode, type SetOperatorNode } from '../../../../googlesql/ast/nodes.js';
import { type TextPosition } from '../../../../googlesql/tokens/text-position.js';
import { type UnionNode } from '../../../../googlesql/resolver/queries/set-operation.js';
import { unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { coerce, columnForm, columnValue, typed } from '../expression.js';
import { isGroupable } from '../../../../googlesql/resolver/groupable.js';
import { type CompiledQuery, type OutputColumn } from '../compiler.js';
import { compileQuery } from './query.js';
import { type QueryContext } from '../names/scope.js';
import {
  NULL,
  definiteType,
  isNullable,
  sameForm,
  singleArrayOf,
  singleOf,
  type SqlType,
  nullableArrayOf,
  typeName,
  withoutNull,
} from '../../../../googlesql/types/types.js';
import { joinSql, SQL, type Sql, columnSql, nameSql } from '../sql-tree/sql.js';
import { ordered } from './order.js';

/** Queries with UNION, INTERSECT or EXCEPT between them. @param operands those to read, all by default */
export function setOperation(
  node: SetOperationNode,
  context: QueryContext,
  isValue = false,
  operands = node.operands,
): CompiledQuery {
  const queries = operands.map((each) => compileQuery(each, context, isValue));
  return ordered(node, united(queries, node, context), context);
}

/** One set operation over several queries, from the first to the last. */
export function united(queries: readonly CompiledQuery[], node: UnionNode, context: QueryContext): CompiledQuery {
  const { operator } = node;
  const matched = context.resolution.sets.of(node).map(({ name, sources: places }) => {
    const sources = places.map((place, at) => (place === undefined ? undefined : queries[at]?.columns[place]));
    return { name, sources, type: sharedType(operator, sources, node) };
  });
  // Columns at the same place in all queries keep their names in the first one.
  const columns = matched.map(({ name, sources, type }, index) => {
    const source = sources.find((each) => each !== undefined);
    const output = operator.mode === undefined ? source?.output : undefined;
    return { name, type, node: source?.node ?? node, output: output ?? `${name ?? 'f'}_${index}` };
  });
  const sides = queries.map((query, index) => {
    const alias = context.aliases.next('side');
    const items = matched.map(({ sources, type }, at) => {
      const source = sources[index];
      const value = source ? converted(columnSql(alias, source.output), source, type) : missing(type);
      return SQL`${value} AS ${nameSql(columns[at]?.output ?? '')}`;
    });
    return SQL`(SELECT ${joinSql(items, ', ')} FROM (${query.sql}) AS ${alias})`;
  });
  const sql = joinSql(sides, ` ${operator.name.replace(' DISTINCT', '')} `);
  const isValueTable = queries.every((query) => query.isValueTable);
  const isStruct = queries.every((query) => query.isStruct);
  return { sql, columns, ...(isValueTable && { isValueTable }), ...(isStruct && { isStruct }) };
}

/** The type of a column in all queries; NULL stands for it in a query that lacks it. */
function sharedType(
  { name: operation }: SetOperatorNode,
  sources: readonly (OutputColumn | undefined)[],
  node: TextPosition,
): SqlType {
  const types = sources.map((source) => source?.type ?? NULL);
  const common = commonType(types.map((type, at) => sources[at]?.constant ?? { type: withoutNull(type) }));
  const type = (operation === 'UNION ALL' ? heldType(common, types) : common) ?? NULL;
  if (operation !== 'UNION ALL' && !isGroupable(type)) throw unsupportedAt(node, `${operation} over ${typeName(type)}`);
  return definiteType(type);
}

/** The type of a column that all queries hold as tables do. */
function heldType(common: SqlType | undefined, types: readonly SqlType[]): SqlType | undefined {
  const [first] = types;
  if (common?.kind !== 'ARRAY' || !first || !types.every(isNullable)) return common;
  const single = singleOf(first);
  if (!types.every((type) => singleOf(type) === single && (!single || sameForm(type, first)))) return common;
  return single ? singleArrayOf(common.element, single) : nullableArrayOf(common.element);
}

function converted(reference: Sql, { type, constant }: OutputColumn, to: SqlType): Sql {
  const value = constant ?? columnValue(reference, type);
  return isNullable(to) ? columnForm(value, to) : (coerce(value, to) ?? reference);
}

function missing(type: SqlType): Sql {
  return coerce(typed(SQL`NULL`, NULL), type) ?? SQL`NULL`;
}
