import { refuseAggregate } from './aggregation.js';
import { type CstNode } from './cst.js';
import { type Expression } from './expression.js';
import { compileExpression } from './expressions.js';
import { identifierText } from './literals.js';
import { readable } from './query.js';
import { rebind } from './rebind.js';
import { columnsUnder, relation, type Relation } from './relation.js';
import { type Column, type RangeVariable, Scope } from './scope.js';
import { nameOutputs, outputSql, selectItems, type Unnamed } from './select.js';
import { everyColumn } from './star.js';
import { isNested, typeName } from './types.js';
import { namedWindows } from './windows.js';

const GROUPLESS = 'a pipe aggregates with |> AGGREGATE';

/** `|> SELECT`: nothing but its items can be named afterwards. */
export function selected(left: Relation, node: CstNode, scope: Scope): Relation {
  node.only('exprs', 'keywords', 'window');
  const quantifier = node.child('keywords');
  quantifier?.only();
  if (quantifier && !/^(ALL|DISTINCT)$/.test(quantifier.keyword)) {
    throw quantifier.unsupported(`|> SELECT ${quantifier.keyword}`);
  }
  const items = itemsOf(node, scope);
  if (quantifier?.keyword !== 'DISTINCT') return ofItems(left, items, undefined, scope);
  refuseNested(items, node);
  return ofItems(left, items, undefined, scope, 'DISTINCT ');
}

/** `|> EXTEND`: more columns, beside all that could be named. */
export function extended(left: Relation, node: CstNode, scope: Scope): Relation {
  node.only('exprs', 'window');
  const { columns, ...beside } = besides(left, itemsOf(node, scope), scope);
  return { ...beside, variables: [...beside.variables, { name: undefined, columns }] };
}

/** The items of a list, with the windows of the WINDOW clause behind it. */
function itemsOf(node: CstNode, scope: Scope): Unnamed[] {
  const windows = namedWindows(node.child('window'), scope);
  const { context, variables, parent, merged } = scope;
  const inner = windows.size === 0 ? scope : new Scope(context, variables, { parent, merged, windows });
  return node.list('exprs').flatMap((each) => {
    refuseAggregate(each, GROUPLESS);
    return selectItems(each, inner);
  });
}

/** A derived table of everything that was there and of these items. */
function besides(
  left: Relation,
  items: readonly Unnamed[],
  scope: Scope,
): Relation & { readonly columns: readonly Column[] } {
  const alias = scope.context.aliases.next('pipe');
  const { columns, ...names } = rebind(left, alias);
  // Those that were there end in an underscore and a number, so that none is called as one of these.
  const outputs = nameOutputs(items).map((item, index) => ({ ...item, output: `item ${index}` }));
  return {
    ...names,
    sql: `(SELECT ${[...columns, ...outputs.map(outputSql)].join(', ')} FROM ${left.sql}) AS ${alias}`,
    columns: columnsUnder(alias, readable('', { sql: '', columns: outputs })),
  };
}

/**
 * Puts these columns in the place of all that were there. FROM items can still be named, and are the rows that they were:
 * behind `FROM t |> SET x = 1`, `t.x` is not 1.
 */
function replaced(left: Relation, items: readonly Unnamed[], scope: Scope): Relation {
  const { columns, sql, variables } = besides(left, items, scope);
  const before = variables.filter(({ name }) => name !== undefined).map((each) => ({ ...each, replaced: true }));
  return { sql, variables: [...before, { name: undefined, columns }], merged: [] };
}

/** `|> SET column = expression, …` */
export function updated(left: Relation, node: CstNode, scope: Scope): Relation {
  node.only('exprs');
  const values = new Map<string, Expression>();
  for (const each of node.list('exprs')) {
    each.only('left', 'right');
    const target = each.need('left');
    if (each.text !== '=') throw each.error('SET takes column = expression');
    refuseAggregate(each, GROUPLESS);
    values.set(only(target, values, left), compileExpression(each.need('right'), scope));
  }
  const items = columnsOfAll(left, node).map((item) => ({
    ...item,
    expression: values.get(key(item)) ?? item.expression,
  }));
  return replaced(left, items, scope);
}

