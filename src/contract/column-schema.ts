import { type ColumnField, columnTypeOf, type ColumnScalar, type ColumnType } from './column-type.js';
import { type JsonSchema, objectOf, orNull } from './json-schema.js';
import { type NumberFormat } from '../engines/number-format.js';
import { type ValueFormats } from '../engines/json-values.js';

export interface ColumnTerms {
  readonly nullable: boolean;
  readonly description?: string | undefined;
}

const DAY = '[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])';
const CLOCK = '(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{0,5}[1-9])?';
const BASE64 = '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$';
const INTERVAL =
  '^P(?=[-0-9T])(?:-?[0-9]+Y)?(?:-?[0-9]+M)?(?:-?[0-9]+D)?(?:T(?=[-0-9])(?:-?[0-9]+H)?(?:-?[0-9]+M)?(?:-?[0-9]+(?:\\.[0-9]+)?S)?)?$';

const ZONELESS =
  'A date and time without a zone, in UTC unless the query says otherwise. In JavaScript, `new Date(value + "Z")` reads it as UTC; without the Z it would be taken for local time.';

/** Whole numbers that a double holds exactly, and beyond them text. */
const EXACT: JsonSchema = {
  type: ['integer', 'string'],
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  pattern: '^-?[1-9][0-9]{15,18}$',
};

const INT64: Readonly<Record<NumberFormat, JsonSchema>> = {
  exact: EXACT,
  string: { type: 'string', pattern: '^(?:0|-?[1-9][0-9]{0,18})$' },
  number: { type: 'integer' },
};

/** Decimals as numbers and text; a fraction is text where a number has to be exact. */
function decimal(wholeDigits: number, fractionDigits: number): Readonly<Record<NumberFormat, JsonSchema>> {
  const big = `[1-9][0-9]{15,${wholeDigits - 1}}`;
  const whole = `[1-9][0-9]{0,${wholeDigits - 1}}`;
  const fraction = `\\.[0-9]{0,${fractionDigits - 1}}[1-9]`;
  return {
    exact: { ...EXACT, pattern: `^-?(?:${big}|(?:0|${whole})${fraction})$` },
    string: { type: 'string', pattern: `^(?:0|-?(?:0${fraction}|${whole}(?:${fraction})?))$` },
    number: { type: 'number' },
  };
}

const NUMERIC = decimal(29, 9);
const BIGNUMERIC = decimal(39, 38);

/** The JSON of a value of each type; docs/reference/http.md has the same in words. */
const SCALARS: Readonly<Record<ColumnScalar, (formats: ValueFormats) => JsonSchema>> = {
  STRING: () => ({ type: 'string' }),
  BYTES: () => ({ type: 'string', contentEncoding: 'base64', pattern: BASE64 }),
  INT64: ({ numbers }) => INT64[numbers],
  FLOAT64: () => ({ anyOf: [{ type: 'number' }, { type: 'string', enum: ['NaN', 'Infinity', '-Infinity'] }] }),
  NUMERIC: ({ numbers }) => NUMERIC[numbers],
  BIGNUMERIC: ({ numbers }) => BIGNUMERIC[numbers],
  BOOL: () => ({ type: 'boolean' }),
  DATE: () => ({ type: 'string', format: 'date', pattern: `^${DAY}$` }),
  TIME: () => ({ type: 'string', pattern: `^${CLOCK}$` }),
  DATETIME: () => ({ type: 'string', pattern: `^${DAY}T${CLOCK}$`, description: ZONELESS }),
  TIMESTAMP: ({ timestamps }) =>
    timestamps === 'unix-micros'
      ? { ...EXACT, description: 'Microseconds since 1970-01-01T00:00:00Z.' }
      : { type: 'string', format: 'date-time', pattern: `^${DAY}T${CLOCK}Z$` },
  INTERVAL: () => ({ type: 'string', pattern: INTERVAL, description: 'An ISO 8601 duration.' }),
  GEOGRAPHY: () => ({ type: 'string', description: 'Well-known text (WKT).' }),
  JSON: () => ({ description: 'Any JSON value.' }),
};

/** The schema of a column's values. It is open for an unknown type: no schema is better than a wrong one. */
export function columnSchema(text: string, formats: ValueFormats, terms: ColumnTerms = { nullable: true }): JsonSchema {
  const type = columnTypeOf(text);
  const { description, ...schema } = type ? valueSchema(type, formats, terms.nullable) : {};
  const words = [terms.description, description].filter((each) => each !== undefined);
  return { ...(words.length > 0 && { description: words.join(' ') }), ...schema, 'x-googlesql-type': text };
}

function valueSchema(type: ColumnType, formats: ValueFormats, nullable: boolean): JsonSchema {
  const schema = schemaOf(type, formats);
  // An array is never NULL in an answer: there it is empty.
  return nullable && type.kind !== 'ARRAY' ? orNull(schema) : schema;
}

function schemaOf(type: ColumnType, formats: ValueFormats): JsonSchema {
  switch (type.kind) {
    case 'ARRAY':
      // Neither engine answers with a NULL among the elements.
      return { type: 'array', items: valueSchema(type.element, formats, false) };
    case 'RANGE': {
      const bound = valueSchema(type.element, formats, true);
      return objectOf({ start: bound, end: bound });
    }
    case 'STRUCT':
      return structSchema(type.fields, formats);
    default:
      return SCALARS[type.kind](formats);
  }
}

function structSchema(fields: readonly ColumnField[], formats: ValueFormats): JsonSchema {
  const schemaOfField = ({ text, type }: ColumnField) => ({
    ...valueSchema(type, formats, true),
    'x-googlesql-type': text,
  });
  return objectOf(Object.fromEntries(fields.map((field) => [field.name, schemaOfField(field)])));
}
