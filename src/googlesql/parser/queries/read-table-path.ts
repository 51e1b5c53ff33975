import { childOf, expectOnly } from '../node-refusals.js';
import { readName, readPart } from '../read-name.js';
import { type SyntaxNode } from '../syntax-node.js';

/** A table's name as it is written in FROM, with its dataset and its project where it has them; without backticks. */
export function readTablePath(node: SyntaxNode, around: readonly string[] = []): string {
  if (node.type === 'DotOperator') {
    expectOnly(node, 'left', 'right', ...around);
    return `${readTablePath(childOf(node, 'left'))}.${behindDot(childOf(node, 'right'))}`;
  }
  const text = dashed(node);
  expectOnly(node, 'trailing_idents', ...around);
  return text ?? readName(node);
}

function behindDot(node: SyntaxNode): string {
  const text = dashed(node);
  expectOnly(node, 'trailing_idents');
  return text ?? readPart(node);
}

/** `my-project`, which only stands unquoted in front of a dot or behind one. */
function dashed(node: SyntaxNode): string | undefined {
  if (node.type !== 'MultiTokenIdentifier') return undefined;
  const text = [node, ...node.list('trailing_idents')].map((each) => each.text).join('');
  return /^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*$/.test(text) ? text : undefined;
}
