import { type TextPosition, positionAt } from '../../googlesql/tokens/text-position.js';

const STRICT = new TextDecoder('utf-8', { fatal: true });
const REPLACEMENT = '\ufffd';

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

/** The first replacement character that is not in the file itself, since the decoder does not say where it failed. */
function firstInvalid(bytes: Uint8Array): TextPosition {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  let offset = 0;
  let index = 0;
  for (const character of text) {
    const encoded = Buffer.from(character);
    const isInFile = encoded.equals(bytes.subarray(offset, offset + encoded.length));
    if (character === REPLACEMENT && !isInFile) break;
    offset += encoded.length;
    index += character.length;
  }
  return positionAt(text.replace(/^\ufeff/, ''), index - (text.startsWith('\ufeff') ? 1 : 0));
}
