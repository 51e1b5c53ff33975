import { type ExpressionNode, type SelectItemNode, type WrittenNode } from '../../ast/nodes.js';
import { isConstant, isTextParameter, type TypedValue } from '../../types/coercion.js';
import { definiteType, INT64 } from '../../types/types.js';
import { errorAt, unsupportedAt } from '../dialect-error.js';
import { implicitName } from '../names/implicit-name.js';
import { OpenColumns, openFields, type Rows } from '../names/rows.js';
import { selectStar } from '../names/star.js';
import { OPEN } from '../open.js';
import { isNumber, withoutBrackets } from '../literal-key.js';
import { MAX_COLUMNS, outputPlace } from '../output-column.js';
import { type QueryContext, type QueryScope } from './query-scope.js';
import { type ResolvedColumn, type ResolvedQuery } from './resolved-query.js';

/** The columns that one item of a SELECT list makes. */
export function selectItems(item: SelectItemNode, scope: QueryScope): ResolvedColumn[] {
  if (item.type === 'StarItem') {
    const star = selectStar(item, scope);
    scope.context.resolution.stars.note(item, star);
    return star.columns.map(({ name, expression, node = item, source = item }) => {
      return { name, node, source, value: expression };
    });
  }
  const { value, alias } = item;
  const found = scope.value(value);
  return [
    {
      name: alias ? alias.name : implicitName(value, (each) => scope.isNamed(each)),
      node: item,
      source: item,
      value: found,
    },
  ];
}

/** Whether a SELECT list has columns that are not known here. */
export function hasOpenStar(items: readonly SelectItemNode[], scope: QueryScope): boolean {
  const { stars } = scope.context.resolution;
  return items.some((item) => item.type === 'StarItem' && stars.of(item).isPartial);
}

/** A column as others see it: a literal keeps its value, and anything else its type alone. */
export function asAnswered(column: ResolvedColumn): ResolvedColumn {
  const { name, node, value } = column;
  return { name, node, value: isConstant(value) || isTextParameter(value) ? value : { type: value.type } };
}

/** A column behind DISTINCT, ORDER BY or LIMIT: a literal there has its own type. */
export function settled({ name, node, value }: ResolvedColumn): ResolvedColumn {
  return { name, node, value: { type: value.type } };
}

/** The STRUCT of these columns, as SELECT AS STRUCT makes it. */
export function recordOf({ columns, isPartial }: ResolvedQuery, node: WrittenNode): ResolvedColumn {
  if (isPartial) return { name: undefined, node, value: OPEN };
  if (columns.length === 0) throw unsupportedAt(node, 'an empty STRUCT');
  const fields = columns.map(({ name = '', value }) => ({ name, type: definiteType(value.type) }));
  return {
    name: undefined,
    node,
    value: { type: { kind: 'STRUCT', fields }, parts: columns.map(({ value }) => value) },
  };
}

/** A query as something to read from; nameless columns cannot be named. */
export function derived(query: ResolvedQuery, name: string | undefined): Rows {
  const { columns, isValueTable } = query;
  const tooMany = columns[MAX_COLUMNS];
  // Queries that each name the one before twice would double them without end.
  if (tooMany) throw errorAt(tooMany.node, `a query to read from has at most ${MAX_COLUMNS} columns`);
  const named = columns.map((column) => ({ name: column.name ?? '', type: definiteType(column.value.type) }));
  const [element] = isValueTable ? named : [];
  const variable = element ? { name, columns: [], value: { type: element.type } } : { name, columns: named };
  const open = query.isPartial ? new OpenColumns() : element && openFields(element);
  return { variables: [{ ...variable, open }], merged: [] };
}

/** The value that a column without a type of its own becomes. */
export function definiteValue(value: TypedValue): TypedValue {
  return value.type.kind === 'ERROR' ? { type: INT64 } : value;
}

/** The column of the answer that a key of GROUP BY or ORDER BY means by its name or its place, if any. */
export function outputColumn(
  key: ExpressionNode,
  { columns, isPartial }: ResolvedQuery,
  { resolution }: QueryContext,
): ResolvedColumn | undefined {
  if (isPartial && isNumber(withoutBrackets(key))) return { name: undefined, node: key, value: OPEN };
  const place = outputPlace(key, columns);
  if (place === undefined) return undefined;
  resolution.outputs.note(key, place);
  return columns[place];
}
