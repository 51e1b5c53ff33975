import { type Pivot, type Unpivot } from './pivot.js';
import { type Condition } from './condition.js';
import { type NameNode } from './name-node.js';
import { type WrittenNode } from './written-node.js';

/** An item of FROM, or behind a JOIN. */
export type FromItem<Expression, Query> =
  | TableItem<Expression>
  | UnnestItem<Expression>
  | QueryItem<Query>
  | TableFunctionItem<Expression>
  | Join<Expression, Query>
  | BracketedJoin<Expression, Query>
  | Reshaped<Expression, Query>;

/** `project.dataset.table`, or the path of an array: the names in scope decide. */
export interface TableItem<Expression> extends WrittenNode {
  readonly type: 'Table';
  /** Path without backticks. */
  readonly path: string;
  /** Array that a path of several names may mean. */
  readonly array: ArrayPath<Expression> | undefined;
  readonly isPlain: boolean;
  readonly alias: NameNode | undefined;
  readonly offset: OffsetNode | undefined;
}

export interface ArrayPath<Expression> {
  /** First name of the path. */
  readonly first: string;
  readonly path: Expression;
}

/** `UNNEST(array) AS alias WITH OFFSET` */
export interface UnnestItem<Expression> extends WrittenNode {
  readonly type: 'UnnestItem';
  readonly array: Expression;
  readonly alias: NameNode | undefined;
  readonly offset: OffsetNode | undefined;
}

/** `WITH OFFSET AS alias` */
export interface OffsetNode extends WrittenNode {
  readonly alias: NameNode | undefined;
}

/** `(SELECT …) AS alias` */
export interface QueryItem<Query> extends WrittenNode {
  readonly type: 'QueryItem';
  readonly query: Query;
  readonly alias: NameNode | undefined;
}

/** `name(…)`, which makes a table. */
export interface TableFunctionItem<Expression> extends WrittenNode {
  readonly type: 'TableFunction';
  /** Name in upper case. */
  readonly name: string;
  /** Expressions among its arguments; tables and models are none. */
  readonly args: readonly Expression[];
}

/** `left JOIN right ON …` */
export interface Join<Expression, Query> extends JoinedItem<Expression, Query> {
  readonly type: 'Join';
  readonly left: FromItem<Expression, Query>;
}

/** A join without its left side, as a pipe has it. */
export interface JoinedItem<Expression, Query> extends WrittenNode {
  /** `LEFT`, or CROSS for a comma. */
  readonly kind: string;
  readonly isComma: boolean;
  /** Word for the kind, where there is one. */
  readonly kindWord: WrittenNode | undefined;
  readonly right: FromItem<Expression, Query>;
  readonly on: Condition<Expression> | undefined;
  readonly using: JoinColumns | undefined;
}

/** `USING (a, b)` */
export interface JoinColumns extends WrittenNode {
  readonly columns: readonly NameNode[];
}

/** `(a JOIN b ON …)` */
export interface BracketedJoin<Expression, Query> extends WrittenNode {
  readonly type: 'BracketedJoin';
  readonly inner: FromItem<Expression, Query>;
}

/** An item with the PIVOT or the UNPIVOT behind it. */
export interface Reshaped<Expression, Query> extends WrittenNode {
  readonly type: 'Reshaped';
  readonly input: FromItem<Expression, Query>;
  readonly by: Pivot<Expression> | Unpivot;
}
