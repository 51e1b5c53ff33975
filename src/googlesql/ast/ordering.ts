import { type NumberNode } from './literal-node.js';
import { type ParameterNode } from './name-node.js';
import { type WrittenNode } from './written-node.js';

/** `ORDER BY …` */
export interface OrderBy<Expression> extends WrittenNode {
  readonly items: readonly OrderItem<Expression>[];
}

export interface OrderItem<Expression> extends Order {
  readonly key: Expression;
}

/** The direction of a key. */
export interface Order {
  readonly direction: 'ASC' | 'DESC' | undefined;
  readonly nulls: 'NULLS FIRST' | 'NULLS LAST' | undefined;
}

/** `LIMIT count OFFSET offset` */
export interface LimitNode extends WrittenNode {
  readonly count: CountNode;
  readonly offset: CountNode | undefined;
  /** The word OFFSET. */
  readonly offsetWord: WrittenNode | undefined;
}

export type CountNode = NumberNode | ParameterNode;
