import { type SelectNode } from '../ast/nodes.js';
import { type TextPosition } from '../tokens/text-position.js';
import { errorAt, unsupportedAt } from './dialect-error.js';

/** The rows of a query, as far as a set operation of several must know. */
interface SelectedRows {
  readonly columns: readonly { readonly name: string | undefined }[];
  /** Whether its rows are values of its one column, which has no name: SELECT AS VALUE. */
  readonly isValueTable?: boolean;
  /** Whether its columns are the fields of SELECT AS STRUCT. */
  readonly isStruct?: boolean;
}

/** The rows of a SELECT. The column of SELECT AS VALUE has no name any more. */
export function rowsOf<Q extends SelectedRows>(node: SelectNode, query: Q): Q {
  const kind = node.rowsAs;
  if (kind === 'STRUCT') return { ...query, isStruct: true };
  if (kind !== 'VALUE') return query;
  if (query.columns.length !== 1) throw errorAt(node, 'SELECT AS VALUE takes one expression');
  return { ...query, columns: query.columns.map((column) => ({ ...column, name: undefined })), isValueTable: true };
}

/** Refuses a set operation over columns and value tables together. */
export function refuseMixedRows(queries: readonly SelectedRows[], node: TextPosition): void {
  if (isMixed(queries, ({ isValueTable }) => isValueTable))
    throw unsupportedAt(node, 'SELECT AS VALUE beside a query of columns');
}

/** Refuses SELECT AS STRUCT beside other columns: it is one column of a set operation, but here its fields stand for it. */
export function refuseMixedStructs(queries: readonly SelectedRows[], node: TextPosition): void {
  if (isMixed(queries, ({ isStruct }) => isStruct)) {
    throw errorAt(
      node,
      'SELECT AS STRUCT is one column, a STRUCT; write it in all queries of a set operation, or in none',
    );
  }
}

function isMixed(queries: readonly SelectedRows[], isOne: (query: SelectedRows) => boolean | undefined): boolean {
  return queries.some(isOne) && !queries.every(isOne);
}
