/** The way in which rows of data files are kept as tables of DuckDB's own. */
export interface StoreOptions {
  /** `auto`: tables for which it pays. */
  readonly mode: 'auto' | 'on';
  readonly path: string;
  /** Most bytes of all of its files together. */
  readonly maxBytes: number;
}
