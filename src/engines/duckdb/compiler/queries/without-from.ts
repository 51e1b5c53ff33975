import { type SelectNode } from '../../../../googlesql/ast/nodes.js';
import { aggregateIn, windowIn } from '../grouping/aggregation.js';
import { errorAt } from '../dialect-error.js';

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
