import { type ExpressionNode } from '../../../../googlesql/ast/expression-node.js';
import { type TableFunctionItem } from '../../../../googlesql/ast/from-item.js';
import { quote } from '../../../../errors/excerpt.js';
import { type TextPosition } from '../../../../googlesql/tokens/text-position.js';
import { errorAt, NOT_HERE, UnknownTable } from '../dialect-error.js';
import { type QueryContext, type Source } from '../names/scope.js';
import { unknownValue } from '../names/unknown-names.js';
import { NOTHING } from '../sql-tree/sql.js';
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

export function tableFunction(item: TableFunctionItem<ExpressionNode>): Error {
  const { name } = item;
  return errorAt(
    item,
    SERIES.test(name)
      ? 'in FROM an array stands in UNNEST: UNNEST(GENERATE_ARRAY(1, 10)) AS n'
      : `the function ${name} in FROM ${NOT_HERE}; it takes tables by their names, queries in brackets, and UNNEST(array)`,
  );
}
