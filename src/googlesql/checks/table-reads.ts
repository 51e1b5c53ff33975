import { type QueryNode } from '../ast/nodes.js';
import { lenientResolution } from '../resolver/queries/lenient.js';
import { byPlace, type TextPosition } from '../tokens/text-position.js';
import { OPEN_TYPE } from '../types/types.js';
import { QueryReader } from './query-reader.js';
import { type TopStar } from './stars.js';

/** What a query reads, and how. */
export interface QueryReads {
  /** Every table that it reads, in the order of the text. */
  readonly tables: readonly TableRead[];
  /** Stars at its top. */
  readonly stars: readonly TopStar[];
}

/** A place in a query that reads a table. WITH queries are no tables, and neither are arrays of a row. */
export interface TableRead extends TextPosition {
  /** Name as written, without quotes. */
  readonly table: string;
  /** Whether the table is partitioned, and nothing bounds the partitions that are read; false where that is not certain. */
  readonly isUnbounded: boolean;
  /** Whether it is in a WITH query that nothing reads. */
  readonly isIdle: boolean;
}

/**
 * The tables that a query reads, and the stars at its top, whatever columns these tables have. Undefined for a query that GoogleSQL does not
 * take, and for some that the embedded engine lacks.
 *
 * @param partitionColumns the column of each partitioned table
 */
export function queryReads(query: QueryNode, partitionColumns: ReadonlyMap<string, string>): QueryReads | undefined {
  const known = new Map(Array.from(partitionColumns, ([table, name]) => [table, [{ name, type: OPEN_TYPE }]]));
  const resolution = lenientResolution(query, known);
  if (!resolution) return undefined;
  const { scans, idle, stars } = new QueryReader(resolution, partitionColumns).readWhole(query);
  const tables = onePerPlace([
    ...scans.map((scan) => ({ ...scan, isIdle: false })),
    ...idle.map((scan) => ({ ...scan, isIdle: true, isUnbounded: false })),
  ]);
  return { tables, stars };
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

/** The names of the tables that a query reads, each once; undefined where it has none of `queryReads`. */
export function tablesNamed(query: QueryNode): string[] | undefined {
  const reads = queryReads(query, new Map());
  return reads && tableNames(reads.tables);
}
