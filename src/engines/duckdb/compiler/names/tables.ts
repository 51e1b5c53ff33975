import { type SqlType } from '../../../../googlesql/types/types.js';
import { type UnreadColumn } from '../../../../googlesql/resolver/rows.js';
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
export interface Table {
  /** DuckDB SQL that stands for the table in FROM. */
  readonly sql: string;
  readonly columns: readonly { readonly name: string; readonly type: SqlType; readonly output: string }[];
  /** Whether its rows are values of its one column, which the table's name then means. */
  readonly isValueTable?: boolean;
  /** Whether reading a value of it may fail, since it is stored in another type. */
  readonly isConverted?: boolean;
  /** Whether its columns are guessed from its rows, since it has no schema. */
  readonly isGuessed?: boolean;
  /** Columns that it has and that cannot be named. */
  readonly unread?: readonly UnreadColumn[];
}

/** Tables by their exact names, as in BigQuery: `orders`, `shop.orders`. */
export interface Tables extends ReadonlyMap<string, Table> {
  readonly about?: AboutTables | undefined;
}

/** Further facts about names of tables. */
export interface AboutTables {
  /** First part that names may have without a change of their meaning; `dataset` may follow. */
  readonly project?: string | undefined;
  readonly dataset?: string | undefined;
  /** Whether names are whole, with all their dots: none means another, and nothing is known of others. */
  readonly areWhole?: boolean;
  /** Reasons why others are no tables' names. */
  readonly noTables: ReadonlyMap<string, string>;
  /** Returns the names of all tables of each dataset, read or not. */
  readonly datasets?: () => ReadonlyMap<string, readonly string[]>;
}
