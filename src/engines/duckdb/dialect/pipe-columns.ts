import { refuseAggregate } from './aggregation.js';
import { type CstNode } from './cst.js';
import { type Expression } from './expression.js';
import { compileExpression } from './expressions.js';
import { identifierText } from './literals.js';
import { readable } from './query.js';
import { rebind } from './rebind.js';
import { columnsUnder, relation, type Relation } from './relation.js';
import { type RangeVariable, type Scope } from './scope.js';
import { nameOutputs, outputSql, selectItems, type Unnamed } from './select.js';
import { everyColumn } from './star.js';
import { isNested, typeName } from './types.js';

const GROUPLESS = 'a pipe aggregates with |> AGGREGATE';

/** `|> SELECT`: nothing but its items can be named afterwards. */
export function selected(left: Relation, node: CstNode, scope: Scope): Relation {
  node.only('exprs', 'keywords', 'distinct_or_all');
  if (node.has('keywords') || node.has('distinct_or_all')) throw node.unsupported('|> SELECT with a word behind it');
  const items = node.list('exprs').flatMap((each) => {
    refuseAggregate(each, GROUPLESS);
    return selectItems(each, scope);
  });
  return ofItems(left, items, undefined, scope);
}

/** `|> EXTEND`: more columns, beside all that could be named. */
export function extended(left: Relation, node: CstNode, scope: Scope): Relation {
  node.only('exprs');
  const items = nameOutputs(
    node.list('exprs').flatMap((each) => {
      refuseAggregate(each, GROUPLESS);
      return selectItems(each, scope);
    }),
  );
  const alias = scope.context.aliases.next('pipe');
  const { columns, variables, merged } = rebind(left, alias);
  // Numbered, so that none is called as one of the columns that are there.
  const outputs = items.map((item, index) => ({ ...item, output: `extended_${index}` }));
  const added = columnsUnder(alias, readable('', { sql: '', columns: outputs }));
  return {
    sql: `(SELECT ${[...columns, ...outputs.map(outputSql)].join(', ')} FROM ${left.sql}) AS ${alias}`,
    variables: [...variables, { name: undefined, columns: added }],
    merged,
  };
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
  return forgotten(left, ofItems(left, items, undefined, scope));
}

/** `|> DROP column, …` */
export function narrowed(left: Relation, node: CstNode, scope: Scope): Relation {
  node.only('exprs');
  const names = new Map<string, string>();
  for (const each of node.list('exprs')) names.set(only(each, names, left), '');
  const items = columnsOfAll(left, node).filter((item) => !names.has(key(item)));
  if (items.length === 0) throw node.error('DROP leaves no column');
  return forgotten(left, ofItems(left, items, undefined, scope));
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
  return forgotten(left, ofItems(left, items, undefined, scope));
}

/** `|> DISTINCT` */
export function distinct(left: Relation, node: CstNode, scope: Scope): Relation {
  const items = columnsOfAll(left, node);
  const nested = items.find(({ expression }) => isNested(expression.type));
  if (nested) throw node.unsupported(`DISTINCT over a value of type ${typeName(nested.expression.type)}`);
  return forgotten(left, ofItems(left, items, undefined, scope, 'DISTINCT '));
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

/** The name of a column that is there, once, and that was not named before. */
function only(node: CstNode, before: ReadonlyMap<string, unknown>, left: Relation): string {
  if (node.type !== 'Identifier') throw node.error('name a column');
  node.only();
  const name = identifierText(node).toLowerCase();
  const count = everyColumn(left.variables, left.merged, node).filter(
    (column) => column.name?.toLowerCase() === name,
  ).length;
  if (count !== 1) throw node.error(count === 0 ? `there is no column "${node.text}"` : `"${node.text}" is ambiguous`);
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
