import { type TextPosition } from '../tokens/text-position.js';
import { arrayOf, OPEN_TYPE, type ScalarKind, type SqlType } from '../types/types.js';

/** A type as it is written, in CAST or before an array or a STRUCT. */
export type TypeNode = ScalarTypeNode | ArrayTypeNode | StructTypeNode;

export interface ScalarTypeNode extends TextPosition {
  readonly type: 'ScalarType';
  /** Name as written: GoogleSQL has several for some. */
  readonly name: string;
  /** Undefined for a type that Quern does not know, in a text that is read leniently. */
  readonly kind: ScalarKind | undefined;
  /** Numbers of `STRING(5)` or `NUMERIC(10, 2)`. */
  readonly numbers: TypeNumbers | undefined;
}

export interface TypeNumbers extends TextPosition {
  readonly values: readonly bigint[];
}

export interface ArrayTypeNode extends TextPosition {
  readonly type: 'ArrayType';
  readonly element: ScalarTypeNode | StructTypeNode;
}

export interface StructTypeNode extends TextPosition {
  readonly type: 'StructType';
  readonly fields: readonly FieldTypeNode[];
}

export interface FieldTypeNode {
  /** Empty for a field without a name. */
  readonly name: string;
  readonly fieldType: TypeNode;
}

/** The type itself, without lengths and numbers of digits. */
export function typeOf(node: TypeNode): SqlType {
  switch (node.type) {
    case 'ScalarType':
      return node.kind ? { kind: node.kind } : OPEN_TYPE;
    case 'ArrayType':
      return arrayOf(typeOf(node.element));
    case 'StructType':
      return { kind: 'STRUCT', fields: node.fields.map(({ name, fieldType }) => ({ name, type: typeOf(fieldType) })) };
  }
}
