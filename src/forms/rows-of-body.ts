import { type JsonText } from '../engines/engine.js';
import { jsonParts } from './json-parts.js';

/** Text around the rows of a body `{"result":[{…},…]}`. */
export const BEFORE_ROWS = '{"result":';
export const AFTER_ROWS = '}';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Each row of a body as its JSON text, one after the other: text of the whole body would take its bytes once or twice again. */
export function* rowTexts(body: Buffer): Generator<JsonText> {
  let start = BEFORE_ROWS.length + 1;
  while (body[start] === OPENING_BRACE) {
    const end = endOfObject(body, start);
    yield body.toString('utf8', start, end);
    // A comma, or the end of the list, stands at `end`.
    start = end + 1;
  }
}

/** The values of each row, each as its JSON text. They are not parsed: a number may have more digits than JavaScript keeps. */
export function* rowsOfBody(body: Buffer): Generator<readonly JsonText[]> {
  for (const row of rowTexts(body)) yield jsonParts(row);
}

/** The place behind the object that begins at `start`. */
function endOfObject(body: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; at < body.length; at += 1) {
    const byte = body[at];
    if (byte === QUOTE) at = endOfString(body, at);
    else if (byte === OPENING_BRACE) depth += 1;
    else if (byte === CLOSING_BRACE && (depth -= 1) === 0) return at + 1;
  }
  throw new Error('a body ends within a row');
}

function endOfString(body: Buffer, start: number): number {
  let at = start + 1;
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1;
  return at;
}
