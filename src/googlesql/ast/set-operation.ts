import { type NameNode } from './name-node.js';
import { type LimitNode, type OrderBy } from './ordering.js';
import { type WrittenNode } from './written-node.js';

/** Queries with UNION, INTERSECT or EXCEPT between them. */
export interface SetOperation<Expression, Query> extends WrittenNode {
  readonly type: 'SetOperation';
  readonly operator: SetOperatorNode;
  /** Queries from the first to the last; several have the same operator between them. */
  readonly operands: readonly Query[];
  readonly orderBy: OrderBy<Expression> | undefined;
  readonly limit: LimitNode | undefined;
}

/** UNION, INTERSECT or EXCEPT, as it stands between two queries or in a pipe. */
export interface SetOperatorNode extends WrittenNode {
  /** Name, such as `UNION ALL`. */
  readonly name: string;
  /** Undefined where columns go by their positions. */
  readonly mode: MatchMode | undefined;
  /** Columns of BY NAME ON (…) and CORRESPONDING BY (…). */
  readonly columns: readonly NameNode[] | undefined;
}

/** The treatment of columns that not every query has, where columns go by their names. */
export type MatchMode = 'STRICT' | 'INNER' | 'LEFT' | 'FULL';
