import { type QueryNode, type SelectItemNode } from '../../ast/nodes.js';
import { type ColumnPlace } from '../output-column.js';
import { type TypedValue } from '../../types/coercion.js';

/** The columns of a query's answer. */
export interface ResolvedQuery {
  readonly columns: readonly ResolvedColumn[];
  /** Whether it has columns beside these, at places that are not known. */
  readonly isPartial?: boolean;
  /** Whether its rows are values of its one column, which has no name: SELECT AS VALUE. */
  readonly isValueTable?: boolean;
  /** Query of WITH whose answer it is. */
  readonly withQuery?: QueryNode;
  /** Whether its columns are the fields of SELECT AS STRUCT. */
  readonly isStruct?: boolean;
}

/** A column of a query's answer; a nameless expression has no name. */
export interface ResolvedColumn {
  readonly name: string | undefined;
  readonly node: ColumnPlace;
  /** A literal keeps its value, since it takes the types of others in a set operation; behind ORDER BY or LIMIT it has none. */
  readonly value: TypedValue;
  /** Item of the SELECT list that it comes from. */
  readonly source?: SelectItemNode;
}
