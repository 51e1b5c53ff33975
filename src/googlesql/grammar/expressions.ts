import { type ExpressionNode } from '../ast/nodes.js';
import { readOperand } from './operands.js';
import { badSyntax } from './refusals/refusals.js';
import { isNegation, readPredicate } from './predicates.js';
import { type TokenReader, written, writtenFrom } from './token-reader.js';

// Precedences, the weakest binding first (GoogleSQL, "Operators", precedence).
const OR = 1;
const AND = 2;
const NOT = 3;
const COMPARISON = 4;
const BITS = 5;
const SIGN = 11;

const PRECEDENCES: ReadonlyMap<string, number> = new Map<string, number>([
  ['OR', OR],
  ['AND', AND],
  ...['=', '<', '>', '<=', '>=', '!=', '<>', 'LIKE', 'IN', 'BETWEEN', 'IS', 'NOT'].map(
    (each) => [each, COMPARISON] as const,
  ),
  ['|', BITS],
  ['^', 6],
  ['&', 7],
  ['<<', 8],
  ['>>', 8],
  ['+', 9],
  ['-', 9],
  ['*', 10],
  ['/', 10],
  ['||', 10],
]);

/** Operators of two symbols. */
const PAIRS = new Set(['<=', '>=', '!=', '<>', '||', '<<', '>>', '=>']);

const SIGNS = new Set(['-', '+', '~']);

const COMPARED = 'a comparison inside a comparison needs parentheses around it';

/** An expression; `=>` and aliases stand behind one. */
export function readExpression(tokens: TokenReader): ExpressionNode {
  return readBinary(tokens, OR);
}

/** An expression in which comparisons, NOT, AND and OR stand in brackets alone. */
export function readOperation(tokens: TokenReader): ExpressionNode {
  return readBinary(tokens, BITS);
}

/** Operators with two sides that bind at least as much, from the left to the right. */
function readBinary(tokens: TokenReader, least: number): ExpressionNode {
  let left = readPrefixed(tokens, least);
  let isCompared = false;
  for (let before = 0; ; before += 1) {
    const operator = operatorAt(tokens);
    const precedence = PRECEDENCES.get(operator) ?? 0;
    if (precedence < least) return left;
    if (isCompared && precedence === COMPARISON) throw badSyntax(left, COMPARED);
    isCompared = precedence === COMPARISON;
    if (operator === 'NOT' && !isNegation(tokens)) {
      tokens.take();
      throw tokens.unexpected('LIKE, IN or BETWEEN has to stand here');
    }
    left = tokens.chained(before, () => readRest(tokens, left, operator, precedence), 1);
  }
}

function readRest(tokens: TokenReader, left: ExpressionNode, operator: string, precedence: number): ExpressionNode {
  const predicate = precedence === COMPARISON ? readPredicate(tokens, left) : undefined;
  return predicate ?? readSides(tokens, left, operator, precedence);
}

function readSides(tokens: TokenReader, left: ExpressionNode, operator: string, precedence: number): ExpressionNode {
  const token = tokens.takeJoined(PAIRS.has(operator) ? 2 : 1);
  const right = readBinary(tokens, precedence + 1);
  return { type: 'Binary', ...writtenFrom(left, token), operator, isNegated: false, left, right };
}

/** The operator that is next: a word, or one or two symbols. */
function operatorAt(tokens: TokenReader): string {
  const word = tokens.word();
  const pair = word + tokens.word(1);
  return PAIRS.has(pair) && tokens.isAdjacent() ? pair : word;
}

/** `-x`, `NOT x`; a sign binds more than any operator with two sides, NOT less than comparisons. */
function readPrefixed(tokens: TokenReader, least: number): ExpressionNode {
  const operator = tokens.word();
  const isSign = SIGNS.has(operator);
  if (!isSign && operator !== 'NOT') return readOperand(tokens);
  if (!isSign && least > NOT) throw tokens.unexpected('NOT and what it is for stand in parentheses here');
  const token = tokens.take();
  const integer = leastInteger(tokens, operator);
  const operand = integer ?? tokens.nested(() => (isSign ? readBinary(tokens, SIGN) : readBinary(tokens, NOT)));
  return { type: 'Prefix', ...written(token), operator, operand };
}

/** The least INT64, which has no positive counterpart. */
function leastInteger(tokens: TokenReader, sign: string): ExpressionNode | undefined {
  const isLeast = sign === '-' && tokens.word() === '9223372036854775808' && tokens.word(1) !== '.';
  return isLeast ? { type: 'Integer', ...written(tokens.take()), value: 2n ** 63n } : undefined;
}
