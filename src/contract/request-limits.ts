export const MAX_URL_BYTES = 16 * 1024;

export const MAX_BODY_BYTES = 64 * 1024;

/** Most values in a body, the elements of all lists together. */
export const MAX_VALUES = 10_000;
