import { ROUNDING_FUNCTIONS } from './rounding.js';
import { MATHEMATICAL_FUNCTIONS } from './mathematics.js';
import { type FunctionRule, signatures, type Signature, taking, type FunctionCall } from '../../rule.js';
import {
  BOOL,
  FLOAT64,
  INT64,
  NUMERIC,
  type SqlType,
  STRING,
  arrayOf,
  isNested,
  typeName,
} from '../../../../../googlesql/types/types.js';
import { NOTHING, SQL, type Sql, wordSql, joinSql } from '../../sql-tree/sql.js';
import { withOverflow } from '../../expressions/overflow.js';
import { typed, coerce, type Expression } from '../../expression.js';
import { errorAt, unsupportedAt } from '../../dialect-error.js';

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

/** The functions that answer differently each time. */
export const RANDOM_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['RAND', taking(0, () => typed(SQL`random()`, FLOAT64))],
  ['GENERATE_UUID', taking(0, () => typed(SQL`CAST(uuid() AS VARCHAR)`, STRING))],
]);

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
      binary(NUMERIC, (a, b) => SQL`CAST(bq_mod(${a}, ${b}) AS DECIMAL(38,9))`),
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
  ['EUCLIDEAN_DISTANCE', distance('bq_euclidean_distance')],
  ['COSINE_DISTANCE', distance('bq_cosine_distance')],
  ['RANGE_BUCKET', taking(2, rangeBucket)],
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

function distance(macro: string): FunctionRule {
  return taking(2, (call) => {
    const [a, b] = [call.as(0, arrayOf(FLOAT64)), call.as(1, arrayOf(FLOAT64))];
    return typed(SQL`${wordSql(macro)}(${a}, ${b})`, FLOAT64);
  });
}

/** RANGE_BUCKET(x, bounds): the number of ascending bounds that are not above x. */
function rangeBucket(call: FunctionCall): Expression {
  const node = call.argument(1);
  const bounds = call.value(node);
  if (bounds.type.kind === 'NULL') return typed(SQL`CAST(NULL AS BIGINT)`, INT64);
  if (bounds.type.kind !== 'ARRAY') throw errorAt(node, `RANGE_BUCKET needs an ARRAY, found ${typeName(bounds.type)}`);
  const { element } = bounds.type;
  const point = call.value(0);
  if (isNested(element) || element.kind === 'NULL') throw unsupportedAt(node, `RANGE_BUCKET over ${typeName(element)}`);
  const sql = coerce(point, element);
  if (sql === undefined) {
    throw unsupportedAt(
      node,
      `RANGE_BUCKET of ${typeName(point.type)} among ${typeName(element)}; CAST one of them, which`,
    );
  }
  const nan =
    element.kind === 'FLOAT64'
      ? [SQL`isnan(${sql})`, SQL`list_contains(${bounds.sql}, 'nan'::DOUBLE)`]
      : [SQL`false`, SQL`false`];
  return typed(SQL`bq_range_bucket(${joinSql([sql, bounds.sql, ...nan], ', ')})`, INT64);
}
