import { quote } from '../../errors/excerpt.js';
import { DATE, TIMESTAMP } from '../../parameters/calendar.js';
import type { ScalarTypeName } from '../../parameters/parameter.js';
import type { TextForm } from '../../parameters/parsed.js';
import { INT64, TEXT } from '../../parameters/scalar.js';
import type { FileSchema } from './file-schema.js';
import { type YamlScalar, scalarText } from '../yaml/yaml-value.js';

/** The way in which a file writes the values of one type. Forms and bounds in its schema are those of the type's parser. */
export interface ScalarRule {
  readonly schema: FileSchema;
  holds(value: YamlScalar['value']): boolean;
  /** The fault of a scalar for which it does not hold. */
  problem(scalar: YamlScalar): string;
}

const TO_TEXT = 'must be text; put it in quotes';

export const SCALAR_RULES: Readonly<Record<ScalarTypeName, ScalarRule>> = {
  string: text({ form: TEXT, rule: TO_TEXT }),
  integer: unquoted(
    { type: 'integer', minimum: Number(INT64.min), maximum: Number(INT64.max) },
    'must be a whole number, without quotes and exponent',
    // A float beyond 2^53 has already lost digits.
    (value) => typeof value === 'bigint' || Number.isSafeInteger(value),
  ),
  number: unquoted(
    { type: 'number', minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE },
    'must be a number, without quotes',
    (value) => typeof value === 'number' || typeof value === 'bigint',
  ),
  boolean: unquoted(
    { type: 'boolean' },
    'must be true or false, without quotes',
    (value) => typeof value === 'boolean',
  ),
  timestamp: text(TIMESTAMP),
  date: text(DATE),
};

function text({ form, rule }: TextForm): ScalarRule {
  return {
    schema: { type: 'string', pattern: form.source, errorMessage: rule },
    holds: (value) => typeof value === 'string',
    problem: (scalar) => `${TO_TEXT}: ${quote(scalarText(scalar))}`,
  };
}

function unquoted(schema: FileSchema, rule: string, holds: ScalarRule['holds']): ScalarRule {
  return { schema: { ...schema, errorMessage: rule }, holds, problem: () => rule };
}
