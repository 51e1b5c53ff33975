/** How the rows of data files are kept as tables of DuckDB's own. */
export interface StoreOptions {
  /** `auto`: those for which it pays. */
  readonly mode: 'auto' | 'on';
  readonly path: string;
  /** Of all of its files together. */
  readonly maxBytes: number;
}
