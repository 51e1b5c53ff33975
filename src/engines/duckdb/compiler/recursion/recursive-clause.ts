import { type WithClauseNode } from '../../../../googlesql/ast/nodes.js';
import { unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { makeQueries } from '../../../../googlesql/resolver/recursion/recursive-queries.js';
import { type CompiledQuery } from '../compiler.js';
import { compileQuery } from '../queries/query.js';
import { compileRecursion } from './recursive-query.js';
import { type QueryContext } from '../names/scope.js';
import { type Source, sourceOf, type WithQuery } from '../names/tables.js';
import { joinSql, SQL, type Sql } from '../sql-tree/sql.js';
import { readable } from '../queries/outputs.js';

/** The queries of WITH RECURSIVE: each may name all others, and itself. */
export function recursiveClause(clause: WithClauseNode, context: QueryContext): { inner: QueryContext; sql: Sql } {
  const queries = new Map<string, WithQuery>(context.queries);
  const inner = { ...context, queries };
  const own = { ...inner, outer: undefined };
  // SQL of each query, behind those that it reads.
  const parts: Sql[] = [];
  const source = (name: string, query: CompiledQuery): Source => {
    const alias = context.aliases.next(name);
    parts.push(SQL`${alias} AS (${query.sql})`);
    return readable(alias, query);
  };
  makeQueries<Source>(clause, queries, {
    plain: ({ name, query }) => source(name, compileQuery(query, own)),
    recursive: (node, query, open) => {
      let reads = 0;
      const compiled = compileRecursion(query, own, (self) => {
        open(() => {
          reads += 1;
          return self;
        });
      });
      if (reads !== 1) throw unsupportedAt(node, `the way in which "${node.name}" names itself`);
      return source(node.name, compiled);
    },
  });
  // Those around may still be open.
  for (const name of clause.queries.map((query) => query.name.toLowerCase())) {
    const query = queries.get(name);
    if (query) queries.set(name, sourceOf(query));
  }
  return { inner, sql: joinSql(parts, ', ') };
}
