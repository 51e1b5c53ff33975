import type { UnknownNode } from 'bq2cst';
import { childOf, childrenOf, listOf } from '../../cst-children.js';
import { unexpected } from './unexpected.js';

// The parser takes a comma behind the last item of any list.

/** Lists that may end with a comma: those of SELECT and of the operators of a pipe. */
const MAY_TRAIL: Partial<Record<UnknownNode['node_type'], RegExp>> = {
  SelectStatement: /^/,
  SelectPipeOperator: /^/,
  ExtendPipeOperator: /^/,
  AggregatePipeOperator: /^/,
  UnionPipeOperator: /^/,
  WithPipeOperator: /^/,
  KeywordWithExprs: /^by$/i,
  BasePipeOperator: /^(?:drop|order|rename|set|window)$/i,
};

/** @throws UnparsedQuery for a list that may not end with a comma and does. */
export function assertNoTrailingComma(node: UnknownNode): void {
  if (MAY_TRAIL[node.node_type]?.test(node.token?.literal ?? '')) return;
  for (const name of Object.keys(childrenOf(node))) {
    const last = listOf(node, name).at(-1);
    const comma = last && childOf(last, 'comma');
    // Other words are what the author has where the parser was given a comma.
    if (comma?.token?.literal === ',') throw unexpected(comma, '; nothing of the list follows it, so leave it out');
  }
}
