import { type Column, type JsonText, type Result } from '../engine.js';
import { type Compiled } from './compiler/compile.js';

/** The rows of a run; one more than `maxRows` where there are more. */
export interface RunRows {
  readonly compiled: Compiled;
  readonly rows: JsonText[][];
}

/** The result of a run that began at `startedAt`, by `performance.now()`. */
export function resultOf({ compiled, rows }: RunRows, maxRows: number, startedAt: number): Result {
  const truncated = rows.length > maxRows;
  if (truncated) rows.length = maxRows;
  return { columns: publicColumns(compiled), rows, truncated, cost: { milliseconds: performance.now() - startedAt } };
}

/** Columns without the compiler's own types. */
export function publicColumns({ columns }: Compiled): readonly Column[] {
  return columns.map(({ name, type }) => ({ name, type }));
}
