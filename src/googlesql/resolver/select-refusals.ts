import { type ConditionNode, type SelectItemNode, type SelectNode } from '../ast/nodes.js';
import { aggregateIn, refuseAggregate, refuseWindow, windowIn } from './aggregation.js';
import { errorAt } from './dialect-error.js';
import { refuseWindowAlias } from './names/select-aliases.js';

/** Refuses functions of all rows, or of their groups, where rows are still being picked. */
export function refuseSummaries({ condition }: ConditionNode): void {
  refuseAggregate(condition, 'WHERE picks rows before they are put into groups; write the condition in HAVING');
  refuseWindow(condition, 'WHERE, which picks rows before there are windows');
}

/** Refuses window functions in HAVING, and HAVING where there are no groups. */
export function refuseInHaving(
  clause: ConditionNode,
  scope: { readonly windowAliases: ReadonlySet<string> },
  isGrouped: boolean,
): void {
  refuseWindow(clause.condition, 'HAVING');
  refuseWindowAlias(clause.condition, scope, 'HAVING', 'write the condition in QUALIFY');
  if (isGrouped) return;
  throw errorAt(
    clause,
    'HAVING picks groups, and there are none without GROUP BY or an aggregate function in SELECT; conditions on rows go to WHERE',
  );
}

/** An item of the answer, and what it was written as in the SELECT list. */
interface Sourced {
  readonly source?: SelectItemNode | undefined;
}

/** Whether an item is made by a window function. */
export function hasWindow({ source }: Sourced): boolean {
  return source !== undefined && windowIn(source) !== undefined;
}

/** Refuses a QUALIFY that picks rows by no window function: neither its own nor one of the SELECT list. */
export function refuseIdleQualify(clause: ConditionNode | undefined, items: readonly Sourced[]): void {
  if (clause && !windowIn(clause.condition) && !items.some(hasWindow)) {
    throw errorAt(clause, 'QUALIFY needs a window function, in it or in the SELECT list; other conditions go to WHERE');
  }
}

const REMEDY = 'needs a FROM in its SELECT; for rows of your own write FROM UNNEST([…]) AS x';

/** Refuses clauses about rows in a SELECT without FROM, which has one row from nowhere: there is nothing to pick, group, order or sum up. */
export function refuseWithoutFrom(select: SelectNode): void {
  if (select.from) return;
  const { where, groupBy, having, qualify, window, orderBy, distinct } = select;
  // These clauses apply to the rows of FROM.
  const clause = where ?? groupBy ?? having ?? qualify ?? window ?? orderBy;
  if (clause) {
    const words = `${clause.text.toUpperCase()}${clause === groupBy || clause === orderBy ? ' BY' : ''}`;
    throw errorAt(clause, `${words} ${REMEDY}`);
  }
  if (distinct) throw errorAt(distinct, `SELECT DISTINCT ${REMEDY}`);
  for (const item of select.items) {
    const call = aggregateIn(item) ?? windowIn(item);
    if (call) throw errorAt(call, `${call.name} ${REMEDY}`);
  }
}
