import { type ConditionNode, type TableFunctionItem } from '../../../../googlesql/ast/nodes.js';
import { quote } from '../../../../errors/excerpt.js';
import { type TextPosition } from '../../../../googlesql/tokens/text-position.js';
import { refuseAggregate, refuseWindow } from '../../../../googlesql/resolver/aggregation.js';
import { errorAt, NOT_HERE, UnknownTable } from '../../../../googlesql/resolver/dialect-error.js';
import { type QueryContext, type Scope } from '../names/scope.js';
import { type Source } from '../names/tables.js';
import { unknownValue } from '../names/unknown-names.js';
import { NOTHING, type Sql } from '../sql-tree/sql.js';
import { noTableOf, noTableReason, namesBeside } from '../names/table-path.js';

/** Reports a name that is no table's, with its project and dataset where it has them; an unknown table stands for it. */
export function unknownTable(place: TextPosition, name: string, context: QueryContext): Source {
  const { queries, catalog } = context;
  const reason = noTableReason(name, catalog.tables);
  const message = `there is no table ${quote(name)}`;
  if (reason !== undefined) throw errorAt(place, `${message}: ${reason}`, noTableOf(name, catalog.tables));
  const others = [...queries.keys(), ...namesBeside(name, catalog.tables)];
  unknownValue(new UnknownTable(place, message, name, others), context);
  return { sql: NOTHING, columns: [] };
}

/** Other dialects' functions that make rows; GoogleSQL makes an array instead. */
const SERIES = /^(?:GENERATE_SERIES|RANGE|SEQUENCE|GENERATE_ARRAY)$/;

export function tableFunction(item: TableFunctionItem): Error {
  const { name } = item;
  return errorAt(
    item,
    SERIES.test(name)
      ? 'in FROM an array stands in UNNEST: UNNEST(GENERATE_ARRAY(1, 10)) AS n'
      : `the function ${name} in FROM ${NOT_HERE}; it takes tables by their names, queries in brackets, and UNNEST(array)`,
  );
}

/** The condition of ON. */
export function joinCondition({ condition }: ConditionNode, scope: Scope): Sql {
  refuseAggregate(condition, 'ON joins rows before they are put into groups; write the condition in HAVING');
  refuseWindow(condition, 'ON');
  return scope.condition(condition);
}
