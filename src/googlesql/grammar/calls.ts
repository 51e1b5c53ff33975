import {
  type CallLimitNode,
  type CallNode,
  type CastFormatNode,
  type ExpressionNode,
  type HavingExtremeNode,
  type NullsNode,
  type WrittenNode,
} from '../ast/nodes.js';
import { type SqlToken } from '../tokens/sql-tokens.js';
import { type TextPosition } from '../tokens/text-position.js';
import { holdsQuery } from './query-parts.js';
import { readPart } from './names.js';
import { readOrderBy, readOver } from './windows.js';
import { readType } from './type-names.js';
import { type TokenReader, written, writtenFrom } from './token-reader.js';

/** `name(args)`, with all clauses in its parentheses and behind them. */
export function readCall(tokens: TokenReader): CallNode {
  const name = tokens.take();
  return callOf(tokens, name, name, false);
}

/** The namespace of some functions; `SAFE.` stands in front of it. */
const NAMESPACE = 'NET';

/** `SAFE.name(args)`, `NET.HOST(url)`; undefined where no function follows names with dots between them. */
export function readNamespacedCall(tokens: TokenReader): CallNode | undefined {
  let last = 0;
  while (tokens.word(last + 1) === '.' && /^(?:word|quoted name)$/.test(tokens.peek(last + 2).kind)) last += 2;
  if (last === 0 || tokens.word(last + 1) !== '(') return undefined;
  const first = tokens.peek();
  const isSafe = tokens.takeIf('SAFE', '.') !== undefined;
  const length = isSafe ? last - 1 : last + 1;
  const isKnown = length === 1 || (length === 3 && tokens.is(NAMESPACE));
  const name = tokens.takeJoined(length);
  if (!isKnown) tokens.readOver(first, `function ${isSafe ? 'SAFE.' : ''}${name.text}`);
  return callOf(tokens, first, name, isSafe);
}

/** Functions whose arguments are no plain list. */
const SPECIAL = /^(?:IF|CAST|SAFE_CAST|EXTRACT|EXISTS|ARRAY|STRUCT|UNNEST)$/;

/** Functions that take a query without brackets of its own. */
const QUERIED = new Set(['ARRAY', 'EXISTS']);

/** `(x).f(y)` is `f(x, y)`. */
export function readChainedCall(tokens: TokenReader, operand: ExpressionNode): CallNode {
  const name = tokens.peek();
  const isPlain = ['Brackets', 'Call', 'String'].includes(operand.type) && !SPECIAL.test(tokens.word());
  if (!isPlain) tokens.readOver(name, `"${name.text}" here`);
  readPart(tokens);
  const call = callOf(tokens, name, name, false);
  return { ...call, args: [operand, ...call.args] };
}

function callOf(tokens: TokenReader, first: TextPosition, nameToken: SqlToken, isSafe: boolean): CallNode {
  const name = nameToken.text.toUpperCase();
  const bracket = writtenFrom(first, tokens.peek());
  const isQuery = QUERIED.has(name) && holdsQuery(tokens, false);
  const inside = tokens.bracketed(() => {
    if (/^(?:SAFE_)?CAST$/.test(name)) return { ...NOTHING, args: [readCastOperand(tokens)] };
    if (name === 'EXTRACT') return { ...NOTHING, args: [readExtractOperand(tokens)] };
    return isQuery ? { ...NOTHING, args: readQuery(tokens, name) } : readInside(tokens);
  });
  return { type: 'Call', ...bracket, name, isSafe, ...inside, over: readOver(tokens) };
}

type Inside = Pick<CallNode, 'args' | 'distinct' | 'nulls' | 'having' | 'orderBy' | 'limit'>;

const NOTHING: Omit<Inside, 'args'> = {
  distinct: undefined,
  nulls: undefined,
  having: undefined,
  orderBy: undefined,
  limit: undefined,
};

function readInside(tokens: TokenReader): Inside {
  if (tokens.is(')')) return { ...NOTHING, args: [] };
  const distinct = tokens.takeIf('DISTINCT');
  return {
    distinct: distinct && written(distinct),
    args: tokens.list(() => readArgument(tokens)),
    nulls: readNulls(tokens),
    having: readHaving(tokens),
    orderBy: readOrderBy(tokens),
    limit: readCallLimit(tokens),
  };
}

/** A query without brackets of its own, which may end with a comma as any SELECT list. */
function readQuery(tokens: TokenReader, name: string): readonly ExpressionNode[] {
  const query = tokens.query();
  if (tokens.is(',')) throw tokens.unexpected(`${name} takes one query`);
  return [query];
}

export function readArgument(tokens: TokenReader): ExpressionNode {
  const star = tokens.takeIf('*');
  if (star) return { type: 'Star', ...written(star) };
  const first = tokens.peek();
  const value = tokens.expression();
  if (!tokens.is('=', '>') || !tokens.isAdjacent() || value.type !== 'Name') return value;
  const arrow = tokens.takeJoined(2);
  const name = first.text.toLowerCase();
  return { type: 'NamedArgument', ...writtenFrom(first, arrow), name, value: tokens.expression() };
}

function readNulls(tokens: TokenReader): NullsNode | undefined {
  if (!tokens.is('IGNORE') && !tokens.is('RESPECT')) return undefined;
  const areIgnored = tokens.is('IGNORE');
  const word = tokens.take();
  tokens.expect('NULLS');
  return { ...written(word), areIgnored };
}

function readHaving(tokens: TokenReader): HavingExtremeNode | undefined {
  const word = tokens.takeIf('HAVING');
  if (!word) return undefined;
  const extreme = tokens.takeIf('MAX') ? 'max' : tokens.takeIf('MIN') ? 'min' : undefined;
  if (!extreme) throw tokens.unexpected('MAX or MIN has to stand here');
  return { ...written(word), extreme, key: tokens.expression() };
}

function readCallLimit(tokens: TokenReader): CallLimitNode | undefined {
  const word = tokens.takeIf('LIMIT');
  return word && { ...written(word), count: tokens.expression() };
}

/** `value AS target [FORMAT format]` */
function readCastOperand(tokens: TokenReader): ExpressionNode {
  const value = tokens.expression();
  const as: WrittenNode = written(tokens.expect('AS'));
  return { type: 'CastOperand', ...as, value, target: readType(tokens, true), format: readFormat(tokens) };
}

/** `FORMAT format [AT TIME ZONE zone]` */
function readFormat(tokens: TokenReader): CastFormatNode | undefined {
  const word = tokens.takeIf('FORMAT');
  return word && { ...written(word), format: tokens.expression(), zone: readZone(tokens) };
}

/** `part FROM value [AT TIME ZONE zone]` */
function readExtractOperand(tokens: TokenReader): ExpressionNode {
  const part = tokens.expression();
  const from = written(tokens.expect('FROM'));
  return { type: 'ExtractOperand', ...from, part, value: tokens.expression(), zone: readZone(tokens) };
}

function readZone(tokens: TokenReader): ExpressionNode | undefined {
  if (!tokens.takeIf('AT')) return undefined;
  tokens.expect('TIME');
  tokens.expect('ZONE');
  return tokens.expression();
}
