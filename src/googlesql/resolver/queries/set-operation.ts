import { type PipeSetOperationNode, type SetOperationNode } from '../../ast/nodes.js';
import { type TypedValue } from '../../types/coercion.js';
import { commonType } from '../../types/supertype.js';
import { definiteType, NULL, typeNames } from '../../types/types.js';
import { errorAt } from '../dialect-error.js';
import { isOpen, OPEN } from '../open.js';
import { setColumns } from '../set-columns.js';
import { refuseMixedRows, refuseMixedStructs } from '../value-table.js';
import { ordered } from './order.js';
import { asAnswered } from './outputs.js';
import { type QueryContext } from './query-scope.js';
import { type ResolvedColumn, type ResolvedQuery } from './resolved-query.js';

/** Queries with UNION, INTERSECT or EXCEPT between them. @param operands those to read, all by default */
export function setOperation(
  node: SetOperationNode,
  context: QueryContext,
  isValue: boolean,
  operands = node.operands,
): ResolvedQuery {
  const queries = operands.map((each) => context.resolver.query(each, context, isValue));
  if (!isValue) {
    refuseMixedRows(queries, node);
    refuseMixedStructs(queries, node);
  }
  return ordered(node, united(queries, node, context), context);
}

/** A set operation, as it is written between queries or in a pipe. */
export type UnionNode = SetOperationNode | PipeSetOperationNode;

/** One set operation over several queries, from the first to the last. */
export function united(
  queries: readonly ResolvedQuery[],
  node: UnionNode,
  { resolution }: QueryContext,
): ResolvedQuery {
  // Nothing tells which columns stand together.
  if (queries.some(({ isPartial }) => isPartial)) return { columns: [], isPartial: true };
  const answered = queries.map(({ columns }) => ({ columns: columns.map(asAnswered) }));
  const matched = setColumns(node.operator, answered, node);
  resolution.sets.note(node, matched);
  const columns = matched.map(({ name, sources }, index): ResolvedColumn => {
    const found = sources.map((place, at) => (place === undefined ? undefined : answered[at]?.columns[place]));
    const place = found.find((each) => each !== undefined)?.node ?? node;
    return { name, node: place, value: sharedValue({ name, sources: found }, index, node) };
  });
  const isValueTable = queries.every((query) => query.isValueTable);
  const isStruct = queries.every((query) => query.isStruct);
  return { columns, ...(isValueTable && { isValueTable }), ...(isStruct && { isStruct }) };
}

/** The value of a column in all queries; NULL stands for it in a query that lacks it. */
function sharedValue(
  column: { readonly name: string | undefined; readonly sources: readonly (ResolvedColumn | undefined)[] },
  index: number,
  node: UnionNode,
): TypedValue {
  const { name: operation, mode } = node.operator;
  const values = column.sources.map((source) => source?.value ?? { type: NULL });
  if (values.some(isOpen)) return OPEN;
  const type = commonType(values);
  if (type) return { type: definiteType(type) };
  const which = mode === undefined ? index + 1 : `"${column.name ?? ''}"`;
  throw errorAt(node, `column ${which} of ${operation} has no common type: ${typeNames(values)}`);
}
