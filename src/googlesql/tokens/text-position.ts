/** A place in a text: line and column count from 1, columns in Unicode code points, lines end with a line feed. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** The order of places in one text. */
export function byPlace(a: TextPosition, b: TextPosition): number {
  return a.line - b.line || a.column - b.column;
}

/** Copies line and column and drops all other members. */
export function placeOf({ line, column }: TextPosition): TextPosition {
  return { line, column };
}

export const TEXT_START: TextPosition = { line: 1, column: 1 };

/** The position that lies `text` further than `from`. */
export function advance(from: TextPosition, text: string): TextPosition {
  // Nearly every token is such a text, and there are millions of tokens in thousands of files.
  if (/^[ -~]*$/.test(text)) return { line: from.line, column: from.column + text.length };
  const lastLine = text.lastIndexOf('\n') + 1;
  const columns = codePoints(text, lastLine);
  return lastLine === 0
    ? { line: from.line, column: from.column + columns }
    : { line: from.line + lineFeeds(text), column: columns + 1 };
}

/** The position of a UTF-16 offset, as indexes into JavaScript strings are. */
export function positionAt(text: string, offset: number): TextPosition {
  return advance(TEXT_START, text.slice(0, offset));
}

/** The UTF-16 offset of a position; one that lies behind the end of its line or of the text is drawn back to it. */
export function offsetAt(text: string, position: TextPosition): number {
  let offset = 0;
  for (let line = 1; line < position.line; line += 1) {
    const end = text.indexOf('\n', offset);
    if (end === -1) return text.length;
    offset = end + 1;
  }
  for (let column = 1; column < position.column && offset < text.length && text[offset] !== '\n'; column += 1) {
    offset += isPair(text, offset) ? 2 : 1;
  }
  return offset;
}

function lineFeeds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** The number of code points from an offset on. */
function codePoints(text: string, from: number): number {
  let count = 0;
  for (let offset = from; offset < text.length; offset += isPair(text, offset) ? 2 : 1) count += 1;
  return count;
}

/** Whether two units of UTF-16 stand for one character here. */
function isPair(text: string, offset: number): boolean {
  return isWithin(text.charCodeAt(offset), 0xd800) && isWithin(text.charCodeAt(offset + 1), 0xdc00);
}

function isWithin(code: number, first: number): boolean {
  return code >= first && code < first + 0x400;
}
