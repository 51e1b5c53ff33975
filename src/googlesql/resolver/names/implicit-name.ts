import { type ExpressionNode, type NameNode } from '../../ast/nodes.js';
import { type TimeKind } from '../../types/types.js';

const CLOCKS = /^CURRENT_(DATE|DATETIME|TIME|TIMESTAMP)$/i;

/** The kind of time that a name without parentheses means unless it names something else. */
export function clockKind(name: string): TimeKind | undefined {
  return CLOCKS.exec(name)?.[1]?.toUpperCase() as TimeKind | undefined;
}

/**
 * The name that an expression gives itself: the last part of a path, unless that is a function without its parentheses.
 *
 * @param isNamed whether a name means something here
 */
export function implicitName(node: ExpressionNode, isNamed: (node: NameNode) => boolean): string | undefined {
  switch (node.type) {
    case 'Name':
      return clockKind(node.text) && !isNamed(node) ? undefined : node.name;
    case 'Field':
      return node.field.name;
    case 'Brackets':
      return implicitName(node.inner, isNamed);
    default:
      return undefined;
  }
}
