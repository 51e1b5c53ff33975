import { type PipeNode, type QueryNode, type WithClauseNode } from '../ast/nodes.js';
import { partsOf, type TreeNode } from '../ast/parts.js';

/**
 * Whether a query reads tables and queries of WITH more often than so many times. A query of WITH counts with all that it reads, as often as
 * it is named, and once where nothing names it. Names alone decide, so that this can come before anything is done with a text.
 */
export function readsMoreThan(most: number, query: QueryNode): boolean {
  return new ReadingsCounter(most).count(query, new Map()) > most;
}

/** A query of WITH. */
interface WithReadings {
  readonly query: QueryNode;
  /** Queries that it may name. */
  readonly queries: Queries;
  isNamed: boolean;
  /** Number of its readings; undefined until they are asked for. */
  readings?: number;
}

/** The queries of WITH in reach, by their lower-case names. */
type Queries = ReadonlyMap<string, WithReadings>;

/** The queries of a WITH, and all that are in reach behind it. */
interface Defined {
  readonly own: readonly WithReadings[];
  readonly inReach: Queries;
}

class ReadingsCounter {
  /** Queries of WITH that have been counted; each is read at least once. */
  private counted = 0;

  constructor(private readonly most: number) {}

  count(node: TreeNode, queries: Queries): number {
    switch (node.type) {
      case 'Table':
        // Callers can name nothing else by a path than an array.
        return node.isPlain ? 1 + this.countNamed(node.path, queries) : 0;
      case 'Query': {
        if (!node.with) return this.count(node.body, queries);
        const { own, inReach } = this.define(node.with, queries);
        return this.count(node.body, inReach) + this.countIdle(own);
      }
      case 'Pipe':
        return this.countPipe(node, queries);
      default: {
        let readings = 0;
        for (const part of partsOf(node)) readings += this.count(part, queries);
        return readings;
      }
    }
  }

  private countNamed(name: string, queries: Queries): number {
    const query = queries.get(name.toLowerCase());
    if (!query) return 0;
    query.isNamed = true;
    return this.countIn(query);
  }

  /** Counts the readings in a query of WITH, once. */
  private countIn(query: WithReadings): number {
    if (query.readings !== undefined) return query.readings;
    this.counted += 1;
    if (this.counted > this.most) return Infinity;
    // A query that names itself reads its latest rows.
    query.readings = 0;
    query.readings = this.count(query.query, query.queries);
    return query.readings;
  }

  /** Defines the queries of a WITH: each sees those in front of it, with RECURSIVE all see all. */
  private define({ queries: nodes, isRecursive }: WithClauseNode, outer: Queries): Defined {
    const inReach = new Map(outer);
    const own = nodes.map(({ name, query }): WithReadings => {
      const found = { query, queries: inReach, isNamed: false };
      // Those behind are not in reach yet.
      if (!isRecursive) this.countIn(found);
      inReach.set(name.toLowerCase(), found);
      return found;
    });
    return { own, inReach };
  }

  /** Counts the queries of a WITH that nothing has named. */
  private countIdle(own: readonly WithReadings[]): number {
    let readings = 0;
    for (const query of [...own].reverse()) {
      if (query.isNamed) continue;
      readings += 1 + this.countIn(query);
    }
    return readings;
  }

  private countPipe({ input, operators }: PipeNode, queries: Queries): number {
    const clauses: Defined[] = [];
    let inReach = queries;
    let readings = this.count(input, queries);
    for (const operator of operators) {
      if (operator.type === 'PipeWith') {
        const clause = this.define(operator.clause, inReach);
        clauses.push(clause);
        ({ inReach } = clause);
      } else readings += this.count(operator, inReach);
    }
    for (const { own } of clauses) readings += this.countIdle(own);
    return readings;
  }
}
