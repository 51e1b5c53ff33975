import { type QueryBody, type QueryNode } from '../../../../googlesql/ast/expression-node.js';
import { type WithClauseNode } from '../../../../googlesql/ast/query-node.js';
import { type CompiledQuery, type OutputColumn } from '../compiler.js';
import { errorAt } from '../dialect-error.js';
import { type Ending, limited, orderByOutput } from './order.js';
import { keyOfColumns, type OutputKey } from '../names/output-scope.js';
import { compilePipe } from '../pipes/pipe.js';
import { wholeRelation } from '../pipes/pipe-set-operation.js';
import { compileFrom } from './from.js';
import { type QueryContext, type Scope, type Source } from '../names/scope.js';
import { recursiveClause } from '../recursion/recursive-clause.js';
import { compileSelect } from './select.js';
import { setOperation } from './set-operation.js';
import { definiteType } from '../../../../googlesql/types/types.js';
import { joinSql, nonEmpty, SQL, type Sql } from '../sql-tree/sql.js';

/** Compiles a query, with its WITH clause. */
export function compileQuery(
  node: QueryNode,
  context: QueryContext,
  outer: Scope | undefined,
  isValue = false,
): CompiledQuery {
  if (!node.with) return compileBody(node.body, context, outer, isValue);
  const { inner, sql } = withClause(node.with, context);
  const query = compileBody(node.body, inner, outer, isValue);
  return { ...query, sql: SQL`WITH ${sql} ${plain(node.body, query, context)}` };
}

/** A query to stand behind a WITH: DuckDB does not parse a WITH right behind another one. */
function plain({ type }: QueryBody, { sql }: CompiledQuery, context: QueryContext): Sql {
  const isPlain = type === 'Select' || type === 'SetOperation';
  return isPlain ? sql : SQL`SELECT * FROM (${sql}) AS ${context.aliases.next('q')}`;
}

function compileBody(
  body: QueryBody,
  context: QueryContext,
  outer: Scope | undefined,
  isValue: boolean,
): CompiledQuery {
  switch (body.type) {
    case 'Select':
      return compileSelect(body, context, outer, isValue);
    case 'SetOperation':
      return setOperation(body, context, outer, isValue);
    case 'BracketedQuery': {
      const query = compileQuery(body.query, context, outer, isValue);
      return ordered(body, query, context, keyOfColumns(query, context, outer));
    }
    case 'Pipe':
      return compilePipe(body, context, outer);
    case 'FromQuery':
      return wholeRelation(compileFrom(body.item, context, outer), body);
  }
}

/** ORDER BY and LIMIT around a whole query. */
export function ordered(ending: Ending, query: CompiledQuery, context: QueryContext, keyOf: OutputKey): CompiledQuery {
  const { orderBy, limit } = ending;
  if (!orderBy && !limit) return query;
  const alias = context.aliases.next('q');
  const order = orderByOutput(orderBy, query.columns, alias, keyOf);
  const parts = [SQL`SELECT * FROM`, SQL`(${query.sql}) AS ${alias}`, order];
  const sql = limited(joinSql(nonEmpty(parts), ' '), ending, context);
  return { ...query, columns: query.columns.map(settle), sql };
}

/** A column behind DISTINCT, ORDER BY or LIMIT: a literal there has its own type. */
export function settle({ name, type, output, node }: OutputColumn): OutputColumn {
  return { name, type, output, node };
}

/** The queries of a WITH clause: the names for the query behind it, and their SQL. They see no rows around them. */
export function withClause(clause: WithClauseNode, context: QueryContext): { inner: QueryContext; sql: Sql } {
  if (clause.isRecursive) return recursiveClause(clause, context);
  const queries = new Map(context.queries);
  const names = new Set<string>();
  const parts = clause.queries.map((query) => {
    const { name } = query;
    if (names.has(name.toLowerCase())) throw errorAt(query, `two WITH queries are named "${name}"`);
    names.add(name.toLowerCase());
    const body = compileQuery(query.query, { ...context, queries }, undefined);
    const alias = context.aliases.next(name);
    queries.set(name.toLowerCase(), readable(alias, body));
    return SQL`${alias} AS (${body.sql})`;
  });
  return { inner: { ...context, queries }, sql: joinSql(parts, ', ') };
}

/** A query as a source; nameless columns cannot be named. */
export function readable(sql: Sql, query: CompiledQuery): Source {
  return {
    sql,
    columns: query.columns.map((column) => ({ ...column, name: column.name ?? '', type: definiteType(column.type) })),
    ...(query.isValueTable && { isValueTable: true }),
  };
}
