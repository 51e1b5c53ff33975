import { ERROR_CODES } from '../../errors/error-codes.js';
import { optional, required, type ValuesOf } from '../yaml/entry-keys.js';
import { excludes } from '../yaml/key-relations.js';
import { TABLE_ROWS, TEST_VALUE } from './call-values.js';
import { byParameter, clockTime, entryOf, listOf, listOfEach, mapping, oneOf, text, whole } from './file-rules.js';

const ERRORS = Object.entries(ERROR_CODES);
const STATUSES = [...new Set(ERRORS.map(([, { status }]) => status))].sort((a, b) => a - b);

const ROW = mapping({}, 'a mapping of column names to values');
const ROWS = listOfEach(ROW, `a list of rows, each ${ROW.takes}`);

/** The input of a case; under `defaults`, the input of all cases of a file that do not say otherwise. */
export const TEST_DEFAULTS = {
  name: 'testDefaults',
  keys: {
    now: optional(
      'The present, to the millisecond: what CURRENT_TIMESTAMP and its siblings tell.',
      clockTime('text, an ISO 8601 timestamp such as 2026-11-20T10:30:00Z'),
    ),
    parameters: optional(
      'The parameters of the call.',
      byParameter(TEST_VALUE.clause, 'a mapping of parameter names to values, as a URL would have them'),
    ),
    tables: optional(
      'The rows of each table. A field that is left out is NULL, a table that is left out is empty.',
      mapping({ additionalProperties: TABLE_ROWS.clause }, 'a mapping of table names to lists of rows'),
    ),
  },
};

export const TEST_ENTRY = {
  name: 'test',
  keys: {
    name: required(
      'What holds, in a sentence. No two cases of an endpoint have the same.',
      text('text of up to 200 characters that says what holds', { minLength: 1, maxLength: 200 }),
    ),
    rows: optional('Exactly these rows, in this order. A field that is left out is NULL.', ROWS),
    rows_unordered: optional('Exactly these rows, in any order.', ROWS),
    row_count: optional('So many rows.', whole(0, 10_000)),
    columns: optional(
      'Exactly these columns, in this order.',
      listOfEach(text('text, the name of a column'), 'a list of column names', { minItems: 1 }),
    ),
    error: optional(
      'The call is answered with this status or error code.',
      oneOf<number | string>(
        [...STATUSES, ...ERRORS.map(([code]) => code)],
        `a status (${STATUSES.join(', ')}) or an error code such as invalid_parameters`,
      ),
    ),
    ...TEST_DEFAULTS.keys,
  },
  relations: [
    excludes(
      { error: 'written' },
      ['rows', 'rows_unordered', 'row_count', 'columns'],
      (keys) => `${keys} and "error" do not go together: an error has no rows; keep one of the two`,
    ),
    excludes(
      { rows: 'written' },
      ['rows_unordered'],
      (key) => `"rows" and ${key} do not go together; keep one of the two`,
    ),
  ],
};

export type TestInput = ValuesOf<typeof TEST_DEFAULTS>;
export type TestEntry = ValuesOf<typeof TEST_ENTRY>;

export const TEST_FILE_ENTRY = {
  name: 'testFile',
  keys: {
    defaults: optional(
      'What all cases are given that do not say otherwise.',
      mapping({}, 'a mapping of now, parameters and tables'),
    ),
    tests: required(
      'The cases.',
      listOf(entryOf(TEST_ENTRY), 'a list of at least one { name: …, rows: … }', { minItems: 1 }),
    ),
  },
};
