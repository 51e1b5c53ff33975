import {
  type ExpressionNode,
  type LimitNode,
  type OrderByNode,
  type SelectNode,
  type StarItemNode,
  type WrittenNode,
} from '../../ast/nodes.js';
import { partsOf, type TreeNode } from '../../ast/parts.js';
import { type TypedValue } from '../../types/coercion.js';
import { definiteType, INT64 } from '../../types/types.js';
import { refuseAggregate, refuseWindow } from '../aggregation.js';
import { errorAt } from '../dialect-error.js';
import { type Reads } from '../expression-forms.js';
import { isGroupable, ungroupable } from '../groupable.js';
import { Groups } from '../groups.js';
import { type NamePlace } from '../names/name-place.js';
import { openItem } from '../names/rows.js';
import { type StarColumn } from '../names/star.js';
import { refuseUnordered } from '../sort-key.js';
import { valueAs } from '../expressions/expression-scope.js';
import { groupedItem } from './group-by.js';
import { outputColumn, settled } from './outputs.js';
import { type QueryContext, QueryScope } from './query-scope.js';
import { type Resolution } from './resolution.js';
import { type ResolvedColumn, type ResolvedQuery } from './resolved-query.js';

/** The end of a query: its order, and its limit. */
export interface Ending {
  readonly orderBy: OrderByNode | undefined;
  readonly limit: LimitNode | undefined;
}

/** Refuses keys of ORDER BY that have no order. */
export function expectOrdered({ items }: OrderByNode, valueOf: (key: ExpressionNode) => TypedValue): void {
  for (const { key } of items) refuseUnordered(key, valueOf(key).type);
}

/** LIMIT and OFFSET, which are numbers or parameters. */
export function expectLimit(limit: LimitNode | undefined, context: QueryContext): void {
  const nothing = QueryScope.ofNothing(context);
  for (const count of [limit?.count, limit?.offset]) if (count) valueAs(count, INT64, nothing);
}

/** ORDER BY and LIMIT around a whole query; keys are output columns by name or position, and expressions over them. */
export function ordered(
  ending: Ending,
  query: ResolvedQuery,
  context: QueryContext,
  keys = keysOfColumns(query, context),
) {
  const { orderBy, limit } = ending;
  if (!orderBy && !limit) return query;
  if (orderBy) expectOrdered(orderBy, (key) => outputColumn(key, query, context)?.value ?? keys(key));
  expectLimit(limit, context);
  return { ...query, columns: query.columns.map(settled) };
}

type KeyValues = (key: ExpressionNode) => TypedValue;

/** The scope of ORDER BY behind a whole query: its columns, or the fields of its values, and the names around it. */
function keysOfColumns({ columns, isValueTable, isPartial }: ResolvedQuery, context: QueryContext): KeyValues {
  const aliases = named(columns);
  const variables = [
    ...(isValueTable ? aliases : []).map(({ expression }) => ({ name: undefined, columns: [], value: expression })),
    ...(isPartial ? [openItem()] : []),
  ];
  const scope = new QueryScope(context, variables, { aliases });
  return (key) => {
    refuseAggregate(key, 'ORDER BY of a whole query has no groups; work it out in the queries');
    return scope.value(key);
  };
}

const REMEDY = 'behind SELECT DISTINCT there are only the columns of the answer; SELECT it, and order by its name';

/** ORDER BY and LIMIT behind SELECT DISTINCT. @param items columns of the answer whose names of FROM count; none of SELECT AS STRUCT do */
export function orderedDistinct(
  node: SelectNode,
  answer: ResolvedQuery,
  items: readonly ResolvedColumn[] | undefined,
  from: QueryScope,
  reads: Reads,
): ResolvedQuery {
  const { context } = from;
  const nested = answer.columns.find(({ value }) => !isGroupable(value.type));
  if (nested) throw ungroupable(nested.node, 'SELECT DISTINCT over', nested.value.type);
  const query = { ...answer, columns: answer.columns.map(settled) };
  if (!items || query.isPartial) return ordered(node, query, context);
  const rows = new Groups(reads, { items: items.map((item) => groupedItem(item)), refusal: notAnswered });
  return ordered(node, query, context, keysOfDistinct(items, from, reads, rows));
}

/** The scope of ORDER BY behind SELECT DISTINCT: the columns of the answer, and those names of FROM that mean one of them. */
function keysOfDistinct(
  columns: readonly ResolvedColumn[],
  { context, variables, merged }: QueryScope,
  reads: Reads,
  rows: Groups,
): KeyValues {
  const scope = new QueryScope(context, variables, { merged, aliases: named(columns), reads });
  return (key) => {
    refuseAggregate(key, REMEDY);
    refuseWindow(key, 'ORDER BY of SELECT DISTINCT');
    const value = scope.value(key);
    rows.expectKeys(key);
    noteAnswered(key, rows, context.resolution);
    return value;
  };
}

/** Notes for names of FROM, and for paths, which columns of the answer they are. */
function noteAnswered(node: TreeNode, rows: Groups, resolution: Resolution): void {
  const [own, owner] = rows.forms.ofPath(node) ?? [];
  const { depth = 0, field } = placeOf(node, resolution) ?? {};
  const column = own === undefined ? undefined : rows.itemOf(own);
  const element = owner === undefined || node.type !== 'Name' ? undefined : rows.itemOf(owner);
  if (column !== undefined) resolution.names.note(node, { of: 'answer', index: column, depth });
  else if (element !== undefined && field !== undefined) {
    // The fields of an element can be named without it.
    resolution.names.note(node, { of: 'answer', index: element, field, depth });
  } else {
    if (node.type === 'StarItem' && node.of) noteAnsweredFields(node, node.of, rows, resolution);
    for (const part of partsOf(node)) noteAnswered(part, rows, resolution);
  }
}

/** Notes for the fields that a star stands for, which columns of the answer they are. */
function noteAnsweredFields(star: StarItemNode, of: ExpressionNode, rows: Groups, resolution: Resolution): void {
  const fields = rows.forms.ofFields(of) ?? [];
  const { depth = 0 } = placeOf(of, resolution) ?? {};
  const found = resolution.stars.of(star);
  const columns = found.columns.map((column): StarColumn => {
    const form = fields[column.place.field ?? -1];
    const index = form === undefined ? undefined : rows.itemOf(form);
    return index === undefined ? column : { ...column, place: { of: 'answer', index, depth } };
  });
  resolution.stars.note(star, { ...found, columns });
}

/** The place that a path begins at: that of its first name, or of a column of the item of this name. */
function placeOf(node: TreeNode, resolution: Resolution): NamePlace | undefined {
  return resolution.names.find(node) ?? (node.type === 'Field' ? placeOf(node.operand, resolution) : undefined);
}

function notAnswered(node: WrittenNode, what: string): Error {
  return errorAt(node, `${what} is not there any more: ${REMEDY}`);
}

function named(columns: readonly ResolvedColumn[]) {
  return columns.map(({ name, value }) => ({ name, expression: { type: definiteType(value.type) } }));
}
