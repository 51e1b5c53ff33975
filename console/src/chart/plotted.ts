import { type Row } from '../answer/rows.js';
import { ExactNumber, type Value } from '../api/exact-number.js';
import { numberOf, secondsOf } from './columns.js';

/** How the rows are to be drawn. */
export interface Choice {
  readonly x: string;
  readonly isTime: boolean;
  readonly numbers: readonly string[];
  /** A series for each of its values, of one number; undefined: a series for each number. */
  readonly by: string | undefined;
}

export interface Series {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

/** What is drawn: places on the x axis in ascending order, and for each series a height at each. */
export interface Plotted {
  readonly x: readonly number[];
  /** The names of the places; undefined where they are seconds since 1970. */
  readonly labels: readonly string[] | undefined;
  readonly series: readonly Series[];
  /** What is left out, in a sentence. */
  readonly note: string | undefined;
}

/** Names beyond these could not be read below the axis, and colours beyond these not be told apart. */
export const MAX_PLACES = 100;
export const MAX_SERIES = 12;

export function plotted(rows: readonly Row[], choice: Choice): Plotted {
  const notes: string[] = [];
  const { places, placeOf, labels } = choice.isTime ? timesOf(rows, choice.x) : namesOf(rows, choice.x, notes);
  const add = (values: (number | null)[], row: Row, column: string) => {
    const place = placeOf(row[choice.x] ?? null);
    const number = numberOf(row[column]);
    if (place === undefined || number === null) return;
    // Rows at one place are added up.
    values[place] = (values[place] ?? 0) + number;
  };
  const empty = () => places.map((): number | null => null);
  const [first = ''] = choice.numbers;
  const series = new Map<string, (number | null)[]>();
  const { by } = choice;
  if (by === undefined) for (const column of choice.numbers) series.set(column, empty());
  let left = 0;
  for (const row of rows) {
    if (by === undefined) {
      for (const column of choice.numbers) add(series.get(column) ?? [], row, column);
      continue;
    }
    const name = nameOf(row[by] ?? null);
    const values = series.get(name) ?? (series.size < MAX_SERIES ? empty() : undefined);
    if (!values) {
      left += 1;
      continue;
    }
    series.set(name, values);
    add(values, row, first);
  }
  if (left > 0) notes.push(`The first ${MAX_SERIES} values of ${String(by)} are drawn; ${left} rows have others.`);
  return {
    x: places,
    labels,
    series: [...series].map(([name, values]) => ({ name, values })),
    note: notes.length === 0 ? undefined : notes.join(' '),
  };
}

interface Places {
  readonly places: readonly number[];
  readonly placeOf: (value: Value) => number | undefined;
  readonly labels: readonly string[] | undefined;
}

function timesOf(rows: readonly Row[], column: string): Places {
  const seconds = new Set(rows.map((row) => secondsOf(row[column])));
  seconds.delete(null);
  const places = ([...seconds] as number[]).sort((a, b) => a - b);
  const indexes = new Map(places.map((second, index) => [second, index]));
  return { places, labels: undefined, placeOf: (value) => indexes.get(secondsOf(value) ?? NaN) };
}

function namesOf(rows: readonly Row[], column: string, notes: string[]): Places {
  const all = [...new Set(rows.map((row) => nameOf(row[column] ?? null)))];
  const labels = all.slice(0, MAX_PLACES);
  if (all.length > labels.length) notes.push(`The first ${MAX_PLACES} of ${all.length} values of ${column} are drawn.`);
  const indexes = new Map(labels.map((name, index) => [name, index]));
  return { places: labels.map((_, index) => index), labels, placeOf: (value) => indexes.get(nameOf(value)) };
}

export function nameOf(value: Value): string {
  if (value === null) return 'NULL';
  if (value === '') return '(empty)';
  return typeof value === 'object' && !(value instanceof ExactNumber) ? JSON.stringify(value) : String(value);
}

/** Each series with all before it added, so that one stands on the other; drawn from the last to the first. */
export function stacked(series: readonly Series[]): readonly Series[] {
  let below: readonly number[] = [];
  return series.map(({ name, values }) => {
    below = values.map((value, index) => (value ?? 0) + (below[index] ?? 0));
    return { name, values: below };
  });
}

/** What goes below zero cannot stand on another. */
export function canStack({ series }: Plotted): boolean {
  return series.length > 1 && series.every(({ values }) => values.every((value) => (value ?? 0) >= 0));
}
