import { type SelectNode } from '../../../../googlesql/ast/query-node.js';
import { aggregateIn, windowIn } from '../grouping/aggregation.js';
import { errorAt } from '../dialect-error.js';

const REMEDY = 'needs a FROM in its SELECT; for rows of your own write FROM UNNEST([…]) AS x';

/** A SELECT without FROM has one row that is read from nowhere: none is picked, grouped, ordered or summed up. */
export function refuseWithoutFrom(select: SelectNode): void {
  if (select.from) return;
  const { where, groupBy, having, qualify, window, orderBy, distinct } = select;
  // The clauses that are about the rows of FROM.
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
