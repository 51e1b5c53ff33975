import { partsOf, type TreeNode } from '../../../../googlesql/ast/parts.js';

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
export function isLinear(text: string): boolean {
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
