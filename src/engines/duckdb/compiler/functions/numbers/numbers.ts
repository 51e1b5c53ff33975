import { elementOf } from '../../../../../googlesql/types/types.js';
import { ROUNDING_FUNCTIONS } from './rounding.js';
import { MATHEMATICAL_FUNCTIONS } from './mathematics.js';
import { type FunctionCall, type Lowering, type Rule } from '../../rule.js';
import { isNested, typeName } from '../../../../../googlesql/types/types.js';
import { NOTHING, SQL, type Sql, wordSql, joinSql } from '../../sql-tree/sql.js';
import { withOverflow } from '../../expressions/overflow.js';
import { coerce } from '../../expression.js';
import { unsupportedAt } from '../../../../../googlesql/resolver/dialect-error.js';

/** The operator for a positive literal, which divides every INT64; else the macro. */
const dividing = (name: string, operator: '//' | '%'): Lowering => ({
  name,
  shortened: ([a = NOTHING, b = NOTHING], [, divisor]) =>
    typeof divisor === 'bigint' && divisor > 0n ? SQL`(${a} ${wordSql(operator)} ${b})` : undefined,
});

const absolute = (x: Sql) => SQL`abs(${x})`;

export const NUMBER_FUNCTIONS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['ABS', [(x) => withOverflow(absolute(x)), absolute, absolute]],
  ['SIGN', [(x) => SQL`CAST(sign(${x}) AS BIGINT)`, 'sign', 'bq_sign']],
  ['IS_NAN', ['isnan']],
  ['IS_INF', ['isinf']],
  ['BIT_COUNT', [(x) => SQL`CAST(bit_count(${x}) AS BIGINT)`, undefined]],
  ['SAFE_ADD', safe('+', (a, b) => SQL`bq_numeric_safe_add(${a}, ${b})`)],
  ['SAFE_SUBTRACT', safe('-', (a, b) => SQL`bq_numeric_safe_add(${a}, - ${b})`)],
  ['SAFE_MULTIPLY', safe('*', (a, b) => SQL`bq_numeric_safe_multiply(${a}, ${b})`)],
  [
    'SAFE_NEGATE',
    [(x) => SQL`bq_safe_int(- CAST(${x} AS HUGEINT))`, (x) => SQL`CAST(- ${x} AS DECIMAL(38,9))`, (x) => SQL`(- ${x})`],
  ],
  ['DIV', [dividing('bq_div', '//'), 'bq_numeric_div']],
  ['MOD', [dividing('bq_mod', '%'), 'bq_mod']],
  ['SAFE_DIVIDE', ['bq_safe_divide', 'bq_numeric_safe_divide']],
  ['IEEE_DIVIDE', ['bq_ieee_divide']],
  ['EUCLIDEAN_DISTANCE', ['bq_euclidean_distance']],
  ['COSINE_DISTANCE', ['bq_cosine_distance']],
  ['RANGE_BUCKET', rangeBucket],
  ...MATHEMATICAL_FUNCTIONS,
  ...ROUNDING_FUNCTIONS,
]);

/** NULL where the operator would be an error for the size of its result. */
function safe(operator: string, numeric: (a: Sql, b: Sql) => Sql): readonly Lowering[] {
  return [
    (a, b) => SQL`bq_safe_int(CAST(${a} AS HUGEINT) ${wordSql(operator)} CAST(${b} AS HUGEINT))`,
    (a, b) => SQL`CAST(${numeric(a, b)} AS DECIMAL(38,9))`,
    (a, b) => SQL`bq_safe_float(${a} ${wordSql(operator)} ${b}, ${a}, ${b})`,
  ];
}

/** RANGE_BUCKET(x, bounds): the number of ascending bounds that are not above x. */
function rangeBucket(call: FunctionCall): Sql {
  const node = call.argument(1);
  const bounds = call.value(node);
  if (bounds.type.kind === 'NULL') return SQL`CAST(NULL AS BIGINT)`;
  const element = elementOf(bounds.type);
  const point = call.value(0);
  if (isNested(element)) throw unsupportedAt(node, `RANGE_BUCKET over ${typeName(element)}`);
  // An array of no elements and no type.
  if (element.kind === 'NULL') return SQL`CASE WHEN ${point.sql} IS NOT NULL THEN 0::BIGINT END`;
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
  return SQL`bq_range_bucket(${joinSql([sql, bounds.sql, ...nan])})`;
}
