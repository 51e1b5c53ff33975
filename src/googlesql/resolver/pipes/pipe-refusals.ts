import {
  type AggregateItemNode,
  type PipeAggregateNode,
  type PipeAssertNode,
  type SelectItemNode,
} from '../../ast/nodes.js';
import { aggregateIn, firstIn, mayAggregate, refuseAggregate, refuseWindow } from '../aggregation.js';
import { errorAt } from '../dialect-error.js';
import { isNumber, refuseLiteralKey } from '../literal-key.js';

export const GROUPLESS = 'a pipe aggregates with |> AGGREGATE';

/** Refuses what cannot be a key of GROUP BY in `|> AGGREGATE`. */
export function refuseAsKey(item: SelectItemNode): void {
  const isStar = item.type === 'StarItem' && item.of === undefined;
  if (isStar || (item.type === 'ExpressionItem' && isNumber(item.value))) {
    throw errorAt(item, 'GROUP BY takes expressions here');
  }
  if (item.type === 'ExpressionItem') refuseLiteralKey(item.value);
  refuseAggregate(item, 'it is worked out for the groups that GROUP BY makes; group by something else');
  refuseWindow(item, 'GROUP BY');
}

/** Refuses what cannot be a result of `|> AGGREGATE`. */
export function refuseAsResult(item: SelectItemNode): void {
  if (!aggregateIn(item) && !firstIn(item, mayAggregate)) {
    throw errorAt(item, 'AGGREGATE takes aggregate functions; other expressions go to GROUP BY or |> EXTEND');
  }
  refuseWindow(item, 'AGGREGATE');
}

/** The items that groups are sorted by, each with its column. */
export function sortedItems<C>(
  { keys, results, isOrdered }: PipeAggregateNode,
  columns: readonly C[],
): (AggregateItemNode & { readonly column: C })[] {
  return [...keys, ...results].flatMap(({ item, order }, index) => {
    const column = columns[index];
    const isSorted = (isOrdered && index < keys.length) || (order.direction ?? order.nulls) !== undefined;
    return column && isSorted ? { item, order, column } : [];
  });
}

/** Refuses functions of several rows in `|> ASSERT`. */
export function refuseSummariesInAssert({ condition, payload }: PipeAssertNode): void {
  for (const item of [condition, ...payload]) {
    refuseAggregate(item, GROUPLESS);
    refuseWindow(item, 'ASSERT');
  }
}
