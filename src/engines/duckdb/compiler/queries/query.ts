import { type QueryBody, type QueryNode, type WithClauseNode } from '../../../../googlesql/ast/nodes.js';
import { type CompiledQuery } from '../compiler.js';
import { ordered } from './order.js';
import { compilePipe } from '../pipes/pipe.js';
import { wholeRelation } from '../pipes/whole-relation.js';
import { compileFrom } from './from.js';
import { type QueryContext } from '../names/scope.js';
import { recursiveClause } from '../recursion/recursive-clause.js';
import { compileSelect } from './select.js';
import { setOperation } from './set-operation.js';
import { joinSql, SQL, type Sql } from '../sql-tree/sql.js';
import { readable } from './outputs.js';

/** Compiles a query, with its WITH clause. */
export function compileQuery(node: QueryNode, context: QueryContext, isValue = false): CompiledQuery {
  if (!node.with) return compileBody(node.body, context, isValue);
  const { inner, sql } = withClause(node.with, context);
  const query = compileBody(node.body, inner, isValue);
  return { ...query, sql: SQL`WITH ${sql} ${plain(node.body, query, context)}` };
}

/** A query to stand behind a WITH: DuckDB does not parse a WITH right behind another one. */
function plain({ type }: QueryBody, { sql }: CompiledQuery, context: QueryContext): Sql {
  const isPlain = type === 'Select' || type === 'SetOperation';
  return isPlain ? sql : SQL`SELECT * FROM (${sql}) AS ${context.aliases.next('q')}`;
}

function compileBody(body: QueryBody, context: QueryContext, isValue: boolean): CompiledQuery {
  switch (body.type) {
    case 'Select':
      return compileSelect(body, context, isValue);
    case 'SetOperation':
      return setOperation(body, context, isValue);
    case 'BracketedQuery':
      return ordered(body, compileQuery(body.query, context, isValue), context);
    case 'Pipe':
      return compilePipe(body, context);
    case 'FromQuery':
      return wholeRelation(compileFrom(body.item, context), body, context);
  }
}

/** The queries of a WITH clause: the names for the query behind it, and their SQL. They see no rows around them. */
export function withClause(clause: WithClauseNode, context: QueryContext): { inner: QueryContext; sql: Sql } {
  if (clause.isRecursive) return recursiveClause(clause, context);
  const queries = new Map(context.queries);
  const seen = { ...context, queries, outer: undefined };
  const parts = clause.queries.map(({ name, query }) => {
    const body = compileQuery(query, seen);
    const alias = context.aliases.next(name);
    queries.set(name.toLowerCase(), readable(alias, body));
    return SQL`${alias} AS (${body.sql})`;
  });
  return { inner: { ...context, queries }, sql: joinSql(parts, ', ') };
}
