import { textDecoder } from '@duckdb/node-api/lib/vectors/dataAccessors.js';

/**
 * Keeps a leading U+FEFF in texts. The driver decodes each text as if it were a file, and drops the mark; in a value it is a character like
 * any other, and the text without it another value.
 */
export function keepLeadingMarks(): void {
  const exact = new TextDecoder('utf-8', { ignoreBOM: true });
  const ofDriver = textDecoder as { decode: (bytes: Uint8Array) => string };
  ofDriver.decode = (bytes) => exact.decode(bytes);
}
