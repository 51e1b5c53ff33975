import { readFile, writeFile } from 'node:fs/promises';
import type { EndpointTest } from '../endpoint-files/endpoint-test.js';
import { checkOutcome } from './check-outcome.js';
import type { ResultRow } from './outcome.js';
import type { TestResult } from './run-tests.js';
import { updateRows } from './update-rows.js';

/** Rows of answers to write into cases whose expected rows differ; the first engine's rows where several run a case. */
export class RowUpdates {
  /** Rows to write, by case; undefined for a case that stays as it is. */
  private readonly rows = new Map<EndpointTest, readonly ResultRow[] | undefined>();

  /** Takes note of a result. Returns whether it has failed and would pass with the rows that are to be written. */
  repairs(result: TestResult): boolean {
    const { test, outcome, failures } = result;
    if (!this.rows.has(test)) this.rows.set(test, rowsFor(result));
    const rows = this.rows.get(test);
    return failures.length > 0 && rows !== undefined && checkOutcome({ ...test.expected, rows }, outcome).length === 0;
  }

  /** Writes the rows into the files. Returns the number of cases that were written, by file. */
  async write(): Promise<ReadonlyMap<string, number>> {
    const files = new Map<string, Map<string, readonly ResultRow[]>>();
    for (const [{ name, where }, rows] of this.rows) {
      if (rows)
        files.set(where.file, (files.get(where.file) ?? new Map<string, readonly ResultRow[]>()).set(name, rows));
    }
    for (const [file, rows] of files) await writeFile(file, updateRows(await readFile(file, 'utf8'), rows));
    return new Map(Array.from(files, ([file, rows]) => [file, rows.size]));
  }
}

/** The rows to write for a case that expects rows or nothing yet, and has got rows. */
function rowsFor({ test: { expected }, outcome, failures }: TestResult): readonly ResultRow[] | undefined {
  const { rows, rowCount, columns, error } = expected;
  const expectsNothing = rowCount === undefined && columns === undefined && error === undefined;
  const isOfRows = rows !== undefined || expectsNothing;
  return failures.length > 0 && isOfRows && 'rows' in outcome ? outcome.rows : undefined;
}
