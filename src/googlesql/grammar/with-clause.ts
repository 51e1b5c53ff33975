import { type WithClauseNode, type WithQueryNode } from '../ast/nodes.js';
import { badSyntax } from './refusals/refusals.js';
import { beginsQuery, takeBracketedQuery } from './bracketed-query.js';
import { readName } from './names.js';
import { type TokenReader, written } from './token-reader.js';

/** `WITH name AS (…), …`; in a pipe a comma may stand behind the last. */
export function readWith(tokens: TokenReader, isInPipe = false): WithClauseNode {
  const word = written(tokens.take());
  const isRecursive = tokens.takeIf('RECURSIVE') !== undefined;
  if (beginsQuery(tokens.word())) throw badSyntax(word, 'WITH needs a query: name AS (…)');
  const read = () => readWithQuery(tokens);
  return { ...word, isRecursive, queries: isInPipe ? tokens.openList(read) : tokens.list(read) };
}

function readWithQuery(tokens: TokenReader): WithQueryNode {
  const { name, ...node } = readName(tokens);
  tokens.expect('AS');
  if (!tokens.is('(')) throw tokens.unexpected('"(" is missing');
  return { ...written(node), name, query: takeBracketedQuery(tokens) };
}
