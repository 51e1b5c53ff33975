import {
  type PartitionByNode,
  type FrameNode,
  FRAME_PLACES,
  type FrameBoundNode,
  type WindowNode,
  type WindowClauseNode,
} from '../ast/nodes.js';
import { badSyntax } from './refusals/refusals.js';
import { readName } from './names.js';
import { readOrderBy } from './ordering.js';
import { type TokenReader, written } from './token-reader.js';

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
