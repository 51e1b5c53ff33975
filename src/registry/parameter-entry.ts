import {
  Allow,
  ArrayNotEmpty,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { SCALAR_TYPES, type ScalarTypeName } from '../parameters/parameter.js';
import { says } from './file-rules.js';

const SCALARS = Object.keys(SCALAR_TYPES) as ScalarTypeName[];

const DESCRIPTION_RULE = says('text of up to 4096 characters');
const ENUM_RULE = says('a list of at least one allowed value');
const MAX_LENGTH_RULE = says('a whole number from 1 to 16384');
const PATTERN_RULE = says('text, a regular expression of up to 1024 characters');

/**
 * The keys of one entry under `parameters`. `default`, `enum`, `min` and `max` hold values of the parameter's own type;
 * those are read in `parameter-reader.ts`.
 */
export class ParameterEntry {
  @IsIn([...SCALARS, 'array'], says(`one of ${SCALARS.join(', ')}, array`))
  type!: ScalarTypeName | 'array';

  /** With `type: array`, the type of each element. */
  @IsOptional()
  @IsIn(SCALARS, says(`one of ${SCALARS.join(', ')}`))
  items?: ScalarTypeName;

  @IsOptional()
  @IsString(DESCRIPTION_RULE)
  @MaxLength(4096, DESCRIPTION_RULE)
  description?: string;

  @IsBoolean(says('true or false'))
  required = false;

  @Allow()
  default?: unknown;

  @IsOptional()
  @IsArray(ENUM_RULE)
  @ArrayNotEmpty(ENUM_RULE)
  enum?: unknown[];

  /** What happens to a value outside `enum`: it is refused unless this says `default`. */
  @IsOptional()
  @IsIn(['default'], says('default, or left out'))
  otherwise?: 'default';

  @Allow()
  min?: unknown;

  @Allow()
  max?: unknown;

  @IsOptional()
  @IsInt(MAX_LENGTH_RULE)
  @Min(1, MAX_LENGTH_RULE)
  @Max(16_384, MAX_LENGTH_RULE)
  max_length?: number;

  @IsOptional()
  @IsString(PATTERN_RULE)
  @MaxLength(1024, PATTERN_RULE)
  pattern?: string;
}
