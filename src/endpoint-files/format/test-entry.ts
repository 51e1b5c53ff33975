import {
  ArrayNotEmpty,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Max,
  Min,
} from '../yaml/class-validator.js';
import { ERROR_CODES } from '../../errors/error-codes.js';
import { excludes, Relates } from '../yaml/key-relations.js';
import { TABLE_ROWS, TEST_VALUE } from './call-values.js';
import { Describes, IsCall, IsClockTime, IsListOf, IsMapping, IsTables, says, saysEach } from './file-rules.js';

const ERRORS = Object.entries(ERROR_CODES);
const STATUSES = [...new Set(ERRORS.map(([, { status }]) => status))].sort((a, b) => a - b);

const NAME_RULE = says('text of up to 200 characters that says what holds');
const NOW_RULE = says('text, an ISO 8601 timestamp such as 2026-11-20T10:30:00Z');
const PARAMETERS_RULE = says('a mapping of parameter names to values, as a URL would have them');
const TABLES_RULE = says('a mapping of table names to lists of rows');
const ROW = 'a mapping of column names to values';
const ROWS_RULE = says(`a list of rows, each ${ROW}`);
const COUNT_RULE = says('a whole number from 0 to 10000');
const COLUMNS_RULE = says('a list of column names');
const ERROR_RULE = says(`a status (${STATUSES.join(', ')}) or an error code such as invalid_parameters`);

/** The input of a case; under `defaults`, the input of all cases of a file that do not say otherwise. */
export class TestDefaults {
  @Describes('The present, to the millisecond: what CURRENT_TIMESTAMP and its siblings tell.')
  @IsOptional()
  @IsClockTime(NOW_RULE)
  now?: string;

  @Describes('The parameters of the call.')
  @IsOptional()
  @IsCall(TEST_VALUE, PARAMETERS_RULE)
  parameters?: Map<string, unknown>;

  @Describes('The rows of each table. A field that is left out is NULL, a table that is left out is empty.')
  @IsOptional()
  @IsTables(TABLE_ROWS, TABLES_RULE)
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
  @IsString(NAME_RULE)
  @Length(1, 200, NAME_RULE)
  name!: string;

  @Describes('Exactly these rows, in this order. A field that is left out is NULL.')
  @IsOptional()
  @IsArray(ROWS_RULE)
  @IsMapping(saysEach(ROW))
  rows?: unknown[];

  @Describes('Exactly these rows, in any order.')
  @IsOptional()
  @IsArray(ROWS_RULE)
  @IsMapping(saysEach(ROW))
  rows_unordered?: unknown[];

  @Describes('So many rows.')
  @IsOptional()
  @IsInt(COUNT_RULE)
  @Min(0, COUNT_RULE)
  @Max(10_000, COUNT_RULE)
  row_count?: number;

  @Describes('Exactly these columns, in this order.')
  @IsOptional()
  @IsArray(COLUMNS_RULE)
  @ArrayNotEmpty(COLUMNS_RULE)
  @IsString({ ...saysEach('text, the name of a column') })
  columns?: string[];

  @Describes('The call is answered with this status or error code.')
  @IsOptional()
  @IsIn([...STATUSES, ...ERRORS.map(([code]) => code)], ERROR_RULE)
  error?: number | string;
}

export class TestFile {
  @Describes('What all cases are given that do not say otherwise.')
  @IsOptional()
  @IsMapping(says('a mapping of now, parameters and tables'))
  defaults?: Map<string, unknown>;

  @Describes('The cases.')
  @IsListOf(() => TestEntry, says('a list of at least one { name: …, rows: … }'))
  @ArrayNotEmpty(says('a list of at least one { name: …, rows: … }'))
  tests!: unknown[];
}
