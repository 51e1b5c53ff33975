import { type WithClauseNode, type WithQueryNode } from '../ast/query-node.js';
import { takeBracketedQuery } from './bracketed-query.js';
import { readName } from './names.js';
import { type TokenReader, written } from './token-reader.js';

/** `WITH name AS (…), …` */
export function readWith(tokens: TokenReader): WithClauseNode {
  const { recursive, ...word } = takeWords(tokens);
  return { ...word, isRecursive: recursive, queries: tokens.list(() => readWithQuery(tokens)) };
}

/** The same in a pipe, where a comma may stand behind the last. */
export function readPipeWith(tokens: TokenReader): WithClauseNode {
  const { recursive, ...word } = takeWords(tokens);
  return { ...word, isRecursive: recursive, queries: tokens.openList(() => readWithQuery(tokens)) };
}

function takeWords(tokens: TokenReader) {
  const word = written(tokens.take());
  return { ...word, recursive: tokens.takeIf('RECURSIVE') !== undefined };
}

function readWithQuery(tokens: TokenReader): WithQueryNode {
  const { name, ...node } = readName(tokens);
  tokens.expect('AS');
  if (!tokens.is('(')) throw tokens.unexpected('"(" is missing');
  return { ...written(node), name, query: takeBracketedQuery(tokens) };
}
