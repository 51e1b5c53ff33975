/** A place in a text: line and column count from 1, columns in Unicode code points, lines end with a line feed. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** The order of places in one text. */
export function byPlace(a: TextPosition, b: TextPosition): number {
  return a.line - b.line || a.column - b.column;
}

export const TEXT_START: TextPosition = { line: 1, column: 1 };

/** The position that lies `text` further than `from`. */
export function advance(from: TextPosition, text: string): TextPosition {
  // Nearly every token is such a text, and there are millions of tokens in thousands of files.
  if (/^[ -~]*$/.test(text)) return { line: from.line, column: from.column + text.length };
  const lastLine = text.slice(text.lastIndexOf('\n') + 1);
  const lines = text.split('\n').length - 1;
  const columns = Array.from(lastLine).length;
  return lines === 0
    ? { line: from.line, column: from.column + columns }
    : { line: from.line + lines, column: columns + 1 };
}

/** The position of a UTF-16 offset, as indexes into JavaScript strings are. */
export function positionAt(text: string, offset: number): TextPosition {
  return advance(TEXT_START, text.slice(0, offset));
}

/** The UTF-16 offset of a position; one that lies behind the end of its line or of the text is drawn back to it. */
export function offsetAt(text: string, position: TextPosition): number {
  const lines = text.split('\n');
  if (position.line > lines.length) return text.length;
  const before = lines.slice(0, position.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
  const line = lines[position.line - 1] ?? '';
  return (
    before +
    Array.from(line)
      .slice(0, Math.max(position.column - 1, 0))
      .join('').length
  );
}
