import { type WithClauseNode, type WithQueryNode } from '../../../../googlesql/ast/nodes.js';
import { byName } from '../../../../googlesql/tokens/by-name.js';
import { errorAt, unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { compileQuery } from '../queries/query.js';
import { compileRecursion, recursiveQuery } from './recursive-query.js';
import { selfReferences } from '../../../../googlesql/resolver/recursive-reference.js';
import { type QueryContext } from '../names/scope.js';
import { type Source } from '../names/tables.js';
import { joinSql, SQL, type Sql } from '../sql-tree/sql.js';
import { readable } from '../queries/outputs.js';

/** The queries of WITH RECURSIVE: each may name all others, and itself. */
export function recursiveClause(clause: WithClauseNode, context: QueryContext): { inner: QueryContext; sql: Sql } {
  const queries = new Map(context.queries);
  const inner = { ...context, queries };
  const parts: Sql[] = [];
  const own = clause.queries.map((node) => new DeferredQuery(node, { ...inner, outer: undefined }, parts));
  const twin = clause.queries.find((each) => byName(clause.queries, each.name)[0] !== each);
  if (twin) throw errorAt(twin, `two WITH queries are named "${twin.name}"`);
  for (const query of own) queries.set(query.name.toLowerCase(), () => query.read());
  for (const query of own) queries.set(query.name.toLowerCase(), query.table());
  return { inner, sql: joinSql(parts, ', ') };
}

/** A query that is compiled when one that names it needs to know its columns. */
class DeferredQuery {
  readonly name: string;
  private isOpen = false;
  private compiled: Source | undefined;
  /** Query as its own recursive term sees it; `selfReads` counts how often that has read it. */
  private self: Source | undefined;
  private selfReads = 0;

  constructor(
    readonly node: WithQueryNode,
    private readonly context: QueryContext,
    /** SQL of each query, behind those that it reads. */
    private readonly parts: Sql[],
  ) {
    this.name = node.name;
  }

  /** Returns the query as FROM reads it. */
  read(): Source {
    if (this.self) this.selfReads += 1;
    return this.table();
  }

  table(): Source {
    const known = this.compiled ?? this.self;
    if (known) return known;
    if (this.isOpen)
      throw errorAt(this.node, `"${this.name}" is read by what it reads itself; only its recursive term may name it`);
    this.isOpen = true;
    const query = this.compile();
    const alias = this.context.aliases.next(this.name);
    this.parts.push(SQL`${alias} AS (${query.sql})`);
    this.compiled = readable(alias, query);
    return this.compiled;
  }

  private compile() {
    const body = this.node.query;
    const name = this.name.toLowerCase();
    if (selfReferences([body], name).length === 0) return compileQuery(body, this.context);
    const recursion = recursiveQuery(body);
    const [inBase] = selfReferences(recursion.base, name);
    if (inBase) throw errorAt(inBase.node, `the base term cannot read "${this.name}"; only the recursive term can`);
    const [reference, second] = selfReferences([recursion.term], name);
    if (second) throw errorAt(second.node, `the recursive term can read "${this.name}" only once`);
    if (reference?.obstacle !== undefined) {
      throw errorAt(reference.node, `"${this.name}" cannot be read by its own recursive term in ${reference.obstacle}`);
    }
    const query = compileRecursion(recursion, this.context, (self) => {
      this.self = self;
    });
    this.self = undefined;
    if (this.selfReads !== 1) throw unsupportedAt(this.node, `the way in which "${this.name}" names itself`);
    return query;
  }
}
