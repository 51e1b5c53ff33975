import { type QueryBody, type QueryNode, type WithClauseNode } from '../../ast/nodes.js';
import { resolvePipe } from '../pipes/pipe.js';
import { wholeQuery } from '../pipes/whole-rows.js';
import { recursiveClause } from '../recursion/recursive-clause.js';
import { errorAt } from '../dialect-error.js';
import { resolveFrom } from './from.js';
import { ordered } from './order.js';
import { type QueryContext } from './query-scope.js';
import { type ResolvedQuery } from './resolved-query.js';
import { resolveSelect } from './select.js';
import { setOperation } from './set-operation.js';

/**
 * Resolves a query, with its WITH clause.
 *
 * @param isValue whether SELECT AS STRUCT is one column, of which the value is wanted
 * @throws DialectError for names that mean nothing, and for types that do not go together
 */
export function resolveQuery(node: QueryNode, context: QueryContext, isValue = false): ResolvedQuery {
  return resolveBody(node.body, node.with ? withClause(node.with, context) : context, isValue);
}

function resolveBody(body: QueryBody, context: QueryContext, isValue: boolean): ResolvedQuery {
  switch (body.type) {
    case 'Select':
      return resolveSelect(body, context, isValue);
    case 'SetOperation':
      return setOperation(body, context, isValue);
    case 'BracketedQuery':
      return ordered(body, resolveQuery(body.query, context, isValue), context);
    case 'Pipe':
      return resolvePipe(body, context);
    case 'FromQuery':
      return wholeQuery(resolveFrom(body.item, context), body, context);
  }
}

/** The names behind a WITH clause. Its queries see no rows around them. */
export function withClause(clause: WithClauseNode, context: QueryContext): QueryContext {
  if (clause.isRecursive) return recursiveClause(clause, context);
  const queries = new Map(context.queries);
  const seen = { ...context, queries, outer: undefined };
  const names = new Set<string>();
  for (const each of clause.queries) {
    const name = each.name.toLowerCase();
    if (names.has(name)) throw errorAt(each, `two WITH queries are named "${each.name}"`);
    names.add(name);
    const found = { ...resolveQuery(each.query, seen), withQuery: each.query };
    queries.set(name, () => found);
  }
  return { ...context, queries };
}
