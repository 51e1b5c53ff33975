import { windowIn } from '../../../../googlesql/resolver/aggregation.js';
import {
  type ExpressionNode,
  type QueryNode,
  type OrderByNode,
  type PipeNode,
  type PipeOperatorNode,
  type PipeAssertNode,
  type PipeSetOperationNode,
} from '../../../../googlesql/ast/nodes.js';
import { partsOf } from '../../../../googlesql/ast/parts.js';
import { coerce } from '../expression.js';
import { compileFrom, joinWith } from '../queries/from.js';
import { limitClause, orderBySql } from '../queries/order.js';
import { withRandomColumns } from '../queries/random-columns.js';
import { pipeAggregate } from './pipe-aggregate.js';
import { changed } from './pipe-changes.js';
import { guardedCondition } from '../sandbox/fallible.js';
import { distinct, extended, named, selected } from './pipe-columns.js';
import { pivoted } from '../pivot/pivot.js';
import { united } from '../queries/set-operation.js';
import { wholeRelation } from './whole-relation.js';
import { type CompiledQuery } from '../compiler.js';
import { compileQuery, withClause } from '../queries/query.js';
import { derivedTable, rebind } from '../names/rebind.js';
import { derived, type Relation } from '../names/relation.js';
import { columnAt, type QueryContext, Scope } from '../names/scope.js';
import { unpivoted } from '../pivot/unpivot.js';
import { joinSql, SQL, type Sql, textSql } from '../sql-tree/sql.js';
import { formattedText } from '../functions/texts/format.js';
import { STRING } from '../../../../googlesql/types/types.js';

/** The rows that have come through a pipe, and the WITH queries of its operators. */
interface Piped {
  readonly rows: Relation;
  readonly context: QueryContext;
  readonly queries: readonly Sql[];
}

/** `FROM t |> …`: each operator reads from the one before it, as from a derived table. @param operators those to read, all by default */
export function compilePipe(node: PipeNode, context: QueryContext, operators = node.operators): CompiledQuery {
  const { rows, queries } = operators.reduce<Piped>(piped, {
    rows: inputOf(node.input, context),
    context,
    queries: [],
  });
  const query = wholeRelation(rows, node, context);
  return queries.length === 0 ? query : { ...query, sql: SQL`WITH ${joinSql(queries, ', ')} ${query.sql}` };
}

/** The input of a pipe. The items of a FROM can be named behind it; of any other query only the columns. */
function inputOf(input: QueryNode, context: QueryContext): Relation {
  const { body } = input;
  if (body.type === 'FromQuery' && !input.with) return compileFrom(body.item, context);
  return derived(compileQuery(input, context), undefined, context);
}

function piped(before: Piped, operator: PipeOperatorNode): Piped {
  const { rows, context, queries } = before;
  if (operator.type !== 'PipeWith') return { ...before, rows: operated(rows, operator, context) };
  const { inner, sql } = withClause(operator.clause, context);
  return { rows, context: inner, queries: [...queries, sql] };
}

type Operator = Exclude<PipeOperatorNode, { readonly type: 'PipeWith' }>;
type Operate<Node> = (left: Relation, node: Node, scope: Scope) => Relation;

const OPERATORS: { readonly [Type in Operator['type']]: Operate<Extract<Operator, { readonly type: Type }>> } = {
  PipeWhere: (left, { clause }, scope) => filtered(left, clause.condition, scope),
  PipeSelect: selected,
  PipeExtend: extended,
  PipeSet: changed,
  PipeDrop: changed,
  PipeRename: changed,
  PipeDistinct: distinct,
  PipeAs: named,
  PipeAggregate: pipeAggregate,
  PipeAssert: asserted,
  PipeOrderBy: (left, { clause }, scope) => sorted(left, clause, scope),
  PipeLimit: (left, { clause }, scope) => around(left, limitClause(clause, scope.context), scope),
  PipeJoin: (left, { clause }, { context }) => joinWith(clause, left, context),
  PipePivot: (left, { clause }, { context }) => pivoted(left, clause, context),
  PipeUnpivot: (left, { clause }, { context }) => unpivoted(left, clause, context),
  PipeSetOperation: (left, node, { context }) => pipeSetOperation(left, node, context),
};

function operated(left: Relation, node: Operator, context: QueryContext): Relation {
  // A pair of a join is no row yet, and PIVOT leaves no other columns.
  const parts = node.type === 'PipeJoin' || node.type === 'PipePivot' ? [] : partsOf(node);
  const { rows, context: inner } = withRandomColumns(left, parts, context);
  const scope = new Scope(inner, rows.variables, { merged: rows.merged });
  const columns = left.variables.reduce((count, variable) => count + variable.columns.length, 0);
  context.budget.spend(node, columns);
  return (OPERATORS[node.type] as Operate<Operator>)(rows, node, scope);
}

/** `|> UNION ALL (…), (…)` and its kin. */
function pipeSetOperation(left: Relation, node: PipeSetOperationNode, context: QueryContext): Relation {
  const others = node.queries.map((query) => compileQuery(query, context));
  return derived(united([wholeRelation(left, node, context), ...others], node, context), undefined, context);
}

/** WHERE of a pipe, which takes window functions as well: there is no QUALIFY. */
function filtered(left: Relation, condition: ExpressionNode, scope: Scope): Relation {
  const clause = windowIn(condition) ? SQL`QUALIFY` : SQL`WHERE`;
  return around(left, SQL`${clause} ${guardedCondition(condition, scope)}`, scope);
}

function sorted(left: Relation, clause: OrderByNode, scope: Scope): Relation {
  const { numbers } = scope.context.resolution;
  const order = orderBySql(clause, (key) => {
    const place = numbers.find(key);
    return place ? columnAt(left, place) : scope.value(key);
  });
  return around(left, order, scope);
}

/** A derived table with the same columns and names, of fewer rows or of rows in another order. */
function around(left: Relation, clause: Sql, scope: Scope): Relation {
  return derivedTable(left, scope.context.aliases.next('pipe'), [], SQL` ${clause}`);
}

/**
 * `|> ASSERT condition, payload, …`: all rows pass, or the query fails. A window over all of them holds them back until each has been
 * checked; filters, limits and joins further on would keep DuckDB from reading the row that fails.
 */
export function asserted(left: Relation, node: PipeAssertNode, scope: Scope): Relation {
  const { condition, payload } = node;
  const texts = payload.map((item) => payloadText(item, scope));
  if (texts.length === 0) texts.push(textSql(`the condition in line ${condition.line}, column ${condition.column}`));
  const failure = SQL`error(${joinSql([SQL`'Assert failed:'`, ...texts], " || ' ' || ")})`;
  const flag = SQL`CASE WHEN ${scope.condition(condition)} THEN true ELSE ${failure} END AS "asserted"`;
  const { aliases } = scope.context;
  const [checked, alias] = [aliases.next('checked'), aliases.next('pipe')];
  const { columns, ...names } = rebind(left, alias);
  const rows = SQL`(SELECT ${joinSql([...columns, flag], ', ')} FROM ${left.sql}) AS ${checked}`;
  return { ...names, sql: SQL`(SELECT * FROM ${rows} QUALIFY bool_and(${checked}."asserted") OVER ()) AS ${alias}` };
}

function payloadText(item: ExpressionNode, scope: Scope): Sql {
  const value = scope.value(item);
  return SQL`coalesce(${coerce(value, STRING) ?? formattedText(value, item)}, 'NULL')`;
}
