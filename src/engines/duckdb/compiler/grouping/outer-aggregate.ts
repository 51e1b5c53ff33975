import { unsupportedAt } from '../dialect-error.js';
import { type Expression } from '../expression.js';
import { type FunctionCall } from '../rule.js';
import { Scope } from '../names/scope.js';

/**
 * Compiles an aggregate function, unless it is over columns of a query around alone: GoogleSQL takes it for one of the query that it stands
 * in, DuckDB for one of the query around.
 */
export function compileAggregate(call: FunctionCall, compile: (call: FunctionCall) => Expression): Expression {
  const scopes = chain(call.scope);
  const before = scopes.map((scope) => scope.used);
  for (const scope of scopes) scope.used = false;
  const expression = compile(call);
  const [isInner, ...isOuter] = scopes.map((scope) => scope.used);
  scopes.forEach((scope, index) => (scope.used ||= before[index] ?? false));
  if (isInner || !isOuter.includes(true)) return expression;
  throw unsupportedAt(call.node, `${call.name} over columns of the query around alone`);
}

function chain(scope: Scope): Scope[] {
  return scope.parent ? [scope, ...chain(scope.parent)] : [scope];
}

/** The names of this scope once more, to tell whether an expression has used any of them. */
export function probe({ context, variables, parent, merged }: Scope): Scope {
  return new Scope(context, variables, { parent, merged });
}
