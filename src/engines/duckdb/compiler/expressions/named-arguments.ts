import { unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { literalText } from '../literals/literal-argument.js';
import { type FunctionCall } from '../rule.js';

/** A named argument that is TRUE or FALSE, known when the query is loaded. */
export function namedFlag({ name: called, named }: FunctionCall, name: string, otherwise: boolean): boolean {
  const node = named.get(name);
  if (!node) return otherwise;
  if (node.type !== 'Boolean') throw unsupportedAt(node, `${name} of ${called} other than TRUE or FALSE`);
  return node.value;
}

/** A named argument that is a word, known when the query is loaded. */
export function namedWord(call: FunctionCall, name: string): string | undefined {
  const node = call.named.get(name);
  return node && literalText(call, node, name);
}
