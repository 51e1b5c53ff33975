import { type WrittenNode } from './written-node.js';

export interface NameNode extends WrittenNode {
  readonly type: 'Name';
  /** Name without backticks. */
  readonly name: string;
}

/** `@name`, or `?`, which has none. */
export interface ParameterNode extends WrittenNode {
  readonly type: 'Parameter';
}
