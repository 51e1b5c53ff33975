import { type CstNode } from '../cst.js';
import { coerce, columnValue, commonType, typed } from '../expression.js';
import { isGroupable } from '../types/groupable.js';
import { keyOfColumns } from '../names/output-scope.js';
import { type CompiledQuery, compileQuery, ordered, type OutputColumn } from './query.js';
import { type QueryContext, type Scope } from '../names/scope.js';
import { type SetColumn, setColumns } from './set-columns.js';
import { isSameOperator, OPERATOR_PARTS, setOperator, type SetOperator } from '../expressions/set-operator.js';
import {
  NULL,
  definiteType,
  type SqlType,
  nullableArrayOf,
  typeName,
  typeNames,
} from '../../../../googlesql/types/types.js';
import { quoteName } from '../types/duckdb-types.js';
import { refuseMixedRows, refuseMixedStructs } from '../names/value-table.js';

/** Queries with UNION, INTERSECT or EXCEPT between them. */
export function setOperation(
  node: CstNode,
  context: QueryContext,
  outer: Scope | undefined,
  isValue = false,
): CompiledQuery {
  const operator = setOperator(node);
  const queries = operands(node, operator).map((each) => compileQuery(each, context, outer, isValue));
  if (!isValue) {
    refuseMixedRows(queries, node);
    refuseMixedStructs(queries, node);
  }
  const query = united(operator, queries, node, context);
  return ordered(node, query, context, keyOfColumns(query, context, outer));
}

/** One set operation over several queries, from the first to the last. */
export function united(
  operator: SetOperator,
  queries: readonly CompiledQuery[],
  node: CstNode,
  context: QueryContext,
): CompiledQuery {
  const matched = setColumns(operator, queries, node).map((column, index) => {
    return { ...column, type: sharedType(operator, column, index, node) };
  });
  // Columns that stand at the same place in all queries keep what they are called in the first one.
  const columns = matched.map(({ name, sources, type }, index) => {
    const source = sources.find((each) => each !== undefined);
    const output = operator.mode === undefined ? source?.output : undefined;
    return { name, type, node: source?.node ?? node, output: output ?? `${name ?? 'f'}_${index}` };
  });
  const sides = queries.map((query, index) => {
    const alias = context.aliases.next('side');
    const items = matched.map(({ sources, type }, at) => {
      const source = sources[index];
      const value = source ? converted(`${alias}.${quoteName(source.output)}`, source, type) : missing(type);
      return `${value} AS ${quoteName(columns[at]?.output ?? '')}`;
    });
    return `(SELECT ${items.join(', ')} FROM (${query.sql}) AS ${alias})`;
  });
  const sql = sides.join(` ${operator.name.replace(' DISTINCT', '')} `);
  const [isValueTable, isStruct] = [
    queries.every((query) => query.isValueTable),
    queries.every((each) => each.isStruct),
  ];
  return { sql, columns, ...(isValueTable && { isValueTable }), ...(isStruct && { isStruct }) };
}

/** The queries on both sides, and those of operations of the same kind in front of them. */
function operands(node: CstNode, operator: SetOperator): CstNode[] {
  const found: CstNode[] = [];
  let current = node.claim('orderby', 'limit');
  for (;;) {
    current.only('left', 'right', ...OPERATOR_PARTS);
    const left = current.need('left');
    found.unshift(current.need('right'));
    if (left.type !== 'GroupedStatement' && (left.has('orderby') || left.has('limit'))) {
      throw left.error(`ORDER BY and LIMIT before ${operator.name} need parentheses around their query`);
    }
    if (left.type !== 'SetOperator') return [left, ...found];
    if (!isSameOperator(setOperator(left), operator)) {
      throw current.error(`${operator.name} after another set operation needs parentheses`);
    }
    current = left;
  }
}

/** The type that a column has in all queries; where a query lacks it, NULL stands for it. */
function sharedType({ name: operation, mode }: SetOperator, column: SetColumn, index: number, node: CstNode): SqlType {
  const types = column.sources.map((source) => source?.type ?? NULL);
  const common = commonType(types.map((type, at) => column.sources[at]?.constant ?? typed('', type)));
  const keepsNull = operation === 'UNION ALL' && types.every((type) => type.kind === 'ARRAY' && type.nullable);
  const type = keepsNull && common?.kind === 'ARRAY' ? nullableArrayOf(common.element) : common;
  if (!type) {
    const found = typeNames(types.map((each) => ({ type: each })));
    const which = mode === undefined ? index + 1 : `"${column.name ?? ''}"`;
    throw node.error(`column ${which} of ${operation} has no common type: ${found}`);
  }
  if (operation !== 'UNION ALL' && !isGroupable(type)) throw node.unsupported(`${operation} over ${typeName(type)}`);
  return definiteType(type);
}

function converted(reference: string, { type, constant }: OutputColumn, to: SqlType): string {
  const value = constant ?? columnValue(reference, type);
  const keepsNull = to.kind === 'ARRAY' && to.nullable;
  return (keepsNull ? value.nullableSql : coerce(value, to)) ?? reference;
}

function missing(type: SqlType): string {
  return coerce(typed('NULL', NULL), type) ?? 'NULL';
}
