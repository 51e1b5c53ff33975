import { type TableSchema } from '../catalog/log-tables/log-tables.js';

/** A table that queries can name; or, with a reason, something that looks like one and is none. */
export interface DescribedTable {
  readonly name: string;
  /** Columns with types in GoogleSQL. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** Columns in the form of BigQuery's JSON. */
  readonly schema: TableSchema;
  readonly rows?: number;
  readonly files: readonly string[];
  /** Copy of the files that it is read from; undefined where it is read from the files themselves. */
  readonly stored?: { readonly bytes: number; readonly writtenAt: Date };
  readonly reason?: string;
}