/** `|> DROP column, …` */
export function narrowed(left: Relation, node: CstNode, scope: Scope): Relation {
  node.only('exprs');
  const names = new Map<string, string>();
  for (const each of node.list('exprs')) names.set(only(each, names, left, Infinity), '');
  const items = columnsOfAll(left, node).filter((item) => !names.has(key(item)));
  if (items.length === 0) throw node.error('DROP leaves no column');
  return replaced(left, items, scope);
}

/** `|> RENAME column AS name, …` */
export function renamed(left: Relation, node: CstNode, scope: Scope): Relation {
  node.only('exprs');
  const names = new Map<string, string>();
  for (const each of node.list('exprs')) {
    const alias = each.claim('as', 'alias').need('alias');
    names.set(only(each, names, left), identifierText(alias));
  }
  const items = columnsOfAll(left, node).map((item) => ({ ...item, name: names.get(key(item)) ?? item.name }));
  return replaced(left, items, scope);
}

/** `|> DISTINCT` */
export function distinct(left: Relation, node: CstNode, scope: Scope): Relation {
  const items = columnsOfAll(left, node);
  refuseNested(items, node);
  // Each column is there once then, and no record beside its fields.
  const isPlain =
    left.merged.length === 0 && !left.variables.some((each) => each.replaced ?? each.value?.type.kind === 'STRUCT');
  if (!isPlain) return forgotten(left, ofItems(left, items, undefined, scope, 'DISTINCT '));
  const alias = scope.context.aliases.next('pipe');
  const { columns, ...names } = rebind(left, alias);
  return { sql: `(SELECT DISTINCT ${columns.join(', ')} FROM ${left.sql}) AS ${alias}`, ...names };
}

function refuseNested(items: readonly Unnamed[], node: CstNode): void {
  const nested = items.find(({ expression }) => isNested(expression.type));
  if (nested) throw node.unsupported(`DISTINCT over a value of type ${typeName(nested.expression.type)}`);
}

/** `|> AS name`: one name for all columns. */
export function named(left: Relation, node: CstNode, scope: Scope): Relation {
  node.only('exprs');
  const [alias, second] = node.list('exprs');
  if (alias?.type !== 'Identifier' || second) throw node.error('AS takes one name');
  alias.only();
  return ofItems(left, columnsOfAll(left, node), identifierText(alias), scope);
}

/** A derived table of these items. */
function ofItems(
  left: Relation,
  items: readonly Unnamed[],
  name: string | undefined,
  scope: Scope,
  quantifier = '',
): Relation {
  const columns = nameOutputs(items);
  const sql = `(SELECT ${quantifier}${columns.map(outputSql).join(', ')}${left.sql && ` FROM ${left.sql}`})`;
  return relation(readable(sql, { sql, columns }), name, scope.context);
}

function columnsOfAll(left: Relation, node: CstNode): Unnamed[] {
  return everyColumn(left.variables, left.merged, node).map((column) => ({ node, ...column }));
}

function key(item: Unnamed): string {
  return item.name?.toLowerCase() ?? '';
}

/** The name of a column that is there, once unless several may be, and that was not named before. */
function only(node: CstNode, before: ReadonlyMap<string, unknown>, left: Relation, most = 1): string {
  if (node.type !== 'Identifier') throw node.error('name a column');
  node.only();
  const name = identifierText(node).toLowerCase();
  const isElement = left.variables.some((each) => each.value && each.name?.toLowerCase() === name);
  if (isElement)
    throw node.unsupported(`the element "${node.text}" of UNNEST here; take it over with |> SELECT first, which`);
  const count = columnsOfAll(left, node).filter((column) => key(column) === name).length;
  if (count === 0) throw node.error(`there is no column "${node.text}"`);
  if (count > most) throw node.error(`"${node.text}" is ambiguous`);
  if (before.has(name)) throw node.error(`"${node.text}" is named twice`);
  return name;
}

/**
 * The FROM items that could be named before still have their names in GoogleSQL. Here nothing is behind them any more,
 * so that using one is an error, and never means an item of a query around this one.
 */
function forgotten(left: Relation, now: Relation): Relation {
  const names: RangeVariable[] = left.variables.flatMap(({ name }) =>
    name === undefined ? [] : [{ name, columns: [] }],
  );
  return { ...now, variables: [...names, ...now.variables] };
}
