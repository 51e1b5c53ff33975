import type { UnknownNode } from 'bq2cst';
import { childOf, childrenOf, listOf } from '../../cst-children.js';
import { RESERVED_KEYWORDS } from '../../../tokens/reserved-keywords.js';
import { unexpected } from './unexpected.js';

// Where GoogleSQL's grammar has one keyword and no other, the parser takes any token for it: `BETWEEN 1 OR 2` for `BETWEEN 1 AND 2`.

/** None is reserved; in `INTERVAL '1 hour' FROM t` there is none. */
const DATE_PART = new RegExp(`^(?!(?:${[...RESERVED_KEYWORDS].join('|')})$)[a-z]+$`, 'i');

/** What stands between the parts of a node, by the names of its children. */
const BETWEEN: Readonly<Record<string, RegExp>> = {
  and: /^and$/i,
  as: /^as$/i,
  by: /^by$/i,
  date_part: DATE_PART,
  end: /^end$/i,
  from: /^from$/i,
  offset: /^offset$/i,
  then: /^then$/i,
  to: /^to$/i,
  to_date_part: DATE_PART,
};

/** The keyword that the parser takes for the node's own. */
const OWN: Partial<Record<UnknownNode['node_type'], RegExp>> = {
  CaseExprArm: /^(?:when|else)$/i,
  CastArgument: /^as$/i,
  ExtractArgument: /^from$/i,
};

/** @throws UnparsedQuery for a node that has another token where GoogleSQL has one of its keywords. */
export function assertKeywords(node: UnknownNode): void {
  if (OWN[node.node_type]?.test(node.token?.literal ?? '') === false) throw unexpected(node);
  for (const name of Object.keys(childrenOf(node))) {
    const expected = BETWEEN[name];
    const child = expected && childOf(node, name);
    if (child?.node_type === 'Keyword' && !expected?.test(child.token.literal)) throw unexpected(child);
  }
  const extreme = node.node_type === 'KeywordSequence' ? childOf(node, 'next_keyword') : undefined;
  if (/^having$/i.test(node.token?.literal ?? '') && extreme && !/^(?:max|min)$/i.test(extreme.token?.literal ?? '')) {
    throw unexpected(extreme);
  }
  const [, nulls] = listOf(node, 'ignore_nulls');
  if (nulls && !/^nulls$/i.test(nulls.token?.literal ?? '')) throw unexpected(nulls);
}
