import { type JsonText } from '../engines/engine.js';
import { rowTexts } from '../pages/row-places.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** The values of each row, each as its JSON text. They are not parsed: a number may have more digits than JavaScript keeps. */
export function* rowsOfBody(body: Buffer): Generator<readonly JsonText[]> {
  for (const row of rowTexts(body)) yield jsonParts(row);
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
