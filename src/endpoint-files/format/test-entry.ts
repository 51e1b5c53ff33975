import { ArrayNotEmpty, IsArray, IsString } from '../yaml/class-validator.js';
import { ERROR_CODES } from '../../errors/error-codes.js';
import { excludes, Relates } from '../yaml/key-relations.js';
import { TABLE_ROWS, TEST_VALUE } from './call-values.js';
import {
  Describes,
  IsCall,
  IsClockTime,
  IsFullListOf,
  IsMapping,
  IsOneOf,
  IsTables,
  IsText,
  IsWhole,
  Optional,
  says,
  saysEach,
} from './file-rules.js';

const ERRORS = Object.entries(ERROR_CODES);
const STATUSES = [...new Set(ERRORS.map(([, { status }]) => status))].sort((a, b) => a - b);

const ROW = 'a mapping of column names to values';
const ROWS_RULE = says(`a list of rows, each ${ROW}`);
const COLUMNS_RULE = says('a list of column names');

/** The input of a case; under `defaults`, the input of all cases of a file that do not say otherwise. */
export class TestDefaults {
  @Optional('The present, to the millisecond: what CURRENT_TIMESTAMP and its siblings tell.')
  @IsClockTime('text, an ISO 8601 timestamp such as 2026-11-20T10:30:00Z')
  now?: string;

  @Optional('The parameters of the call.')
  @IsCall(TEST_VALUE, says('a mapping of parameter names to values, as a URL would have them'))
  parameters?: Map<string, unknown>;

  @Optional('The rows of each table. A field that is left out is NULL, a table that is left out is empty.')
  @IsTables(TABLE_ROWS, 'a mapping of table names to lists of rows')
  tables?: Map<string, unknown>;
}

@Relates(
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
)
export class TestEntry extends TestDefaults {
  @Describes('What holds, in a sentence. No two cases of an endpoint have the same.')
  @IsText(200, 'text of up to 200 characters that says what holds', true)
  name!: string;

  @Optional('Exactly these rows, in this order. A field that is left out is NULL.')
  @IsArray(ROWS_RULE)
  @IsMapping(saysEach(ROW))
  rows?: unknown[];

  @Optional('Exactly these rows, in any order.')
  @IsArray(ROWS_RULE)
  @IsMapping(saysEach(ROW))
  rows_unordered?: unknown[];

  @Optional('So many rows.')
  @IsWhole(0, 10_000)
  row_count?: number;

  @Optional('Exactly these columns, in this order.')
  @IsArray(COLUMNS_RULE)
  @ArrayNotEmpty(COLUMNS_RULE)
  @IsString(saysEach('text, the name of a column'))
  columns?: string[];

  @Optional('The call is answered with this status or error code.')
  @IsOneOf(
    [...STATUSES, ...ERRORS.map(([code]) => code)],
    `a status (${STATUSES.join(', ')}) or an error code such as invalid_parameters`,
  )
  error?: number | string;
}

export class TestFile {
  @Optional('What all cases are given that do not say otherwise.')
  @IsMapping(says('a mapping of now, parameters and tables'))
  defaults?: Map<string, unknown>;

  @Describes('The cases.')
  @IsFullListOf(TestEntry, 'a list of at least one { name: …, rows: … }')
  tests!: unknown[];
}
