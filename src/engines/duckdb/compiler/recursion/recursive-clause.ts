import { type CstNode } from '../cst.js';
import { identifierText } from '../literals/literals.js';
import { compileQuery, readable } from '../queries/query.js';
import { compileRecursion, recursiveQuery } from './recursive-query.js';
import { selfReferences } from './recursive-reference.js';
import { type QueryContext, type Table } from '../names/scope.js';

/** The queries of WITH RECURSIVE: each may name all others, and itself. */
export function recursiveClause(clause: CstNode, context: QueryContext): { inner: QueryContext; sql: string } {
  const queries = new Map(context.queries);
  const inner = { ...context, queries };
  const parts: string[] = [];
  const own = clause.list('queries').map((node) => new DeferredQuery(node, inner, parts));
  const names = new Set<string>();
  for (const { name, node } of own) {
    if (names.has(name.toLowerCase())) throw node.error(`two WITH queries are named "${name}"`);
    names.add(name.toLowerCase());
  }
  for (const query of own) queries.set(query.name.toLowerCase(), query);
  for (const query of own) queries.set(query.name.toLowerCase(), query.table());
  return { inner, sql: parts.join(', ') };
}

/** A query that is compiled when one that names it needs to know its columns. */
class DeferredQuery implements Table {
  readonly name: string;
  private isOpen = false;
  private compiled: Table | undefined;
  /** What it is to itself, while its recursive term is compiled, and how often that has read it. */
  private self: Table | undefined;
  private selfReads = 0;

  constructor(
    readonly node: CstNode,
    private readonly context: QueryContext,
    /** The SQL of each query, behind those that it reads. */
    private readonly parts: string[],
  ) {
    node.only('as', 'stmt');
    this.name = identifierText(node);
  }

  get sql(): string {
    if (this.self) this.selfReads += 1;
    return this.table().sql;
  }

  get columns(): Table['columns'] {
    return this.table().columns;
  }

  table(): Table {
    const known = this.compiled ?? this.self;
    if (known) return known;
    if (this.isOpen)
      throw this.node.error(`"${this.name}" is read by what it reads itself; only its recursive term may name it`);
    this.isOpen = true;
    const query = this.compile();
    const alias = this.context.aliases.next(this.name);
    this.parts.push(`${alias} AS (${query.sql})`);
    this.compiled = readable(alias, query);
    return this.compiled;
  }

  private compile() {
    const body = this.node.need('stmt');
    if (selfReferences(body, this.name.toLowerCase()).length === 0) return compileQuery(body, this.context, undefined);
    const recursion = recursiveQuery(body);
    const [inBase] = selfReferences(recursion.base, this.name.toLowerCase());
    if (inBase) throw inBase.node.error(`the base term cannot read "${this.name}"; only the recursive term can`);
    const [reference, second] = selfReferences(recursion.term, this.name.toLowerCase());
    if (second) throw second.node.error(`the recursive term can read "${this.name}" only once`);
    if (reference?.obstacle !== undefined) {
      throw reference.node.error(`"${this.name}" cannot be read by its own recursive term in ${reference.obstacle}`);
    }
    const query = compileRecursion(recursion, this.context, (self) => {
      this.self = self;
    });
    this.self = undefined;
    if (this.selfReads !== 1) throw this.node.unsupported(`the way in which "${this.name}" names itself`);
    return query;
  }
}
