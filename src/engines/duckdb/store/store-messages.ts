import { type RowsByFile } from '../data/view.js';
import { type InstanceLimits } from '../instance.js';
import { type TypedColumn } from '../records/record-columns.js';

// Messages between the service and the process that writes the store; all of them are plain data.

export interface SourceFile {
  readonly path: string;
  readonly signature: string;
  readonly bytes: number;
}

export interface TableBuild {
  /** Name of its file in the folder of the store. */
  readonly name: string;
  /** DuckDB's SELECT over its files. */
  readonly sql: string;
  /** SELECT over some of its files; undefined where rows cannot be told apart by files. */
  readonly byFile: RowsByFile | undefined;
  /** Digest under which rows of files can be added to an earlier version. */
  readonly shape: string;
  readonly columns: readonly TypedColumn[];
  /** Column that its rows are sorted by. */
  readonly sortedBy: string | undefined;
  /** Globs of the files; `files` are those that they find. */
  readonly patterns: readonly string[];
  readonly files: readonly SourceFile[];
}

export interface BuildTask {
  readonly path: string;
  /** Folders and files that the tables are read from. */
  readonly folders: readonly string[];
  readonly limits: InstanceLimits;
  /** Bytes that its files may have together, and that sorting may take on the disk. */
  readonly maxBytes: number;
  readonly tables: readonly TableBuild[];
}

/** `failed`: the rows cannot be kept; `ended`: the process has ended over it; `too large`: there is no room for it. */
export interface BuildOutcome {
  readonly result: 'built' | 'changed' | 'failed' | 'ended' | 'too large';
  readonly ms: number;
  readonly reason?: string;
  /** Rows in the table; `filesRead` is the number of files that were read now. */
  readonly rows?: number;
  readonly filesRead?: number;
}

/** `busy`: another process writes. */
export type FromBuilder =
  | 'busy'
  | { readonly begun: string }
  | { readonly name: string; readonly outcome: BuildOutcome }
  | { readonly broken: string };
