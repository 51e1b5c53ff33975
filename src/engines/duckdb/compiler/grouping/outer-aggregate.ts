import { unsupportedAt } from '../dialect-error.js';
import { type Expression } from '../expression.js';
import { type FunctionCall } from '../rule.js';
import { type Scope } from '../names/scope.js';

/**
 * Refuses an aggregate function over columns of a query around alone: GoogleSQL takes it for one of the query that it stands in, DuckDB
 * for one of the query around.
 */
export function refuseOuterAggregate({ node, name, scope }: FunctionCall, { sql }: Expression): void {
  if (!scope.isReadBy(sql) && scopesAround(scope).some((outer) => outer.isReadBy(sql))) {
    throw unsupportedAt(node, `${name} over columns of the query around alone`);
  }
}

function scopesAround({ parent }: Scope): Scope[] {
  return parent ? [parent, ...scopesAround(parent)] : [];
}
