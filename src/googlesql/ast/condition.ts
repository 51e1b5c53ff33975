import { type WrittenNode } from './written-node.js';

/** A condition behind ON, WHERE, HAVING or QUALIFY. */
export interface Condition<Expression> extends WrittenNode {
  readonly condition: Expression;
}
