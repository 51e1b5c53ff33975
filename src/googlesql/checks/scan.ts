import { type ExpressionNode } from '../ast/nodes.js';
import type { TextPosition } from '../tokens/text-position.js';
import { type Starred } from './stars.js';

/** One reading of a table. A WITH query that is named twice is read twice. */
export interface Scan extends TextPosition {
  readonly table: string;
  /** Whether nothing bounds the partition column of its table, as far as can be seen. */
  isUnbounded: boolean;
}

/** The scans whose partition column a column is. */
export type ScannedColumn = readonly Scan[];

/** The columns that a query passes on, by their places as the resolver has them. */
export interface ScannedQuery extends Starred {
  readonly columns: readonly ScannedColumn[];
}

/** The scans whose partition column a name or a path is. */
export type ScansOf = (node: ExpressionNode) => readonly Scan[];

/** A query of which nothing is known. */
export const UNKNOWN: ScannedQuery = { columns: [], tables: [], stars: [] };
