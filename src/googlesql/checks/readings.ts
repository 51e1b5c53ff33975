import { type PipeNode, type QueryNode, type WithClauseNode } from '../ast/nodes.js';
import { partsOf, type TreeNode } from '../ast/parts.js';

/**
 * Whether a query reads tables and queries of WITH more often than so many times. A query of WITH counts with all that it reads, as often as
 * it is named, and once where nothing names it. Names alone decide, so that this can come before anything is done with a text.
 */
export function readsMoreThan(most: number, query: QueryNode): boolean {
  return new ReadingsCounter(most).count(query, new Map()) > most;
}

/** A query of WITH, with the queries that it may name; `readings` is there once it has been counted. */
interface WithReadings {
  readonly query: QueryNode;
  readonly queries: Queries;
  readings?: number;
}

/** The queries of WITH in reach, by their lower-case names. */
type Queries = ReadonlyMap<string, WithReadings>;

class ReadingsCounter {
  /** Queries of WITH that have been counted; each is read at least once. */
  private counted = 0;

  constructor(private readonly most: number) {}

  count(node: TreeNode, queries: Queries): number {
    switch (node.type) {
      case 'Table': {
        const query = node.isPlain ? queries.get(node.path.toLowerCase()) : undefined;
        return query ? this.countNamed(query) : 1;
      }
      case 'Query': {
        if (!node.with) return this.count(node.body, queries);
        const inner = behind(node.with, queries);
        return this.count(node.body, inner) + this.countIdle(node.with, inner);
      }
      case 'Pipe':
        return this.countPipe(node, queries);
      default:
        return this.countAll(partsOf(node), queries);
    }
  }

  private countAll(nodes: readonly TreeNode[], queries: Queries): number {
    return nodes.reduce((sum, node) => sum + this.count(node, queries), 0);
  }

  private countNamed(query: WithReadings): number {
    if (query.readings !== undefined) return 1 + query.readings;
    this.counted += 1;
    // Not to follow a long chain of names further than the stack goes.
    if (this.counted > this.most) return Infinity;
    // A query that names itself reads its latest rows.
    query.readings = 0;
    query.readings = this.count(query.query, query.queries);
    return 1 + query.readings;
  }

  /** Counts the queries of a WITH that nothing has named. */
  private countIdle({ queries: nodes }: WithClauseNode, queries: Queries): number {
    const idle = nodes.flatMap(({ name }) => queries.get(name.toLowerCase()) ?? []).reverse();
    return idle.reduce((sum, query) => sum + (query.readings === undefined ? this.countNamed(query) : 0), 0);
  }

  private countPipe({ input, operators }: PipeNode, queries: Queries): number {
    let inner = queries;
    let readings = this.count(input, queries);
    for (const operator of operators) {
      if (operator.type === 'PipeWith') inner = behind(operator.clause, inner);
      else readings += this.count(operator, inner);
    }
    for (const operator of operators) {
      if (operator.type === 'PipeWith') readings += this.countIdle(operator.clause, inner);
    }
    return readings;
  }
}

/** The queries in reach behind a WITH: each sees those in front of it, with RECURSIVE all see all. */
function behind({ queries: nodes, isRecursive }: WithClauseNode, outer: Queries): Queries {
  const queries = new Map(outer);
  for (const { name, query } of nodes) {
    queries.set(name.toLowerCase(), { query, queries: isRecursive ? queries : new Map(queries) });
  }
  return queries;
}
