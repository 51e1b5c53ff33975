/** Bytes that a URL may have. */
export const MAX_URL = 16 * 1024;
