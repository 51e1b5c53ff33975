export interface SampleTable {
  readonly name: string;
  readonly rows: number;
  /**
   * A SELECT over `moments (n BIGINT, timestamp TIMESTAMPTZ)`, one row each, in order of time; `n` is unique over all
   * tables and what everything else is drawn from. Only the fields with a value are listed: the rows are cast by name
   * to the table's schema, which fills the rest with NULL.
   */
  readonly select: string;
}

/** Every table numbers its rows from a multiple of this, so that no two tables share a number. */
export const NUMBERS_PER_TABLE = 1_000_000;
