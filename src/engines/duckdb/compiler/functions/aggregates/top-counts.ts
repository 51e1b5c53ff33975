import { unsupportedAt } from '../../dialect-error.js';
import { type Expression, typed } from '../../expression.js';
import { fallibleList } from '../../sandbox/fallible-list.js';
import { type FunctionCall, expectArguments } from '../../rule.js';
import { arrayOf, INT64, isNested, typeName } from '../../../../../googlesql/types/types.js';
import { refuseOver } from './quantiles.js';
import { SQL, type Sql, wordSql } from '../../sql-tree/sql.js';

/** APPROX_TOP_COUNT(x, n): the n most frequent values with their counts, here exact; NULL is one of them. */
export function topCount(call: FunctionCall): Expression {
  expectArguments(call, 2);
  refuseOver(call);
  const value = countable(call);
  const number = topNumber(call, 1);
  const fields = [
    { name: 'value', type: value.type },
    { name: 'count', type: INT64 },
  ];
  const counts = SQL`list_transform(${fallibleList(SQL`map_entries(histogram(${value.sql}))`)}, lambda e: {'count': CAST(struct_extract(e, 'value') AS BIGINT), 'value': struct_extract(e, 'key')})`;
  const nulls = SQL`count(*) - count(${value.sql})`;
  const all = SQL`list_concat(${counts}, CASE WHEN ${nulls} > 0 THEN [{'count': ${nulls}, 'value': NULL}] ELSE [] END)`;
  return typed(SQL`bq_top_count(${all}, ${number})`, arrayOf({ kind: 'STRUCT', fields }));
}

/** The number of values that are wanted. */
export function topNumber(call: FunctionCall, index: number): Sql {
  const number = call.argument(index);
  if (!/^[1-9]\d{0,8}$/.test(number.text)) throw unsupportedAt(number, 'a number that is not written out, from 1,');
  return wordSql(number.text);
}

/** The values, which DuckDB must tell apart as GoogleSQL does. */
export function countable(call: FunctionCall): Expression {
  const value = call.value(0);
  if (isNested(value.type) || value.type.kind === 'FLOAT64') {
    throw unsupportedAt(call.node, `${call.name} over ${typeName(value.type)}`);
  }
  return value.type.kind === 'NULL' ? typed(SQL`CAST(NULL AS BIGINT)`, INT64) : value;
}
