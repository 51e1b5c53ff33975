import { ExactNumber, type Value } from '../api/exact-number.js';
import { jsonPreview } from './print-json.js';
import { type RowSet } from './rows.js';

const LOOKED_AT = 200;
const CHARACTER = 7.9;
const PADDING = 28;
const [LEAST, MOST] = [7, 46];

/** Widths of columns in pixels, after their first and last rows, so that nothing moves while one scrolls. */
export function widthsOf({ columns, rows }: RowSet): readonly number[] {
  const looked = [...rows.slice(0, LOOKED_AT), ...rows.slice(-LOOKED_AT / 4)];
  return columns.map(({ name, type = '' }) => {
    const longest = looked.reduce((most, row) => Math.max(most, lengthOf(row[name] ?? null)), 0);
    const characters = Math.max(longest, name.length + 1, type.length * 0.85);
    return Math.round(Math.min(Math.max(characters, LEAST), MOST) * CHARACTER + PADDING);
  });
}

function lengthOf(value: Value): number {
  if (value === null) return 4;
  if (typeof value === 'object' && !(value instanceof ExactNumber)) return jsonPreview(value, MOST).length + 2;
  return String(value).length;
}
