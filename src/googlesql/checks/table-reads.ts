import { type QueryNode } from '../ast/nodes.js';
import { QueryReader } from './query-reader.js';
import { byPlace, type TextPosition } from '../tokens/text-position.js';

/** A place in a query that reads a table. WITH queries are no tables, and neither are arrays of a row. */
export interface TableRead extends TextPosition {
  /** Name as written, without quotes. */
  readonly table: string;
  /** Whether the table is partitioned, and nothing bounds the partitions that are read; false where that is not certain. */
  readonly isUnbounded: boolean;
  /** Whether it is in a WITH query that nothing reads. */
  readonly isIdle: boolean;
}

/** Every table that a query reads, in the order of the text; `partitionColumns` has the column of each partitioned table. */
export function tableReads(query: QueryNode, partitionColumns: ReadonlyMap<string, string>): readonly TableRead[] {
  const reader = new QueryReader(partitionColumns);
  reader.read(query);
  const scans = reader.settledScans();
  const idle = reader.readIdle();
  return onePerPlace([
    ...scans.map((scan) => ({ ...scan, isIdle: false })),
    ...idle.map((scan) => ({ ...scan, isIdle: true, isUnbounded: false })),
  ]);
}

/** Merges reads of one place, which a WITH query has several times if it is read several times. */
function onePerPlace(all: readonly TableRead[]): readonly TableRead[] {
  const reads = new Map<string, TableRead>();
  for (const read of all) {
    const place = `${read.line}:${read.column}`;
    const first = reads.get(place) ?? read;
    reads.set(place, { ...first, isUnbounded: first.isUnbounded || read.isUnbounded });
  }
  return [...reads.values()].sort(byPlace);
}

/** The names of the tables, each once. */
export function tableNames(reads: readonly TableRead[]): string[] {
  return [...new Set(reads.map(({ table }) => table))];
}
