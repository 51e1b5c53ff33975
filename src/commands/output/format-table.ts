import { type JsonText, type Result } from '../../engines/engine.js';
import stringWidth from 'string-width';
import { printable } from '../../errors/excerpt.js';

const GRAPHEMES = new Intl.Segmenter();

/** The offset up to which a text fits into `columns` of a terminal. Characters are never split as they are seen. */
export function fitting(text: string, columns: number): number {
  let used = 0;
  for (const { segment, index } of GRAPHEMES.segment(text)) {
    used += stringWidth(segment);
    if (used > columns) return index;
  }
  return text.length;
}

const NUMBERS = new Set(['INT64', 'FLOAT64', 'NUMERIC', 'BIGNUMERIC']);
const GAP = '  ';
/** Least width of all columns but the first, even if the table is then wider than the terminal. */
const MIN_WIDTH = 4;
/** Widest column where the terminal's width is unknown. */
const MAX_WIDTH = 60;

/** A table for people: every row in one line, numbers at the right, longer values end in `…`. */
export function formatTable({ columns, rows }: Pick<Result, 'columns' | 'rows'>, width?: number): string {
  const isNumber = columns.map(({ type }) => NUMBERS.has(type));
  const cells = [columns.map(({ name }) => printable(name)), ...rows.map((row) => row.map(cell))];
  const natural = columns.map((_, index) => Math.max(...cells.map((row) => stringWidth(row[index] ?? ''))));
  const widths = fit(natural, width);
  const lines = cells.map((row) =>
    row
      .map((text, index) => pad(cut(text, widths[index] ?? 0), widths[index] ?? 0, isNumber[index] ?? false))
      .join(GAP)
      .trimEnd(),
  );
  const rule = widths.map((each) => '─'.repeat(each)).join(GAP);
  return [lines[0], rule, ...lines.slice(1), ''].join('\n');
}

function cell(value: JsonText): string {
  if (value === 'null') return 'NULL';
  // Blanks of lines and columns would break the table; other characters that a terminal would obey are made visible.
  const text = value.startsWith('"') ? (JSON.parse(value) as string) : value;
  return printable(text.replace(/[\t\r\n]+/g, ' '));
}

/** Narrows the widest columns until all of them fit; the first, which tells rows apart, keeps up to half of the width. */
function fit(natural: readonly number[], width: number | undefined): readonly number[] {
  if (width === undefined) return natural.map((each) => Math.min(each, MAX_WIDTH));
  const [first = 0, ...others] = natural;
  const room = width - GAP.length * others.length;
  const kept = Math.min(first, others.length === 0 ? room : Math.floor(width / 2));
  return [kept, ...narrowed(others, room - kept)];
}

function narrowed(natural: readonly number[], room: number): readonly number[] {
  const total = (limit: number) => natural.reduce((sum, each) => sum + Math.min(each, limit), 0);
  let limit = Math.max(...natural);
  while (limit > MIN_WIDTH && total(limit) > room) limit -= 1;
  // The rest of the room goes to the first columns that can use it.
  let spare = room - total(limit);
  return natural.map((each) => {
    const more = each > limit && spare > 0 ? 1 : 0;
    spare -= more;
    return Math.min(each, limit) + more;
  });
}

function cut(text: string, width: number): string {
  return stringWidth(text) <= width ? text : `${text.slice(0, fitting(text, width - 1))}…`;
}

function pad(text: string, width: number, isNumber: boolean): string {
  const blanks = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return isNumber ? blanks + text : text + blanks;
}
