import { DATE, TIMESTAMP } from '../../parameters/calendar.js';
import { SCALAR_TYPES, type ScalarTypeName } from '../../parameters/parameter.js';
import type { JsonSchema } from './json-schema.js';
import { PARAMETER_NAME } from '../format/parameters-reader.js';

const SCALARS = Object.keys(SCALAR_TYPES) as ScalarTypeName[];
const MAX_NUMBER = Number.MAX_VALUE;
const MAX_INT64 = 2 ** 63;
/** No NUL and no half of a surrogate pair, which no engine takes; written so that it holds with and without the `u` flag. */
const TEXT = '^(?:[^\\u0000\\uD800-\\uDFFF]|[\\uD800-\\uDBFF][\\uDC00-\\uDFFF])*$';

/** What a file writes as a value of each type. */
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

const PARAMETER_NAMES: JsonSchema = {
  pattern: PARAMETER_NAME.source,
  not: { pattern: '^[Ss][Qq][Ll]$' },
  errorMessage: 'a parameter name has up to 128 letters, digits and "_", with no digit in front; sql is reserved',
};

/** What the clauses below refer to. */
export const CLAUSE_DEFINITIONS: Readonly<Record<string, JsonSchema>> = {
  parameterName: PARAMETER_NAMES,
  ...VALUES,
  ...Object.fromEntries(SCALARS.map((type) => [`${type}Limits`, limits(type)])),
};

const SCALAR: JsonSchema = { type: ['string', 'number', 'boolean'] };
/** What a call may hold: names of parameters, each with a value or several. */
const CALL: JsonSchema = {
  propertyNames: refer('parameterName'),
  additionalProperties: { anyOf: [SCALAR, { type: 'array', items: SCALAR }] },
};

/** What `parameters-reader.ts`, `warm-reader.ts` and `endpoint-rules.ts` ask of a file beyond the rules of its keys. */
export const ENDPOINT_CLAUSES: readonly JsonSchema[] = [
  {
    properties: {
      parameters: { propertyNames: refer('parameterName') },
      warm: { items: CALL },
    },
  },
  {
    if: { properties: { caching: { const: 'disabled' } } },
    then: {
      properties: { cache_warming: false, stale_if_error: false, warm: false },
      errorMessage: 'needs caching; write caching: <seconds>, or remove it',
    },
  },
  {
    if: { properties: { sandboxing: { const: 'disabled' } } },
    then: {
      properties: { sandbox_dialect: false },
      errorMessage: 'needs sandboxing; write sandboxing: enabled, or remove it',
    },
  },
];

/** What `parameter-reader.ts` asks of a parameter: which keys go together, and values of its own type. */
export const PARAMETER_CLAUSES: readonly JsonSchema[] = [
  {
    if: is('type', 'array'),
    then: { required: ['items'], properties: { otherwise: false } },
    else: { properties: { items: false } },
  },
  ...SCALARS.flatMap((type): JsonSchema[] => [
    { if: is('type', type), then: withDefault(type, refer(type)) },
    { if: is('items', type), then: withDefault(type, { type: 'array', items: refer(type) }) },
  ]),
  {
    if: is('required', true),
    then: {
      properties: { default: false },
      errorMessage: 'a required parameter never takes its default; remove one of the two',
    },
  },
  { dependencies: { otherwise: ['enum', 'default'] } },
];

/** What `tests-reader.ts` asks of a case. */
export const TEST_CLAUSES: readonly JsonSchema[] = [
  {
    properties: {
      // The clock has milliseconds.
      now: { allOf: [{ pattern: TIMESTAMP.source }, { pattern: '^(?!.*\\.\\d{3}\\d*[1-9])' }] },
      parameters: CALL,
      tables: { additionalProperties: { type: 'array' } },
    },
  },
  {
    if: { required: ['error'] },
    then: {
      properties: { rows: false, rows_unordered: false, row_count: false, columns: false },
      errorMessage: 'an error has no rows; keep one of the two',
    },
  },
  {
    if: { required: ['rows'] },
    then: {
      properties: { rows_unordered: false },
      errorMessage: '"rows" and "rows_unordered" do not go together; keep one of the two',
    },
  },
];

function withDefault(type: ScalarTypeName, schema: JsonSchema): JsonSchema {
  return { properties: { default: schema }, allOf: [refer(`${type}Limits`)] };
}

function limits(type: ScalarTypeName): JsonSchema {
  const isText = type === 'string';
  const bound = isText || type === 'boolean' ? false : refer(type);
  return {
    properties: {
      enum: {
        // An empty string counts as missing, so that no call could ever mean it.
        items: isText ? { allOf: [refer(type), { minLength: 1 }] } : refer(type),
        // Editors take two integers for equal that differ only beyond the 15th digit.
        ...(type !== 'integer' && { uniqueItems: true }),
      },
      min: bound,
      max: bound,
      ...(!isText && { max_length: false, pattern: false }),
    },
  };
}

function refer(definition: string): JsonSchema {
  return { $ref: `#/definitions/${definition}` };
}

function is(key: string, expected: unknown): JsonSchema {
  return { properties: { [key]: { const: expected } }, required: [key] };
}
