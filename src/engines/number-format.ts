import { scalarByName } from '../googlesql/types/types.js';

/**
 * Formats of INT64, NUMERIC and BIGNUMERIC: `exact` is a number where every client reads it exactly and else a string, `string` always a
 * string, `number` always a number with all its digits. FLOAT64 is a JSON number anyway.
 */
export const NUMBER_FORMATS = ['exact', 'string', 'number'] as const;

export type NumberFormat = (typeof NUMBER_FORMATS)[number];

/** Formats of single columns by their names, where they differ from the others. */
export type ColumnNumbers = ReadonlyMap<string, NumberFormat>;

/** Formats of an answer's numbers: of single columns, and of all others. */
export interface AnswerNumbers {
  readonly numbers: NumberFormat;
  readonly columnNumbers?: ColumnNumbers | undefined;
}

export function numbersOf(column: string, { numbers, columnNumbers }: AnswerNumbers): NumberFormat {
  return columnNumbers?.get(column) ?? numbers;
}

/** A type is the whole text, an element, or behind the name of a field, which may itself be `numeric`. */
const TYPE_NAME = /(?:^|[\s<])(\w+)\s*(?=[,>]|$)/g;

/** Whether values of this GoogleSQL type hold INT64, NUMERIC or BIGNUMERIC, at any depth. */
export function holdsNumbers(type: string): boolean {
  const names = Array.from(type.replace(/\([^)]*\)/g, '').matchAll(TYPE_NAME), ([, name = '']) => name);
  return names.some((name) => {
    const kind = scalarByName(name);
    return kind === 'INT64' || kind === 'NUMERIC' || /^big(?:numeric|decimal)$/i.test(name);
  });
}

/** The format of a column's numbers; undefined where its type has none. `ofFile` is the author's choice. */
export function columnFormat(
  type: string,
  ofFile: NumberFormat | undefined,
  ofSettings: NumberFormat,
): NumberFormat | undefined {
  return holdsNumbers(type) ? (ofFile ?? ofSettings) : undefined;
}
