import { aggregateIn, refuseAggregate } from './aggregation.js';
import { type CstNode } from './cst.js';
import { coerce, type Expression } from './expression.js';
import { compileCondition, compileExpression, implicitName } from './expressions.js';
import { compileFrom } from './from.js';
import { identifierText } from './literals.js';
import { limitClause, orderItems, orderKey, outputColumn } from './order.js';
import { type CompiledQuery, ordered, type OutputColumn } from './query.js';
import { type QueryContext, Scope, type ScopeOptions } from './scope.js';
import { selectStar } from './star.js';
import { INT64, isNested, quoteName, typeName } from './types.js';

/** One item of a SELECT list: an output column and the expression behind it. */
export interface SelectItem extends OutputColumn {
  readonly expression: Expression;
}

export function compileSelect(node: CstNode, context: QueryContext, outer: Scope | undefined): CompiledQuery {
  node.only('distinct_or_all', 'exprs', 'from', 'where', 'groupby', 'having', 'orderby', 'limit');
  const [from, where] = [node.child('from'), node.child('where')];
  if (where) refuseAggregate(where, 'WHERE picks rows before they are put into groups; write the condition in HAVING');
  const relation = compileFrom(from, context, outer);
  const options: ScopeOptions = { parent: outer, merged: relation.merged };
  const scope = new Scope(context, relation.variables, options);
  const distinct = node.child('distinct_or_all')?.keyword === 'DISTINCT';
  const items = nameOutputs(node.list('exprs').flatMap((each) => selectItems(each, scope)));
  // In HAVING and ORDER BY the answer's own names come before those of FROM.
  const answer = new Scope(context, relation.variables, { ...options, aliases: aliasesOf(items), aggregated: scope });
  const parts = [
    `SELECT ${distinct ? 'DISTINCT ' : ''}${items.map(itemSql).join(', ')}`,
    relation.sql && `FROM ${relation.sql}`,
    condition('WHERE', where, scope),
    groupBy(node.child('groupby'), items, scope),
    condition('HAVING', node.child('having'), answer),
  ];
  if (distinct) {
    refuseUngroupable(items);
    return ordered(node, { sql: parts.filter(Boolean).join(' '), columns: items }, context);
  }
  parts.push(orderBy(node.child('orderby'), items, answer), limitClause(node.child('limit'), context));
  return { sql: parts.filter(Boolean).join(' '), columns: items };
}

interface Unnamed {
  readonly name: string | undefined;
  readonly node: CstNode;
  readonly expression: Expression;
}

function selectItems(node: CstNode, scope: Scope): Unnamed[] {
  if (node.type === 'Asterisk' || (node.type === 'DotOperator' && node.child('right')?.type === 'Asterisk')) {
    return selectStar(node, scope).map((column) => ({ ...column, node }));
  }
  node.claim('as', 'alias');
  const alias = node.child('alias');
  const expression = compileExpression(node, scope);
  return [{ name: alias ? identifierText(alias) : implicitName(node), node, expression }];
}

/** Gives every column a name of its own in the DuckDB SQL: the author's where it is unique. */
function nameOutputs(items: readonly Unnamed[]): SelectItem[] {
  const taken = new Set<string>();
  return items.map(({ name, node, expression }, index) => {
    let output = name ?? `f${index}_`;
    while (taken.has(output.toLowerCase())) output += `_${index + 1}`;
    taken.add(output.toLowerCase());
    return { name, node, type: expression.type, output, expression };
  });
}

function itemSql(item: SelectItem): string {
  const sql = item.type.kind === 'NULL' ? coerce(item.expression, INT64) : item.expression.sql;
  return `${sql ?? ''} AS ${quoteName(item.output)}`;
}

function aliasesOf(items: readonly SelectItem[]): Map<string, Expression[]> {
  const aliases = new Map<string, Expression[]>();
  for (const item of items) {
    const name = item.name?.toLowerCase();
    if (name !== undefined) aliases.set(name, [...(aliases.get(name) ?? []), item.expression]);
  }
  return aliases;
}

function condition(keyword: string, clause: CstNode | undefined, scope: Scope): string {
  if (!clause) return '';
  clause.only('expr');
  return `${keyword} ${compileCondition(clause.need('expr'), scope)}`;
}

/** Keys that are columns of the answer go by position: an alias wins over a column of FROM, as in GoogleSQL. */
function groupBy(clause: CstNode | undefined, items: readonly SelectItem[], scope: Scope): string {
  if (!clause) return '';
  clause.only('by', 'exprs');
  const keys = clause.list('exprs').map((node) => {
    const column = outputColumn(node, items);
    if (column) node.only();
    const call = aggregateIn(column?.node ?? node);
    if (call)
      throw node.error(
        `${call.need('func').keyword} is worked out for the groups that GROUP BY makes; group by something else`,
      );
    const expression = column?.expression ?? compileExpression(node, scope);
    if (isNested(expression.type)) {
      throw node.unsupported(`GROUP BY a value of type ${typeName(expression.type)}`);
    }
    return column ? String(items.indexOf(column) + 1) : expression.sql;
  });
  return `GROUP BY ${keys.join(', ')}`;
}

function refuseUngroupable(items: readonly SelectItem[]): void {
  const item = items.find(({ type }) => isNested(type));
  if (item) throw item.node.unsupported(`SELECT DISTINCT over a value of type ${typeName(item.type)}`);
}

function orderBy(clause: CstNode | undefined, items: readonly SelectItem[], scope: Scope): string {
  if (!clause) return '';
  const keys = orderItems(clause).map((node) => {
    const column = outputColumn(node, items);
    if (column) node.only();
    // In a larger expression DuckDB takes a column of FROM for an alias; alone it takes the alias.
    if (column && column.type.kind !== 'FLOAT64') return orderKey(node, quoteName(column.output), column.type);
    const expression = column?.expression ?? compileExpression(node, scope);
    return orderKey(node, expression.sql, expression.type);
  });
  return `ORDER BY ${keys.join(', ')}`;
}
