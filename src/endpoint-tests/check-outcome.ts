import { counted } from '../errors/listing.js';
import { errorText } from '../errors/error-text.js';
import type { QuernError } from '../errors/quern-error.js';
import type { Expectation } from '../endpoint-files/endpoint-test.js';
import { differenceText } from './difference-text.js';
import type { AnsweredOutcome, Outcome } from './outcome.js';

/** The differences of an outcome, in lines for the operator; none where it is as expected. */
export function checkOutcome(expected: Expectation, outcome: Outcome): readonly string[] {
  if ('error' in outcome) return checkError(expected, outcome.error);
  if (expected.error !== undefined) {
    return [`expected the error ${expected.error}, and ${counted(outcome.rows.length, 'row')} came`];
  }
  if (!expected.rows && !expected.columns && expected.rowCount === undefined) {
    return ['nothing is expected; write rows:, row_count:, columns: or error:, or have --update write the rows'];
  }
  return [...checkColumns(expected, outcome), ...checkCount(expected, outcome), ...checkRows(expected, outcome)];
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

function checkColumns({ columns }: Expectation, outcome: AnsweredOutcome): readonly string[] {
  if (!columns || JSON.stringify(columns) === JSON.stringify(outcome.columns)) return [];
  return ['the columns differ', `    - ${columns.join(', ')}`, `    + ${outcome.columns.join(', ')}`];
}

function checkCount({ rowCount }: Expectation, { rows }: AnsweredOutcome): readonly string[] {
  return rowCount === undefined || rowCount === rows.length
    ? []
    : [`${counted(rowCount, 'row')} expected, ${rows.length} came`];
}

function checkRows({ rows, unordered }: Expectation, outcome: AnsweredOutcome): readonly string[] {
  return rows ? differenceText(rows, outcome.rows, unordered) : [];
}
