import { refuseAggregate, windowIn } from '../grouping/aggregation.js';
import { type CstNode } from '../cst.js';
import { type Expression } from '../expression.js';
import { compileExpression } from '../expressions/expressions.js';
import { compileFrom, joinWith } from '../queries/from.js';
import { refuseLiteralKey, withoutBrackets } from '../literals/literal-key.js';
import { limitClause, orderItems, orderKey, outputColumn } from '../queries/order.js';
import { asserted } from './pipe-assert.js';
import { pipeAggregate } from './pipe-aggregate.js';
import { narrowed, renamed, updated } from './pipe-changes.js';
import { guardedCondition } from '../sandbox/fallible.js';
import { distinct, extended, GROUPLESS, named, selected } from './pipe-columns.js';
import { pivoted } from '../pivot/pivot.js';
import { pipeSetOperation, wholeRelation } from './pipe-set-operation.js';
import { type CompiledQuery, compileQuery, readable, withClause } from '../queries/query.js';
import { rebind } from '../names/rebind.js';
import { relation, type Relation } from '../names/relation.js';
import { type QueryContext, Scope } from '../names/scope.js';
import { wholeColumns } from '../names/star.js';
import { unpivoted } from '../pivot/unpivot.js';

/** What has come through a pipe, and the WITH queries that its operators have brought. */
interface Piped {
  readonly rows: Relation;
  readonly context: QueryContext;
  readonly queries: readonly string[];
}

/** `FROM t |> …`: each operator reads from the one before it, as from a derived table. */
export function compilePipe(node: CstNode, context: QueryContext, outer: Scope | undefined): CompiledQuery {
  const { rows, queries } = piped(node, context, outer);
  const query = wholeRelation(rows, node);
  return queries.length === 0 ? query : { ...query, sql: `WITH ${queries.join(', ')} ${query.sql}` };
}

function piped(node: CstNode, context: QueryContext, outer: Scope | undefined): Piped {
  if (node.type === 'FromStatement') return { rows: compileFrom(node, context, outer), context, queries: [] };
  if (node.type !== 'PipeStatement') {
    const query = compileQuery(node, context, outer);
    return { rows: relation(readable(`(${query.sql})`, query), undefined, context), context, queries: [] };
  }
  node.only('left', 'right');
  const before = piped(node.need('left'), context, outer);
  const operator = node.need('right');
  if (operator.type !== 'WithPipeOperator') {
    return { ...before, rows: operated(before.rows, operator, before.context, outer) };
  }
  const { inner, sql } = withClause(operator, before.context);
  return { rows: before.rows, context: inner, queries: [...before.queries, sql] };
}

function operated(left: Relation, node: CstNode, context: QueryContext, outer: Scope | undefined): Relation {
  const scope = new Scope(context, left.variables, { parent: outer, merged: left.merged });
  context.budget.spend(
    node,
    left.variables.reduce((count, { columns }) => count + columns.length, 0),
  );
  switch (node.keyword) {
    case 'WHERE':
      return filtered(left, node, scope);
    case 'SELECT':
      return selected(left, node, scope);
    case 'EXTEND':
      return extended(left, node, scope);
    case 'SET':
      return updated(left, node, scope);
    case 'DROP':
      return narrowed(left, node, scope);
    case 'RENAME':
      return renamed(left, node, scope);
    case 'DISTINCT':
      return distinct(left, node, scope);
    case 'AS':
      return named(left, node, scope);
    case 'AGGREGATE':
      return pipeAggregate(left, node, scope);
    case 'ASSERT':
      return asserted(left, node, scope);
    case 'ORDER':
      return sorted(left, node, scope);
    case 'LIMIT':
      return limited(left, node, scope);
    case 'JOIN':
      return joined(left, node, context, outer);
    case 'PIVOT':
      return pivoted(left, node, context, outer);
    case 'UNPIVOT':
      return unpivoted(left, node, context);
    case 'UNION':
    case 'INTERSECT':
    case 'EXCEPT':
      return pipeSetOperation(left, node, context, outer);
    default:
      throw node.unsupported(`|> ${node.keyword}`);
  }
}

/** There is no QUALIFY in a pipe: WHERE takes window functions as well. */
function filtered(left: Relation, node: CstNode, scope: Scope): Relation {
  node.only('exprs');
  const [condition, second] = node.list('exprs');
  if (!condition || second) throw node.error('WHERE takes one condition');
  refuseAggregate(condition, GROUPLESS);
  const clause = windowIn(condition) ? 'QUALIFY' : 'WHERE';
  return around(left, `${clause} ${guardedCondition(condition, scope)}`, scope);
}

function sorted(left: Relation, node: CstNode, scope: Scope): Relation {
  node.only('exprs', 'keywords');
  const keys = orderItems(node.claim('keywords')).map((item) => {
    refuseAggregate(item, GROUPLESS);
    const { sql, type } = sortedColumn(item, left) ?? compileExpression(item, scope);
    return orderKey(item, sql, type);
  });
  return around(left, `ORDER BY ${keys.join(', ')}`, scope);
}

/** The column that a number stands for. */
function sortedColumn(item: CstNode, left: Relation): Expression | undefined {
  if (withoutBrackets(item).type !== 'NumericLiteral') {
    refuseLiteralKey(item);
    return undefined;
  }
  const column = outputColumn(item, wholeColumns(left.variables, left.merged, item));
  item.only();
  return column?.expression;
}

function limited(left: Relation, node: CstNode, scope: Scope): Relation {
  return around(left, limitClause(node, scope.context), scope);
}

/** The same columns and names, of fewer rows or of rows in another order. */
function around(left: Relation, clause: string, scope: Scope): Relation {
  const alias = scope.context.aliases.next('pipe');
  const { columns, ...names } = rebind(left, alias);
  return { sql: `(SELECT ${columns.join(', ') || '1'} FROM ${left.sql} ${clause}) AS ${alias}`, ...names };
}

function joined(left: Relation, node: CstNode, context: QueryContext, outer: Scope | undefined): Relation {
  node.only('method', 'outer', 'exprs', 'on', 'using');
  const [right, second] = node.list('exprs');
  if (!right || second) throw node.error('JOIN takes one item');
  return joinWith(node, node.child('method')?.keyword ?? 'INNER', left, right, context, outer);
}
