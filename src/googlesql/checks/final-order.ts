import { nameOf } from './scan.js';
import type { SyntaxNode } from '../parser/syntax-node.js';
import type { TextPosition } from '../tokens/text-position.js';

/** One item of an ORDER BY. */
export interface OrderItem extends TextPosition {
  /** The column of the answer: its name, or its number from 1. Undefined where it is an expression, or a column that is not in the answer. */
  readonly by: string | number | undefined;
  readonly descending: boolean;
}

/** The order in which a query's answer comes, and how much of it. */
export interface FinalOrder {
  /** Empty where there is none. */
  readonly items: readonly OrderItem[];
  /** `count` is undefined where it is no literal. */
  readonly limit: (TextPosition & { readonly count: number | undefined }) | undefined;
  readonly offset: TextPosition | undefined;
}

/** What stands at the end of a query: ORDER BY and LIMIT, in pipe syntax the last operators. */
export function finalOrder(query: SyntaxNode): FinalOrder {
  const inner = query.type === 'GroupedStatement' ? query.child('stmt') : undefined;
  if (inner && !query.has('orderby') && !query.has('limit')) return finalOrder(inner);
  if (query.type === 'PipeStatement') return pipeOrder(query);
  return orderOf(query, query.child('orderby'), query.child('limit'), 'expr');
}

function pipeOrder(query: SyntaxNode): FinalOrder {
  const last = query.child('right');
  const limit = last?.type === 'LimitPipeOperator' ? last : undefined;
  const order = limit ? query.child('left')?.child('right') : last;
  return orderOf(query, order?.keyword === 'ORDER' ? order : undefined, limit, 'exprs');
}

function orderOf(
  query: SyntaxNode,
  order: SyntaxNode | undefined,
  limit: SyntaxNode | undefined,
  countIn: 'expr' | 'exprs',
): FinalOrder {
  const count = limit?.child(countIn) ?? limit?.list(countIn)[0];
  return {
    items: (order?.list('exprs') ?? []).map((item) => ({
      ...placeOf(item),
      by: columnOf(item, query),
      descending: item.child('order')?.keyword === 'DESC',
    })),
    limit: limit && { ...placeOf(limit), count: count?.type === 'NumericLiteral' ? Number(count.text) : undefined },
    offset: placeIfThere(limit?.child('offset')),
  };
}

/** A name is looked for among the answer's columns first; a path is a column of a table, which the answer may have under that or another name. */
function columnOf(item: SyntaxNode, query: SyntaxNode): OrderItem['by'] {
  if (item.type === 'Identifier') return nameOf(item);
  if (item.type === 'NumericLiteral') return Number(item.text);
  const path = pathOf(item);
  const selected = path === undefined ? undefined : query.list('exprs').find((each) => pathOf(each) === path);
  const name = selected?.child('alias') ?? selected?.child('right');
  return name && nameOf(name);
}

/** `t.a` as text that is the same for every spelling of it. */
function pathOf(node: SyntaxNode | undefined): string | undefined {
  if (node?.type === 'Identifier') return nameOf(node).toLowerCase();
  if (node?.type !== 'DotOperator') return undefined;
  const [left, right] = [pathOf(node.child('left')), pathOf(node.child('right'))];
  return left === undefined || right === undefined ? undefined : `${left}.${right}`;
}

function placeOf({ line, column }: SyntaxNode): TextPosition {
  return { line, column };
}

function placeIfThere(node: SyntaxNode | undefined): TextPosition | undefined {
  return node && placeOf(node);
}
