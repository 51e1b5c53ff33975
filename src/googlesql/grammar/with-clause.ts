import { type WithClauseNode, type WithQueryNode } from '../ast/query-node.js';
import { badSyntax } from './refusals/refusals.js';
import { beginsQuery, takeBracketedQuery } from './bracketed-query.js';
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
  const recursive = tokens.takeIf('RECURSIVE') !== undefined;
  if (beginsQuery(tokens.word())) throw badSyntax(word, 'WITH needs a query: name AS (…)');
  return { ...word, recursive };
}

function readWithQuery(tokens: TokenReader): WithQueryNode {
  const { name, ...node } = readName(tokens);
  tokens.expect('AS');
  if (!tokens.is('(')) throw tokens.unexpected('"(" is missing');
  return { ...written(node), name, query: takeBracketedQuery(tokens) };
}
