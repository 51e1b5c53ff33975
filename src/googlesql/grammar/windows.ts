import {
  type PartitionByNode,
  type FrameNode,
  FRAME_PLACES,
  type FrameBoundNode,
  type WindowNode,
  type WindowClauseNode,
  type CountNode,
  type LimitNode,
  type Order,
  type OrderByNode,
  type OrderItemNode,
} from '../ast/nodes.js';
import { badSyntax, unknownSyntax } from './refusals/refusals.js';
import { readName } from './names.js';
import { type TokenReader, written } from './token-reader.js';
import { readNumber, takeNumber } from './literals/literals.js';

/** `OVER w` and `OVER (…)`; undefined where there is none. */
export function readOver(tokens: TokenReader): WindowNode | undefined {
  return tokens.takeIf('OVER') && readWindow(tokens);
}

/** `WINDOW name AS (…), …`; undefined where there is none. */
export function readWindowClause(tokens: TokenReader): WindowClauseNode | undefined {
  const word = tokens.takeIf('WINDOW');
  if (!word) return undefined;
  const windows = tokens.list(() => {
    const name = readName(tokens);
    tokens.expect('AS');
    return { name, window: readWindow(tokens) };
  });
  return { ...written(word), windows };
}

function readWindow(tokens: TokenReader): WindowNode {
  if (!tokens.is('(')) return readName(tokens);
  const bracket = tokens.peek();
  return tokens.bracketed(() => {
    const { kind } = tokens.peek();
    const isBase = (kind === 'word' || kind === 'quoted name') && !SPECIFICATION.has(tokens.word());
    return {
      type: 'WindowSpecification',
      ...written(bracket),
      base: isBase ? readName(tokens) : undefined,
      partitionBy: readPartitionBy(tokens),
      orderBy: readOrderBy(tokens),
      frame: readFrame(tokens),
    };
  });
}

/** First words of a specification that goes on from no window. */
const SPECIFICATION = new Set(['PARTITION', 'ORDER', 'ROWS', 'RANGE']);

function readPartitionBy(tokens: TokenReader): PartitionByNode | undefined {
  const word = tokens.takeIf('PARTITION');
  if (!word) return undefined;
  tokens.expect('BY');
  return { ...written(word), keys: tokens.list(() => tokens.expression()) };
}

function readFrame(tokens: TokenReader): FrameNode | undefined {
  const unit = tokens.word();
  if (unit !== 'ROWS' && unit !== 'RANGE') return undefined;
  const word = tokens.take();
  const isBetween = tokens.takeIf('BETWEEN') !== undefined;
  const start = readBound(tokens);
  if (isBetween) tokens.expect('AND');
  return { ...written(word), unit, start, end: isBetween ? readBound(tokens) : undefined };
}

function readBound(tokens: TokenReader): FrameBoundNode {
  const first = tokens.peek();
  const keyword = ['UNBOUNDED', 'CURRENT'].find((word) => tokens.takeIf(word));
  const distance = keyword ? undefined : tokens.operand();
  const words = `${keyword ?? 'n'} ${tokens.word()}`;
  const place = FRAME_PLACES.find((each) => each === words);
  if (!place && !BOUNDS.has(tokens.word())) throw tokens.unexpected('PRECEDING or FOLLOWING has to stand here');
  if (!place) throw badSyntax(first, 'a frame is bounded by UNBOUNDED, CURRENT ROW, a number or a parameter');
  tokens.take();
  return { place, distance };
}

const BOUNDS = new Set(['PRECEDING', 'FOLLOWING', 'ROW']);

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
