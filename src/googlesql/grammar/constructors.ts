import { type CaseArm, type ExpressionNode, type StructFieldNode } from '../ast/nodes.js';
import { badSyntax } from './refusals/refusals.js';
import { RESERVED_KEYWORDS } from '../tokens/reserved-keywords.js';
import { readName } from './names.js';
import { type TokenReader, written } from './token-reader.js';
import { readType } from './type-names.js';

/** `[a, b]`, with or without its type in front. */
export function readArray(tokens: TokenReader): ExpressionNode {
  const declared = tokens.is('ARRAY', '<') ? readType(tokens, false) : undefined;
  if (!declared) tokens.takeIf('ARRAY');
  const bracket = written(tokens.peek());
  const read = () => (tokens.is(']') ? [] : tokens.list(() => tokens.expression()));
  return { type: 'Array', ...bracket, declared, elements: tokens.bracketed(read, '[', ']') };
}

/** `STRUCT(a AS x, …)`, `STRUCT<x INT64, …>(a, …)` */
export function readStruct(tokens: TokenReader): ExpressionNode {
  const declared = tokens.is('STRUCT', '<') ? readType(tokens, false) : undefined;
  if (!declared) tokens.take();
  const bracket = written(tokens.peek());
  const read = () => (tokens.is(')') ? [] : tokens.list(() => readField(tokens, declared !== undefined)));
  return { type: 'Struct', ...bracket, declared, isTuple: false, fields: tokens.bracketed(read) };
}

function readField(tokens: TokenReader, isDeclared: boolean): StructFieldNode {
  const value = tokens.expression();
  const alias = tokens.takeIf('AS') && readName(tokens);
  if (alias && isDeclared) throw badSyntax(value, 'the type names the fields of this STRUCT; leave AS out');
  if (!alias && !tokens.is(',') && !tokens.is(')')) throw tokens.unexpected('"," is missing');
  return { value, alias: alias?.name };
}

/** `RANGE<DATE> '[2026-01-01, UNBOUNDED)'` */
export function readRange(tokens: TokenReader): ExpressionNode {
  readType(tokens, false);
  return tokens.operand();
}

/** `CASE WHEN condition THEN result … END`, with or without a value behind CASE. */
export function readCase(tokens: TokenReader): ExpressionNode {
  const word = written(tokens.take());
  return tokens.nested(() => {
    const subject = CASE_WORDS.has(tokens.word()) ? undefined : tokens.expression();
    const arms: CaseArm[] = [];
    while (tokens.takeIf('WHEN')) {
      const when = tokens.expression();
      tokens.expect('THEN');
      arms.push({ when, result: tokens.expression() });
    }
    if (arms.length === 0 && CASE_WORDS.has(tokens.word())) throw badSyntax(word, 'CASE needs a WHEN');
    const otherwise = tokens.takeIf('ELSE') && tokens.expression();
    tokens.expect('END');
    return { type: 'Case', ...word, subject, arms, otherwise };
  });
}

const CASE_WORDS = new Set(['WHEN', 'ELSE', 'END']);

/** `INTERVAL amount part` */
export function readInterval(tokens: TokenReader): ExpressionNode {
  const word = written(tokens.take());
  return tokens.nested(() => {
    const amount = tokens.expression();
    const { kind } = tokens.peek();
    if (kind !== 'word' || /^\d/.test(tokens.word()) || RESERVED_KEYWORDS.has(tokens.word()))
      throw tokens.unexpected('a part of a date has to stand here');
    const part = written(tokens.take());
    if (tokens.is('TO')) {
      tokens.readOver(tokens.take(), '"TO" here');
      tokens.take();
    }
    return { type: 'Interval', ...word, amount, part };
  });
}
