import { isQuery } from '../../../../googlesql/checks/constant-expression.js';
import { aggregateIn } from './aggregation.js';
import { type CstNode } from '../cst.js';
import { compileExpression, implicitName } from '../expressions/expressions.js';
import { identifierText } from '../literals/literals.js';
import { isRangeVariable, type Scope } from '../names/scope.js';

/** The columns that are keys of groups by themselves, by their SQL; undefined where a query makes no groups of its rows. */
export function groupColumns(select: CstNode, scope: Scope): ReadonlySet<string> | undefined {
  const clause = select.child('groupby');
  if (!isGrouped(select)) return undefined;
  const keys = clause?.list('how').length === 0 ? clause.list('exprs') : [];
  const meant = keys.map((key) => namedItem(key, select.list('exprs'), scope) ?? key);
  return new Set(meant.flatMap((key) => (isColumn(key) ? (columnSql(key, scope) ?? []) : [])));
}

/** The item of the SELECT list that a key names: such a name comes before those of FROM. */
function namedItem(key: CstNode, items: readonly CstNode[], scope: Scope): CstNode | undefined {
  if (key.type !== 'Identifier') return undefined;
  const name = identifierText(key).toLowerCase();
  return items.find((item) => outputName(item, scope)?.toLowerCase() === name)?.claim('as', 'alias');
}

function outputName(item: CstNode, scope: Scope): string | undefined {
  const alias = item.child('alias');
  if (alias) return identifierText(alias);
  return item.child('right')?.type === 'Asterisk' ? undefined : implicitName(item, scope);
}

/** Whether a query puts its rows into groups, of which there is one where it has no keys. */
export function isGrouped(select: CstNode): boolean {
  return select.has('groupby') || select.list('exprs').some((item) => aggregateIn(item));
}

/** Whether an expression can be put into a query of its own: DuckDB finds no other keys of groups from there than columns. */
export function readsKeysAlone(node: CstNode, scope: Scope): boolean {
  const { groupColumns: keys } = scope;
  if (!keys || isQuery(node)) return true;
  if (isColumn(node)) {
    const sql = columnSql(node, scope);
    return sql === undefined || keys.has(sql);
  }
  const names = node.childNames().filter((name) => name !== 'func' && name !== 'alias');
  return names.flatMap((name) => node.child(name) ?? node.list(name)).every((child) => readsKeysAlone(child, scope));
}

function isColumn({ type }: CstNode): boolean {
  return type === 'Identifier' || type === 'DotOperator';
}

/** Undefined for what is no column: a part of a date, an alias of the answer. */
function columnSql(node: CstNode, scope: Scope): string | undefined {
  if (node.type === 'DotOperator') return compileExpression(node, scope).sql;
  const found = scope.lookup(identifierText(node), node, false);
  return found && (isRangeVariable(found) ? '' : found.sql);
}
