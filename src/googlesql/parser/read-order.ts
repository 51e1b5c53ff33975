import { type CountNode, type LimitNode, type Order, type OrderBy } from '../ast/ordering.js';
import { type ExpressionNode } from '../ast/expression-node.js';
import { type ExpressionReader } from './expression-reader.js';
import { badSyntax, childOf, expectOnly, unknownSyntax } from './node-refusals.js';
import { readNumber } from './read-literal.js';
import { writtenAt } from './written-at.js';
import { type SyntaxNode } from './syntax-node.js';

/** What hangs on a key of ORDER BY. */
export const ORDER_PARTS: readonly string[] = ['order', 'null_order'];

/** `ORDER BY key DESC NULLS LAST, …`; a pipe's has other names for its words. */
export function readOrderBy(clause: SyntaxNode, read: ExpressionReader): OrderBy<ExpressionNode> {
  expectOnly(clause, 'by', 'keywords', 'exprs');
  const items = clause.list('exprs').map((key) => ({ key: read(key, ORDER_PARTS), ...readOrder(key) }));
  return { ...writtenAt(clause), items };
}

/** The direction of a key, and where its NULLs go. */
export function readOrder(key: SyntaxNode): Order {
  const word = key.child('order');
  if (word) expectOnly(word);
  const direction = word?.keyword;
  if (direction !== undefined && direction !== 'ASC' && direction !== 'DESC') {
    throw unknownSyntax(key, `ORDER BY … ${direction}`);
  }
  const words = key.list('null_order');
  for (const each of words) expectOnly(each);
  const nulls = words.map(({ keyword }) => keyword).join(' ');
  if (nulls !== '' && nulls !== 'NULLS FIRST' && nulls !== 'NULLS LAST') {
    throw unknownSyntax(words[0] ?? key, `ORDER BY … ${nulls}`);
  }
  return { direction, nulls: nulls === '' ? undefined : nulls };
}

/** `LIMIT n OFFSET m`; a pipe's LIMIT has its number in a list. */
export function readLimit(clause: SyntaxNode): LimitNode {
  expectOnly(clause, 'expr', 'exprs', 'offset');
  const [first, second] = clause.list('exprs');
  if (second) throw badSyntax(second, 'LIMIT takes one number; OFFSET stands in front of a second one');
  const offset = clause.child('offset');
  if (offset) expectOnly(offset, 'expr');
  return {
    ...writtenAt(clause),
    count: readCount(first ?? childOf(clause, 'expr')),
    offset: offset && readCount(childOf(offset, 'expr')),
    offsetWord: offset && writtenAt(offset),
  };
}

const NO_COUNT = 'LIMIT and OFFSET take an integer or a parameter';

function readCount(node: SyntaxNode): CountNode {
  switch (node.type) {
    case 'GroupedExpr':
      expectOnly(node, 'expr');
      return readCount(childOf(node, 'expr'));
    case 'NumericLiteral':
      expectOnly(node);
      return readNumber(node);
    case 'Parameter':
      expectOnly(node);
      return { type: 'Parameter', ...writtenAt(node) };
    default:
      throw badSyntax(node, node.keyword === 'ALL' ? `for all rows, leave LIMIT out: ${NO_COUNT}` : NO_COUNT);
  }
}
