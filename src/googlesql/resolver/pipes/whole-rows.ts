import { type ExpressionNode, type WrittenNode } from '../../ast/nodes.js';
import { type TypedValue } from '../../types/coercion.js';
import { errorAt } from '../dialect-error.js';
import { isNumber, refuseLiteralKey, withoutBrackets } from '../literal-key.js';
import { outputPlace } from '../output-column.js';
import { hasOpenColumns, type RangeVariable, type Rows } from '../names/rows.js';
import { OPEN } from '../open.js';
import { type RowColumn, wholeColumns } from '../names/star.js';
import { type QueryContext } from '../queries/query-scope.js';
import { type ResolvedColumn, type ResolvedQuery } from '../queries/resolved-query.js';

/** All columns of rows; their one column is no column, but each row, where they are a value table. */
export interface WholeRows {
  readonly columns: readonly RowColumn[];
  readonly isValueTable?: boolean;
  /** Whether each column is there once, under the name of a FROM item that it belongs to. */
  readonly isPlain: boolean;
}

/** The columns of all rows that have come through a pipe; for an UNNEST the element, as long as that remains one. */
export function columnsOfAll(rows: Rows, node: WrittenNode, { resolution }: QueryContext): ResolvedColumn[] {
  const columns = wholeColumns(rows, node);
  resolution.rows.note(node, { columns, isPlain: isPlain(rows) });
  return columns.map(({ name, expression }) => ({ name, node, value: expression }));
}

/** All columns of rows as those of a query. `FROM UNNEST(array)` makes a value table as SELECT AS VALUE does. */
export function wholeQuery(rows: Rows, node: WrittenNode, { resolution }: QueryContext): ResolvedQuery {
  const value = rowValueOf(rows);
  const columns = value
    ? [{ name: rows.variables[0]?.name, expression: value, place: { of: 'item', index: 0 } as const }]
    : wholeColumns(rows, node);
  const isPartial = hasOpenColumns(rows) && !value;
  if (columns.length === 0 && !isPartial) throw errorAt(node, 'this pipe has no columns');
  const kind = value && { isValueTable: true };
  resolution.rows.note(node, { columns, isPlain: isPlain(rows), ...kind });
  return { columns: columns.map(({ name, expression }) => ({ name, node, value: expression })), isPartial, ...kind };
}

/** The value that a row is. */
function rowValueOf({ variables, merged }: Rows): TypedValue | undefined {
  const [variable, second] = variables;
  return second || merged.length > 0 || variable?.columns.length !== 0 ? undefined : variable.value;
}

/** The column that a number in ORDER BY stands for. */
export function numberedColumn(key: ExpressionNode, rows: Rows, { resolution }: QueryContext): TypedValue | undefined {
  if (!isNumber(withoutBrackets(key))) {
    refuseLiteralKey(key);
    return undefined;
  }
  if (hasOpenColumns(rows)) return OPEN;
  const columns = wholeColumns(rows, key);
  const column = columns[outputPlace(key, columns) ?? -1];
  if (column) resolution.numbers.note(key, column.place);
  return column?.expression;
}

/** Whether each column of rows is there once, under the name of a FROM item that it belongs to. */
export function isPlain({ variables, merged }: Rows): boolean {
  return merged.length === 0 && !variables.some(({ replaced }) => replaced);
}

/**
 * Names of FROM items that have been forgotten. In GoogleSQL they still have their columns. Here nothing is behind these any more, so that
 * using one is an error, and never means an item of a query around this one.
 */
export function forgotten(variables: readonly Pick<RangeVariable, 'name' | 'value'>[]) {
  return variables.flatMap(({ name, value }) =>
    name === undefined || value ? [] : [{ name, columns: [], isForgotten: true }],
  );
}
