import { boundValue } from '../parameters/bound-value.js';
import {
  type ParameterDeclaration,
  type ParameterValue,
  SCALAR_TYPES,
  type ScalarTypeName,
  type ScalarValue,
} from '../parameters/parameter.js';
import { UNIX_MILLIS } from '../parameters/calendar.js';
import { type Truncation } from '../parameters/time-of-call.js';
import { formatScalar } from '../parameters/scalar.js';
import { type JsonSchema, type JsonType } from './json-schema.js';

const DAY = '(?!0000)[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])';
const CLOCK = '(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,6})?';
const OFFSET = '(?:[Zz]|[+-](?:(?:0[0-9]|1[0-3]):[0-5][0-9]|14:00))';

/**
 * The schema of a parameter's value in JSON, as a body has it; a URL has the same values as text. Rules that a schema cannot express are in
 * its description.
 */
export function parameterSchema(declaration: ParameterDeclaration): JsonSchema {
  const { array, required } = declaration;
  const fallback = defaultOf(declaration);
  const words = wordsOf(declaration);
  const element = elementSchema(declaration);
  const type = SCALAR_TYPES[declaration.type];
  return {
    ...(words !== '' && { description: words }),
    ...(array ? { type: 'array', items: element, ...(required && { minItems: 1 }) } : element),
    ...(fallback !== undefined && { default: fallback }),
    ...(declaration.defaultNow !== undefined && { 'x-quern-default': 'now' }),
    'x-googlesql-type': array ? `ARRAY<${type}>` : type,
  };
}

function elementSchema(declaration: ParameterDeclaration): JsonSchema {
  const { type, enum: members, otherwiseDefault } = declaration;
  if (!members) return ELEMENTS[type](declaration);
  const listed = enumSchema(
    type,
    members.map((member) => plain(declaration, member)),
  );
  return otherwiseDefault ? { anyOf: [listed, { type: ANY_OTHER }] } : listed;
}

/** Types of values that count as the default, where only some values are named. */
export const ANY_OTHER: readonly JsonType[] = ['string', 'number', 'boolean'];

function enumSchema(type: ScalarTypeName, members: readonly unknown[]): JsonSchema {
  if (members.every((member) => typeof member === 'number')) {
    return { type: type === 'integer' ? 'integer' : 'number', enum: members };
  }
  return members.every((member) => typeof member === 'string') ? { type: 'string', enum: members } : { enum: members };
}

const MILLIS: JsonSchema = { type: 'integer', minimum: UNIX_MILLIS.min, maximum: UNIX_MILLIS.max };

/** A value of each type, within what its declaration allows. */
const ELEMENTS: Readonly<Record<ScalarTypeName, (declaration: ParameterDeclaration) => JsonSchema>> = {
  string: stringSchema,
  integer: integerSchema,
  number: ({ min = -Number.MAX_VALUE, max = Number.MAX_VALUE }) => ({
    type: 'number',
    minimum: Number(min),
    maximum: Number(max),
  }),
  boolean: () => ({ type: 'boolean' }),
  // A day is a timestamp as well: its midnight in UTC.
  timestamp: (declaration) => ({
    anyOf: [
      { type: 'string', format: 'date-time', pattern: `^${DAY}T${CLOCK}${OFFSET}$` },
      { type: 'string', format: 'date', pattern: `^${DAY}$` },
      ...(declaration.unixMillis ? [MILLIS] : []),
    ],
    ...timeLimits(declaration),
  }),
  date: (declaration) => ({ type: 'string', format: 'date', pattern: `^${DAY}$`, ...timeLimits(declaration) }),
};

function timeLimits({ type, min, max }: ParameterDeclaration): JsonSchema {
  return {
    ...(min !== undefined && { 'x-quern-minimum': formatScalar(type, min) }),
    ...(max !== undefined && { 'x-quern-maximum': formatScalar(type, max) }),
  };
}

/** The pattern of text without one: no engine takes NUL. */
export const ANY_TEXT = '^[^\\u0000]*$';

