/** Bytes that a URL may have. */
export const MAX_URL_BYTES = 16 * 1024;

/** Bytes that a body may have. */
export const MAX_BODY_BYTES = 64 * 1024;

/** Values that a body may have, the elements of all lists together. */
export const MAX_VALUES = 10_000;
