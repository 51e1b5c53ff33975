import { byName } from '../../../../googlesql/tokens/by-name.js';
import { refuseAggregate } from '../grouping/aggregation.js';
import { type CstNode } from '../cst.js';
import { type Expression } from '../expression.js';
import { compileExpression } from '../expressions/expressions.js';
import { identifierText } from '../literals/literals.js';
import { besides, columnsOfAll, GROUPLESS, type Whole } from './pipe-columns.js';
import { type Relation } from '../names/relation.js';
import { type RangeVariable, type Scope } from '../names/scope.js';

/**
 * Puts these columns in the place of all that were there. FROM items can still be named, and are the rows that they were:
 * behind `FROM t |> SET x = 1`, `t.x` is not 1. `hidden` are names that mean a column from here on.
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
export function updated(left: Relation, node: CstNode, scope: Scope): Relation {
  node.only('exprs');
  const columns = columnsOfAll(left, node);
  const values = new Map<string, Expression>();
  for (const each of node.list('exprs')) {
    each.only('left', 'right');
    const target = each.need('left');
    if (each.text !== '=') throw each.error('SET takes column = expression');
    refuseAggregate(each, GROUPLESS);
    values.set(only(target, values, columns), compileExpression(each.need('right'), scope));
  }
  const items = columns.map((item) => {
    const expression = values.get(key(item));
    return expression ? { name: item.name, node, expression } : item;
  });
  return replaced(left, items, scope, [...values.keys()]);
}

/** `|> DROP column, …` */
export function narrowed(left: Relation, node: CstNode, scope: Scope): Relation {
  node.only('exprs');
  const columns = columnsOfAll(left, node);
  const names = new Map<string, string>();
  for (const each of node.list('exprs')) names.set(only(each, names, columns, Infinity), '');
  const items = columns.filter((item) => !names.has(key(item)));
  if (items.length === 0) throw node.error('DROP leaves no column');
  return replaced(left, items, scope);
}

/** `|> RENAME column AS name, …` */
export function renamed(left: Relation, node: CstNode, scope: Scope): Relation {
  node.only('exprs');
  const columns = columnsOfAll(left, node);
  const names = new Map<string, string>();
  for (const each of node.list('exprs')) {
    const alias = each.claim('as', 'alias').need('alias');
    names.set(only(each, names, columns), identifierText(alias));
  }
  const items = columns.map((item) => {
    const name = names.get(key(item));
    return name === undefined ? item : { name, node, expression: item.expression };
  });
  return replaced(left, items, scope);
}

function key(item: Whole): string {
  return item.name?.toLowerCase() ?? '';
}

/** The name of a column that is there, once unless several may be, and that was not named before. */
function only(node: CstNode, before: ReadonlyMap<string, unknown>, columns: readonly Whole[], most = 1): string {
  if (node.type !== 'Identifier') throw node.error('name a column');
  node.only();
  const name = identifierText(node).toLowerCase();
  const count = byName(columns, name).length;
  if (count === 0) throw node.error(`there is no column "${node.text}"`);
  if (count > most) throw node.error(`"${node.text}" is ambiguous`);
  if (before.has(name)) throw node.error(`"${node.text}" is named twice`);
  return name;
}
