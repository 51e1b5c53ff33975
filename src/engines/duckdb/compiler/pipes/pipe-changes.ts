import { type NameNode, type PipeDrop, type PipeRename, type PipeSetNode } from '../../../../googlesql/ast/nodes.js';
import { byName } from '../../../../googlesql/tokens/by-name.js';
import { refuseAggregate } from '../../../../googlesql/resolver/aggregation.js';
import { errorAt } from '../../../../googlesql/resolver/dialect-error.js';
import { type Expression } from '../expression.js';
import { besides, columnsOfAll, GROUPLESS, type Whole } from './pipe-columns.js';
import { type Relation } from '../names/relation.js';
import { type RangeVariable, type Scope } from '../names/scope.js';

/**
 * Puts these columns in the place of all others. FROM items can still be named, and keep their rows: behind `FROM t |> SET x = 1`, `t.x` is
 * not 1. `hidden` are names that mean a column from here on.
 */
function replaced(left: Relation, items: readonly Whole[], scope: Scope, hidden: readonly string[] = []): Relation {
  const made = items.filter(({ element }) => !element);
  const { columns, sql, variables } = besides(left, made, scope);
  const before = variables.filter(
    ({ name, value }) => name !== undefined && !value && !hidden.includes(name.toLowerCase()),
  );
  const now = items.map((item): RangeVariable => {
    const kept = item.element && variables[left.variables.indexOf(item.element)];
    const column = columns[made.indexOf(item)];
    return kept ? { ...kept, columns: [] } : { name: undefined, columns: column ? [column] : [] };
  });
  return { sql, variables: [...before.map((each) => ({ ...each, replaced: true })), ...now], merged: [] };
}

/** `|> SET column = expression, …` */
export function updated(left: Relation, node: PipeSetNode, scope: Scope): Relation {
  const columns = columnsOfAll(left, node);
  const values = new Map<string, Expression>();
  for (const { column, value } of node.assignments) {
    refuseAggregate(value, GROUPLESS);
    values.set(only(column, values, columns), scope.value(value));
  }
  const items = columns.map((item) => {
    const expression = values.get(key(item));
    return expression ? { name: item.name, node, expression } : item;
  });
  return replaced(left, items, scope, [...values.keys()]);
}

/** `|> DROP column, …` */
export function narrowed(left: Relation, node: PipeDrop, scope: Scope): Relation {
  const columns = columnsOfAll(left, node);
  const names = new Map<string, string>();
  for (const each of node.columns) names.set(only(each, names, columns, Infinity), '');
  const items = columns.filter((item) => !names.has(key(item)));
  if (items.length === 0) throw errorAt(node, 'DROP leaves no column');
  return replaced(left, items, scope);
}

/** `|> RENAME column AS name, …` */
export function renamed(left: Relation, node: PipeRename, scope: Scope): Relation {
  const columns = columnsOfAll(left, node);
  const names = new Map<string, string>();
  for (const { column, alias } of node.columns) names.set(only(column, names, columns), alias.name);
  const items = columns.map((item) => {
    const name = names.get(key(item));
    return name === undefined ? item : { name, node, expression: item.expression };
  });
  return replaced(left, items, scope);
}

function key(item: Whole): string {
  return item.name?.toLowerCase() ?? '';
}

/** The name of an existing column, there once unless several may be, and not named before. */
function only(node: NameNode, before: ReadonlyMap<string, unknown>, columns: readonly Whole[], most = 1): string {
  const name = node.name.toLowerCase();
  const count = byName(columns, name).length;
  if (count === 0) throw errorAt(node, `there is no column "${node.text}"`);
  if (count > most) throw errorAt(node, `"${node.text}" is ambiguous`);
  if (before.has(name)) throw errorAt(node, `"${node.text}" is named twice`);
  return name;
}
