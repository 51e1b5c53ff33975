import { IsBoolean } from '../yaml/class-validator.js';
import { NUMBER_FORMATS, type NumberFormat } from '../../engines/number-format.js';
import { Describes, IsOneOf, IsText, Optional, says } from './file-rules.js';

export class ColumnEntry {
  @Describes('The name as the answer has it.')
  @IsText(300, 'text, the name of a column, of up to 300 characters', true)
  name!: string;

  @Describes('The type as the engine reports it.')
  @IsText(4096, 'text, a GoogleSQL type such as INT64 or ARRAY<STRING>', true)
  type!: string;

  @Describes(
    'Whether it may hold NULL. An answer of `query` that has NULL where this is false fails. An ARRAY is never NULL, but empty.',
  )
  @IsBoolean(says('true or false'))
  nullable = true;

  @Optional('What the column holds, for those who read the answer.')
  @IsText(4096)
  description?: string;

  @Optional(
    'How INT64, NUMERIC and BIGNUMERIC are written, nested ones too: as text, as JSON numbers with all their digits, or as numbers only where a double holds them. Left out, as `QUERN_NUMBERS` says.',
  )
  @IsOneOf(NUMBER_FORMATS, 'string, number or exact')
  json?: NumberFormat;
}
