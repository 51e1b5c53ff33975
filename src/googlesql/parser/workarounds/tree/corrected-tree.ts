import { type UnknownNode } from 'bq2cst';
import { type Child, childrenOf, withChildren } from '../../cst-children.js';
import { assertClosingBracket } from './closing-brackets.js';
import { assertKeywords } from './expected-keywords.js';
import { withoutFunctionChain } from './function-chain.js';
import { withOrderOfSetOperation } from './set-operation-order.js';
import { withSignOfPath } from './sign-of-path.js';
import { withSortDirection } from './sort-direction.js';
import { assertStructCommas } from './struct-commas.js';
import { assertNoTrailingComma } from './trailing-commas.js';

/** What the parser takes and GoogleSQL does not. */
const CHECKS = [assertKeywords, assertStructCommas, assertNoTrailingComma, assertClosingBracket];

/**
 * The parser's tree with the places corrected that are not as GoogleSQL reads them, from the leaves up; nodes without any are the same objects.
 *
 * @throws UnparsedQuery where it is a tree of something else
 */
export function correctedTree(node: UnknownNode): UnknownNode {
  return withoutFunctionChain(withOrderOfSetOperation(withSignOfPath(withSortDirection(withCorrectedChildren(node)))));
}

function withCorrectedChildren(node: UnknownNode): UnknownNode {
  for (const check of CHECKS) check(node);
  let corrected: Record<string, Child> | undefined;
  for (const [name, child] of Object.entries(childrenOf(node))) {
    const found = correctedChild(child);
    if (found !== child) corrected = { ...(corrected ?? childrenOf(node)), [name]: found };
  }
  return corrected ? withChildren(node, corrected) : node;
}

function correctedChild(child: Child): Child {
  if ('Node' in child) {
    const found = correctedTree(child.Node);
    return found === child.Node ? child : { Node: found };
  }
  const found = child.NodeVec.map(correctedTree);
  return found.some((each, index) => each !== child.NodeVec[index]) ? { NodeVec: found } : child;
}
