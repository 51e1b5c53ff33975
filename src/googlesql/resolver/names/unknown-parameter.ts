import { excerpt } from '../../../errors/excerpt.js';
import { type ParameterNode } from '../../ast/nodes.js';
import { UnknownName, unsupportedAt } from '../dialect-error.js';

/** The error of a parameter that is not declared. @param declared names without `@` */
export function unknownParameter(node: ParameterNode, declared: Iterable<string>): UnknownName {
  const name = node.text;
  if (!/^@[A-Za-z_]\w*$/.test(name))
    throw unsupportedAt(node, name === '?' ? '"?" for a parameter, which is written @name,' : `"${name}"`);
  const names = Array.from(declared, (each) => `@${each}`);
  return new UnknownName(node, `parameter ${excerpt(name)} is not declared`, name, names);
}
