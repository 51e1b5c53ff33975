import { byPlace, type TextPosition } from '../tokens/text-position.js';
import { type SyntaxNode } from './syntax-node.js';
import { UnparsedQuery } from './unparsed-query.js';

/** Children that say nothing about meaning: the parser hangs commas on the expression before them. */
const MEANINGLESS = new Set(['leading_comments', 'trailing_comments', 'comma', 'rparen', 'semicolon']);

/** The first child in the text that is none of these, and what to call it; nothing of the text is passed over in silence. */
export function strangeChild<N extends SyntaxNode>(
  node: N,
  known: readonly string[],
): { readonly node: N; readonly what: string } | undefined {
  const unknown = node.childNames().filter((name) => !MEANINGLESS.has(name) && !known.includes(name));
  if (unknown.length === 0) return undefined;
  const [first] = unknown
    .map((name) => ({ name, node: node.child(name) ?? node.list(name)[0] ?? node }))
    .sort((a, b) => byPlace(a.node, b.node));
  return first && { node: first.node, what: first.node.text ? `"${first.node.text}" here` : `${first.name} here` };
}

/** @throws UnparsedQuery for the first child that is none of these */
export function expectOnly(node: SyntaxNode, ...known: readonly string[]): void {
  const strange = strangeChild(node, known);
  if (strange) throw unknownSyntax(strange.node, strange.what);
}

/** A child that the grammar always has. */
export function childOf(node: SyntaxNode, name: string): SyntaxNode {
  const child = node.child(name);
  if (!child) throw unknownSyntax(node, `${node.type} without ${name}`);
  return child;
}

/** What is no GoogleSQL. */
export function badSyntax({ line, column }: TextPosition, message: string): UnparsedQuery {
  return new UnparsedQuery({ line, column, message });
}

/** What may be GoogleSQL and is not known here. */
export function unknownSyntax({ line, column }: TextPosition, what: string): UnparsedQuery {
  return new UnparsedQuery({ line, column, message: what }, true);
}
