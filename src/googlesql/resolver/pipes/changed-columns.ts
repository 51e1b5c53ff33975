import {
  type ExpressionNode,
  type NameNode,
  type PipeDrop,
  type PipeRename,
  type PipeSetNode,
} from '../../ast/nodes.js';
import { byName } from '../../tokens/by-name.js';
import { type TypedValue } from '../../types/coercion.js';
import { refuseAggregate } from '../aggregation.js';
import { errorAt } from '../dialect-error.js';
import { type Named, type RangeVariable } from '../names/rows.js';
import { GROUPLESS } from './pipe-refusals.js';
import { type WholeColumn } from './whole-rows.js';

/** The columns that rows have behind an operator that changes some of them. */
export interface ChangedColumns<V extends TypedValue> {
  readonly columns: readonly WholeColumn<V>[];
  /** Names of FROM items that mean a column from here on. */
  readonly hidden: readonly string[];
}

/** `|> SET column = expression, …`, `|> DROP column, …`, `|> RENAME column AS name, …` */
export function changedColumns<V extends TypedValue>(
  node: PipeSetNode | PipeDrop | PipeRename,
  columns: readonly WholeColumn<V>[],
  valueOf: (expression: ExpressionNode) => V,
): ChangedColumns<V> {
  switch (node.type) {
    case 'PipeSet':
      return updated(node, columns, valueOf);
    case 'PipeDrop':
      return { columns: narrowed(node, columns), hidden: [] };
    case 'PipeRename':
      return { columns: renamed(node, columns), hidden: [] };
  }
}

function updated<V extends TypedValue>(
  node: PipeSetNode,
  columns: readonly WholeColumn<V>[],
  valueOf: (expression: ExpressionNode) => V,
): ChangedColumns<V> {
  const values = new Map<string, V>();
  for (const { column, value } of node.assignments) {
    refuseAggregate(value, GROUPLESS);
    values.set(only(column, values, columns), valueOf(value));
  }
  const changed = columns.map((column) => {
    const expression = values.get(key(column));
    return expression ? { name: column.name, node, expression } : column;
  });
  return { columns: changed, hidden: [...values.keys()] };
}

function narrowed<V extends TypedValue>(node: PipeDrop, columns: readonly WholeColumn<V>[]): WholeColumn<V>[] {
  const names = new Map<string, string>();
  for (const each of node.columns) names.set(only(each, names, columns, Infinity), '');
  const kept = columns.filter((column) => !names.has(key(column)));
  if (kept.length === 0) throw errorAt(node, 'DROP leaves no column');
  return kept;
}

function renamed<V extends TypedValue>(node: PipeRename, columns: readonly WholeColumn<V>[]): WholeColumn<V>[] {
  const names = new Map<string, string>();
  for (const { column, alias } of node.columns) names.set(only(column, names, columns), alias.name);
  return columns.map((column) => {
    const name = names.get(key(column));
    return name === undefined ? column : { name, node, expression: column.expression };
  });
}

function key(column: WholeColumn<TypedValue>): string {
  return column.name?.toLowerCase() ?? '';
}

/** The name of an existing column, there once unless several may be, and not named before. */
function only(
  node: NameNode,
  before: ReadonlyMap<string, unknown>,
  columns: readonly WholeColumn<TypedValue>[],
  most = 1,
): string {
  const name = node.name.toLowerCase();
  const count = byName(columns, name).length;
  if (count === 0) throw errorAt(node, `there is no column "${node.text}"`);
  if (count > most) throw errorAt(node, `"${node.text}" is ambiguous`);
  if (before.has(name)) throw errorAt(node, `"${node.text}" is named twice`);
  return name;
}

/** Rows with new columns beside their own. */
interface Extended<V extends TypedValue, R extends RangeVariable<V>> {
  readonly variables: readonly R[];
  readonly columns: readonly Named<V>[];
}

/**
 * Puts changed columns in the place of all others. FROM items can still be named, and keep their rows: behind `FROM t |> SET x = 1`, `t.x` is
 * not 1. `extend` makes new columns beside those that there are.
 */
export function replaced<V extends TypedValue, R extends RangeVariable<V>, E extends Extended<V, R>>(
  before: readonly RangeVariable<V>[],
  { columns, hidden }: ChangedColumns<V>,
  extend: (made: readonly WholeColumn<V>[]) => E,
): E & { readonly variables: readonly (R | RangeVariable<V>)[] } {
  const made = columns.filter(({ element }) => !element);
  const extended = extend(made);
  const { variables } = extended;
  const named = variables.filter(
    ({ name, value }) => name !== undefined && !value && !hidden.includes(name.toLowerCase()),
  );
  const now = columns.map((column): R | RangeVariable<V> => {
    const kept = column.element && variables[before.indexOf(column.element)];
    const own = extended.columns[made.indexOf(column)];
    return kept ? { ...kept, columns: [] } : { name: undefined, columns: own ? [own] : [] };
  });
  return { ...extended, variables: [...named.map((each) => ({ ...each, replaced: true })), ...now] };
}
