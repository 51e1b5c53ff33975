import { readFile, writeFile } from 'node:fs/promises';
import type { EndpointTest } from '../endpoint-files/endpoint-test.js';
import { checkOutcome } from './check-outcome.js';
import type { Row } from './outcome.js';
import type { TestResult } from './run-tests.js';
import { updateRows } from './update-rows.js';

/** Rows that came, to be written into the cases that fail over theirs; where several engines run a case, the first one's. */
export class RowUpdates {
  /** What is to be written, by case; undefined for those that stay as they are. */
  private readonly rows = new Map<EndpointTest, readonly Row[] | undefined>();

  /** Takes a result in its turn. Has it failed, and would it pass with the rows that are to be written? */
  mends(result: TestResult): boolean {
    const { test, outcome, failures } = result;
    if (!this.rows.has(test)) this.rows.set(test, rowsFor(result));
    const rows = this.rows.get(test);
    return failures.length > 0 && rows !== undefined && checkOutcome({ ...test.expected, rows }, outcome).length === 0;
  }

  /** Writes them; how many cases were written, by file. */
  async write(): Promise<ReadonlyMap<string, number>> {
    const files = new Map<string, Map<string, readonly Row[]>>();
    for (const [{ name, where }, rows] of this.rows) {
      if (rows) files.set(where.file, (files.get(where.file) ?? new Map<string, readonly Row[]>()).set(name, rows));
    }
    for (const [file, rows] of files) await writeFile(file, updateRows(await readFile(file, 'utf8'), rows));
    return new Map(Array.from(files, ([file, rows]) => [file, rows.size]));
  }
}

/** What it expects is rows, or nothing yet; and rows came. */
function rowsFor({ test: { expected }, outcome, failures }: TestResult): readonly Row[] | undefined {
  const { rows, rowCount, columns, error } = expected;
  const expectsNothing = rowCount === undefined && columns === undefined && error === undefined;
  const isOfRows = rows !== undefined || expectsNothing;
  return failures.length > 0 && isOfRows && 'rows' in outcome ? outcome.rows : undefined;
}
