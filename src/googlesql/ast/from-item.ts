import { type Pivot, type Unpivot } from './pivot.js';
import { type Condition } from './condition.js';
import { type NameNode } from './name-node.js';
import { type WrittenNode } from './written-node.js';

/** What stands in FROM, or behind a JOIN. */
export type FromItem<Expression, Query> =
  | TableItem<Expression>
  | UnnestItem<Expression>
  | QueryItem<Query>
  | TableFunctionItem<Expression>
  | Join<Expression, Query>
  | BracketedJoin<Expression, Query>
  | Reshaped<Expression, Query>;

/** `project.dataset.table`, or the path of an array: names tell which of them. */
export interface TableItem<Expression> extends WrittenNode {
  readonly type: 'Table';
  /** Without backticks. */
  readonly path: string;
  /** What a path of several names may be an array of. */
  readonly array: ArrayPath<Expression> | undefined;
  readonly isPlain: boolean;
  readonly alias: NameNode | undefined;
  readonly offset: OffsetNode | undefined;
}

export interface ArrayPath<Expression> {
  /** The name that it begins with. */
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
  /** In upper case. */
  readonly name: string;
  /** Expressions among what it is given; tables and models are none. */
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
  /** The word of it, where there is one. */
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
