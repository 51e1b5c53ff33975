import {
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
  const read = () => {
    const name = readName(tokens);
    tokens.expect('AS');
    return { name, window: readWindow(tokens) };
  };
  return tokens.clause('WINDOW', () => ({ windows: tokens.list(read) }));
}

function readWindow(tokens: TokenReader): WindowNode {
  if (!tokens.is('(')) return readName(tokens);
  const bracket = tokens.peek();
  return tokens.bracketed(() => {
    const isBase = tokens.isName() && !SPECIFICATION.has(tokens.word());
    return {
      type: 'WindowSpecification',
      ...written(bracket),
      base: isBase ? readName(tokens) : undefined,
      partitionBy: tokens.clause('PARTITION', () => readKeys(tokens)),
      orderBy: readOrderBy(tokens),
      frame: readFrame(tokens, 'ROWS') ?? readFrame(tokens, 'RANGE'),
    };
  });
}

/** First words of a specification that goes on from no window. */
const SPECIFICATION = new Set(['PARTITION', 'ORDER', 'ROWS', 'RANGE']);

function readKeys(tokens: TokenReader) {
  tokens.expect('BY');
  return { keys: tokens.list(() => tokens.expression()) };
}

function readFrame(tokens: TokenReader, unit: FrameNode['unit']): FrameNode | undefined {
  return tokens.clause(unit, () => {
    const isBetween = tokens.takeIf('BETWEEN') !== undefined;
    const start = readBound(tokens);
    if (isBetween) tokens.expect('AND');
    return { unit, start, end: isBetween ? readBound(tokens) : undefined };
  });
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

/** `ORDER BY key DESC NULLS LAST, …`; in a pipe a comma may stand behind the last. Undefined where there is none. */
export function readOrderBy(tokens: TokenReader, isInPipe = false): OrderByNode | undefined {
  return tokens.clause('ORDER', () => {
    tokens.expect('BY');
    return { items: tokens.list(() => readOrderItem(tokens), isInPipe) };
  });
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
  return tokens.clause('LIMIT', () => {
    const count = readCount(tokens);
    const word = tokens.takeIf('OFFSET');
    return { count, offset: word && readCount(tokens), offsetWord: word && written(word) };
  });
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
