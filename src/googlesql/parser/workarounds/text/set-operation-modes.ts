import type { UnknownNode } from 'bq2cst';
import { childrenOf, withChildren } from '../../cst-children.js';
import type { SqlToken } from '../../../tokens/sql-tokens.js';
import { blank, type WorkaroundRule } from './rule.js';
import { setOperationAt } from './set-operations.js';

/** `FROM t LEFT OUTER UNION ALL BY NAME …`: behind FROM the parser takes the mode for that of a join. */
export const setOperationModes: WorkaroundRule = (tokens, index) => {
  // The parser takes it in a pipe.
  if (tokens[index - 1]?.text === '|>') return undefined;
  const operation = setOperationAt(tokens, index);
  if (operation === undefined || operation === index || setOperationAt(tokens, index - 1) === operation) {
    return undefined;
  }
  const words = tokens.slice(index, operation);
  const [first, ...others] = words;
  if (!first) return undefined;
  return {
    edits: words.map((_, offset) => blank(tokens, index + offset)),
    repair: {
      token: operation,
      repair: (node) => withChildren(node, { ...childrenOf(node), method: { Node: sequence([first, ...others]) } }),
    },
  };
};

/** As the parser has it in a pipe: each word within the one before. */
function sequence([{ text: literal, line, column }, ...rest]: readonly [SqlToken, ...SqlToken[]]): UnknownNode {
  const [next, ...others] = rest;
  const children = next ? { next_keyword: { Node: sequence([next, ...others]) } } : {};
  const type = next ? 'KeywordSequence' : 'Keyword';
  return { token: { line, column, literal }, node_type: type, children } as UnknownNode;
}
