import { coerce, type Expression, typed } from '../../expression.js';
import { compileExpression } from '../../expressions/expressions.js';
import { probe } from '../../grouping/outer-aggregate.js';
import { argument, type FunctionCall, expectArguments } from '../../rule.js';
import { arrayOf, INT64, isNumeric, type SqlType, typeName } from '../../../../../googlesql/types/types.js';
import { duckDbType } from '../../types/duckdb-types.js';
import { countable, topNumber } from './top-counts.js';
import { refuseOver } from './quantiles.js';

/** APPROX_TOP_SUM(x, weight, n): the n values with the greatest sums of weights, here exact. */
export function topSum(call: FunctionCall): Expression {
  expectArguments(call, 3);
  refuseOver(call);
  const { node, name } = call;
  const scope = probe(call.scope);
  const value = countable({ ...call, scope });
  const found = compileExpression(argument(call, 1), scope);
  // The rows are put into a list, which DuckDB takes for one of the query only if there is a column of it inside.
  if (!scope.used) throw node.unsupported(`${name} of constants`);
  call.scope.used = true;
  const type: SqlType = found.type.kind === 'NULL' ? INT64 : found.type;
  if (!isNumeric(type)) throw node.error(`the weight of ${name} is a number, found ${typeName(type)}`);
  const fields = [
    { name: 'value', type: value.type },
    { name: 'sum', type },
  ];
  // DuckDB loses the name of a field whose value is a macro, unless there is a cast around it.
  const weight = `CAST(bq_weight(${coerce(found, type) ?? ''}) AS ${duckDbType(type)})`;
  const rows = `list(struct_pack(v := CAST(${value.sql} AS ${duckDbType(value.type)}), w := ${weight}))`;
  const sums = `SELECT weighed.v AS v, ${total(type)} AS s FROM (SELECT unnest(${rows}) AS weighed) GROUP BY weighed.v`;
  const top = `list(struct_pack("value" := v, "sum" := s) ORDER BY s DESC NULLS LAST)[1:${topNumber(call, 2)}]`;
  return typed(`(SELECT ${top} FROM (${sums}))`, arrayOf({ kind: 'STRUCT', fields }));
}

function total(type: SqlType): string {
  if (type.kind === 'NUMERIC') return 'bq_numeric(sum(weighed.w))';
  if (type.kind === 'INT64') return `CAST(sum(weighed.w) AS ${duckDbType(type)})`;
  return 'bq_finite(sum(weighed.w), CASE WHEN bool_or(isinf(weighed.w)) THEN sum(weighed.w) ELSE 0 END, 0)';
}
