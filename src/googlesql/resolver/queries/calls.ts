import { type CallNode } from '../../ast/nodes.js';
import { AGGREGATE_NAMES } from '../../functions/catalogue.js';
import { type TypedValue } from '../../types/coercion.js';
import { callValue } from '../functions/call-value.js';
import { expectExtremeKey } from '../functions/clauses.js';
import { refuseWindowAlias } from '../names/select-aliases.js';
import { resolveWindow } from '../windows/windows.js';
import { INT64 } from '../../types/types.js';
import { valueAs } from '../expressions/expression-scope.js';
import { QueryScope } from './query-scope.js';

/** Resolves the call of a function; the arguments of an aggregate function do not see the SELECT list's aliases. */
export function resolveCall(node: CallNode, scope: QueryScope): TypedValue {
  const { name, args, over } = node;
  const inner = AGGREGATE_NAMES.has(name) && !over ? scope.aggregated : scope;
  const typed = {
    node,
    args: [],
    names: inner,
    value: inner.value.bind(inner),
    columns: inner.columns.bind(inner),
  };
  expectExtremeKey(node, typed.value);
  if (node.limit) valueAs(node.limit.count, INT64, QueryScope.ofNothing(scope.context));
  if (!over) return callValue(typed);
  for (const arg of args) refuseWindowAlias(arg, scope, name);
  const { keys, frame } = resolveWindow(over, scope);
  return callValue({ ...typed, window: { isOrdered: keys.length > 0, isFramed: frame !== undefined } });
}
