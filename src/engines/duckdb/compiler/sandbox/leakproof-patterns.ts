import { partsOf, type TreeNode } from '../../../../googlesql/ast/parts.js';

// The time of a search for a pattern must not reveal others' rows. If it took seconds for a long text, a condition that holds for a few of
// them, in front of one with such a pattern, would show in the deadline of the query.

/** Most characters of all patterns of a query together, for which one row takes no longer than its other conditions. */
const MAX_TOTAL_LENGTH = 200;

/** Patterns of ASCII that RE2 can read wherever JavaScript can: the error of any other is one of the rows that it is applied to. */
const REGEX = /^(?![^]*\(\?)(?:[\w \t.*+?|/:=<>,;%&@#!~^$()-]|\\[dDwWsSbB./*+?|()[\]{}^$-]){0,200}$/;

/**
 * Whether a search for the pattern of a LIKE is linear. DuckDB looks for the parts between percent signs from left to right; with an
 * underscore or a backslash in them, it tries for each of them every place that is left.
 */
export function isLinear(text: string): boolean {
  const parts = text.replace(/%+$/, '').split(/%+/);
  return !/[_\\]/.test(text) || parts.length <= 2;
}

/** Whether a literal is such a pattern. If it is not raw, a backslash in it is no backslash of the pattern. */
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
export function hasShortPatterns(node: TreeNode): boolean {
  return lengthOfPatterns(node) <= MAX_TOTAL_LENGTH;
}

function lengthOfPatterns(node: TreeNode): number {
  const own = patternOf(node);
  const length = own?.type === 'String' || own?.type === 'Bytes' ? own.text.length : 0;
  return partsOf(node).reduce((sum, part) => sum + lengthOfPatterns(part), length);
}

function patternOf(node: TreeNode): TreeNode | undefined {
  if (node.type === 'Call') return node.args[1];
  return node.type === 'Binary' && node.operator === 'LIKE' ? node.right : undefined;
}
