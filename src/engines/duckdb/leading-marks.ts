import { textDecoder } from '@duckdb/node-api/lib/vectors/dataAccessors.js';

/**
 * The driver decodes texts as if each were a file, of which a U+FEFF in front is no part. In a value it is a character like any other,
 * and the text without it another value.
 */
export function keepLeadingMarks(): void {
  const exact = new TextDecoder('utf-8', { ignoreBOM: true });
  const ofDriver = textDecoder as { decode: (bytes: Uint8Array) => string };
  ofDriver.decode = (bytes) => exact.decode(bytes);
}
