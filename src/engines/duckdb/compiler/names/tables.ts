import { type NamedTables, type TableColumns } from '../../../../googlesql/resolver/tables.js';
import { type SqlType } from '../../../../googlesql/types/types.js';
import { type Sql } from '../sql-tree/sql.js';

/** The columns that a query of a WITH clause, or one in FROM, offers to its readers. */
export interface Source extends Omit<Table, 'sql'> {
  readonly sql: Sql;
  /** Whether it is a security barrier: records that it holds are copied as they are read. */
  readonly isBarrier?: boolean;
}

/** A query of a WITH clause. One of WITH RECURSIVE is a function that compiles it, until all of them are. */
export type WithQuery = Source | (() => Source);

export function sourceOf(query: WithQuery): Source {
  return typeof query === 'function' ? query() : query;
}

/** The columns that a table offers to its readers. */
export interface Table extends TableColumns {
  /** DuckDB SQL that stands for the table in FROM. */
  readonly sql: string;
  readonly columns: readonly { readonly name: string; readonly type: SqlType; readonly output: string }[];
  /** Whether reading a value of it may fail, since it is stored in another type. */
  readonly isConverted?: boolean;
  /** Whether its columns are guessed from its rows, since it has no schema. */
  readonly isGuessed?: boolean;
}

/** Tables by their exact names. */
export type Tables = NamedTables<Table>;
