import { scalarByName } from '../googlesql/types/types.js';

/**
 * How INT64, NUMERIC and BIGNUMERIC are written: `exact` as a number where every client reads it exactly and else as a string,
 * `string` always as a string, `number` always as a number with all its digits. FLOAT64 is what a JSON number is anyway.
 */
export const NUMBER_FORMATS = ['exact', 'string', 'number'] as const;

export type NumberFormat = (typeof NUMBER_FORMATS)[number];

/** Single columns of an answer by their names, whose numbers are written otherwise than those of the others. */
export type ColumnNumbers = ReadonlyMap<string, NumberFormat>;

/** The numbers of an answer: of single columns, and of all others. */
export interface AnswerNumbers {
  readonly numbers: NumberFormat;
  readonly columnNumbers?: ColumnNumbers | undefined;
}

export function numbersOf(column: string, { numbers, columnNumbers }: AnswerNumbers): NumberFormat {
  return columnNumbers?.get(column) ?? numbers;
}

/** A type is the whole text, an element, or behind the name of a field, which may itself be `numeric`. */
const TYPE_NAME = /(?:^|[\s<])(\w+)\s*(?=[,>]|$)/g;

/** Are there INT64, NUMERIC or BIGNUMERIC in values of this GoogleSQL type, at any depth? */
export function holdsNumbers(type: string): boolean {
  const names = Array.from(type.replace(/\([^)]*\)/g, '').matchAll(TYPE_NAME), ([, name = '']) => name);
  return names.some((name) => {
    const kind = scalarByName(name);
    return kind === 'INT64' || kind === 'NUMERIC' || /^big(?:numeric|decimal)$/i.test(name);
  });
}

/** How the numbers of a column are written; undefined where there are none in its type. `ofFile` is what the author says. */
export function columnFormat(
  type: string,
  ofFile: NumberFormat | undefined,
  ofSettings: NumberFormat,
): NumberFormat | undefined {
  return holdsNumbers(type) ? (ofFile ?? ofSettings) : undefined;
}
