import { expectLimit } from '../queries/order.js';
import { type PipeNode, type PipeOperatorNode, type QueryNode } from '../../ast/nodes.js';
import { BOOL } from '../../types/types.js';
import { refuseAggregate } from '../aggregation.js';
import { expectType } from '../expressions/expected-type.js';
import { pivoted } from '../pivot/pivot.js';
import { unpivoted } from '../pivot/unpivot.js';
import { joinWith, resolveFrom } from '../queries/from.js';
import { derived } from '../queries/outputs.js';
import { resolveQuery, withClause } from '../queries/query.js';
import { type QueryContext, QueryScope } from '../queries/query-scope.js';
import { type ResolvedQuery } from '../queries/resolved-query.js';
import { united } from '../queries/set-operation.js';
import { type Rows } from '../names/rows.js';
import { refuseUnordered } from '../sort-key.js';
import { refuseMixedRows } from '../value-table.js';
import { aggregated, changed, distinct, extended, named, selected } from './pipe-columns.js';
import { GROUPLESS, refuseSummariesInAssert } from './pipe-refusals.js';
import { numberedColumn, wholeQuery } from './whole-rows.js';

/** The rows that have come through a pipe, and the context with the WITH queries of its operators. */
interface Piped {
  readonly rows: Rows;
  readonly context: QueryContext;
}

/** `FROM t |> …`: each operator reads from the one before it. @param operators those to read, all by default */
export function resolvePipe(node: PipeNode, context: QueryContext, operators = node.operators): ResolvedQuery {
  const { rows } = operators.reduce<Piped>(piped, { rows: inputOf(node.input, context), context });
  return wholeQuery(rows, node, context);
}

/** The input of a pipe. The items of a FROM can be named behind it; of any other query only the columns. */
function inputOf(input: QueryNode, context: QueryContext): Rows {
  const { body } = input;
  if (body.type === 'FromQuery' && !input.with) return resolveFrom(body.item, context);
  return derived(resolveQuery(input, context), undefined);
}

function piped({ rows, context }: Piped, operator: PipeOperatorNode): Piped {
  if (operator.type === 'PipeWith') return { rows, context: withClause(operator.clause, context) };
  const scope = new QueryScope(context, rows.variables, { merged: rows.merged });
  return { rows: operated(rows, operator, scope), context };
}

type Operator = Exclude<PipeOperatorNode, { readonly type: 'PipeWith' }>;

function operated(left: Rows, node: Operator, scope: QueryScope): Rows {
  const { context } = scope;
  switch (node.type) {
    case 'PipeSelect':
      return selected(node, scope);
    case 'PipeExtend':
      return extended(left, node, scope);
    case 'PipeSet':
    case 'PipeDrop':
    case 'PipeRename':
      return changed(left, node, scope);
    case 'PipeDistinct':
      return distinct(left, node, context);
    case 'PipeAs':
      return named(left, node, context);
    case 'PipeAggregate':
      return aggregated(node, scope);
    case 'PipeJoin':
      return joinWith(node.clause, left, context);
    case 'PipePivot':
      return pivoted(left, node.clause, context);
    case 'PipeUnpivot':
      return unpivoted(left, node.clause, context);
    case 'PipeSetOperation': {
      const others = node.queries.map((query) => resolveQuery(query, context));
      const queries = [wholeQuery(left, node, context), ...others];
      refuseMixedRows(queries, node);
      return derived(united(queries, node, context), undefined);
    }
    default:
      checkRows(left, node, scope);
      return left;
  }
}

type RowOperator = Extract<Operator, { readonly type: 'PipeWhere' | 'PipeAssert' | 'PipeOrderBy' | 'PipeLimit' }>;

/** Checks an operator that leaves the columns of rows as they are. */
function checkRows(left: Rows, node: RowOperator, scope: QueryScope): void {
  switch (node.type) {
    case 'PipeWhere': {
      const { condition } = node.clause;
      refuseAggregate(condition, GROUPLESS);
      expectType(scope.value(condition), BOOL, condition);
      break;
    }
    case 'PipeAssert':
      refuseSummariesInAssert(node);
      node.payload.forEach((item) => scope.value(item));
      expectType(scope.value(node.condition), BOOL, node.condition);
      break;
    case 'PipeOrderBy':
      for (const { key } of node.clause.items) {
        refuseAggregate(key, GROUPLESS);
        refuseUnordered(key, (numberedColumn(key, left, scope.context) ?? scope.value(key)).type);
      }
      break;
    case 'PipeLimit':
      expectLimit(node.clause, scope.context);
  }
}
