import type { QuernError } from '../errors/quern-error.js';

export type ResultRow = Readonly<Record<string, unknown>>;

export interface AnsweredOutcome {
  readonly columns: readonly string[];
  readonly rows: readonly ResultRow[];
}

export type Outcome = AnsweredOutcome | { readonly error: QuernError };
