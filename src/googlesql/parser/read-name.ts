import { RESERVED_KEYWORDS } from '../tokens/reserved-keywords.js';
import { unescape } from './escapes.js';
import { badSyntax } from './node-refusals.js';
import { type SyntaxNode } from './syntax-node.js';

/**
 * A name without its backticks.
 *
 * @throws UnparsedQuery
 */
export function readName(node: SyntaxNode): string {
  if (RESERVED_KEYWORDS.has(node.keyword)) {
    throw badSyntax(node, `"${node.text}" is a reserved keyword; as a name it stands in backticks`);
  }
  return readPart(node);
}

/** `my-count`, which the parser reads as a difference, and whatever else is a name in backticks alone. */
function noName(node: SyntaxNode): Error {
  const [left, right] = [node.child('left'), node.child('right')];
  if (!left || !right)
    return badSyntax(node, `${node.text} is no plain name; write it in backticks, as in \`${node.text}\``);
  const [name, other] = ['-', '_'].map((between) => `${left.text}${between}${right.text}`);
  return badSyntax(
    left,
    `${name ?? ''} is no plain name; write it in backticks, as in \`${name ?? ''}\`, or write ${other ?? ''}`,
  );
}

/** The same as `readName` behind a dot, where every word is a name. */
export function readPart(node: SyntaxNode): string {
  const text = node.text;
  if (/^[A-Za-z_]\w*$/.test(text)) return text;
  if (/^['"]/.test(text))
    throw badSyntax(node, `${text} is a STRING; as a name it stands in backticks, as in \`${text.slice(1, -1)}\``);
  if (!text.startsWith('`')) throw noName(node);
  const name = unescape(text.slice(1, -1), false, node);
  if (name === '') throw badSyntax(node, 'empty identifier');
  return name;
}
