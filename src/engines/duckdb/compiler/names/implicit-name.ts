import { type ExpressionNode } from '../../../../googlesql/ast/nodes.js';
import { clock } from '../functions/times/current-time.js';
import { type Scope } from './scope.js';

/** The name that an expression gives itself: the last part of a path, unless that is a function without its parentheses. */
export function implicitName(node: ExpressionNode, scope: Scope): string | undefined {
  switch (node.type) {
    case 'Name':
      return clock(node.text, scope) && !scope.lookup(node.name, node, false) ? undefined : node.name;
    case 'Field':
      return node.field.name;
    case 'Brackets':
      return implicitName(node.inner, scope);
    default:
      return undefined;
  }
}
