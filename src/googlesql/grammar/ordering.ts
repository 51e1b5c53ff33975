import { type CountNode, type LimitNode, type Order, type OrderByNode, type OrderItemNode } from '../ast/nodes.js';
import { badSyntax, unknownSyntax } from './refusals/refusals.js';
import { readNumber } from './literals/literal-values.js';
import { takeNumber } from './literals/literals.js';
import { type TokenReader, written } from './token-reader.js';

/** `ORDER BY key DESC NULLS LAST, …`; undefined where there is none. */
export function readOrderBy(tokens: TokenReader): OrderByNode | undefined {
  if (!tokens.is('ORDER')) return undefined;
  return { ...takeOrder(tokens), items: tokens.list(() => readOrderItem(tokens)) };
}

/** ORDER BY of a pipe, whose list may end with a comma. */
export function readPipeOrderBy(tokens: TokenReader): OrderByNode {
  return { ...takeOrder(tokens), items: tokens.openList(() => readOrderItem(tokens)) };
}

function takeOrder(tokens: TokenReader) {
  const order = tokens.take();
  tokens.expect('BY');
  return written(order);
}

function readOrderItem(tokens: TokenReader): OrderItemNode {
  const key = tokens.expression();
  return { key, ...readOrder(tokens) };
}

/** The direction of a key, and where its NULLs go. */
export function readOrder(tokens: TokenReader): Order {
  // An order without COLLATE would not be the query's.
  if (tokens.is('COLLATE')) throw unknownSyntax(tokens.peek(), `"${tokens.peek().text}" here`);
  const direction = tokens.takeIf('ASC') ? 'ASC' : tokens.takeIf('DESC') ? 'DESC' : undefined;
  if (!tokens.takeIf('NULLS')) return { direction, nulls: undefined };
  if (tokens.takeIf('FIRST')) return { direction, nulls: 'NULLS FIRST' };
  tokens.expect('LAST');
  return { direction, nulls: 'NULLS LAST' };
}

/** `LIMIT n OFFSET m`; undefined where there is none. */
export function readLimit(tokens: TokenReader): LimitNode | undefined {
  const limit = tokens.takeIf('LIMIT');
  if (!limit) return undefined;
  const count = readCount(tokens);
  const word = tokens.takeIf('OFFSET');
  return { ...written(limit), count, offset: word && readCount(tokens), offsetWord: word && written(word) };
}

const NO_COUNT = 'LIMIT and OFFSET take an integer or a parameter';

/** A number or a parameter, in brackets or without. */
function readCount(tokens: TokenReader): CountNode {
  const token = tokens.peek();
  if (tokens.is('(')) return tokens.bracketed(() => readCount(tokens));
  if (token.kind === 'parameter' || tokens.is('?')) return { type: 'Parameter', ...written(tokens.take()) };
  if (/^\d/.test(tokens.word()) && !OPERATOR.test(tokens.word(1))) return readNumber(takeNumber(tokens));
  if (tokens.isAtEnd) throw tokens.unexpected();
  throw badSyntax(token, tokens.is('ALL') ? `for all rows, leave LIMIT out: ${NO_COUNT}` : NO_COUNT);
}

const OPERATOR = /^[-+*/]$/;
