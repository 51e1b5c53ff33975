import { type Expression, typed } from '../../expression.js';
import { splitNamed } from '../../expressions/named-arguments.js';
import { type FunctionCall, expectArguments } from '../../rule.js';
import { BYTES, INT64, STRING } from '../../../../../googlesql/types/types.js';
import { joinSql, SQL } from '../../sql-tree/sql.js';

/** `EDIT_DISTANCE(a, b [, max_distance => n])`, in characters or bytes. */
export function editDistance(whole: FunctionCall): Expression {
  const { call, named } = splitNamed(whole, ['max_distance']);
  expectArguments(call, 2);
  const isBytes = call.values().some(({ type }) => type.kind === 'BYTES');
  const sides = [0, 1].map((index) => {
    const sql = call.as(index, isBytes ? BYTES : STRING);
    return isBytes ? SQL`bq_bytes_letters(${sql})` : sql;
  });
  const most = named.get('max_distance');
  if (!most) return typed(SQL`bq_edit_distance(${joinSql(sides, ', ')})`, INT64);
  return typed(SQL`bq_edit_distance_to(${joinSql(sides, ', ')}, ${call.as(most, INT64)})`, INT64);
}
