import { counted } from '../errors/listing.js';
import { type QuernError } from '../errors/quern-error.js';
import { errorText } from '../errors/error-text.js';
import type { Expectation } from '../endpoint-files/endpoint-test.js';
import { differenceText } from './difference-text.js';

export type ResultRow = Readonly<Record<string, unknown>>;

/** The answer of a case, or its failure. */
export type Outcome =
  { readonly columns: readonly string[]; readonly rows: readonly ResultRow[] } | { readonly error: QuernError };

/** The differences of an outcome, in lines for the operator; none where it is as expected. */
export function checkOutcome(expected: Expectation, outcome: Outcome): readonly string[] {
  if ('error' in outcome) return checkError(expected, outcome.error);
  const { rows, unordered, rowCount, columns, error } = expected;
  const came = outcome.rows.length;
  if (error !== undefined) return [`expected the error ${error}, and ${counted(came, 'row')} came`];
  if (!rows && !columns && rowCount === undefined) {
    return ['nothing is expected; write rows:, row_count:, columns: or error:, or have --update write the rows'];
  }
  return [
    ...(columns && JSON.stringify(columns) !== JSON.stringify(outcome.columns)
      ? ['the columns differ', `    - ${columns.join(', ')}`, `    + ${outcome.columns.join(', ')}`]
      : []),
    ...(rowCount === undefined || rowCount === came ? [] : [`${counted(rowCount, 'row')} expected, ${came} came`]),
    ...(rows ? differenceText(rows, outcome.rows, unordered) : []),
  ];
}

function checkError({ error: expected }: Expectation, error: QuernError): readonly string[] {
  if (expected === error.code || expected === error.status) return [];
  const wanted = expected === undefined ? 'rows' : `the error ${expected}`;
  const details = error.errors.length > 0 ? error.errors.map(({ detail }) => detail) : [error.detail];
  const cause = error.cause === undefined ? [] : [errorText(error.cause)];
  return [
    `expected ${wanted}, and the error ${error.code} (${error.status}) came`,
    ...[...details, ...cause].map((line) => `  ${line}`),
  ];
}
