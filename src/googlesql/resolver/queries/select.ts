import { type SelectNode } from '../../ast/nodes.js';
import { type TypedValue } from '../../types/coercion.js';
import { refuseAggregate } from '../aggregation.js';
import { condition } from '../expressions/expression-scope.js';
import { remarkOnAlias } from '../names/select-aliases.js';
import {
  hasWindow,
  refuseIdleQualify,
  refuseInHaving,
  refuseSummaries,
  refuseWithoutFrom,
} from '../select-refusals.js';
import { rowsOf } from '../value-table.js';
import { defineWindows, type Window } from '../windows/windows.js';
import { resolveFrom } from './from.js';
import { Reads } from '../expression-forms.js';
import { expectGroupings, expectWindows, groupsOf, isGrouped } from './group-by.js';
import { expectLimit, expectOrdered, orderedDistinct } from './order.js';
import { asAnswered, definiteValue, hasOpenStar, recordOf, selectItems, settled, outputColumn } from './outputs.js';
import { type QueryContext, QueryScope } from './query-scope.js';
import { type ResolvedQuery } from './resolved-query.js';

/** Resolves a SELECT. SELECT AS STRUCT has one column where a query stands for a value; elsewhere it is a SELECT of the fields. */
export function resolveSelect(node: SelectNode, context: QueryContext, isValue: boolean): ResolvedQuery {
  return rowsOf(node, columnsOf(node, context, isValue));
}

function columnsOf(node: SelectNode, context: QueryContext, isValue: boolean): ResolvedQuery {
  const { where, having, qualify, distinct, orderBy, limit } = node;
  if (where) refuseSummaries(where);
  const { variables, merged } = resolveFrom(node.from, context);
  const options = { merged, remarkOn: remarkOnAlias(node) };
  const plain = new QueryScope(context, variables, options);
  const reads = isGrouped(node) || distinct ? new Reads() : undefined;
  const inner = { ...options, aggregated: plain, reads, windows: new Map<string, Window>() };
  const scope = new QueryScope(context, variables, inner);
  defineWindows(node.window, scope);
  const items = node.items.flatMap((item) => selectItems(item, scope));
  const isPartial = hasOpenStar(node.items, scope);
  refuseWithoutFrom(node);
  const windowAliases = items.filter(hasWindow).flatMap(({ name }) => name?.toLowerCase() ?? []);
  const aliases = items.map(({ name, value }) => ({ name, expression: value }));
  // The answer's own names come before those of FROM in HAVING and ORDER BY.
  const answer = new QueryScope(context, variables, {
    ...inner,
    aliases,
    hasOtherAliases: isPartial,
    windowAliases: new Set(windowAliases),
  });
  const selected = { columns: items, isPartial };
  const groups = reads && isGrouped(node) ? groupsOf(node, selected, scope, reads) : undefined;
  if (groups) {
    context.resolution.groups.note(node, groups);
    expectGroupings(node, groups, scope);
    expectWindows(node, groups);
  }
  for (const item of node.items) groups?.expectItem(item.type === 'ExpressionItem' ? item.value : item);
  if (where) condition(where.condition, plain);
  if (having) {
    refuseInHaving(having, answer, groups !== undefined);
    condition(having.condition, answer);
    groups?.expectKeys(having.condition);
  }
  refuseIdleQualify(qualify, items);
  if (qualify) {
    condition(qualify.condition, answer);
    groups?.expectKeys(qualify.condition);
  }
  // A star that is not known may be the one expression of SELECT AS VALUE.
  const isRecord = node.rowsAs === 'STRUCT' ? isValue : node.rowsAs === 'VALUE' && isPartial;
  const answered = items.map((item) => ({ ...item, value: definiteValue(item.value) }));
  const columns = isRecord ? [recordOf({ columns: answered, isPartial }, node)] : answered;
  const query = { columns, isPartial: isPartial && !isRecord };
  if (reads && distinct) return orderedDistinct(node, query, isRecord ? undefined : items, plain, reads);
  if (orderBy) {
    expectOrdered(orderBy, (key): TypedValue => {
      const column = outputColumn(key, selected, context);
      if (column) return column.value;
      if (!groups) refuseAggregate(key, 'ORDER BY takes one where there is GROUP BY, or one in SELECT');
      const value = answer.value(key);
      groups?.expectItem(key);
      return value;
    });
  }
  expectLimit(limit, context);
  return { ...query, columns: columns.map((orderBy ?? limit) ? settled : asAnswered) };
}
