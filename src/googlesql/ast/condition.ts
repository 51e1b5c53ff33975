import { type WrittenNode } from './written-node.js';

/** `ON condition`, and so WHERE, HAVING and QUALIFY. */
export interface Condition<Expression> extends WrittenNode {
  readonly condition: Expression;
}
