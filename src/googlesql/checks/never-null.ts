import { type QueryNode, type PipeNode, type SelectItemNode } from '../ast/nodes.js';
import { CATALOGUE } from '../functions/catalogue.js';

/** Operators of a pipe that leave the columns as they are. */
const KEEPS_COLUMNS = new Set(['PipeWhere', 'PipeOrderBy', 'PipeLimit']);

/**
 * Names of the answer's columns that are counts, which are 0 for no rows and never NULL. Only the query's own SELECT counts, or the
 * AGGREGATE at its end.
 */
export function neverNullColumns(query: QueryNode): ReadonlySet<string> {
  return new Set(itemsOf(query).flatMap((item) => (isCount(item) ? (item.alias?.name ?? []) : [])));
}

function itemsOf({ body }: QueryNode): readonly SelectItemNode[] {
  switch (body.type) {
    case 'Select':
      return body.items;
    case 'BracketedQuery':
      return itemsOf(body.query);
    case 'Pipe':
      return pipeItems(body);
    default:
      return [];
  }
}

function pipeItems({ input, operators }: PipeNode): readonly SelectItemNode[] {
  const last = operators.findLast(({ type }) => !KEEPS_COLUMNS.has(type));
  if (!last) return itemsOf(input);
  if (last.type === 'PipeAggregate') return [...last.keys, ...last.results].map(({ item }) => item);
  return last.type === 'PipeSelect' ? last.items : [];
}

function isCount(item: SelectItemNode): item is SelectItemNode & { readonly type: 'ExpressionItem' } {
  if (item.type !== 'ExpressionItem' || item.value.type !== 'Call' || item.value.isSafe) return false;
  return CATALOGUE.get(item.value.name)?.isCount === true;
}
