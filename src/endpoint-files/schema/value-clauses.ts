import { DATE, TIMESTAMP } from '../../parameters/calendar.js';
import { SCALAR_TYPES, type ScalarTypeName } from '../../parameters/parameter.js';
import { PARAMETER_NAME } from '../format/parameter-name.js';
import type { JsonSchema } from './json-schema.js';

const SCALARS = Object.keys(SCALAR_TYPES) as ScalarTypeName[];
const MAX_NUMBER = Number.MAX_VALUE;
const MAX_INT64 = 2 ** 63;
/** No NUL and no half of a surrogate pair, which no engine takes; written so that it holds with and without the `u` flag. */
const TEXT = '^(?:[^\\u0000\\uD800-\\uDFFF]|[\\uD800-\\uDBFF][\\uDC00-\\uDFFF])*$';

/** Every type of a parameter, as a file writes its values, in the keywords of JSON Schema. */
const VALUES: Readonly<Record<ScalarTypeName, JsonSchema>> = {
  string: { type: 'string', pattern: TEXT, errorMessage: 'must be text; put it in quotes' },
  integer: { type: 'integer', minimum: -MAX_INT64, maximum: MAX_INT64, errorMessage: 'must be a whole number' },
  number: { type: 'number', minimum: -MAX_NUMBER, maximum: MAX_NUMBER, errorMessage: 'must be a number' },
  boolean: { type: 'boolean', errorMessage: 'must be true or false, without quotes' },
  timestamp: {
    type: 'string',
    pattern: TIMESTAMP.source,
    errorMessage: 'must be an ISO 8601 timestamp such as 2026-11-20T10:00:00Z',
  },
  date: { type: 'string', pattern: DATE.source, errorMessage: 'must be a date such as 2026-11-20' },
};

/** What schemas of entries refer to. */
export const VALUE_DEFINITIONS: Readonly<Record<string, JsonSchema>> = {
  parameterName: {
    pattern: PARAMETER_NAME.form.source,
    not: { pattern: PARAMETER_NAME.reserved.source },
    errorMessage: `a parameter name has ${PARAMETER_NAME.rule}; sql is reserved`,
  },
  ...VALUES,
  ...Object.fromEntries(SCALARS.map((type) => [`${type}Limits`, limits(type)])),
};

/** The keys of a parameter that hold values of its own type: what `parameter-reader.ts` reads by that type. */
export const PARAMETER_VALUES: readonly JsonSchema[] = SCALARS.flatMap((type) => [
  { if: is('type', type), then: withDefault(type, refer(type)) },
  { if: is('items', type), then: withDefault(type, { type: 'array', items: refer(type) }) },
]);

function withDefault(type: ScalarTypeName, schema: JsonSchema): JsonSchema {
  return { properties: { default: schema }, allOf: [refer(`${type}Limits`)] };
}

function limits(type: ScalarTypeName): JsonSchema {
  // An empty string counts as missing, so that no call could ever mean it.
  const items = type === 'string' ? { allOf: [refer(type), { minLength: 1 }] } : refer(type);
  // Editors take two integers for equal that differ only beyond the 15th digit.
  const members = { items, ...(type !== 'integer' && { uniqueItems: true }) };
  const isOrdered = type !== 'string' && type !== 'boolean';
  return { properties: { enum: members, ...(isOrdered && { min: refer(type), max: refer(type) }) } };
}

function refer(definition: string): JsonSchema {
  return { $ref: `#/definitions/${definition}` };
}

function is(key: string, expected: unknown): JsonSchema {
  return { properties: { [key]: { const: expected } }, required: [key] };
}
