/** Bytes that a URL may have. */
export const MAX_URL_BYTES = 16 * 1024;

/** Bytes that a body may have. */
export const MAX_BODY_BYTES = 64 * 1024;
