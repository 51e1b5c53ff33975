import { ExactNumber, type Value } from '../api/exact-number.js';
import { jsonPreview } from './print-json.js';

/** Longer texts are cut off by the cell anyway. */
const MOST = 300;

/** A value within one line. Nested ones are folded. */
export function CellText({ value }: { readonly value: Value }) {
  if (value === null) return <span class="null">NULL</span>;
  if (value === '') return <span class="null">empty</span>;
  if (typeof value === 'object' && !(value instanceof ExactNumber)) {
    return (
      <span class="folded">
        <span class="count">{countOf(value)}</span>
        {jsonPreview(value)}
      </span>
    );
  }
  return <>{typeof value === 'string' ? oneLine(value) : String(value)}</>;
}

const NUMBERS = new Set(['INT64', 'NUMERIC', 'BIGNUMERIC', 'FLOAT64']);

/** Are they numbers, whichever way they are written? Those with many digits are text in an answer. */
export function isNumeric(type: string | undefined, value?: Value): boolean {
  return type === undefined ? typeof value === 'number' || value instanceof ExactNumber : NUMBERS.has(type);
}

function countOf(value: readonly Value[] | Readonly<Record<string, Value>>): string {
  return Array.isArray(value) ? `[${value.length}]` : `{${Object.keys(value).length}}`;
}

function oneLine(text: string): string {
  return text.slice(0, MOST).replaceAll(/\r?\n/g, ' ⏎ ');
}
