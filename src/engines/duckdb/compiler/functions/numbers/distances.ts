import { errorAt, unsupportedAt } from '../../dialect-error.js';
import { coerce, type Expression, typed } from '../../expression.js';
import { type FunctionCall, expectArguments, type FunctionRule, taking } from '../../rule.js';
import { arrayOf, FLOAT64, INT64, isNested, typeName } from '../../../../../googlesql/types/types.js';
import { joinSql, SQL, wordSql } from '../../sql-tree/sql.js';

/** Functions for the distance of two vectors, and for the place of a number among bounds. */
export const DISTANCE_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['EUCLIDEAN_DISTANCE', distance('bq_euclidean_distance')],
  ['COSINE_DISTANCE', distance('bq_cosine_distance')],
  ['RANGE_BUCKET', rangeBucket],
]);

function distance(macro: string): FunctionRule {
  return taking(2, (call) => {
    const [a, b] = [call.as(0, arrayOf(FLOAT64)), call.as(1, arrayOf(FLOAT64))];
    return typed(SQL`${wordSql(macro)}(${a}, ${b})`, FLOAT64);
  });
}

/** RANGE_BUCKET(x, bounds): the number of ascending bounds that are not above x. */
function rangeBucket(call: FunctionCall): Expression {
  expectArguments(call, 2);
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
