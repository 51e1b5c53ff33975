import { type ExpressionNode, type QueryNode } from './expression-node.js';
import { type FromItem, type Join, type JoinedItem, type TableItem, type UnnestItem } from './from-item.js';
import { type BracketedQuery } from './bracketed-query.js';
import { type Condition } from './condition.js';
import { type GroupBy, type KeyGroup, type KeySets } from './group-by.js';
import {
  type ExpressionItem,
  type Replacement,
  type Select,
  type SelectItem,
  type StarItem,
  type WindowClause,
} from './select.js';
import { type OrderBy, type OrderItem } from './ordering.js';
import {
  type AggregateItem,
  type FromQuery,
  type Pipe,
  type PipeAggregate,
  type PipeAssert,
  type PipeExtend,
  type PipeOperator,
  type PipeSelect,
  type PipeSet,
  type PipeSetOperation,
} from './pipe.js';
import { type AliasedNode, type Pivot } from './pivot.js';
import { type SetOperation } from './set-operation.js';
import { type WithClause, type WithQuery } from './with-clause.js';
import { type Frame, type FrameBound, type NamedWindow, type PartitionBy, type Window } from './window.js';

// Expressions hold queries, and queries hold expressions: the parts of a query are generic in both, and named here.

export type SelectNode = Select<ExpressionNode, QueryNode>;
export type SelectItemNode = SelectItem<ExpressionNode>;
export type ExpressionItemNode = ExpressionItem<ExpressionNode>;
export type StarItemNode = StarItem<ExpressionNode>;
export type ReplacementNode = Replacement<ExpressionNode>;
export type WindowClauseNode = WindowClause<ExpressionNode>;
export type ConditionNode = Condition<ExpressionNode>;

export type GroupByNode = GroupBy<ExpressionNode>;
export type KeySetsNode = KeySets<ExpressionNode>;
export type KeyGroupNode = KeyGroup<ExpressionNode>;

export type WithClauseNode = WithClause<QueryNode>;
export type WithQueryNode = WithQuery<QueryNode>;
export type BracketedQueryNode = BracketedQuery<ExpressionNode, QueryNode>;
export type SetOperationNode = SetOperation<ExpressionNode, QueryNode>;

export type FromQueryNode = FromQuery<ExpressionNode, QueryNode>;
export type PipeNode = Pipe<ExpressionNode, QueryNode>;
export type PipeOperatorNode = PipeOperator<ExpressionNode, QueryNode>;
export type PipeSelectNode = PipeSelect<ExpressionNode>;
export type PipeExtendNode = PipeExtend<ExpressionNode>;
export type PipeSetNode = PipeSet<ExpressionNode>;
export type PipeAggregateNode = PipeAggregate<ExpressionNode>;
export type AggregateItemNode = AggregateItem<ExpressionNode>;
export type PipeAssertNode = PipeAssert<ExpressionNode>;
export type PipeSetOperationNode = PipeSetOperation<QueryNode>;

export type FromNode = FromItem<ExpressionNode, QueryNode>;
export type TableNode = TableItem<ExpressionNode>;
export type UnnestItemNode = UnnestItem<ExpressionNode>;
export type JoinNode = Join<ExpressionNode, QueryNode>;
export type JoinedItemNode = JoinedItem<ExpressionNode, QueryNode>;

export type PivotNode = Pivot<ExpressionNode>;
export type AliasedExpression = AliasedNode<ExpressionNode>;

export type OrderByNode = OrderBy<ExpressionNode>;
export type OrderItemNode = OrderItem<ExpressionNode>;

export type WindowNode = Window<ExpressionNode>;
export type PartitionByNode = PartitionBy<ExpressionNode>;
export type FrameNode = Frame<ExpressionNode>;
export type FrameBoundNode = FrameBound<ExpressionNode>;
export type NamedWindowNode = NamedWindow<ExpressionNode>;
