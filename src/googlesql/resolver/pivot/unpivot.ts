import { type Unpivot } from '../../ast/nodes.js';
import { derived } from '../queries/outputs.js';
import { type QueryContext } from '../queries/query-scope.js';
import { type ResolvedColumn } from '../queries/resolved-query.js';
import { hasOpenColumns, type Rows } from '../names/rows.js';
import { everyColumn } from '../names/star.js';
import { refuseElements } from './pivot-parts.js';
import { unpivotColumns } from './unpivot-columns.js';

/** `UNPIVOT(value FOR name IN (a, b))`: each row becomes one for each named column, or for each set of columns. */
export function unpivoted(left: Rows, operator: Unpivot, context: QueryContext): Rows {
  refuseElements(left, operator, 'UNPIVOT');
  const isPartial = hasOpenColumns(left);
  const columns = unpivotColumns(operator, everyColumn(left, operator), isPartial);
  context.resolution.unpivots.note(operator, columns);
  const { rest, values, label } = columns;
  const kept = rest.map(({ name, expression }): ResolvedColumn => ({ name, node: operator, value: expression }));
  const made = [...values, label].map(({ name, type }): ResolvedColumn => ({
    name,
    node: operator.config,
    value: { type },
  }));
  return derived({ columns: [...kept, ...made], isPartial }, operator.alias?.name);
}
