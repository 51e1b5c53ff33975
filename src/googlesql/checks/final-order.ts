import {
  type ExpressionNode,
  type QueryNode,
  type LimitNode,
  type OrderByNode,
  type PipeNode,
  type SelectItemNode,
} from '../ast/nodes.js';
import { placeOf, type TextPosition } from '../tokens/text-position.js';

/** One item of an ORDER BY. */
export interface OrderItem extends TextPosition {
  /** Column of the answer: its name, or its number from 1. Undefined for an expression, or a column that is not in the answer. */
  readonly by: string | number | undefined;
  readonly descending: boolean;
}

/** The order of a query's answer, and its limits. */
export interface FinalOrder {
  /** Empty where there is none. */
  readonly items: readonly OrderItem[];
  /** `count` is undefined where it is no literal. */
  readonly limit: (TextPosition & { readonly count: number | undefined }) | undefined;
  readonly offset: TextPosition | undefined;
}

/** Reads the end of a query: ORDER BY and LIMIT, in pipe syntax the last operators. */
export function finalOrder({ body }: QueryNode): FinalOrder {
  switch (body.type) {
    case 'Select':
      return orderOf(body.items, body.orderBy, body.limit);
    case 'SetOperation':
      return orderOf([], body.orderBy, body.limit);
    case 'BracketedQuery':
      return body.orderBy || body.limit ? orderOf([], body.orderBy, body.limit) : finalOrder(body.query);
    case 'Pipe':
      return pipeOrder(body);
    case 'FromQuery':
      return orderOf([], undefined, undefined);
  }
}

function pipeOrder({ operators }: PipeNode): FinalOrder {
  const last = operators.at(-1);
  const limit = last?.type === 'PipeLimit' ? last.clause : undefined;
  const order = limit ? operators.at(-2) : last;
  return orderOf([], order?.type === 'PipeOrderBy' ? order.clause : undefined, limit);
}

/** @param selected items of the SELECT that is ordered */
function orderOf(
  selected: readonly SelectItemNode[],
  order: OrderByNode | undefined,
  limit: LimitNode | undefined,
): FinalOrder {
  return {
    items: (order?.items ?? []).map(({ key, direction }) => ({
      ...placeOf(key),
      by: columnOf(key, selected),
      descending: direction === 'DESC',
    })),
    limit: limit && { ...placeOf(limit), count: numberOf(limit.count) },
    offset: limit?.offsetWord && placeOf(limit.offsetWord),
  };
}

/**
 * The column of a key. A name is looked for among the answer's columns first; a path is a column of a table, which the answer may have
 * under that or another name.
 */
function columnOf(key: ExpressionNode, selected: readonly SelectItemNode[]): OrderItem['by'] {
  if (key.type === 'Name') return key.name;
  if (key.type !== 'Field') return numberOf(key);
  const path = pathOf(key);
  const item = selected.find(
    (each) => each.type === 'ExpressionItem' && path !== undefined && pathOf(each.value) === path,
  );
  if (item?.type !== 'ExpressionItem') return undefined;
  return item.alias?.name ?? (item.value.type === 'Field' ? item.value.field.name : undefined);
}

function numberOf(node: ExpressionNode): number | undefined {
  return node.type === 'Integer' || node.type === 'Float' ? Number(node.value) : undefined;
}

/** `t.a` as a text that is the same for all its spellings. */
function pathOf(node: ExpressionNode): string | undefined {
  if (node.type === 'Name') return node.name.toLowerCase();
  const operand = node.type === 'Field' ? pathOf(node.operand) : undefined;
  return node.type === 'Field' && operand !== undefined ? `${operand}.${node.field.name.toLowerCase()}` : undefined;
}
