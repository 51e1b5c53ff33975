import { type WithClauseNode, type WithQueryNode } from '../../ast/nodes.js';
import { byName } from '../../tokens/by-name.js';
import { isCoercible, type TypedValue } from '../../types/coercion.js';
import { type SqlType, typeName } from '../../types/types.js';
import { errorAt } from '../dialect-error.js';
import { type ColumnPlace } from '../output-column.js';
import { type ResolvedQuery } from '../queries/resolved-query.js';
import { setColumns } from '../set-columns.js';
import { selfReferences } from './recursive-reference.js';
import { partsOfBase, type RecursiveQuery, recursiveQuery } from './recursive-terms.js';

/** The ways to make a query of a WITH clause something to read from. */
export interface QueryMaker<S> {
  plain(node: WithQueryNode): S;
  /** @param open takes what stands for the query within its recursive term, each time that it is read */
  recursive(node: WithQueryNode, query: RecursiveQuery, open: (self: () => S) => void): S;
}

/** Takes queries under their names. */
interface Readers<S> {
  set(name: string, read: () => S): unknown;
}

/**
 * Makes the queries of WITH RECURSIVE, each of which may name all others, and itself: it is made when one that names it needs to know its
 * columns. @param queries takes each under its lower-case name
 */
export function makeQueries<S>(clause: WithClauseNode, queries: Readers<S>, maker: QueryMaker<S>): void {
  const twin = clause.queries.find((each) => byName(clause.queries, each.name)[0] !== each);
  if (twin) throw errorAt(twin, `two WITH queries are named "${twin.name}"`);
  const own = clause.queries.map((node) => new DeferredQuery(node, maker));
  for (const query of own) queries.set(query.name, () => query.read());
  for (const query of own) query.read();
}

class DeferredQuery<S> {
  readonly name: string;
  private isOpen = false;
  private made: { readonly source: S } | undefined;
  /** Query as its own recursive term sees it. */
  private self: (() => S) | undefined;

  constructor(
    private readonly node: WithQueryNode,
    private readonly maker: QueryMaker<S>,
  ) {
    this.name = node.name.toLowerCase();
  }

  read(): S {
    if (this.made) return this.made.source;
    if (this.self) return this.self();
    const { name } = this.node;
    if (this.isOpen)
      throw errorAt(this.node, `"${name}" is read by what it reads itself; only its recursive term may name it`);
    this.isOpen = true;
    this.made = { source: this.make() };
    return this.made.source;
  }

  private make(): S {
    const recursion = recursionOf(this.node);
    if (!recursion) return this.maker.plain(this.node);
    const source = this.maker.recursive(this.node, recursion, (self) => {
      this.self = self;
    });
    this.self = undefined;
    return source;
  }
}

/** The terms of a query that names itself, in a place where it may; undefined for any other one. */
function recursionOf({ name, query }: WithQueryNode): RecursiveQuery | undefined {
  const key = name.toLowerCase();
  if (selfReferences([query], key).length === 0) return undefined;
  const recursion = recursiveQuery(query);
  const [inBase] = selfReferences(partsOfBase(recursion), key);
  if (inBase) throw errorAt(inBase.node, `the base term cannot read "${name}"; only the recursive term can`);
  const [reference, second] = selfReferences([recursion.term], key);
  if (second) throw errorAt(second.node, `the recursive term can read "${name}" only once`);
  if (reference?.obstacle !== undefined) {
    throw errorAt(reference.node, `"${name}" cannot be read by its own recursive term in ${reference.obstacle}`);
  }
  return recursion;
}

/** The columns of the recursive term, one for each column of the base term: at its place, or of its name. */
export function termColumns(
  { operator, term: node }: RecursiveQuery,
  base: ResolvedQuery,
  term: ResolvedQuery,
): readonly number[] {
  const places =
    operator.mode === undefined
      ? [...term.columns.keys()]
      : setColumns(operator, [base, term], node).flatMap(({ sources }) => sources[1] ?? []);
  const [wanted, found] = [base.columns.length, places.length];
  if (found === wanted) return places;
  throw errorAt(node, `the recursive term needs ${wanted} columns, as the base term has, found ${found}`);
}

/** Refuses a value of one of the terms that cannot have the type of its column, which the base term decides on. */
export function expectColumn(value: TypedValue, type: SqlType, index: number, node: ColumnPlace): void {
  if (isCoercible(value, type)) return;
  const [found, wanted] = [typeName(value.type), typeName(type)];
  throw errorAt(node, `column ${index + 1} is ${found} here and ${wanted} in the base term, which decides; use CAST`);
}
