import { type Expression, typed } from '../../expression.js';
import { compileExpression } from '../../expressions/expressions.js';
import { fallibleList } from '../../sandbox/fallible-list.js';
import { argument, type FunctionCall, expectArguments } from '../../rule.js';
import { arrayOf, INT64, isNested, typeName } from '../../../../../googlesql/types/types.js';
import { refuseOver } from './quantiles.js';

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
  const counts = `list_transform(${fallibleList(`map_entries(histogram(${value.sql}))`)}, lambda e: {'count': CAST(struct_extract(e, 'value') AS BIGINT), 'value': struct_extract(e, 'key')})`;
  const nulls = `count(*) - count(${value.sql})`;
  const all = `list_concat(${counts}, CASE WHEN ${nulls} > 0 THEN [{'count': ${nulls}, 'value': NULL}] ELSE [] END)`;
  return typed(`bq_top_count(${all}, ${number})`, arrayOf({ kind: 'STRUCT', fields }));
}

/** How many values are wanted. */
export function topNumber(call: FunctionCall, index: number): string {
  const number = argument(call, index);
  number.only();
  if (!/^[1-9]\d{0,8}$/.test(number.text)) throw number.unsupported('a number that is not written out, from 1,');
  return number.text;
}

/** The values, which DuckDB must tell from each other as GoogleSQL does. */
export function countable(call: FunctionCall): Expression {
  const value = compileExpression(argument(call, 0), call.scope);
  if (isNested(value.type) || value.type.kind === 'FLOAT64') {
    throw call.node.unsupported(`${call.name} over ${typeName(value.type)}`);
  }
  return value.type.kind === 'NULL' ? typed('CAST(NULL AS BIGINT)', INT64) : value;
}
