import { type CstNode } from '../cst.js';
import { decodeString } from '../literals/literals.js';

// How long a pattern is looked for must not tell what others' rows hold. Where it took seconds for a long text, a condition that
// holds for a few of them, in front of one with such a pattern, would show in the deadline of the query.

/** Characters of all patterns of a query together, for which one row takes no longer than its other conditions. */
const MAX_TOTAL_LENGTH = 200;

/** Patterns of ASCII that RE2 can read wherever JavaScript can: of all others the error is one of the rows that they are asked of. */
const REGEX = /^(?![^]*\(\?)(?:[\w \t.*+?|/:=<>,;%&@#!~^$()-]|\\[dDwWsSbB./*+?|()[\]{}^$-]){0,200}$/;

/**
 * Whether the pattern of a LIKE is found in one go. DuckDB looks for what stands between percent signs from left to right; where an
 * underscore or a backslash is among them, it tries for each of them every place that is left.
 */
export function isLinear(pattern: CstNode): boolean {
  const { text } = decodeString(pattern);
  const parts = text.replace(/%+$/, '').split(/%+/);
  return !/[_\\]/.test(text) || parts.length <= 2;
}

/** Where a literal is not raw, a backslash in it is no backslash of the pattern. */
export function isRegex(literal: string): boolean {
  const [, raw = '', , text] = /^(r?)(['"])(.*)\2$/is.exec(literal) ?? [];
  // A text with quotes of its own may be the middle of a literal in three of them.
  if (text === undefined || !REGEX.test(text) || (raw === '' && text.includes('\\'))) return false;
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

/** Whether all patterns of a query are short together. */
export function hasShortPatterns(node: CstNode): boolean {
  return lengthOfPatterns(node) <= MAX_TOTAL_LENGTH;
}

function lengthOfPatterns(node: CstNode): number {
  const pattern = node.keyword === 'LIKE' ? node.child('right') : node.list('args')[1];
  const own = pattern?.type === 'StringLiteral' ? pattern.text.length : 0;
  return node.children().reduce((sum, each) => sum + lengthOfPatterns(each), own);
}
