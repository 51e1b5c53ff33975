import { type NamePlace, type RowPlace } from '../resolver/names/name-place.js';
import { type ScannedColumn, type ScannedQuery } from './scan.js';
import { tablesOf } from './stars.js';

/** An item of FROM. */
export type ScannedItem = Pick<ScannedQuery, 'columns' | 'tables'>;

/** The items of a FROM clause, and the columns that USING has merged, by their places as the resolver has them. */
export interface ScannedRows {
  readonly items: readonly ScannedItem[];
  readonly merged: readonly { readonly name: string; readonly scans: ScannedColumn }[];
}

export const NO_ROWS: ScannedRows = { items: [], merged: [] };

/** The rows of one item. */
export function rowsOf(item: ScannedItem): ScannedRows {
  return { items: [item], merged: [] };
}

/** All rows as one item. */
export function whole({ items }: ScannedRows): ScannedRows {
  return rowsOf({ columns: [], tables: tablesOf(items) });
}

/** The rows of two items or more, those of the left side first. */
export function joined(left: ScannedRows, right: ScannedRows): ScannedRows {
  return { items: [...left.items, ...right.items], merged: [...left.merged, ...right.merged] };
}

/** Rows whose columns no condition bounds. */
export function unboundable({ items, merged }: ScannedRows): ScannedRows {
  return {
    items: items.map(({ tables }) => ({ tables, columns: [] })),
    merged: merged.map(({ name }) => ({ name, scans: [] })),
  };
}

/** The scans whose partition column a column of these rows is; none for one of the rows around, or of the answer. */
export function scansAt(place: RowPlace | NamePlace, { items, merged }: ScannedRows): ScannedColumn {
  const { of, index, column, field } = place;
  if (of === 'answer' || ('depth' in place && place.depth > 0)) return [];
  if (of === 'merged') return merged[index]?.scans ?? [];
  return column === undefined || field !== undefined ? [] : (items[index]?.columns[column] ?? []);
}
