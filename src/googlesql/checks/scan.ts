import type { TextPosition } from '../tokens/text-position.js';
import { type Starred } from './stars.js';

/** One reading of a table. A WITH query that is named twice is read twice. */
export interface Scan extends TextPosition {
  readonly table: string;
  /** Whether nothing bounds the partition column of its table, as far as can be seen. */
  isUnbounded: boolean;
}

/** A column of a query's answer or of a FROM item, and the scans whose partition column it is. */
export interface ScannedColumn {
  readonly name: string | undefined;
  readonly scans: readonly Scan[];
}

/** The columns that a query or a FROM item offers. */
export interface ScannedRelation extends Starred {
  /** Name of a FROM item. */
  readonly name?: string | undefined;
  readonly columns: readonly ScannedColumn[];
  /** Whether there may be columns beside these, so that their positions are not known. */
  readonly isOpen: boolean;
}

export const UNKNOWN: ScannedRelation = { columns: [], isOpen: true, tables: [], stars: [] };

export function scansOf({ columns }: Pick<ScannedRelation, 'columns'>): Scan[] {
  return columns.flatMap(({ scans }) => scans);
}
