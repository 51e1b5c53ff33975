import { holdsNumbers, type NumberFormat } from '../engines/number-format.js';
import { type DescribedColumn } from './endpoint-contract.js';

/** An item under `columns`, in the words and the order of a file; what is left out holds anyway. */
export interface SuggestedColumn {
  readonly name: string;
  readonly type: string;
  readonly nullable?: false;
  readonly json?: NumberFormat;
}

/** What the rows that there are say of columns, by their names. */
export interface FoundInRows {
  /** Those in which no row has NULL. */
  readonly withoutNull: ReadonlySet<string>;
  /** Those with whole numbers that a double does not hold exactly. */
  readonly withLargeNumbers: ReadonlySet<string>;
}

/** Letters of a type that somebody would still read in a file. */
const LONGEST_TYPE = 500;

const NOTHING: FoundInRows = { withoutNull: new Set(), withLargeNumbers: new Set() };

/**
 * Columns by which a caller's types are plain: a number is no text as well, and nothing may be NULL that is not. None where the type of one
 * is longer than anybody reads, since a file has all columns or none.
 */
export function suggestedColumns(
  columns: readonly DescribedColumn[],
  { withoutNull, withLargeNumbers } = NOTHING,
): readonly SuggestedColumn[] {
  if (columns.some(({ type }) => type.length > LONGEST_TYPE)) return [];
  return columns.map(({ name, type, isNeverNull }) => ({
    name,
    type,
    // An array is empty where it could be NULL, and JSON has a null of its own.
    ...((isNeverNull ?? withoutNull.has(name)) && !/^(?:ARRAY<|JSON$)/.test(type) && { nullable: false }),
    ...(holdsNumbers(type) && {
      json: withLargeNumbers.has(name) || type.includes('BIGNUMERIC') ? 'string' : 'number',
    }),
  }));
}
