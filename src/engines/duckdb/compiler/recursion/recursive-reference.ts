import {
  type QueryBody,
  type QueryNode,
  type FromNode,
  type OrderByNode,
  type PipeOperatorNode,
  type SelectNode,
} from '../../../../googlesql/ast/nodes.js';
import { partsOf, type TreeNode } from '../../../../googlesql/ast/parts.js';
import { type TextPosition } from '../../../../googlesql/tokens/text-position.js';
import { aggregateIn, windowIn } from '../grouping/aggregation.js';

/** A place where a query names itself. */
export interface SelfReference {
  readonly node: TextPosition;
  /** Syntax around it that GoogleSQL does not allow. */
  readonly obstacle: string | undefined;
}

type Walk<Node> = (node: Node, obstacle: string | undefined) => readonly SelfReference[];

const SUBQUERY = 'a subquery in an expression';
const GROUPS = 'a query with DISTINCT, GROUP BY or an aggregate function';
const WINDOWS = 'a query with a window function';
const ORDER = 'a query with ORDER BY or LIMIT';
const OTHER_SETS = 'a set operation other than UNION ALL';

/** Operators of a pipe that leave incoming rows as they are, or some of them. */
const ROW_OPERATORS: ReadonlySet<PipeOperatorNode['type']> = new Set([
  ...(['PipeWhere', 'PipeSelect', 'PipeExtend', 'PipeSet', 'PipeDrop', 'PipeRename', 'PipeAs'] as const),
  ...(['PipeJoin', 'PipeWith', 'PipeUnpivot'] as const),
]);

/** The places where FROM clauses of a query, and of those within it, read the table of this name. */
export function selfReferences(query: QueryNode, name: string): readonly SelfReference[] {
  const inQuery: Walk<QueryNode> = (node, obstacle) => {
    const clause = node.with;
    if (!clause) return inBody(node.body, obstacle);
    const own = clause.queries.findIndex((each) => each.name.toLowerCase() === name);
    const visible = own < 0 ? clause.queries : clause.isRecursive ? [] : clause.queries.slice(0, own + 1);
    const found = visible.flatMap((each) => inQuery(each.query, obstacle ?? 'an inner WITH'));
    return own < 0 ? [...found, ...inBody(node.body, obstacle)] : found;
  };

  const inBody: Walk<QueryBody> = (body, obstacle) => {
    const around = obstacle ?? obstacleOf(body);
    switch (body.type) {
      case 'FromQuery':
        return inItem(body.item, around);
      case 'BracketedQuery':
        return [...inQuery(body.query, around), ...inOrder(body)];
      case 'SetOperation':
        return [...body.operands.flatMap((each) => inQuery(each, around)), ...inOrder(body)];
      case 'Select': {
        const others = partsOf(body).filter((part) => part !== body.from);
        return [
          ...(body.from ? inItem(body.from, around) : []),
          ...others.flatMap((part) => inExpression(part, SUBQUERY)),
        ];
      }
      case 'Pipe': {
        let before = obstacle;
        const found = body.operators.toReversed().flatMap((operator) => {
          const own = inOperator(operator, before);
          before ??= operatorObstacle(operator);
          return own;
        });
        return [...inQuery(body.input, before), ...found];
      }
    }
  };

  const inOrder = ({ orderBy }: { readonly orderBy: OrderByNode | undefined }) =>
    orderBy?.items.flatMap(({ key }) => inExpression(key, SUBQUERY)) ?? [];

  const inOperator: Walk<PipeOperatorNode> = (node, obstacle) => {
    if (node.type === 'PipeSetOperation') {
      return node.queries.flatMap((each) => inQuery(each, obstacle ?? operatorObstacle(node)));
    }
    if (node.type !== 'PipeJoin') return inExpression(node, SUBQUERY);
    const { right, on, kind } = node.clause;
    return [...inItem(right, obstacle ?? outerSide(kind, 'LEFT')), ...(on ? inExpression(on.condition, SUBQUERY) : [])];
  };

  const inItem: Walk<FromNode> = (node, obstacle) => {
    switch (node.type) {
      case 'Table':
        return node.isPlain && node.path.toLowerCase() === name ? [{ node, obstacle }] : [];
      case 'QueryItem':
        return inQuery(node.query, obstacle);
      case 'BracketedJoin':
        return inItem(node.inner, obstacle);
      case 'Reshaped':
        return inItem(node.input, obstacle ?? (node.by.type === 'Pivot' ? 'PIVOT' : undefined));
      case 'Join':
        return [
          ...inItem(node.left, obstacle ?? outerSide(node.kind, 'RIGHT')),
          ...inItem(node.right, obstacle ?? outerSide(node.kind, 'LEFT')),
          ...(node.on ? inExpression(node.on.condition, SUBQUERY) : []),
        ];
      case 'UnnestItem':
      case 'TableFunction':
        return inExpression(node, SUBQUERY);
    }
  };

  const inExpression: Walk<TreeNode> = (node, obstacle) =>
    node.type === 'Query' ? inQuery(node, obstacle) : partsOf(node).flatMap((part) => inExpression(part, obstacle));

  return inQuery(query, undefined);
}

function outerSide(kind: string, which: string): string | undefined {
  return kind === 'FULL' || kind === which ? `the side of a ${kind} JOIN that may be without a row` : undefined;
}

function obstacleOf(body: QueryBody): string | undefined {
  switch (body.type) {
    case 'FromQuery':
    case 'Pipe':
      return undefined;
    case 'BracketedQuery':
      return body.orderBy || body.limit ? ORDER : undefined;
    case 'SetOperation':
      if (body.orderBy || body.limit) return ORDER;
      return body.operator.name === 'UNION ALL' ? undefined : OTHER_SETS;
    case 'Select':
      return selectObstacle(body);
  }
}

function selectObstacle({ distinct, items, groupBy, having, qualify, orderBy, limit }: SelectNode): string | undefined {
  if (orderBy || limit) return ORDER;
  if (distinct || groupBy || having || items.some((item) => aggregateIn(item))) return GROUPS;
  return qualify || items.some((item) => windowIn(item)) ? WINDOWS : undefined;
}

function operatorObstacle(node: PipeOperatorNode): string | undefined {
  if (node.type === 'PipeSetOperation') return node.operator.name === 'UNION ALL' ? undefined : OTHER_SETS;
  if (node.type === 'PipeJoin') return outerSide(node.clause.kind, 'RIGHT');
  if (!ROW_OPERATORS.has(node.type)) return `|> ${node.text.toUpperCase()}`;
  if (node.type === 'PipeSelect' && node.isDistinct) return '|> SELECT DISTINCT';
  return windowIn(node) ? WINDOWS : undefined;
}
