import { type ExpressionNode } from '../../ast/nodes.js';
import { readNumber, readText } from './literal-values.js';
import { unknownSyntax } from '../refusals/refusals.js';
import { type SqlToken } from '../../tokens/sql-tokens.js';
import { type TokenReader, written } from '../token-reader.js';

/** Types whose literals are strings behind their names. */
const TYPED = new Set([
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
  if (!TYPED.has(word) || tokens.peek(1).kind !== 'string') return undefined;
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
