/** Parameter for SQL of a caller's own, which only sandboxed endpoints take; no author may declare it. */
export const SQL = 'sql';

/** Parameter by which a call says which page it wants; an endpoint with pages cannot declare it. */
export const CURSOR = 'cursor';

/** Parameters by which a call says which rows of its result it wants; an endpoint with slices cannot declare them. */
export const SLICE = ['limit', 'offset'] as const;

/** Largest `limit` and `offset`: far more than any result has. */
export const MAX_SLICE = 1_000_000_000;

/** Parameter of `rows.csv` that has texts marked which a spreadsheet would take for formulas; an endpoint may declare it as its own. */
export const CSV_SAFE = 'csv_safe';
