import { type NameNode, type PipeDrop, type PipeRename, type PipeSetNode } from '../../ast/nodes.js';
import { byName } from '../../tokens/by-name.js';
import { refuseAggregate } from '../aggregation.js';
import { errorAt } from '../dialect-error.js';
import { type RowPlace, type WrittenValue } from '../names/name-place.js';
import { hasOpenColumns, type Rows } from '../names/rows.js';
import { type RowColumn, wholeColumns } from '../names/star.js';
import { type QueryScope } from '../queries/query-scope.js';
import { OPEN } from '../open.js';
import { GROUPLESS } from './pipe-refusals.js';

/** A column behind an operator; for an UNNEST the element, as long as that remains one. */
export interface ChangedColumn extends Omit<RowColumn, 'place'> {
  readonly place: RowPlace | WrittenValue;
}

/** The items of FROM behind an operator that changes some columns. */
export interface ChangedRows {
  /** Places of items that can still be named, and keep their rows: behind `FROM t |> SET x = 1`, `t.x` is not 1. */
  readonly kept: readonly number[];
  /** Columns that are made anew. */
  readonly made: readonly ChangedColumn[];
  /** All columns, each an item: places of elements of arrays, or of columns in `made`. */
  readonly items: readonly ({ readonly element: number } | { readonly made: number })[];
}

type ChangeNode = PipeSetNode | PipeDrop | PipeRename;

/** `|> SET column = expression, …`, `|> DROP column, …`, `|> RENAME column AS name, …` */
export function changedRows(node: ChangeNode, rows: Rows, scope: QueryScope): ChangedRows {
  const columns = changedColumns(node, { columns: wholeColumns(rows, node), isPartial: hasOpenColumns(rows) }, scope);
  const made = columns.filter(({ element }) => element === undefined);
  // Names of items that mean a column from here on.
  const hidden = new Set(
    node.type === 'PipeSet' ? node.assignments.map(({ column }) => column.name.toLowerCase()) : [],
  );
  return {
    kept: rows.variables.flatMap(({ name, value }, index) =>
      name === undefined || value || hidden.has(name.toLowerCase()) ? [] : [index],
    ),
    made,
    items: columns.map((column) =>
      column.element === undefined ? { made: made.indexOf(column) } : { element: column.element },
    ),
  };
}

/** An item of FROM, as a resolver or an engine has it. */
interface Item<C> {
  readonly name: string | undefined;
  readonly columns: readonly C[];
  readonly replaced?: boolean;
}

/** Puts changed columns in the place of all others. @param made those that are made anew */
export function changedItems<C, I extends Item<C>>(
  { kept, items }: ChangedRows,
  before: readonly I[],
  made: readonly C[],
): (I | Item<C>)[] {
  return [
    ...kept.flatMap((index) => before.slice(index, index + 1)).map((item) => ({ ...item, replaced: true })),
    ...items.flatMap((item): (I | Item<C>)[] => {
      if ('made' in item) return [{ name: undefined, columns: made.slice(item.made, item.made + 1) }];
      return before.slice(item.element, item.element + 1).map((element) => ({ ...element, columns: [] }));
    }),
  ];
}

/** All columns of the rows; `isPartial` where there may be others. */
interface AllColumns {
  readonly columns: readonly RowColumn[];
  readonly isPartial: boolean;
}

function changedColumns(node: ChangeNode, rows: AllColumns, scope: QueryScope): readonly ChangedColumn[] {
  switch (node.type) {
    case 'PipeSet':
      return updated(node, rows, scope);
    case 'PipeDrop':
      return narrowed(node, rows);
    case 'PipeRename':
      return renamed(node, rows);
  }
}

function updated({ assignments }: PipeSetNode, rows: AllColumns, scope: QueryScope): ChangedColumn[] {
  const values = new Map<string, Pick<ChangedColumn, 'expression' | 'place'>>();
  for (const { column, value: node } of assignments) {
    refuseAggregate(node, GROUPLESS);
    values.set(only(column, values, rows), { expression: scope.value(node), place: { of: 'value', node } });
  }
  const changed = rows.columns.map((column) => {
    const value = values.get(key(column));
    return value ? { name: column.name, ...value } : column;
  });
  const others = assignments.flatMap(({ column: { name } }) => {
    const value = values.get(name.toLowerCase());
    return value && byName(rows.columns, name).length === 0 ? [{ name, ...value }] : [];
  });
  return [...changed, ...others];
}

function narrowed(node: PipeDrop, rows: AllColumns): RowColumn[] {
  const names = new Map<string, string>();
  for (const each of node.columns) names.set(only(each, names, rows, Infinity), '');
  const kept = rows.columns.filter((column) => !names.has(key(column)));
  if (kept.length === 0 && !rows.isPartial) throw errorAt(node, 'DROP leaves no column');
  return kept;
}

function renamed(node: PipeRename, rows: AllColumns): RowColumn[] {
  const names = new Map<string, string>();
  for (const { column, alias } of node.columns) names.set(only(column, names, rows), alias.name);
  const changed = rows.columns.map((column) => {
    const name = names.get(key(column));
    return name === undefined ? column : { name, expression: column.expression, place: column.place };
  });
  const others = node.columns.flatMap(({ column, alias }): RowColumn[] => {
    const isKnown = byName(rows.columns, column.name).length > 0;
    return isKnown ? [] : [{ name: alias.name, expression: OPEN, place: { of: 'item', index: 0 } }];
  });
  return [...changed, ...others];
}

function key(column: RowColumn): string {
  return column.name?.toLowerCase() ?? '';
}

/** The name of an existing column, there once unless several may be, and not named before. */
function only(
  node: NameNode,
  before: ReadonlyMap<string, unknown>,
  { columns, isPartial }: AllColumns,
  most = 1,
): string {
  const name = node.name.toLowerCase();
  const count = byName(columns, name).length;
  if (count === 0 && !isPartial) throw errorAt(node, `there is no column "${node.text}"`);
  if (count > most) throw errorAt(node, `"${node.text}" is ambiguous`);
  if (before.has(name)) throw errorAt(node, `"${node.text}" is named twice`);
  return name;
}