/** Text; an empty one counts as missing. */
function stringSchema({ maxLength, pattern, required, array }: ParameterDeclaration): JsonSchema {
  return {
    type: 'string',
    ...((required || array) && { minLength: 1 }),
    ...(maxLength !== undefined && { maxLength }),
    ...(pattern ? { pattern: `^(?:${pattern.source})$` } : { pattern: ANY_TEXT }),
  };
}

/** Whole numbers, which are text beyond a double's precision. */
function integerSchema({ min, max }: ParameterDeclaration): JsonSchema {
  const minimum = Math.max(Number(min ?? -Infinity), Number.MIN_SAFE_INTEGER);
  const maximum = Math.min(Number(max ?? Infinity), Number.MAX_SAFE_INTEGER);
  const isBelow = min === undefined || BigInt(min) < Number.MIN_SAFE_INTEGER;
  const isAbove = max === undefined || BigInt(max) > Number.MAX_SAFE_INTEGER;
  const beyond = [
    ...(isBelow ? [`-(?:${BEYOND_A_DOUBLE}|9223372036854775808)`] : []),
    ...(isAbove ? [BEYOND_A_DOUBLE] : []),
  ];
  if (beyond.length === 0) return { type: 'integer', minimum, maximum };
  return {
    type: ['integer', 'string'],
    minimum,
    maximum,
    pattern: `^(?:${beyond.join('|')})$`,
    ...(min !== undefined && !Number.isSafeInteger(Number(min)) && { 'x-quern-minimum': String(min) }),
    ...(max !== undefined && !Number.isSafeInteger(Number(max)) && { 'x-quern-maximum': String(max) }),
  };
}

const [LEAST, GREATEST] = [String(2n ** 53n), String(2n ** 63n - 1n)];

/** Whole numbers from 2^53 to 2^63 - 1 in digits. */
const BEYOND_A_DOUBLE = `(?:${[...differing(LEAST, 'greater'), LEAST, '[1-9][0-9]{16,17}', ...differing(GREATEST, 'less'), GREATEST].join('|')})`;

/** The numbers with as many digits as this one that are greater or less, by the place where they differ first. */
function differing(digits: string, how: 'greater' | 'less'): readonly string[] {
  return Array.from(digits, Number).flatMap((digit, at) => {
    const [from, to] = how === 'greater' ? [digit + 1, 9] : [at === 0 ? 1 : 0, digit - 1];
    const rest = digits.length - at - 1;
    return from > to ? [] : [`${digits.slice(0, at)}[${from}-${to}]${rest > 0 ? `[0-9]{${rest}}` : ''}`];
  });
}

/** The value of a missing parameter, unless that is NULL or an empty array. */
function defaultOf(declaration: ParameterDeclaration): unknown {
  const { default: value } = declaration;
  if (value === null || (typeof value === 'object' && value.length === 0)) return undefined;
  return plain(declaration, value);
}

function plain(declaration: ParameterDeclaration, value: ParameterValue): unknown {
  return boundValue({ declaration, value });
}

/** The author's description, and the rules of the value that JSON Schema has no keywords for. */
function wordsOf(declaration: ParameterDeclaration): string {
  const { description, type, min, max, otherwiseDefault } = declaration;
  const isTime = type === 'timestamp' || type === 'date';
  const limit = (words: string, value: ScalarValue | undefined) =>
    isTime && value !== undefined && !declaration.enum ? [`${words} ${formatScalar(type, value)}.`] : [];
  return [
    ...(description === undefined ? [] : [description]),
    ...(declaration.unixMillis ? ['A whole number is milliseconds since 1970-01-01T00:00:00Z.'] : []),
    ...(declaration.defaultNow === undefined ? [] : [leftOut(type, declaration.defaultNow)]),
    ...limit('At the earliest', min),
    ...limit('At the latest', max),
    ...(otherwiseDefault
      ? [`Any other value counts as ${JSON.stringify(plain(declaration, declaration.default))}.`]
      : []),
  ].join(' ');
}

function leftOut(type: ScalarTypeName, truncation: Truncation): string {
  return type === 'date'
    ? 'Left out, the day of the call in UTC.'
    : `Left out, the time of the call, rounded down to a multiple of ${truncation}.`;
}
