import { type CallNode, type ExpressionNode, type QueryNode } from '../../ast/nodes.js';
import { partsOf, type TreeNode } from '../../ast/parts.js';
import { queryIn } from '../aggregation.js';
import { AGGREGATE_NAMES, CATALOGUE } from '../../functions/catalogue.js';
import { type TypedValue } from '../../types/coercion.js';
import { errorAt } from '../dialect-error.js';
import { ExpressionForms } from '../expression-forms.js';
import { Call } from '../functions/call.js';
import { callValue } from '../functions/call-value.js';
import { expectExtremeKey } from '../functions/clauses.js';
import { type Meaning } from '../names/name-scope.js';
import { refuseWindowAlias } from '../names/select-aliases.js';
import { resolveWindow } from '../windows/windows.js';
import { INT64 } from '../../types/types.js';
import { valueAs } from '../expressions/expression-scope.js';
import { OPEN } from '../open.js';
import { QueryScope } from './query-scope.js';

/** Refuses keys that order the values of DISTINCT by anything else than these. */
function expectOwnOrder({ name, node, args }: Call, scope: QueryScope): void {
  const read = new Set<Meaning['value']>();
  const forms = new ExpressionForms({
    of: (part) => {
      const found = scope.lookup(part.name, part, { isQuestion: true });
      if (!found) return [];
      read.add(found.value);
      return [found.value];
    },
  });
  const other = node.orderBy?.items.find(({ key }) => !args.some((arg) => forms.of(arg) === forms.of(key)));
  // Nothing is certain of a name that may mean any column.
  if (!other || read.has(OPEN)) return;
  const remedy = 'make the values distinct in a WITH query first';
  throw errorAt(other.key, `${name}(DISTINCT …) can be ordered by its own value alone; ${remedy}`);
}

/** Resolves a part of a call, whatever its value. */
export function resolvePart(node: TreeNode, scope: QueryScope): void {
  if (WRAPPERS.has(node.type)) for (const part of partsOf(node)) resolvePart(part, scope);
  else if (node.type !== 'Star') scope.value(node as ExpressionNode);
}

/** Parts of calls that have values, and none themselves. */
const WRAPPERS: ReadonlySet<TreeNode['type']> = new Set(['NamedArgument', 'CastOperand', 'ExtractOperand']);

/** Resolves the call of a function; the arguments of an aggregate function do not see the SELECT list's aliases. */
export function resolveCall(node: CallNode, scope: QueryScope): TypedValue {
  const { name, args, over } = node;
  const inner = AGGREGATE_NAMES.has(name) && !over ? scope.aggregated : scope;
  const call = new Call(node, inner);
  const columns = (query: QueryNode) => inner.columns(query);
  expectExtremeKey(call);
  if (node.limit) valueAs(node.limit.count, INT64, QueryScope.ofNothing(scope.context));
  if (scope.context.isLenient && !CATALOGUE.has(name)) {
    for (const part of partsOf(node)) resolvePart(part, inner);
    return OPEN;
  }
  if (scope.context.isLenient && name !== 'ARRAY' && name !== 'EXISTS') {
    // Rules pass over some parts, and whoever follows the queries in them needs facts about all.
    for (const part of partsOf(node)) if (part.type === 'Query' || queryIn(part)) resolvePart(part, inner);
  }
  if (!over) {
    const value = callValue(call, { columns });
    if (node.distinct) expectOwnOrder(call, inner);
    return value;
  }
  for (const arg of args) refuseWindowAlias(arg, scope, name);
  const window = resolveWindow(over, scope);
  scope.context.resolution.windows.note(over, window);
  const { keys, frame } = window;
  return callValue(call, { columns, window: { isOrdered: keys.length > 0, isFramed: frame !== undefined } });
}
