import type { UnknownNode } from 'bq2cst';
import { childOf, childrenOf, listOf } from '../../cst-children.js';
import { RESERVED_KEYWORDS } from '../../../tokens/reserved-keywords.js';
import { UnparsedQuery } from '../../unparsed-query.js';

// Where its grammar leaves no choice the parser takes the next token unseen: `BETWEEN 1 OR 2` for `BETWEEN 1 AND 2`, and FROM
// for a bracket that was forgotten.

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

const BRACKETS: Readonly<Record<string, string>> = { '[': ']', '<': '>' };

/** @throws UnparsedQuery for a node that has another token where GoogleSQL has one of its keywords or brackets. */
export function assertWellRead(node: UnknownNode): void {
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
  if (node.node_type === 'StructLiteral') assertCommas(listOf(node, 'exprs'));
  assertNoneTrails(node);
  const closing = childOf(node, 'rparen');
  const expected = BRACKETS[node.token?.literal ?? ''] ?? ')';
  if (closing && closing.token?.literal !== expected) throw unexpected(closing, `, "${expected}" is missing`);
}

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

function assertNoneTrails(node: UnknownNode): void {
  if (MAY_TRAIL[node.node_type]?.test(node.token?.literal ?? '')) return;
  for (const name of Object.keys(childrenOf(node))) {
    const last = listOf(node, name).at(-1);
    const comma = last && childOf(last, 'comma');
    // Other words are what the author has where the parser was given a comma.
    if (comma?.token?.literal === ',') throw unexpected(comma, '; nothing of the list follows it, so leave it out');
  }
}

/** Elsewhere the parser asks for them itself. */
function assertCommas(items: readonly UnknownNode[]): void {
  const behind = items.findIndex((item) => !childOf(item, 'comma')) + 1;
  const item = behind > 0 ? items[behind] : undefined;
  if (item) throw unexpected(item, ', "," is missing');
}

function unexpected({ token }: UnknownNode, remark = ''): UnparsedQuery {
  const { line = 1, column = 1, literal = '' } = token ?? {};
  return new UnparsedQuery({ line, column, message: `syntax error: unexpected "${literal}"${remark}` });
}
