/** Parameter by which a call says which page it wants; an endpoint with pages cannot declare it. */
export const CURSOR = 'cursor';

/** Parameters by which a call says which rows of its result it wants; an endpoint with slices cannot declare them. */
export const SLICE = ['limit', 'offset'] as const;

/** Largest `limit` and `offset`: far more than any result has. */
export const MAX_SLICE = 1_000_000_000;
