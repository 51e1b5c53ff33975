/** The name by which a call says which page it wants; no parameter of an endpoint with pages may be called so. */
export const CURSOR = 'cursor';

/** The names by which a call says which rows of its result it wants; no parameter of an endpoint with slices may be called so. */
export const SLICE = ['limit', 'offset'] as const;

/** The most that they may say: far more than any result has. */
export const MAX_SLICE = 1_000_000_000;
