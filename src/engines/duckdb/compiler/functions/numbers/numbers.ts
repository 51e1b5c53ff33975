import { ROUNDING_FUNCTIONS } from './rounding.js';
import { RANDOM_FUNCTIONS } from './random.js';
import { MATHEMATICAL_FUNCTIONS } from './mathematics.js';
import { DISTANCE_FUNCTIONS } from './distances.js';
import { type FunctionRule, signatures, type Signature } from '../../rule.js';
import { BOOL, FLOAT64, INT64, NUMERIC, type SqlType } from '../../../../../googlesql/types/types.js';
import { NOTHING, SQL, type Sql, wordSql } from '../../sql-tree/sql.js';
import { withOverflow } from '../../expressions/overflow.js';

const one = (type: SqlType, sql: (x: Sql) => Sql, returns = type): Signature => ({
  args: [type],
  returns,
  sql: (x = NOTHING) => sql(x),
});

const binary = (type: SqlType, sql: (a: Sql, b: Sql) => Sql): Signature => ({
  args: [type, type],
  returns: type,
  sql: (a = NOTHING, b = NOTHING) => sql(a, b),
});

const macro = (type: SqlType, name: string) => binary(type, (a, b) => SQL`${wordSql(name)}(${a}, ${b})`);

/** The operator for a positive literal, which divides every INT64. */
const dividedBy =
  (operator: '//' | '%'): NonNullable<Signature['shortened']> =>
  ([a = NOTHING, b = NOTHING], [, divisor]) =>
    typeof divisor === 'bigint' && divisor > 0n ? SQL`(${a} ${wordSql(operator)} ${b})` : undefined;

export const NUMBER_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  [
    'ABS',
    signatures(
      one(INT64, (x) => withOverflow(SQL`abs(${x})`)),
      ...[NUMERIC, FLOAT64].map((type) => one(type, (x) => SQL`abs(${x})`)),
    ),
  ],
  [
    'SIGN',
    signatures(
      one(INT64, (x) => SQL`CAST(sign(${x}) AS BIGINT)`),
      one(NUMERIC, (x) => SQL`CAST(sign(${x}) AS DECIMAL(38,9))`),
      one(FLOAT64, (x) => SQL`bq_sign(${x})`),
    ),
  ],
  ['IS_NAN', signatures({ ...one(FLOAT64, (x) => SQL`isnan(${x})`, BOOL), widens: true })],
  ['IS_INF', signatures({ ...one(FLOAT64, (x) => SQL`isinf(${x})`, BOOL), widens: true })],
  ['BIT_COUNT', signatures(one(INT64, (x) => SQL`CAST(bit_count(${x}) AS BIGINT)`))],
  ['SAFE_ADD', safe('+', (a, b) => SQL`CAST(bq_numeric_safe_add(${a}, ${b}) AS DECIMAL(38,9))`)],
  ['SAFE_SUBTRACT', safe('-', (a, b) => SQL`CAST(bq_numeric_safe_add(${a}, - ${b}) AS DECIMAL(38,9))`)],
  ['SAFE_MULTIPLY', safe('*', (a, b) => SQL`CAST(bq_numeric_safe_multiply(${a}, ${b}) AS DECIMAL(38,9))`)],
  [
    'SAFE_NEGATE',
    signatures(
      one(INT64, (x) => SQL`bq_safe_int(- CAST(${x} AS HUGEINT))`),
      one(NUMERIC, (x) => SQL`CAST(- ${x} AS DECIMAL(38,9))`),
      one(FLOAT64, (x) => SQL`(- ${x})`),
    ),
  ],
  [
    'DIV',
    signatures(
      { ...macro(INT64, 'bq_div'), shortened: dividedBy('//') },
      binary(NUMERIC, (a, b) => SQL`CAST(bq_numeric_div(${a}, ${b}) AS DECIMAL(38,9))`),
    ),
  ],
  [
    'MOD',
    signatures(
      { ...macro(INT64, 'bq_mod'), shortened: dividedBy('%') },
      binary(NUMERIC, (a, b) => SQL`CAST(bq_numeric_mod(${a}, ${b}) AS DECIMAL(38,9))`),
    ),
  ],
  [
    'SAFE_DIVIDE',
    signatures(
      macro(FLOAT64, 'bq_safe_divide'),
      binary(NUMERIC, (a, b) => SQL`CAST(bq_numeric_safe_divide(${a}, ${b}) AS DECIMAL(38,9))`),
    ),
  ],
  ['IEEE_DIVIDE', signatures({ ...macro(FLOAT64, 'bq_ieee_divide'), widens: true })],
  ...DISTANCE_FUNCTIONS,
  ...MATHEMATICAL_FUNCTIONS,
  ...RANDOM_FUNCTIONS,
  ...ROUNDING_FUNCTIONS,
]);

/** NULL where the operator would be an error for the size of its result. */
function safe(operator: string, numeric: (a: Sql, b: Sql) => Sql): FunctionRule {
  return signatures(
    binary(INT64, (a, b) => SQL`bq_safe_int(CAST(${a} AS HUGEINT) ${wordSql(operator)} CAST(${b} AS HUGEINT))`),
    binary(NUMERIC, numeric),
    binary(FLOAT64, (a, b) => SQL`bq_safe_float(${a} ${wordSql(operator)} ${b}, ${a}, ${b})`),
  );
}
