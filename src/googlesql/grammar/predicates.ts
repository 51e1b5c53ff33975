import {
  type ExpressionNode,
  type InNode,
  type ListNode,
  type QuantifiedLikeNode,
  type UnnestNode,
} from '../ast/nodes.js';
import { badSyntax } from './refusals/refusals.js';
import { readBracketedQuery } from './query-parts.js';
import { type TokenReader, written, writtenFrom } from './token-reader.js';

const NEGATED = new Set(['LIKE', 'IN', 'BETWEEN']);

/** Whether the NOT that is next is a part of the operator behind it. */
export function isNegation(tokens: TokenReader): boolean {
  return NEGATED.has(tokens.word(1));
}

/** Reads on behind the left side of IS, IN, LIKE and BETWEEN; undefined for other operators. */
export function readPredicate(tokens: TokenReader, left: ExpressionNode): ExpressionNode | undefined {
  const isNegated = tokens.takeIf('NOT') !== undefined;
  switch (tokens.word()) {
    case 'IS':
      return readIs(tokens, left);
    case 'IN':
      return readIn(tokens, left, isNegated);
    case 'LIKE':
      return readLike(tokens, left, isNegated);
    case 'BETWEEN': {
      const token = tokens.take();
      const least = tokens.operand();
      tokens.expect('AND');
      return { type: 'Between', ...writtenFrom(left, token), isNegated, left, least, greatest: tokens.operand() };
    }
    default:
      return undefined;
  }
}

/** `IS [NOT] NULL`, `IS [NOT] DISTINCT FROM x` */
function readIs(tokens: TokenReader, left: ExpressionNode): ExpressionNode {
  const token = writtenFrom(left, tokens.take());
  const isNegated = tokens.takeIf('NOT') !== undefined;
  if (tokens.takeIf('DISTINCT')) {
    tokens.expect('FROM');
    return { type: 'DistinctFrom', ...token, isNegated, left, right: tokens.operand() };
  }
  return { type: 'Binary', ...token, operator: 'IS', isNegated, left, right: tokens.operand() };
}

function readLike(tokens: TokenReader, left: ExpressionNode, isNegated: boolean): ExpressionNode {
  const token = writtenFrom(left, tokens.take());
  const quantifier = ['ANY', 'SOME', 'ALL'].find((word) => tokens.takeIf(word));
  if (!quantifier) {
    return { type: 'Binary', ...token, operator: 'LIKE', isNegated, left, right: tokens.operand() };
  }
  const patterns = readPatterns(tokens);
  return { type: 'QuantifiedLike', ...token, isNegated, isOfAll: quantifier === 'ALL', left, patterns };
}

const NO_PATTERNS = 'the patterns stand in parentheses, or in UNNEST(…)';

function readPatterns(tokens: TokenReader): QuantifiedLikeNode['patterns'] {
  const bracket = tokens.peek();
  if (tokens.is('UNNEST')) return readUnnest(tokens);
  if (!tokens.is('(')) throw badSyntax(bracket, NO_PATTERNS);
  const found = readBracketedQuery(tokens, true) ?? readList(tokens, NO_PATTERNS);
  if (found.type === 'Query' || found.items.length > 1) return found;
  const [inner] = found.items;
  // A single pattern keeps its brackets.
  return { ...found, items: [{ type: 'Brackets', ...written(bracket), inner }] };
}

/** `IN (…)`, `IN UNNEST(…)`, `IN (SELECT …)` */
function readIn(tokens: TokenReader, left: ExpressionNode, isNegated: boolean): InNode {
  const token = writtenFrom(left, tokens.take());
  return { type: 'In', ...token, isNegated, left, among: readAmong(tokens) };
}

function readAmong(tokens: TokenReader): InNode['among'] {
  if (tokens.is('UNNEST')) return readUnnest(tokens);
  if (!tokens.is('(')) throw tokens.unexpected('"(" is missing');
  return readBracketedQuery(tokens, true) ?? readList(tokens, 'IN needs at least one value in its brackets');
}

function readUnnest(tokens: TokenReader): UnnestNode {
  const word = tokens.take();
  const bracket = tokens.peek();
  const array = tokens.bracketed(() => {
    if (tokens.is(')')) throw badSyntax(word, 'UNNEST needs an array');
    const first = tokens.expression();
    if (tokens.is(',')) throw badSyntax(tokens.peek(1), 'UNNEST takes one array here');
    return first;
  });
  return { type: 'Unnest', ...writtenFrom(word, bracket), array };
}

function readList(tokens: TokenReader, none: string): ListNode {
  const bracket = tokens.peek();
  return tokens.bracketed(() => {
    if (tokens.is(')')) throw badSyntax(bracket, none);
    const [first = tokens.expression(), ...others] = tokens.list(() => tokens.expression());
    return { type: 'List', ...written(bracket), items: [first, ...others] };
  });
}
