import { unsupportedAt } from '../../../../../googlesql/resolver/dialect-error.js';
import { type Expression, typed, coercedTo } from '../../expression.js';
import { type FunctionCall, type FunctionRule } from '../../rule.js';
import { BYTES, INT64, isNested, type SqlType, STRING, typeName } from '../../../../../googlesql/types/types.js';
import { distinct, ignoresNulls, limited, ordering } from '../modifiers.js';
import { NOTHING, SQL, type Sql } from '../../sql-tree/sql.js';

/** The aggregate functions that keep every value. */
export const COLLECTING_AGGREGATES: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['ARRAY_AGG', arrayAgg],
  ['ARRAY_CONCAT_AGG', arrayConcatAgg],
  ['STRING_AGG', stringAgg],
]);

function arrayAgg(call: FunctionCall): Sql {
  const found = call.value(0);
  const value = found.type.kind === 'NULL' ? typed(coercedTo(found, INT64), INT64) : found;
  if (call.node.distinct && isNested(value.type)) {
    throw unsupportedAt(call.node, `DISTINCT over ${typeName(value.type)}`);
  }
  return listOf(call, value, ignoresNulls(call));
}

function arrayConcatAgg(call: FunctionCall): Sql {
  const value = call.value(0);
  if (call.over.length > 0) throw unsupportedAt(call.node, 'ARRAY_CONCAT_AGG … OVER');
  return SQL`flatten(${listOf(call, value, true)})`;
}

function stringAgg(call: FunctionCall): Sql {
  const value = call.value(0);
  if (value.type.kind === 'BYTES') return bytesAgg(call, value);
  const sql = call.as(0, STRING);
  const { delimiter, checked } = delimiterOf(call, STRING, SQL`','`);
  // DuckDB's string_agg does not find all of its own values again in the ORDER BY behind a DISTINCT; list does.
  if (call.node.limit || (call.node.distinct && call.node.orderBy))
    return checked(SQL`array_to_string(${listOf(call, { ...value, sql }, true)}, ${delimiter})`);
  const parts = SQL`${distinct(call)}${sql}, ${delimiter}${ordering(call, { ...value, sql })}`;
  return checked(SQL`string_agg(${parts})${call.over}`);
}

/** The delimiter, which DuckDB takes as a constant only: one that may be NULL is checked around the text that it makes. */
function delimiterOf(call: FunctionCall, type: SqlType, comma: Sql) {
  const [, separator] = call.args;
  if (!separator) return { delimiter: comma, checked: (sql: Sql) => sql };
  const value = call.value(separator);
  const delimiter = call.as(separator, type);
  const checked = (sql: Sql) => (value.literal === undefined ? SQL`bq_delimited(${sql}, ${delimiter})` : sql);
  return { delimiter, checked };
}

/** STRING_AGG over BYTES, which DuckDB has for text alone: the digits of the bytes are joined. */
function bytesAgg(call: FunctionCall, value: Expression): Sql {
  if (call.node.limit) throw unsupportedAt(call.node, 'LIMIT in STRING_AGG over BYTES');
  const { delimiter, checked } = delimiterOf(call, BYTES, SQL`'\\x2C'::BLOB`);
  const order = ordering(call, value);
  if (order.length > 0 && call.node.distinct)
    throw unsupportedAt(call.node, 'ORDER BY in STRING_AGG over DISTINCT BYTES');
  const joined = SQL`string_agg(${distinct(call)}hex(${value.sql}), hex(${delimiter})${order})${call.over}`;
  return checked(SQL`unhex(${joined})`);
}

function listOf(call: FunctionCall, value: Expression, leavesNullsOut: boolean): Sql {
  const filter = leavesNullsOut ? SQL` FILTER (WHERE ${value.sql} IS NOT NULL)` : NOTHING;
  return limited(call, SQL`list(${distinct(call)}${value.sql}${ordering(call, value)})${filter}${call.over}`);
}
