import { type LimitNode, type OrderBy } from './ordering.js';
import { type WrittenNode } from './written-node.js';

/** `(query) ORDER BY … LIMIT …` */
export interface BracketedQuery<Expression, Query> extends WrittenNode {
  readonly type: 'BracketedQuery';
  readonly query: Query;
  readonly orderBy: OrderBy<Expression> | undefined;
  readonly limit: LimitNode | undefined;
}
