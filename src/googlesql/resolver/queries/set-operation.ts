import { type SetOperationNode, type SetOperatorNode } from '../../ast/nodes.js';
import { type TextPosition } from '../../tokens/text-position.js';
import { type TypedValue } from '../../types/coercion.js';
import { commonType } from '../../types/supertype.js';
import { definiteType, NULL, typeNames } from '../../types/types.js';
import { errorAt } from '../dialect-error.js';
import { isOpen, OPEN } from '../open.js';
import { type SetColumn, setColumns } from '../set-columns.js';
import { refuseMixedRows, refuseMixedStructs } from '../value-table.js';
import { ordered } from './order.js';
import { asAnswered } from './outputs.js';
import { type QueryContext } from './query-scope.js';
import { type ResolvedColumn, type ResolvedQuery } from './resolved-query.js';

/** Queries with UNION, INTERSECT or EXCEPT between them. @param operands those of them that are wanted */
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
  return ordered(node, united(node.operator, queries, node), context);
}

/** One set operation over several queries, from the first to the last. */
export function united(
  operator: SetOperatorNode,
  queries: readonly ResolvedQuery[],
  node: TextPosition,
): ResolvedQuery {
  const answered = queries.map(({ columns }) => ({ columns: columns.map(asAnswered) }));
  const columns = setColumns(operator, answered, node).map((column, index): ResolvedColumn => {
    const place = column.sources.find((each) => each !== undefined)?.node ?? node;
    return { name: column.name, node: place, value: sharedValue(operator, column, index, node) };
  });
  const isValueTable = queries.every((query) => query.isValueTable);
  const isStruct = queries.every((query) => query.isStruct);
  return { columns, ...(isValueTable && { isValueTable }), ...(isStruct && { isStruct }) };
}

/** The value of a column in all queries; NULL stands for it in a query that lacks it. */
function sharedValue(
  { name: operation, mode }: SetOperatorNode,
  column: SetColumn<ResolvedColumn>,
  index: number,
  node: TextPosition,
): TypedValue {
  const values = column.sources.map((source) => source?.value ?? { type: NULL });
  if (values.some(isOpen)) return OPEN;
  const type = commonType(values);
  if (type) return { type: definiteType(type) };
  const which = mode === undefined ? index + 1 : `"${column.name ?? ''}"`;
  throw errorAt(node, `column ${which} of ${operation} has no common type: ${typeNames(values)}`);
}
