import { type WrittenNode } from './written-node.js';

/** A number as it is written, and what it means. */
export type NumberNode = IntegerNode | FloatNode;

export interface IntegerNode extends WrittenNode {
  readonly type: 'Integer';
  /** Within INT64, but for 2^63 behind a minus. */
  readonly value: bigint;
}

export interface FloatNode extends WrittenNode {
  readonly type: 'Float';
  /** Finite: the double next to the number as written. */
  readonly value: number;
}

/** A string or bytes, whatever they are written with. */
export type TextNode = StringNode | BytesNode;

export interface StringNode extends WrittenNode {
  readonly type: 'String';
  readonly value: string;
}

export interface BytesNode extends WrittenNode {
  readonly type: 'Bytes';
  readonly value: Uint8Array;
}
