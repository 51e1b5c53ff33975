import { type WrittenNode } from './written-node.js';

/** `WITH name AS (…), …` */
export interface WithClause<Query> extends WrittenNode {
  readonly isRecursive: boolean;
  readonly queries: readonly WithQuery<Query>[];
}

export interface WithQuery<Query> extends WrittenNode {
  /** Name without backticks. */
  readonly name: string;
  readonly query: Query;
}
