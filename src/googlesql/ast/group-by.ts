import { type WrittenNode } from './written-node.js';

export type GroupBy<Expression> = GroupByKeys<Expression> | GroupByAll | GroupBySets<Expression>;

/** `GROUP BY a, b`; `GROUP BY ()` has no keys. */
export interface GroupByKeys<Expression> extends WrittenNode {
  readonly type: 'GroupByKeys';
  readonly keys: readonly Expression[];
}

export interface GroupByAll extends WrittenNode {
  readonly type: 'GroupByAll';
}

export interface GroupBySets<Expression> extends WrittenNode {
  readonly type: 'GroupBySets';
  readonly sets: KeySets<Expression>;
}

/** `ROLLUP (a, (b, c))`, `CUBE (…)`, `GROUPING SETS (…)` */
export interface KeySets<Expression> extends WrittenNode {
  readonly type: 'KeySets';
  readonly kind: SetKind;
  readonly members: readonly (KeySets<Expression> | KeyGroup<Expression>)[];
}

export type SetKind = 'ROLLUP' | 'CUBE' | 'GROUPING SETS';

/** `a`, `(a, b)`, `()` */
export interface KeyGroup<Expression> extends WrittenNode {
  readonly type: 'KeyGroup';
  readonly keys: readonly Expression[];
}
