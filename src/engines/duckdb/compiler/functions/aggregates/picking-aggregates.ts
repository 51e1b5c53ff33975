import { type ExpressionNode } from '../../../../../googlesql/ast/nodes.js';
import { unsupportedAt } from '../../../../../googlesql/resolver/dialect-error.js';
import { type Expression, typed, coercedTo } from '../../expression.js';
import { type FunctionCall, type FunctionRule } from '../../rule.js';
import { INT64, isNested, typeName, type SqlType } from '../../../../../googlesql/types/types.js';
import { lambdaSql, NOTHING, SQL, wordSql, type Sql, typeSql } from '../../sql-tree/sql.js';
import { eachOf } from '../../sandbox/fallible-list.js';

/** The aggregate functions that answer with values of single rows. */
export const PICKING_AGGREGATES: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['ANY_VALUE', anyValue],
  // `MAX_BY(x, y)` is `ANY_VALUE(x HAVING MAX y)`.
  ['MAX_BY', (call) => ofExtreme(call, call.argument(1), 'max')],
  ['MIN_BY', (call) => ofExtreme(call, call.argument(1), 'min')],
  ['APPROX_TOP_COUNT', topCount],
  ['APPROX_TOP_SUM', topSum],
  [
    'GROUPING',
    (call) => {
      return SQL`CAST(grouping(${call.value(0).sql}) AS BIGINT)`;
    },
  ],
]);

function anyValue(call: FunctionCall): Sql {
  // A distinct value is one of all.
  const { having } = call.node;
  return having ? ofExtreme(call, having.key, having.extreme) : SQL`any_value(${call.value(0).sql})${call.over}`;
}

function ofExtreme(call: FunctionCall, node: ExpressionNode, extreme: 'max' | 'min'): Sql {
  const value = call.value(0);
  const key = call.value(node);
  const { over } = call;
  const greatest = SQL`${wordSql(extreme)}(${key.sql})`;
  // The rows with that key may have a value that is not NULL, which goes first.
  const found = SQL`${greatest} FILTER (WHERE ${value.sql} IS NOT NULL)${over} = ${greatest}${over}`;
  const picked = SQL`WHEN ${found} THEN ${wordSql(`arg_${extreme}`)}(${value.sql}, ${key.sql})${over}`;
  // NaN is the greatest and the least of all, and no row's key equals it.
  const none = SQL`WHEN bool_or(isnan(${key.sql}))${over} THEN NULL`;
  return SQL`CASE ${key.type.kind === 'FLOAT64' ? SQL`${none} ` : NOTHING}${picked} END`;
}

/** APPROX_TOP_SUM(x, weight, n): the n values with the greatest sums of weights, here exact. */
function topSum(call: FunctionCall): Sql {
  const { node, name, scope } = call;
  const value = countable(call);
  const found = call.value(1);
  // DuckDB takes the list of the rows for one of the query only if there is a column of it inside.
  if (![value, found].some(({ sql }) => scope.isReadBy(sql))) throw unsupportedAt(node, `${name} of constants`);
  const type: SqlType = found.type.kind === 'NULL' ? INT64 : found.type;
  // DuckDB loses the name of a field whose value is a macro, unless there is a cast around it.
  const weight = SQL`CAST(bq_weight(${coercedTo(found, type)}) AS ${typeSql(type)})`;
  const rows = SQL`list(struct_pack(v := CAST(${value.sql} AS ${typeSql(value.type)}), w := ${weight}))`;
  const sums = SQL`SELECT weighed.v AS v, ${total(type)} AS s FROM (SELECT unnest(${rows}) AS weighed) GROUP BY weighed.v`;
  const top = SQL`list(struct_pack("value" := v, "sum" := s) ORDER BY s DESC NULLS LAST)[1:${topNumber(call, 2)}]`;
  return SQL`(SELECT ${top} FROM (${sums}))`;
}

function total(type: SqlType): Sql {
  if (type.kind === 'NUMERIC') return SQL`bq_numeric(sum(weighed.w))`;
  if (type.kind === 'INT64') return SQL`CAST(sum(weighed.w) AS ${typeSql(type)})`;
  return SQL`bq_finite(sum(weighed.w), CASE WHEN bool_or(isinf(weighed.w)) THEN sum(weighed.w) ELSE 0 END, 0)`;
}

/** APPROX_TOP_COUNT(x, n): the n most frequent values with their counts, here exact; NULL is one of them. */
function topCount(call: FunctionCall): Sql {
  const value = countable(call);
  const number = topNumber(call, 1);
  const entry = SQL`{'count': CAST(struct_extract(e, 'value') AS BIGINT), 'value': struct_extract(e, 'key')}`;
  const counts = eachOf(SQL`map_entries(histogram(${value.sql}))`, lambdaSql('e'), entry);
  const nulls = SQL`count(*) - count(${value.sql})`;
  const all = SQL`list_concat(${counts}, CASE WHEN ${nulls} > 0 THEN [{'count': ${nulls}, 'value': NULL}] ELSE [] END)`;
  return SQL`bq_top_count(${all}, ${number})`;
}

/** The number of values that are wanted. */
function topNumber(call: FunctionCall, index: number): Sql {
  const number = call.argument(index);
  if (!/^[1-9]\d{0,8}$/.test(number.text)) throw unsupportedAt(number, 'a number that is not written out, from 1,');
  return wordSql(number.text);
}

/** The values, which DuckDB must tell apart as GoogleSQL does. */
function countable(call: FunctionCall): Expression {
  const value = call.value(0);
  if (isNested(value.type) || value.type.kind === 'FLOAT64') {
    throw unsupportedAt(call.node, `${call.name} over ${typeName(value.type)}`);
  }
  return value.type.kind === 'NULL' ? typed(SQL`CAST(NULL AS BIGINT)`, INT64) : value;
}
