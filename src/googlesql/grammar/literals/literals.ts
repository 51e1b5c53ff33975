import { type ExpressionNode, type NumberNode, type TextNode, type WrittenNode } from '../../ast/nodes.js';
import { unknownSyntax, badSyntax } from '../refusals/refusals.js';
import { type SqlToken } from '../../tokens/sql-tokens.js';
import { type TokenReader, written } from '../token-reader.js';
import { INT64_RANGE } from '../../types/types.js';
import { type TextPosition } from '../../tokens/text-position.js';

/** Types whose literals are strings behind their names: `DATE '2026-11-20'`. */
export const TYPED_LITERALS: ReadonlySet<string> = new Set([
  ...['DATE', 'TIME', 'DATETIME', 'TIMESTAMP', 'NUMERIC', 'DECIMAL', 'BIGNUMERIC', 'BIGDECIMAL', 'JSON'],
]);

const NUMBER = /^(?:\d+|0x[\da-f]+|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)$/i;

/** A number, a string, bytes, TRUE, FALSE, NULL or a parameter; undefined where something else is next. */
export function readLiteral(tokens: TokenReader): ExpressionNode | undefined {
  const token = tokens.peek();
  switch (token.kind) {
    case 'string':
      return readText(tokens.take());
    case 'parameter':
    case 'system variable':
      if (token.text === '@@') throw tokens.unexpected();
      return { type: 'Parameter', ...written(tokens.take()) };
    case 'symbol':
      if (isFraction(tokens)) return readNumber(takeNumber(tokens));
      return tokens.takeIf('?') && { type: 'Parameter', ...written(token) };
    case 'word':
      return /^\d/.test(token.text) ? readNumber(takeNumber(tokens)) : readWord(tokens);
    default:
      return undefined;
  }
}

/** `DATE '2026-01-01'`, and the words that are values. */
function readWord(tokens: TokenReader): ExpressionNode | undefined {
  const [word, token] = [tokens.word(), tokens.peek()];
  if (word === 'NULL') return { type: 'Null', ...written(tokens.take()) };
  if (word === 'TRUE' || word === 'FALSE')
    return { type: 'Boolean', ...written(tokens.take()), value: word === 'TRUE' };
  if (!TYPED_LITERALS.has(word) || tokens.peek(1).kind !== 'string') return undefined;
  tokens.take();
  return { type: 'Prefix', ...written(token), operator: word, operand: readText(tokens.take()) };
}

/** `.5` */
function isFraction(tokens: TokenReader): boolean {
  return tokens.is('.') && tokens.isAdjacent() && /^\d/.test(tokens.word(1));
}

/** Takes the tokens of a number; one with a point or a signed exponent has several. */
export function takeNumber(tokens: TokenReader): SqlToken {
  let count = 1;
  const isNext = (pattern: RegExp) => tokens.isAdjacent(count - 1) && pattern.test(tokens.word(count));
  const last = () => tokens.word(count - 1);
  if (last() === '.') count += 1;
  else if (!/^0X|E/.test(last()) && isNext(/^\.$/)) {
    count += 1;
    if (isNext(/^(?:\d+(?:E\d*)?|E\d*)$/)) count += 1;
  }
  if (/^\d*E$/.test(last()) && isNext(/^[+-]$/) && tokens.isAdjacent(count) && /^\d/.test(tokens.word(count + 1))) {
    count += 2;
  }
  const token = tokens.takeJoined(count);
  if (NUMBER.test(token.text)) return token;
  // A letter right behind a number, as in `3t3`.
  const digits = /^(?:0x[\da-f]+|\d+|\.\d+)/i.exec(token.text)?.[0] ?? '';
  const rest = token.text.slice(digits.length);
  throw unknownSyntax({ line: token.line, column: token.column + digits.length }, `"${rest}" here`);
}

/**
 * The number that tokens spell together.
 *
 * @throws UnparsedQuery for one beyond its type
 */
export function readNumber(node: WrittenNode): NumberNode {
  const { line, column, text } = node;
  if (/^(?:\d+|0x[\da-f]+)$/i.test(text)) {
    const value = BigInt(text);
    if (value > INT64_RANGE.max) throw badSyntax(node, `integer ${text} is beyond INT64`);
    return { type: 'Integer', line, column, text, value };
  }
  const value = Number(text);
  if (!Number.isFinite(value)) throw badSyntax(node, `number ${text} is beyond FLOAT64`);
  return { type: 'Float', line, column, text, value };
}

const QUOTED = /^(?<prefix>r|b|rb|br)?(?<quote>"""|'''|"|')(?<body>[^]*)\k<quote>$/i;

/**
 * A string or bytes literal in any of GoogleSQL's spellings (lexical structure, "String and bytes literals").
 *
 * @throws UnparsedQuery
 */
export function readText(node: WrittenNode): TextNode {
  const { line, column, text } = node;
  const groups = QUOTED.exec(text)?.groups;
  if (!groups) throw unknownSyntax(node, `literal ${text}`);
  const prefix = (groups.prefix ?? '').toLowerCase();
  const isBytes = prefix.includes('b');
  const source = (groups.body ?? '').replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  // Bytes, one character each.
  const body = isBytes ? Buffer.from(source, 'utf8').toString('latin1') : source;
  const value = prefix.includes('r') ? body : unescape(body, isBytes, node);
  return isBytes
    ? { type: 'Bytes', line, column, text, value: Buffer.from(value, 'latin1') }
    : { type: 'String', line, column, text, value };
}

const SIMPLE_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\\', '\\'],
  ['?', '?'],
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
]);

const ESCAPE = /\\(?:([0-3][0-7]{2})|[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([^]?))/g;

/** @throws UnparsedQuery for an unknown escape */
export function unescape(body: string, bytes: boolean, place: TextPosition): string {
  return body.replace(
    ESCAPE,
    (escape: string, octal?: string, hex?: string, short?: string, long?: string, simple?: string) => {
      const octet = octal === undefined ? hex && parseInt(hex, 16) : parseInt(octal, 8);
      // A byte in BYTES, a code point in a STRING.
      if (typeof octet === 'number') return String.fromCharCode(octet);
      const unicode = short ?? long;
      if (unicode !== undefined) {
        const point = parseInt(unicode, 16);
        if (bytes || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) {
          throw badSyntax(place, `escape ${escape} is not allowed in this literal`);
        }
        return String.fromCodePoint(point);
      }
      const character = SIMPLE_ESCAPES.get(simple ?? '');
      if (character === undefined) throw badSyntax(place, `unknown escape "${escape}"; write "\\\\" for a backslash`);
      return character;
    },
  );
}
