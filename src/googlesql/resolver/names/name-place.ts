import { type ExpressionNode } from '../../ast/nodes.js';

/** The place of a value among rows: a column that USING has merged; or an item of FROM, one of its columns, or a field of the value that it is. */
export interface RowPlace {
  readonly of: 'merged' | 'item';
  readonly index: number;
  readonly column?: number;
  readonly field?: number;
}

/** The place of a named value in a scope, where columns of the answer have names as well, or in one of those around it. */
export interface NamePlace extends Omit<RowPlace, 'of'> {
  readonly of: RowPlace['of'] | 'answer';
  /** Number of queries between the name and the scope of the value. */
  readonly depth: number;
}

/** A value that the author wrote out, or a field of it. */
export interface WrittenValue {
  readonly of: 'value';
  readonly node: ExpressionNode;
  readonly field?: number;
}
