import { type NameNode } from './name-node.js';
import { type LimitNode, type OrderBy } from './ordering.js';
import { type WrittenNode } from './written-node.js';

/** Queries with UNION, INTERSECT or EXCEPT between them. */
export interface SetOperation<Expression, Query> extends WrittenNode {
  readonly type: 'SetOperation';
  readonly operator: SetOperatorNode;
  /** From the first to the last, where several have the same operator between them. */
  readonly operands: readonly Query[];
  readonly orderBy: OrderBy<Expression> | undefined;
  readonly limit: LimitNode | undefined;
}

/** UNION, INTERSECT or EXCEPT, as it stands between two queries or in a pipe. */
export interface SetOperatorNode extends WrittenNode {
  /** As it is called: `UNION ALL`. */
  readonly name: string;
  /** None where columns go by their positions. */
  readonly mode: MatchMode | undefined;
  /** The columns of BY NAME ON (…) and CORRESPONDING BY (…). */
  readonly columns: readonly NameNode[] | undefined;
}

/** What becomes of columns that not every query has, where columns go by their names. */
export type MatchMode = 'STRICT' | 'INNER' | 'LEFT' | 'FULL';
