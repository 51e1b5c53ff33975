import { type NameNode } from './name-node.js';
import { type OrderBy } from './ordering.js';
import { type WrittenNode } from './written-node.js';

/** `w`, or `(w PARTITION BY … ORDER BY … ROWS …)` */
export type Window<Expression> = NameNode | WindowSpecification<Expression>;

export interface WindowSpecification<Expression> extends WrittenNode {
  readonly type: 'WindowSpecification';
  /** Window that it goes on from. */
  readonly base: NameNode | undefined;
  readonly partitionBy: PartitionBy<Expression> | undefined;
  readonly orderBy: OrderBy<Expression> | undefined;
  readonly frame: Frame<Expression> | undefined;
}

export interface PartitionBy<Expression> extends WrittenNode {
  readonly keys: readonly Expression[];
}

/** `ROWS BETWEEN start AND end` */
export interface Frame<Expression> extends WrittenNode {
  readonly unit: 'ROWS' | 'RANGE';
  readonly start: FrameBound<Expression>;
  /** Undefined without BETWEEN. */
  readonly end: FrameBound<Expression> | undefined;
}

export interface FrameBound<Expression> {
  readonly place: FramePlace;
  /** Distance of a bound that has one. */
  readonly distance: Expression | undefined;
}

/** The places of a frame's bounds, from the first row to the last. */
export const FRAME_PLACES = [
  'UNBOUNDED PRECEDING',
  'n PRECEDING',
  'CURRENT ROW',
  'n FOLLOWING',
  'UNBOUNDED FOLLOWING',
] as const;

export type FramePlace = (typeof FRAME_PLACES)[number];

/** `WINDOW name AS window` */
export interface NamedWindow<Expression> {
  readonly name: NameNode;
  readonly window: Window<Expression>;
}
