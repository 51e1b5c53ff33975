import { type NumberFormat } from '../engines/number-format.js';
import { type DescribedColumn } from './endpoint-contract.js';

/** An item under `columns`, in the words and the order of a file; a key that would say its default is left out. */
export interface SuggestedColumn {
  readonly name: string;
  readonly type: string;
  readonly nullable?: false;
  readonly json?: NumberFormat;
}

export interface FoundInRows {
  readonly withoutNull: ReadonlySet<string>;
  readonly withLargeNumbers: ReadonlySet<string>;
}

/** Letters of the longest type that is readable in a file. */
const LONGEST_TYPE = 500;

/**
 * Columns that give callers the plainest types without the loss of a digit: a whole number that every client reads exactly is not text as
 * well, and a column that is never NULL is declared so. None where one type is too long to read, since a file has all columns or none.
 *
 * @param rows facts about the columns from all rows; undefined where the rows have not been read
 */
export function suggestedColumns(columns: readonly DescribedColumn[], rows?: FoundInRows): readonly SuggestedColumn[] {
  if (columns.some(({ type }) => type.length > LONGEST_TYPE)) return [];
  return columns.map((column) => {
    const { name, type, isNeverNull = rows?.withoutNull.has(name) } = column;
    const json = numberFormat(column, rows);
    // An array is empty where it could be NULL, and JSON has a null of its own.
    const isNullable = isNeverNull !== true || /^(?:ARRAY<|JSON$)/.test(type);
    return { name, type, ...(!isNullable && { nullable: false }), ...(json && { json }) };
  });
}

/** The format of INT64 alone: counts are known to be small without reading the rows, and NUMERIC and nested numbers are not checked. */
function numberFormat({ name, type, isNeverNull }: DescribedColumn, rows?: FoundInRows): NumberFormat | undefined {
  if (type !== 'INT64') return undefined;
  if (rows?.withLargeNumbers.has(name)) return 'string';
  return rows || isNeverNull ? 'number' : undefined;
}
