import {
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
} from '../yaml/class-validator.js';
import { isOrdered, SCALARS, type ScalarTypeName } from '../../parameters/parameter.js';
import { TRUNCATIONS, type Truncation } from '../../parameters/time-of-call.js';
import { excludes, needs, Relates } from '../yaml/key-relations.js';
import { NOW } from './parameter-values.js';
import { Describes, Takes, says } from './file-rules.js';

/** A parameter whose values, or whose elements, are of one of these types. */
const holding = (...types: readonly ScalarTypeName[]) => [{ type: types }, { type: ['array'], items: types }];

const DESCRIPTION_RULE = says('text of up to 4096 characters');
const ENUM_RULE = says('a list of at least one allowed value');
const MAX_LENGTH_RULE = says('a whole number from 1 to 16384');
const TRUNCATION_NAMES = Object.keys(TRUNCATIONS) as Truncation[];
const PATTERN_RULE = says('text, a regular expression of up to 1024 characters');

/**
 * The keys of one entry under `parameters`. `default`, `enum`, `min` and `max` hold values of the parameter's own type;
 * `parameter-values.ts` has their rules.
 */
@Relates(
  needs(
    { type: ['array'] },
    ['items'],
    (key) => `${key} is missing; with type: array write items: string, for example`,
  ),
  excludes({ type: SCALARS }, ['items'], (key) => `${key} goes with type: array; remove it`),
  excludes(
    { required: [true] },
    ['default'],
    () => 'a required parameter never takes its default; remove one of the two',
  ),
  excludes({ type: ['array'] }, ['otherwise'], (key) => `${key} does not go with type: array; remove it`),
  needs({ type: SCALARS, otherwise: 'written' }, ['enum', 'default'], (keys) => `"otherwise" needs ${keys} beside it`),
  excludes(
    holding(...SCALARS.filter((type) => type !== 'string')),
    ['max_length', 'pattern'],
    (keys) => `${keys} goes with type string only; remove it`,
  ),
  excludes(
    holding(...SCALARS.filter((type) => type !== 'timestamp')),
    ['accepts'],
    (key) => `${key} goes with type timestamp only; remove it`,
  ),
  excludes(
    [{ type: SCALARS.filter((type) => type !== 'timestamp') }, { type: ['array'] }],
    ['truncate'],
    (key) => `${key} goes with type timestamp only; remove it`,
  ),
  needs({ truncate: 'written' }, ['default'], () => '"truncate" needs default: now beside it'),
  needs(
    { type: ['timestamp'], default: [NOW] },
    ['truncate'],
    () => '"default: now" needs "truncate", such as truncate: 1m, so that calls at nearly the same time share a result',
  ),
  ...SCALARS.filter((type) => !isOrdered(type)).map((type) =>
    excludes(holding(type), ['min', 'max'], (keys) => `${keys} does not go with type ${type}; remove it`),
  ),
)
export class ParameterEntry {
  @Describes(
    'What a value is: text, a whole number (INT64), a number (FLOAT64), true or false, an instant, a day, or several of one of these.',
  )
  @IsIn([...SCALARS, 'array'], says(`one of ${SCALARS.join(', ')}, array`))
  type!: ScalarTypeName | 'array';

  @Describes('With `type: array`, the type of each element.')
  @IsOptional()
  @IsIn(SCALARS, says(`one of ${SCALARS.join(', ')}`))
  items?: ScalarTypeName;

  @Describes('What the parameter means, for those who call the endpoint.')
  @IsOptional()
  @IsString(DESCRIPTION_RULE)
  @MaxLength(4096, DESCRIPTION_RULE)
  description?: string;

  @Describes('Whether a call without it is refused.')
  @IsBoolean(says('true or false'))
  required = false;

  @Describes('Whether its values may stand in the log; left out, they never do.')
  @IsBoolean(says('true or false'))
  log = false;

  @Describes('What a missing or empty value becomes; left out, NULL, and for an array the empty one.')
  @Takes(
    'a value of the type; with `type: array` a list of them; for a timestamp or date also now, the time of the call in UTC',
  )
  default?: unknown;

  @Describes(
    'With `default: now`, what the time of the call is rounded down to. Values that a call gives stay as they are.',
  )
  @IsOptional()
  @IsIn(TRUNCATION_NAMES, says(`one of ${TRUNCATION_NAMES.join(', ')}`))
  truncate?: Truncation;

  @Describes('The values that are allowed; each is within the other limits.')
  @IsOptional()
  @IsArray(ENUM_RULE)
  @ArrayNotEmpty(ENUM_RULE)
  enum?: unknown[];

  @Describes('A value outside `enum` behaves as `default` instead of being refused.')
  @IsOptional()
  @IsIn(['default'], says('default, or left out'))
  otherwise?: 'default';

  @Describes('The least value that is allowed, itself included.')
  @Takes('a number, instant or day, as the type is')
  min?: unknown;

  @Describes('The greatest value that is allowed, itself included.')
  @Takes('a number, instant or day, as the type is')
  max?: unknown;

  @Describes('The most characters that text may have.')
  @IsOptional()
  @IsInt(MAX_LENGTH_RULE)
  @Min(1, MAX_LENGTH_RULE)
  @Max(16_384, MAX_LENGTH_RULE)
  max_length?: number;

  @Describes('What an instant may be written as in a call, beside ISO 8601: milliseconds since 1970 in UTC.')
  @IsOptional()
  @IsIn(['unix-millis'], says('unix-millis, or left out'))
  accepts?: 'unix-millis';

  @Describes('What text has to match as a whole, a JavaScript regular expression with the `u` flag.')
  @IsOptional()
  @IsString(PATTERN_RULE)
  @MaxLength(1024, PATTERN_RULE)
  pattern?: string;
}
