import { type Column, type JsonText, type Result } from '../engine.js';
import { type Compiled } from './compiler/compile.js';

/** The rows of a run; one more than `maxRows` where there are more, and none where a sink has taken them. */
export interface RunRows {
  readonly compiled: Compiled;
  readonly rows: JsonText[][];
  /** Whether the sink was not given all of them. */
  readonly truncated?: boolean;
}

export function resultOf({ compiled, rows, truncated }: RunRows, maxRows: number, startedAt: number): Result {
  const hasMore = rows.length > maxRows;
  if (hasMore) rows.length = maxRows;
  return {
    columns: publicColumns(compiled),
    rows,
    truncated: truncated ?? hasMore,
    cost: { milliseconds: performance.now() - startedAt },
  };
}

/** Columns without the compiler's own types. */
export function publicColumns({ columns }: Compiled): readonly Column[] {
  return columns.map(({ name, type }) => ({ name, type }));
}
