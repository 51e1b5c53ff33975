import { rowsOf } from '../../../../googlesql/resolver/value-table.js';
import { type ConditionNode, type SelectNode } from '../../../../googlesql/ast/nodes.js';
import { partsOf } from '../../../../googlesql/ast/parts.js';
import { typed } from '../expression.js';
import { guardedCondition } from '../sandbox/fallible.js';
import { compileFrom } from './from.js';
import { groupBy } from '../grouping/group-by.js';
import { limited, ordered, orderBy } from './order.js';
import { type CompiledQuery } from '../compiler.js';
import { isGroupable, ungroupable } from '../../../../googlesql/resolver/groupable.js';
import { withRandomColumns } from './random-columns.js';
import { type QueryContext, Scope, type ScopeOptions } from '../names/scope.js';
import { joinSql, nonEmpty, NOTHING, SQL, type Sql, wordSql } from '../sql-tree/sql.js';
import { settle, type SelectItem, type Unnamed, selectItems, nameOutputs, outputSql, recordItem } from './outputs.js';

/** Compiles a SELECT. SELECT AS STRUCT has one column where a query stands for a value; elsewhere it is a SELECT of the fields. */
export function compileSelect(node: SelectNode, context: QueryContext, isValue: boolean): CompiledQuery {
  return rowsOf(node, rowsOfSelect(node, context, isValue));
}

function rowsOfSelect(node: SelectNode, around: QueryContext, isValue: boolean): CompiledQuery {
  const { where, distinct } = node;
  const parts = partsOf(node).filter((part) => part !== node.from);
  const { rows: relation, context } = withRandomColumns(compileFrom(node.from, around), parts, around);
  const options: ScopeOptions = { merged: relation.merged };
  const plain = new Scope(context, relation.variables, options);
  const groups = context.resolution.groups.find(node);
  const grouped = { ...options, groups, aggregated: plain };
  const scope = new Scope(context, relation.variables, grouped);
  const found = node.items.flatMap((each) => selectItems(each, scope));
  const items = nameOutputs(distinct || node.groupBy ? found.map(filled) : found);
  const isRecord = node.rowsAs === 'STRUCT' && isValue;
  const outputs = isRecord ? [record(node, items)] : items;
  // The answer's own names come before those of FROM in HAVING and ORDER BY.
  const answer = new Scope(context, relation.variables, { ...grouped, aliases: items, base: scope });
  const grouping = groups ? groupBy(node, items, scope, groups, isRecord) : NOTHING;
  const clauses = [
    SQL`SELECT ${distinct ? SQL`DISTINCT ` : NOTHING}${joinSql(outputs.map(outputSql), ', ')}`,
    relation.sql.length > 0 && SQL`FROM ${relation.sql}`,
    condition('WHERE', where, plain),
    grouping,
    having(node.having, answer),
    condition('QUALIFY', node.qualify, answer),
  ];
  if (distinct) {
    const nested = outputs.find(({ type }) => !isGroupable(type));
    if (nested) throw ungroupable(nested.node, 'SELECT DISTINCT over', nested.type);
    const query = { sql: joinSql(nonEmpty(clauses), ' '), columns: outputs.map(settle) };
    return ordered(node, query, context);
  }
  clauses.push(orderBy(node.orderBy, items, answer, isRecord, isValue));
  const isSettled = node.orderBy ?? node.limit;
  return {
    sql: limited(joinSql(nonEmpty(clauses), ' '), node, context),
    columns: isSettled ? outputs.map(settle) : outputs,
  };
}

/** An item with empty arrays for those that a table lacks, which are NULL: they belong to one group with the empty ones. */
function filled(item: Unnamed): Unnamed {
  const { nullableSql, record, sql, type } = item.expression;
  return nullableSql === undefined && !record ? item : { ...item, expression: typed(sql, type) };
}

/** The one column of SELECT AS STRUCT. */
function record(node: SelectNode, items: readonly SelectItem[]): SelectItem {
  const item = recordItem(items, node);
  return { ...item, source: undefined, type: item.expression.type, output: 'record' };
}

/** HAVING. With a guard, it also drops the group of no rows, which must not be evaluated either. */
function having(clause: ConditionNode | undefined, scope: Scope): Sql {
  const { guard } = scope.context;
  if (!clause) return guard !== undefined && scope.groups ? SQL`HAVING ${guard}` : NOTHING;
  const sql = scope.condition(clause.condition);
  return guard === undefined ? SQL`HAVING ${sql}` : SQL`HAVING CASE WHEN ${guard} THEN ${sql} END`;
}

function condition(keyword: string, clause: ConditionNode | undefined, scope: Scope): Sql {
  if (!clause) return NOTHING;
  return SQL`${wordSql(keyword)} ${guardedCondition(clause.condition, scope)}`;
}
