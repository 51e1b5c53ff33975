import { type QueryNode, type WithClauseNode } from '../../ast/nodes.js';
import { definiteType } from '../../types/types.js';
import { resolvePipe } from '../pipes/pipe.js';
import { resolveQuery, withClause } from '../queries/query.js';
import { setOperation } from '../queries/set-operation.js';
import { type QueryContext } from '../queries/query-scope.js';
import { type ResolvedQuery } from '../queries/resolved-query.js';
import { expectColumn, makeQueries, termColumns } from './recursive-queries.js';
import { madeBase, type RecursiveQuery } from './recursive-terms.js';

/** The queries of WITH RECURSIVE, for what is behind them: each may name all others, and itself. */
export function recursiveClause(clause: WithClauseNode, context: QueryContext): QueryContext {
  const queries = new Map(context.queries);
  const inner = { ...context, queries };
  const own = { ...inner, outer: undefined };
  makeQueries(clause, queries, {
    plain: ({ query }) => ({ ...resolveQuery(query, own), withQuery: query }),
    recursive: (node, query, open) => recursion(node.query, query, own, open),
  });
  return inner;
}

/** The rows of a recursive query, whose base term decides on the columns. */
function recursion(
  withQuery: QueryNode,
  query: RecursiveQuery,
  around: QueryContext,
  open: (self: () => ResolvedQuery) => void,
): ResolvedQuery {
  const { clause, term } = query;
  const context = clause ? withClause(clause, around) : around;
  const first = madeBase(query, {
    query: (node) => resolveQuery(node, context),
    union: (node, operands) => setOperation(node, context, false, operands),
    pipe: (node, operators) => resolvePipe(node, context, operators),
  });
  const columns = first.columns.map(({ name, node, value }) => ({
    name,
    node,
    value: { type: definiteType(value.type) },
  }));
  const rows = { ...first, columns, withQuery };
  open(() => rows);
  const next = resolveQuery(term, context);
  if (first.isPartial || next.isPartial) return rows;
  const places = termColumns(query, first, next);
  context.resolution.terms.note(term, places);
  places.forEach((place, index) => {
    const [column, type] = [next.columns[place], columns[index]?.value.type];
    if (column && type) expectColumn({ type: column.value.type }, type, index, column.node);
  });
  return rows;
}
