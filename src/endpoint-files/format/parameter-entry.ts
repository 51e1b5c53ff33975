import { isOrdered, SCALARS, type ScalarTypeName } from '../../parameters/parameter.js';
import { TRUNCATIONS, type Truncation } from '../../parameters/time-of-call.js';
import { optional, required, type ValuesOf } from '../yaml/entry-keys.js';
import { excludes, needs } from '../yaml/key-relations.js';
import { anything, BOOLEAN, DESCRIPTION, listOf, oneOf, text, whole } from './file-rules.js';
import { NOW } from './parameter-values.js';

/** A parameter whose values, or whose elements, are of one of these types. */
const holding = (...types: readonly ScalarTypeName[]) => [{ type: types }, { type: ['array'], items: types }];

const allBut = (type: ScalarTypeName) => SCALARS.filter((each) => each !== type);
const goesWith = (type: ScalarTypeName) => (keys: string) => `${keys} goes with type ${type} only; remove it`;

const TRUNCATION_NAMES = Object.keys(TRUNCATIONS) as Truncation[];

/**
 * The keys of one entry under `parameters`. `default`, `enum`, `min` and `max` hold values of the parameter's own type;
 * `parameter-values.ts` has their rules.
 */
export const PARAMETER_ENTRY = {
  name: 'parameter',
  keys: {
    type: required(
      'What a value is: text, a whole number (INT64), a number (FLOAT64), true or false, an instant, a day, or several of one of these.',
      oneOf([...SCALARS, 'array'], `one of ${SCALARS.join(', ')}, array`),
    ),
    items: optional('With `type: array`, the type of each element.', oneOf(SCALARS, `one of ${SCALARS.join(', ')}`)),
    description: optional('What the parameter means, for those who call the endpoint.', DESCRIPTION),
    required: optional('Whether a call without it is refused.', BOOLEAN, false),
    log: optional('Whether its values may stand in the log; left out, they never do.', BOOLEAN, false),
    default: optional(
      'What a missing or empty value becomes; left out, NULL, and for an array the empty one.',
      anything(
        'a value of the type; with `type: array` a list of them; for a timestamp or date also now, the time of the call in UTC',
      ),
    ),
    truncate: optional(
      'With `default: now`, what the time of the call is rounded down to. Values that a call gives stay as they are.',
      oneOf(TRUNCATION_NAMES, `one of ${TRUNCATION_NAMES.join(', ')}`),
    ),
    enum: optional(
      'The values that are allowed; each is within the other limits.',
      listOf(anything('a value of the type'), 'a list of at least one allowed value', { minItems: 1 }),
    ),
    otherwise: optional(
      'A value outside `enum` behaves as `default` instead of being refused.',
      oneOf(['default'], 'default, or left out'),
    ),
    min: optional(
      'The least value that is allowed, itself included.',
      anything('a number, instant or day, as the type is'),
    ),
    max: optional(
      'The greatest value that is allowed, itself included.',
      anything('a number, instant or day, as the type is'),
    ),
    max_length: optional('The most characters that text may have.', whole(1, 16_384)),
    accepts: optional(
      'What an instant may be written as in a call, beside ISO 8601: milliseconds since 1970 in UTC.',
      oneOf(['unix-millis'], 'unix-millis, or left out'),
    ),
    pattern: optional(
      'What text has to match as a whole, a JavaScript regular expression with the `u` flag.',
      text('text, a regular expression of up to 1024 characters', { maxLength: 1024 }),
    ),
  },
  relations: [
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
    needs(
      { type: SCALARS, otherwise: 'written' },
      ['enum', 'default'],
      (keys) => `"otherwise" needs ${keys} beside it`,
    ),
    excludes(holding(...allBut('string')), ['max_length', 'pattern'], goesWith('string')),
    excludes(holding(...allBut('timestamp')), ['accepts'], goesWith('timestamp')),
    excludes([{ type: allBut('timestamp') }, { type: ['array'] }], ['truncate'], goesWith('timestamp')),
    needs({ truncate: 'written' }, ['default'], () => '"truncate" needs default: now beside it'),
    needs(
      { type: ['timestamp'], default: [NOW] },
      ['truncate'],
      () =>
        '"default: now" needs "truncate", such as truncate: 1m, so that calls at nearly the same time share a result',
    ),
    ...SCALARS.filter((type) => !isOrdered(type)).map((type) =>
      excludes(holding(type), ['min', 'max'], (keys) => `${keys} does not go with type ${type}; remove it`),
    ),
  ],
};

export type ParameterEntry = ValuesOf<typeof PARAMETER_ENTRY>;
