import {
  type ExpressionNode,
  type InNode,
  type LimitNode,
  type QueryBody,
  type OrderByNode,
  type WindowNode,
  type GroupByNode,
  type KeyGroupNode,
  type KeySetsNode,
  type FromNode,
  type JoinedItemNode,
  type PipeOperatorNode,
  type PivotNode,
  type SelectItemNode,
  type WindowClauseNode,
} from './nodes.js';

/** A node with others in it. Clauses are none: their nodes belong to the query or operator of the clause. */
export type TreeNode = ExpressionNode | QueryBody | FromNode | SelectItemNode | PipeOperatorNode;

/** The nodes directly within a node, in no particular order, except names that belong to another node, such as a field's. */
export function partsOf(node: TreeNode): readonly TreeNode[] {
  switch (node.type) {
    case 'Integer':
    case 'Float':
    case 'String':
    case 'Bytes':
    case 'Boolean':
    case 'Null':
    case 'Parameter':
    case 'Name':
    case 'Star':
    case 'PipeDrop':
    case 'PipeRename':
    case 'PipeAs':
    case 'PipeDistinct':
    case 'PipeLimit':
    case 'PipeUnpivot':
      return [];
    case 'Field':
    case 'Prefix':
      return [node.operand];
    case 'Element':
      return [node.operand, node.position];
    case 'Brackets':
    case 'BracketedJoin':
      return [node.inner];
    case 'Binary':
    case 'DistinctFrom':
      return [node.left, node.right];
    case 'QuantifiedLike':
      return [node.left, ...among(node.patterns)];
    case 'Between':
      return [node.left, node.least, node.greatest];
    case 'In':
      return [node.left, ...among(node.among)];
    case 'Case':
      return given(node.subject, ...node.arms.flatMap(({ when, result }) => [when, result]), node.otherwise);
    case 'Array':
      return node.elements;
    case 'Struct':
      return node.fields.map(({ value }) => value);
    case 'Interval':
      return [node.amount];
    case 'Call':
      return [
        ...node.args,
        ...given(node.having?.key, node.limit?.count),
        ...keysOf(node.orderBy),
        ...(node.over ? windowParts(node.over) : []),
      ];
    case 'CastOperand':
      return given(node.value, node.format?.format, node.format?.zone);
    case 'ExtractOperand':
      return given(node.value, node.zone);
    case 'NamedArgument':
    case 'ExpressionItem':
      return [node.value];
    case 'Query':
      return [...(node.with?.queries.map(({ query }) => query) ?? []), node.body];
    case 'Select':
      return [
        ...node.items,
        ...given<TreeNode>(node.from, node.where?.condition, node.having?.condition, node.qualify?.condition),
        ...(node.groupBy ? groupParts(node.groupBy) : []),
        ...windowsIn(node.window),
        ...keysOf(node.orderBy),
      ];
    case 'SetOperation':
      return [...node.operands, ...keysOf(node.orderBy)];
    case 'BracketedQuery':
      return [node.query, ...keysOf(node.orderBy)];
    case 'FromQuery':
      return [node.item];
    case 'Pipe':
      return [node.input, ...node.operators];
    case 'StarItem':
      return given(node.of, ...node.replace.map(({ value }) => value));
    case 'Table':
      return given(node.array?.path);
    case 'UnnestItem':
      return [node.array];
    case 'QueryItem':
      return [node.query];
    case 'TableFunction':
      return node.args;
    case 'Join':
      return [node.left, ...joinParts(node)];
    case 'Reshaped':
      return [node.input, ...(node.by.type === 'Pivot' ? pivotParts(node.by) : [])];
    case 'PipeWhere':
      return [node.clause.condition];
    case 'PipeSelect':
    case 'PipeExtend':
      return [...node.items, ...windowsIn(node.window)];
    case 'PipeSet':
      return node.assignments.map(({ value }) => value);
    case 'PipeAggregate':
      return [...node.keys, ...node.results].map(({ item }) => item);
    case 'PipeAssert':
      return [node.condition, ...node.payload];
    case 'PipeOrderBy':
      return keysOf(node.clause);
    case 'PipeJoin':
      return joinParts(node.clause);
    case 'PipePivot':
      return pivotParts(node.clause);
    case 'PipeWith':
      return node.clause.queries.map(({ query }) => query);
    case 'PipeSetOperation':
      return node.queries;
  }
}

function given<T>(...parts: readonly (T | undefined)[]): readonly T[] {
  return parts.filter((part) => part !== undefined);
}

function among(list: InNode['among']): readonly ExpressionNode[] {
  switch (list.type) {
    case 'List':
      return list.items;
    case 'Unnest':
      return [list.array];
    case 'Query':
      return [list];
  }
}

function keysOf(clause: OrderByNode | undefined): readonly ExpressionNode[] {
  return clause?.items.map(({ key }) => key) ?? [];
}

function windowsIn(clause: WindowClauseNode | undefined): readonly ExpressionNode[] {
  return clause?.windows.flatMap(({ window }) => windowParts(window)) ?? [];
}

function windowParts(window: WindowNode): readonly ExpressionNode[] {
  if (window.type === 'Name') return [];
  const { partitionBy, orderBy, frame } = window;
  return [...(partitionBy?.keys ?? []), ...keysOf(orderBy), ...given(frame?.start.distance, frame?.end?.distance)];
}

function groupParts(clause: GroupByNode): readonly ExpressionNode[] {
  if (clause.type === 'GroupByAll') return [];
  return clause.type === 'GroupByKeys' ? clause.keys : setParts(clause.sets);
}

function setParts(node: KeySetsNode | KeyGroupNode): readonly ExpressionNode[] {
  return node.type === 'KeyGroup' ? node.keys : node.members.flatMap(setParts);
}

function joinParts({ right, on }: Pick<JoinedItemNode, 'right' | 'on'>): readonly TreeNode[] {
  return given<TreeNode>(right, on?.condition);
}

function pivotParts({ aggregates, input, values }: PivotNode): readonly ExpressionNode[] {
  return [...aggregates.map(({ value }) => value), input, ...values.map(({ value }) => value)];
}

/** The LIMIT of a query or of a pipe's operator. */
export function limitOf(node: TreeNode): LimitNode | undefined {
  switch (node.type) {
    case 'Select':
    case 'SetOperation':
    case 'BracketedQuery':
      return node.limit;
    case 'PipeLimit':
      return node.clause;
    default:
      return undefined;
  }
}
