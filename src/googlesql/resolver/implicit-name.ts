import { type ExpressionNode } from '../ast/nodes.js';
import { CLOCK_NAMES } from '../functions/catalogue.js';
import { type TypedValue } from '../types/coercion.js';
import { type NameScope } from './name-scope.js';

/** The name that an expression gives itself: the last part of a path, unless that is a function without its parentheses. */
export function implicitName<V extends TypedValue>(node: ExpressionNode, scope: NameScope<V>): string | undefined {
  switch (node.type) {
    case 'Name':
      return CLOCK_NAMES.has(node.text.toUpperCase()) && !scope.lookup(node.name, node, false) ? undefined : node.name;
    case 'Field':
      return node.field.name;
    case 'Brackets':
      return implicitName(node.inner, scope);
    default:
      return undefined;
  }
}
