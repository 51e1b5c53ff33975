import { type TableSchema } from '../catalog/log-tables/log-tables.js';

/** A table that queries can name; or, with a reason, what is none although it looks like one. */
export interface DescribedTable {
  readonly name: string;
  /** With types in GoogleSQL. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** The same as BigQuery's JSON has it. */
  readonly schema: TableSchema;
  readonly rows?: number;
  readonly files: readonly string[];
  /** The copy of the files that it is read from, where there is one; undefined where it is read from the files themselves. */
  readonly stored?: { readonly bytes: number; readonly writtenAt: Date };
  readonly reason?: string;
}
