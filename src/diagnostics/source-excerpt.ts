import stringWidth from 'string-width';
import { printable } from '../errors/excerpt.js';

/** A line of a file for people, and a line below it with a caret under one of its columns. */
export interface SourceExcerpt {
  readonly text: string;
  readonly caret: string;
}

/** Most columns that a tab can jump. */
const TAB_WIDTH = 8;

/**
 * Shows a line around a column that counts from 1 in code points; as much of it as `width` terminal columns hold. Tabs stay tabs in both
 * lines, so that the caret is right with any tab stops; characters that a terminal would obey are replaced.
 */
export function sourceExcerpt(line: string, column: number, width: number): SourceExcerpt {
  const characters = Array.from(line.replace(/\r$/, ''), (character) =>
    character === '\t' ? '\t' : printable(character),
  );
  const widths = characters.map((character) => (character === '\t' ? TAB_WIDTH : stringWidth(character)));
  const at = Math.min(column - 1, characters.length);
  const [start, end] = windowAround(at, widths, width);
  const shown = characters.slice(start, end).join('');
  const before = characters.slice(start, at).join('');
  return {
    text: `${start > 0 ? '…' : ''}${shown}${end < characters.length ? '…' : ''}`,
    caret: `${start > 0 ? ' ' : ''}${before.replace(/[^\t]+/g, (text) => ' '.repeat(stringWidth(text)))}^`,
  };
}

/** The part of a line that fits around an index: up to half of the room before it, then as much as follows, then the rest before. */
function windowAround(at: number, widths: readonly number[], room: number): readonly [number, number] {
  let [start, end, used] = [at, at, 0];
  const extend = (limit: number, next: number): boolean => {
    const width = widths[next];
    if (width === undefined || used + width > limit) return false;
    used += width;
    return true;
  };
  while (extend(room / 2, start - 1)) start -= 1;
  while (extend(room, end)) end += 1;
  while (extend(room, start - 1)) start -= 1;
  return [start, end];
}
