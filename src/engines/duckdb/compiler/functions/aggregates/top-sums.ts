import { errorAt, unsupportedAt } from '../../dialect-error.js';
import { coerce, type Expression, typed } from '../../expression.js';
import { type FunctionCall, expectArguments } from '../../rule.js';
import { arrayOf, INT64, isNumeric, type SqlType, typeName } from '../../../../../googlesql/types/types.js';
import { countable, topNumber } from './top-counts.js';
import { refuseOver } from './quantiles.js';
import { NOTHING, SQL, type Sql, typeSql } from '../../sql-tree/sql.js';

/** APPROX_TOP_SUM(x, weight, n): the n values with the greatest sums of weights, here exact. */
export function topSum(call: FunctionCall): Expression {
  expectArguments(call, 3);
  refuseOver(call);
  const { node, name, scope } = call;
  const value = countable(call);
  const found = call.value(1);
  // DuckDB takes the list of the rows for one of the query only if there is a column of it inside.
  if (![value, found].some(({ sql }) => scope.isReadBy(sql))) throw unsupportedAt(node, `${name} of constants`);
  const type: SqlType = found.type.kind === 'NULL' ? INT64 : found.type;
  if (!isNumeric(type)) throw errorAt(node, `the weight of ${name} is a number, found ${typeName(type)}`);
  const fields = [
    { name: 'value', type: value.type },
    { name: 'sum', type },
  ];
  // DuckDB loses the name of a field whose value is a macro, unless there is a cast around it.
  const weight = SQL`CAST(bq_weight(${coerce(found, type) ?? NOTHING}) AS ${typeSql(type)})`;
  const rows = SQL`list(struct_pack(v := CAST(${value.sql} AS ${typeSql(value.type)}), w := ${weight}))`;
  const sums = SQL`SELECT weighed.v AS v, ${total(type)} AS s FROM (SELECT unnest(${rows}) AS weighed) GROUP BY weighed.v`;
  const top = SQL`list(struct_pack("value" := v, "sum" := s) ORDER BY s DESC NULLS LAST)[1:${topNumber(call, 2)}]`;
  return typed(SQL`(SELECT ${top} FROM (${sums}))`, arrayOf({ kind: 'STRUCT', fields }));
}

function total(type: SqlType): Sql {
  if (type.kind === 'NUMERIC') return SQL`bq_numeric(sum(weighed.w))`;
  if (type.kind === 'INT64') return SQL`CAST(sum(weighed.w) AS ${typeSql(type)})`;
  return SQL`bq_finite(sum(weighed.w), CASE WHEN bool_or(isinf(weighed.w)) THEN sum(weighed.w) ELSE 0 END, 0)`;
}
