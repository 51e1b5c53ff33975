import { type TextPosition, positionAt } from '../../googlesql/tokens/text-position.js';

const STRICT = new TextDecoder('utf-8', { fatal: true });

export interface DecodedText {
  /** Text without the byte order mark, and with U+FFFD for bytes that are not UTF-8. */
  readonly text: string;
  readonly invalidAt?: TextPosition;
}

export function decodeUtf8(bytes: Uint8Array): DecodedText {
  try {
    return { text: STRICT.decode(bytes) };
  } catch {
    return { text: new TextDecoder().decode(bytes), invalidAt: firstInvalid(bytes) };
  }
}

/** Where the text, encoded once more, begins to differ from the file: the decoder does not say where it failed. */
function firstInvalid(bytes: Uint8Array): TextPosition {
  const encoded = Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  let at = encoded.findIndex((byte, index) => byte !== bytes[index]);
  // Back to the first byte of a replacement character, the others of which are continuation bytes.
  while (((encoded[at] ?? 0) & 0xc0) === 0x80) at -= 1;
  const before = encoded.toString('utf8', 0, at).replace(/^\ufeff/, '');
  return positionAt(before, before.length);
}
