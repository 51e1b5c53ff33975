import { type SqlType } from '../types/types.js';
import { type UnreadColumn } from './names/rows.js';

/** The columns that a table offers to its readers. */
export interface TableColumns {
  readonly columns: readonly { readonly name: string; readonly type: SqlType }[];
  /** Whether its rows are values of its one column, which the table's name then means. */
  readonly isValueTable?: boolean;
  /** Columns that it has and that cannot be named. */
  readonly unread?: readonly UnreadColumn[];
  /** Whether it may have columns beside these. */
  readonly isPartial?: boolean;
}

/** Tables by their exact names, as in BigQuery: `orders`, `shop.orders`. */
export interface NamedTables<T extends TableColumns = TableColumns> extends ReadonlyMap<string, T> {
  readonly about?: AboutTables | undefined;
}

/** Further facts about names of tables. */
export interface AboutTables {
  /** First part that names may have without a change of their meaning; `dataset` may follow. */
  readonly project?: string | undefined;
  readonly dataset?: string | undefined;
  /** Whether names are whole, with all their dots: none means another, and nothing is known of others. */
  readonly areWhole?: boolean;
  /** Whether there may be others, of whose columns nothing is known. */
  readonly hasOthers?: boolean;
  /** Reasons why others are no tables' names. */
  readonly noTables: ReadonlyMap<string, string>;
  /** Returns the names of all tables of each dataset, read or not. */
  readonly datasets?: () => ReadonlyMap<string, readonly string[]>;
}
