import { type CallNode, type ExpressionNode, type HavingExtremeNode, type NullsNode } from '../ast/nodes.js';
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
  while (tokens.word(last + 1) === '.' && tokens.isName(last + 2)) last += 2;
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
  return {
    distinct: tokens.clause('DISTINCT', () => ({})),
    args: tokens.list(() => readArgument(tokens)),
    nulls: readNulls(tokens),
    having: tokens.clause('HAVING', () => readExtreme(tokens)),
    orderBy: readOrderBy(tokens),
    limit: tokens.clause('LIMIT', () => ({ count: tokens.expression() })),
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

function readExtreme(tokens: TokenReader): Pick<HavingExtremeNode, 'extreme' | 'key'> {
  const extreme = tokens.takeIf('MAX') ? 'max' : tokens.takeIf('MIN') ? 'min' : undefined;
  if (!extreme) throw tokens.unexpected('MAX or MIN has to stand here');
  return { extreme, key: tokens.expression() };
}

/** `value AS target [FORMAT format [AT TIME ZONE zone]]` */
function readCastOperand(tokens: TokenReader): ExpressionNode {
  const value = tokens.expression();
  const as = written(tokens.expect('AS'));
  const target = readType(tokens, true);
  const format = tokens.clause('FORMAT', () => ({ format: tokens.expression(), zone: readZone(tokens) }));
  return { type: 'CastOperand', ...as, value, target, format };
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
