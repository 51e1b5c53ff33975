import type { QuernError } from '../errors/quern-error.js';

/** Rows as a client reads them from the answer. */
export type ResultRow = Readonly<Record<string, unknown>>;

export interface AnsweredOutcome {
  readonly columns: readonly string[];
  readonly rows: readonly ResultRow[];
}

/** What came of one case on one engine. */
export type Outcome = AnsweredOutcome | { readonly error: QuernError };
