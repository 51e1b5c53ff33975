import { ROUNDING_FUNCTIONS } from './rounding.js';
import { MATHEMATICAL_FUNCTIONS } from './mathematics.js';
import { form, type FunctionCall, type FunctionRule, plain, signatures, type Signature, taking } from '../../rule.js';
import { BOOL, FLOAT64, INT64, NUMERIC, arrayOf, isNested, typeName } from '../../../../../googlesql/types/types.js';
import { NOTHING, SQL, type Sql, wordSql, joinSql } from '../../sql-tree/sql.js';
import { withOverflow } from '../../expressions/overflow.js';
import { typed, coerce, type Expression } from '../../expression.js';
import { errorAt, unsupportedAt } from '../../dialect-error.js';

/** The operator for a positive literal, which divides every INT64. */
const dividedBy =
  (operator: '//' | '%'): NonNullable<Signature['shortened']> =>
  ([a = NOTHING, b = NOTHING], [, divisor]) =>
    typeof divisor === 'bigint' && divisor > 0n ? SQL`(${a} ${wordSql(operator)} ${b})` : undefined;

export const NUMBER_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  [
    'ABS',
    signatures(
      form([INT64], INT64, (x) => withOverflow(SQL`abs(${x})`)),
      ...[NUMERIC, FLOAT64].map((type) => form([type], type, (x) => SQL`abs(${x})`)),
    ),
  ],
  [
    'SIGN',
    signatures(
      form([INT64], INT64, (x) => SQL`CAST(sign(${x}) AS BIGINT)`),
      plain('sign', [NUMERIC], NUMERIC),
      plain('bq_sign', [FLOAT64], FLOAT64),
    ),
  ],
  ['IS_NAN', signatures(plain('isnan', [FLOAT64], BOOL, { widens: true }))],
  ['IS_INF', signatures(plain('isinf', [FLOAT64], BOOL, { widens: true }))],
  ['BIT_COUNT', signatures(form([INT64], INT64, (x) => SQL`CAST(bit_count(${x}) AS BIGINT)`))],
  ['SAFE_ADD', safe('+', (a, b) => SQL`bq_numeric_safe_add(${a}, ${b})`)],
  ['SAFE_SUBTRACT', safe('-', (a, b) => SQL`bq_numeric_safe_add(${a}, - ${b})`)],
  ['SAFE_MULTIPLY', safe('*', (a, b) => SQL`bq_numeric_safe_multiply(${a}, ${b})`)],
  [
    'SAFE_NEGATE',
    signatures(
      form([INT64], INT64, (x) => SQL`bq_safe_int(- CAST(${x} AS HUGEINT))`),
      form([NUMERIC], NUMERIC, (x) => SQL`CAST(- ${x} AS DECIMAL(38,9))`),
      form([FLOAT64], FLOAT64, (x) => SQL`(- ${x})`),
    ),
  ],
  [
    'DIV',
    signatures(
      plain('bq_div', [INT64, INT64], INT64, { shortened: dividedBy('//') }),
      plain('bq_numeric_div', [NUMERIC, NUMERIC], NUMERIC),
    ),
  ],
  [
    'MOD',
    signatures(
      plain('bq_mod', [INT64, INT64], INT64, { shortened: dividedBy('%') }),
      plain('bq_mod', [NUMERIC, NUMERIC], NUMERIC),
    ),
  ],
  [
    'SAFE_DIVIDE',
    signatures(
      plain('bq_safe_divide', [FLOAT64, FLOAT64], FLOAT64),
      plain('bq_numeric_safe_divide', [NUMERIC, NUMERIC], NUMERIC),
    ),
  ],
  ['IEEE_DIVIDE', signatures(plain('bq_ieee_divide', [FLOAT64, FLOAT64], FLOAT64, { widens: true }))],
  ['EUCLIDEAN_DISTANCE', distance('bq_euclidean_distance')],
  ['COSINE_DISTANCE', distance('bq_cosine_distance')],
  ['RANGE_BUCKET', taking(2, rangeBucket)],
  ...MATHEMATICAL_FUNCTIONS,
  ...ROUNDING_FUNCTIONS,
]);

/** NULL where the operator would be an error for the size of its result. */
function safe(operator: string, numeric: (a: Sql, b: Sql) => Sql): FunctionRule {
  return signatures(
    form(
      [INT64, INT64],
      INT64,
      (a, b) => SQL`bq_safe_int(CAST(${a} AS HUGEINT) ${wordSql(operator)} CAST(${b} AS HUGEINT))`,
    ),
    form([NUMERIC, NUMERIC], NUMERIC, (a, b) => SQL`CAST(${numeric(a, b)} AS DECIMAL(38,9))`),
    form([FLOAT64, FLOAT64], FLOAT64, (a, b) => SQL`bq_safe_float(${a} ${wordSql(operator)} ${b}, ${a}, ${b})`),
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
  return typed(SQL`bq_range_bucket(${joinSql([sql, bounds.sql, ...nan])})`, INT64);
}
