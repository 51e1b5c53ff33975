import { type Condition } from './condition.js';
import { type FromItem, type JoinedItem } from './from-item.js';
import { type NameNode } from './name-node.js';
import { type LimitNode, type Order, type OrderBy } from './ordering.js';
import { type Pivot, type Unpivot } from './pivot.js';
import { type SelectItem, type WindowClause } from './select.js';
import { type SetOperatorNode } from './set-operation.js';
import { type WithClause } from './with-clause.js';
import { type WrittenNode } from './written-node.js';

/** `FROM item` as a query of its own. */
export interface FromQuery<Expression, Query> extends WrittenNode {
  readonly type: 'FromQuery';
  readonly item: FromItem<Expression, Query>;
}

/** `query |> operator |> …`, where each operator reads the rows of the one before it. */
export interface Pipe<Expression, Query> extends WrittenNode {
  readonly type: 'Pipe';
  readonly input: Query;
  readonly operators: readonly PipeOperator<Expression, Query>[];
}

export type PipeOperator<Expression, Query> =
  | PipeSelect<Expression>
  | PipeExtend<Expression>
  | PipeSet<Expression>
  | PipeDrop
  | PipeRename
  | PipeAs
  | PipeDistinct
  | PipeAggregate<Expression>
  | PipeAssert<Expression>
  | PipeWith<Query>
  | PipeSetOperation<Query>
  | PipeClause<'PipeWhere', Condition<Expression>>
  | PipeClause<'PipeOrderBy', OrderBy<Expression>>
  | PipeClause<'PipeLimit', LimitNode>
  | PipeClause<'PipeJoin', JoinedItem<Expression, Query>>
  | PipeClause<'PipePivot', Pivot<Expression>>
  | PipeClause<'PipeUnpivot', Unpivot>;

/** An operator that is written as its clause is elsewhere. */
export interface PipeClause<Type extends string, Clause> extends WrittenNode {
  readonly type: Type;
  readonly clause: Clause;
}

export interface PipeSelect<Expression> extends WrittenNode {
  readonly type: 'PipeSelect';
  readonly isDistinct: boolean;
  /** `AS STRUCT`, `AS VALUE` */
  readonly rowsAs: 'STRUCT' | 'VALUE' | undefined;
  readonly items: readonly SelectItem<Expression>[];
  readonly window: WindowClause<Expression> | undefined;
}

export interface PipeExtend<Expression> extends WrittenNode {
  readonly type: 'PipeExtend';
  readonly items: readonly SelectItem<Expression>[];
  readonly window: WindowClause<Expression> | undefined;
}

export interface PipeSet<Expression> extends WrittenNode {
  readonly type: 'PipeSet';
  readonly assignments: readonly Assignment<Expression>[];
}

/** `column = value` */
export interface Assignment<Expression> {
  readonly column: NameNode;
  readonly value: Expression;
}

export interface PipeDrop extends WrittenNode {
  readonly type: 'PipeDrop';
  readonly columns: readonly NameNode[];
}

export interface PipeRename extends WrittenNode {
  readonly type: 'PipeRename';
  readonly columns: readonly RenamedColumn[];
}

/** `column AS alias` */
export interface RenamedColumn {
  readonly column: NameNode;
  readonly alias: NameNode;
}

export interface PipeAs extends WrittenNode {
  readonly type: 'PipeAs';
  readonly alias: NameNode;
}

export interface PipeDistinct extends WrittenNode {
  readonly type: 'PipeDistinct';
}

/** `AGGREGATE result, … GROUP [AND ORDER] BY key, …` */
export interface PipeAggregate<Expression> extends WrittenNode {
  readonly type: 'PipeAggregate';
  readonly results: readonly AggregateItem<Expression>[];
  readonly keys: readonly AggregateItem<Expression>[];
  readonly isOrdered: boolean;
}

/** An item that may say how the groups are sorted by it. */
export interface AggregateItem<Expression> {
  readonly item: SelectItem<Expression>;
  readonly order: Order;
}

/** `ASSERT condition, value, …`; the values are its message. */
export interface PipeAssert<Expression> extends WrittenNode {
  readonly type: 'PipeAssert';
  readonly condition: Expression;
  readonly payload: readonly Expression[];
}

export interface PipeWith<Query> extends WrittenNode {
  readonly type: 'PipeWith';
  readonly clause: WithClause<Query>;
}

/** `UNION ALL (query), …` */
export interface PipeSetOperation<Query> extends WrittenNode {
  readonly type: 'PipeSetOperation';
  readonly operator: SetOperatorNode;
  readonly queries: readonly Query[];
}
