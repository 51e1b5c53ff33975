import { type WrittenNode } from './written-node.js';

/** A number as it is written, with its value. */
export type NumberNode = IntegerNode | FloatNode;

export interface IntegerNode extends WrittenNode {
  readonly type: 'Integer';
  /** Value within INT64, but for 2^63 behind a minus. */
  readonly value: bigint;
}

export interface FloatNode extends WrittenNode {
  readonly type: 'Float';
  /** Value, finite: the double next to the number as written. */
  readonly value: number;
}

/** A string or bytes, in any spelling. */
export type TextNode = StringNode | BytesNode;

export interface StringNode extends WrittenNode {
  readonly type: 'String';
  readonly value: string;
}

export interface BytesNode extends WrittenNode {
  readonly type: 'Bytes';
  readonly value: Uint8Array;
}
