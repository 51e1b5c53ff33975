import { type Row } from '../answer/rows.js';
import { type Column } from '../api/document.js';
import { ExactNumber, type Value } from '../api/exact-number.js';

/** What a column can be in a chart: an axis of time, an axis of names, or a height. */
export type Use = 'time' | 'category' | 'number';

export interface ChartColumns {
  readonly times: readonly string[];
  readonly categories: readonly string[];
  readonly numbers: readonly string[];
}

/** Types of GoogleSQL by what they can be. An INT64 may be an instant as well, of which its values tell. */
const USES: Readonly<Record<string, Use>> = {
  TIMESTAMP: 'time',
  DATETIME: 'time',
  DATE: 'time',
  STRING: 'category',
  BOOL: 'category',
  INT64: 'number',
  FLOAT64: 'number',
  NUMERIC: 'number',
  BIGNUMERIC: 'number',
};

const INSTANT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?)?$/;
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** Microseconds since 1970 of the years from 2001 to 2286. */
const MICROS = { least: 1e15, greatest: 1e16 };

/** Rows that are looked at to find out what a column without a type has. */
const LOOKED_AT = 100;

export function chartColumns(columns: readonly Column[], rows: readonly Row[]): ChartColumns {
  const uses = columns.map((column) => ({ name: column.name, use: useOf(column, rows) }));
  const of = (wanted: Use) => uses.flatMap(({ name, use }) => (use === wanted ? [name] : []));
  return { times: of('time'), categories: of('category'), numbers: of('number') };
}

/** Is there something to be drawn? */
export function isPlottable({ times, categories, numbers }: ChartColumns): boolean {
  return numbers.length > 0 && times.length + categories.length > 0;
}

function useOf({ name, type }: Column, rows: readonly Row[]): Use | undefined {
  const values = rows
    .slice(0, LOOKED_AT)
    .map((row) => row[name] ?? null)
    .filter((value) => value !== null);
  if (values.length === 0) return undefined;
  const all = (is: (value: Value) => boolean) => values.every(is);
  const use = type === undefined ? undefined : USES[type];
  if (type !== undefined && use !== 'number') return use;
  if (all(isMicros)) return 'time';
  if (use !== undefined) return use;
  // SQL of the caller's own, of whose columns nothing but their values is known.
  if (all((value) => typeof value === 'number' || value instanceof ExactNumber)) return 'number';
  if (all((value) => typeof value === 'string' && INSTANT.test(value))) return 'time';
  return all((value) => typeof value === 'string' || typeof value === 'boolean') ? 'category' : undefined;
}

function isMicros(value: Value): boolean {
  const number = numberOf(value);
  return number !== null && Number.isInteger(number) && number >= MICROS.least && number < MICROS.greatest;
}

/** Rounded to what can be drawn; null for what is no number, such as `NaN`. */
export function numberOf(value: Value | undefined): number | null {
  if (value instanceof ExactNumber) return value.valueOf();
  if (typeof value === 'string') return NUMBER.test(value) ? Number(value) : null;
  return typeof value === 'number' ? value : null;
}

/** In seconds since 1970. What has no zone is UTC. */
export function secondsOf(value: Value | undefined): number | null {
  if (typeof value === 'string' && INSTANT.test(value)) {
    const hasZone = /Z|[+-]\d\d:\d\d$/.test(value) || value.length === 10;
    const time = Date.parse(hasZone ? value : `${value}Z`);
    return Number.isNaN(time) ? null : time / 1000;
  }
  const micros = numberOf(value);
  return micros === null ? null : micros / 1e6;
}
