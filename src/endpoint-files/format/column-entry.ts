import { IsBoolean, IsIn, IsOptional, IsString, Length, MaxLength } from '../yaml/class-validator.js';
import { NUMBER_FORMATS, type NumberFormat } from '../../engines/number-format.js';
import { Describes, says } from './file-rules.js';

const NAME_RULE = says('text, the name of a column, of up to 300 characters');
const TYPE_RULE = says('text, a GoogleSQL type such as INT64 or ARRAY<STRING>');
const DESCRIPTION_RULE = says('text of up to 4096 characters');

export class ColumnEntry {
  @Describes('The name as the answer has it.')
  @IsString(NAME_RULE)
  @Length(1, 300, NAME_RULE)
  name!: string;

  @Describes('The type as the engine reports it.')
  @IsString(TYPE_RULE)
  @Length(1, 4096, TYPE_RULE)
  type!: string;

  @Describes(
    'Whether it may hold NULL. An answer of `query` that has NULL where this is false fails. An ARRAY is never NULL, but empty.',
  )
  @IsBoolean(says('true or false'))
  nullable = true;

  @Describes('What the column holds, for those who read the answer.')
  @IsOptional()
  @IsString(DESCRIPTION_RULE)
  @MaxLength(4096, DESCRIPTION_RULE)
  description?: string;

  @Describes(
    'How INT64, NUMERIC and BIGNUMERIC are written, nested ones too: as text, as JSON numbers with all their digits, or as numbers only where a double holds them. Left out, as `QUERN_NUMBERS` says.',
  )
  @IsOptional()
  @IsIn(NUMBER_FORMATS, says('string, number or exact'))
  json?: NumberFormat;
}
