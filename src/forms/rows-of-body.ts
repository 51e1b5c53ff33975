import { type JsonText } from '../engines/engine.js';

/** Text around the rows of a body `{"result":[{…},…]}`. */
export const BEFORE_ROWS = '{"result":';
export const AFTER_ROWS = '}';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
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

/** The elements of a list, or the values of an object's members, in their order, each as its JSON text. */
export function jsonParts(text: JsonText): readonly JsonText[] {
  const isObject = text.startsWith('{');
  const parts: JsonText[] = [];
  let depth = 0;
  let start = 1;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = endOfText(text, at);
    else if (character === OPENING_BRACE || character === OPENING_BRACKET) depth += 1;
    else if (character === CLOSING_BRACE || character === CLOSING_BRACKET) depth -= 1;
    else if (depth !== 1) continue;
    else if (character === COLON && isObject) start = at + 1;
    else if (character === COMMA) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  if (text.length > 2) parts.push(text.slice(start, -1));
  return parts;
}

/** The closing quote of the string that begins at `start`. */
function endOfText(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

/** Whether an odd number of backslashes stands before the character. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}
