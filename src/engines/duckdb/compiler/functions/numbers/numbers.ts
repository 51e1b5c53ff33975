import { type FunctionRule, signatures, type Signature } from '../../rule.js';
import { BOOL, FLOAT64, INT64, NUMERIC, type SqlType } from '../../../../../googlesql/types/types.js';
import { DISTANCE_FUNCTIONS } from './distances.js';
import { MATHEMATICAL_FUNCTIONS } from './mathematics.js';
import { RANDOM_FUNCTIONS } from './random.js';
import { ROUNDING_FUNCTIONS } from './rounding.js';

const one = (type: SqlType, sql: (x: string) => string, returns = type): Signature => ({
  args: [type],
  returns,
  sql: (x = '') => sql(x),
});

const binary = (type: SqlType, sql: (a: string, b: string) => string): Signature => ({
  args: [type, type],
  returns: type,
  sql: (a = '', b = '') => sql(a, b),
});

const macro = (type: SqlType, name: string) => binary(type, (a, b) => `${name}(${a}, ${b})`);

export const NUMBER_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['ABS', signatures(...[INT64, NUMERIC, FLOAT64].map((type) => one(type, (x) => `abs(${x})`)))],
  [
    'SIGN',
    signatures(
      one(INT64, (x) => `CAST(sign(${x}) AS BIGINT)`),
      one(NUMERIC, (x) => `CAST(sign(${x}) AS DECIMAL(38,9))`),
      one(FLOAT64, (x) => `bq_sign(${x})`),
    ),
  ],
  ['IS_NAN', signatures({ ...one(FLOAT64, (x) => `isnan(${x})`, BOOL), widens: true })],
  ['IS_INF', signatures({ ...one(FLOAT64, (x) => `isinf(${x})`, BOOL), widens: true })],
  ['BIT_COUNT', signatures(one(INT64, (x) => `CAST(bit_count(${x}) AS BIGINT)`))],
  ['SAFE_ADD', safe('+', (a, b) => `bq_numeric_safe_add(${a}, ${b})`)],
  ['SAFE_SUBTRACT', safe('-', (a, b) => `bq_numeric_safe_add(${a}, - ${b})`)],
  ['SAFE_MULTIPLY', safe('*', (a, b) => `CAST(bq_numeric_safe_multiply(${a}, ${b}) AS DECIMAL(38,9))`)],
  [
    'SAFE_NEGATE',
    signatures(
      one(INT64, (x) => `bq_safe_int(- CAST(${x} AS HUGEINT))`),
      one(NUMERIC, (x) => `(- ${x})`),
      one(FLOAT64, (x) => `(- ${x})`),
    ),
  ],
  [
    'DIV',
    signatures(
      macro(INT64, 'bq_div'),
      binary(NUMERIC, (a, b) => `CAST(bq_numeric_div(${a}, ${b}) AS DECIMAL(38,9))`),
    ),
  ],
  [
    'MOD',
    signatures(
      macro(INT64, 'bq_mod'),
      binary(NUMERIC, (a, b) => `CAST(bq_numeric_mod(${a}, ${b}) AS DECIMAL(38,9))`),
    ),
  ],
  [
    'SAFE_DIVIDE',
    signatures(
      macro(FLOAT64, 'bq_safe_divide'),
      binary(NUMERIC, (a, b) => `CAST(bq_numeric_safe_divide(${a}, ${b}) AS DECIMAL(38,9))`),
    ),
  ],
  ['IEEE_DIVIDE', signatures({ ...macro(FLOAT64, 'bq_ieee_divide'), widens: true })],
  ...DISTANCE_FUNCTIONS,
  ...MATHEMATICAL_FUNCTIONS,
  ...RANDOM_FUNCTIONS,
  ...ROUNDING_FUNCTIONS,
]);

/** NULL where the operator would be an error for the size of its result. */
function safe(operator: string, numeric: (a: string, b: string) => string): FunctionRule {
  return signatures(
    binary(INT64, (a, b) => `bq_safe_int(CAST(${a} AS HUGEINT) ${operator} CAST(${b} AS HUGEINT))`),
    binary(NUMERIC, numeric),
    binary(FLOAT64, (a, b) => `bq_safe_float(${a} ${operator} ${b}, ${a}, ${b})`),
  );
}
