export const MAX_URL_BYTES = 16 * 1024;

export const MAX_BODY_BYTES = 64 * 1024;

/** Values that a body may have, the elements of all lists together. */
export const MAX_VALUES = 10_000;
