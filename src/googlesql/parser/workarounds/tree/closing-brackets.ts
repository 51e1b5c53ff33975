import type { UnknownNode } from 'bq2cst';
import { childOf } from '../../cst-children.js';
import { unexpected } from './unexpected.js';

const BRACKETS: Readonly<Record<string, string>> = { '[': ']', '<': '>' };

/**
 * The parser takes any token for the bracket that closes a list, such as FROM for one that was forgotten.
 *
 * @throws UnparsedQuery for another token there
 */
export function assertClosingBracket(node: UnknownNode): void {
  const closing = childOf(node, 'rparen');
  const expected = BRACKETS[node.token?.literal ?? ''] ?? ')';
  if (closing && closing.token?.literal !== expected) throw unexpected(closing, `, "${expected}" is missing`);
}
