import { aggregateIn, windowIn } from '../grouping/aggregation.js';
import { type CstNode } from '../cst.js';
import { pathText } from '../literals/literals.js';

/** The clauses of a SELECT that are about the rows of FROM. */
const CLAUSES = ['where', 'groupby', 'having', 'qualify', 'window', 'orderby'];

const REMEDY = 'needs a FROM in its SELECT; for rows of your own write FROM UNNEST([…]) AS x';

/** A SELECT without FROM has one row that is read from nowhere: none is picked, grouped, ordered or summed up. */
export function refuseWithoutFrom(select: CstNode): void {
  if (select.has('from')) return;
  for (const name of CLAUSES) {
    const clause = select.child(name);
    if (clause) throw clause.error(`${clause.has('by') ? `${clause.keyword} BY` : clause.keyword} ${REMEDY}`);
  }
  const distinct = select.child('distinct_or_all');
  if (distinct?.keyword === 'DISTINCT') throw distinct.error(`SELECT DISTINCT ${REMEDY}`);
  for (const item of select.list('exprs')) {
    const call = aggregateIn(item) ?? windowIn(item);
    if (call) throw call.error(`${pathText(call.need('func'))} ${REMEDY}`);
  }
}
