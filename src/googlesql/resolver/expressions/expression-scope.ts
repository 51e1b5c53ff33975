import {
  type CallNode,
  type ExpressionNode,
  type FieldNode,
  type NameNode,
  type ParameterNode,
  type QueryNode,
} from '../../ast/nodes.js';
import { type TypedValue } from '../../types/coercion.js';
import { BOOL, type SqlType } from '../../types/types.js';
import { expectType } from './expected-type.js';

/** What an expression needs of the names around it. */
export interface ExpressionScope {
  /** Returns the value of any expression, worked out once for each node. */
  value(node: ExpressionNode): TypedValue;
  /** Returns the value of a name by itself: a column, a row of a FROM item, or the time. */
  name(node: NameNode): TypedValue;
  /** Returns the value of a path, or of another value's field. */
  field(node: FieldNode): TypedValue;
  /** Whether a name means something here; the question does not count as a use. */
  isNamed(node: NameNode): boolean;
  /** Returns the value of a query in an expression: its one column, or a STRUCT for SELECT AS STRUCT. */
  query(node: QueryNode): TypedValue;
  /** Returns the columns of a query behind IN or LIKE, or in EXISTS or ARRAY: one, a STRUCT, for SELECT AS STRUCT. */
  columns(node: QueryNode): readonly TypedValue[];
  parameter(node: ParameterNode): TypedValue;
  call(node: CallNode): TypedValue;
}

/** An expression that must have the given type, or one that GoogleSQL converts to it by itself. */
export function valueAs(node: ExpressionNode, type: SqlType, scope: ExpressionScope): TypedValue {
  expectType(scope.value(node), type, node);
  return { type };
}

/** A condition: anything but BOOL (or NULL) is GoogleSQL's type error. */
export function condition(node: ExpressionNode, scope: ExpressionScope): TypedValue {
  return valueAs(node, BOOL, scope);
}
