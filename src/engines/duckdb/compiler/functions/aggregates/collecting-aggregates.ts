import { isConstant } from '../../../../../googlesql/checks/constant-expression.js';
import { coerce, type Expression, typed } from '../../expression.js';
import { compileAs, compileExpression } from '../../expressions/expressions.js';
import { argument, type FunctionCall, expectArguments, type FunctionRule } from '../../rule.js';
import {
  arrayOf,
  BYTES,
  INT64,
  isNested,
  type SqlType,
  STRING,
  typeName,
} from '../../../../../googlesql/types/types.js';
import { quoteString } from '../../types/duckdb-types.js';
import { distinct, limited, ordering } from '../modifiers.js';

/** The aggregate functions that keep every value. */
export const COLLECTING_AGGREGATES: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['ARRAY_AGG', arrayAgg],
  ['ARRAY_CONCAT_AGG', arrayConcatAgg],
  ['STRING_AGG', stringAgg],
]);

function arrayAgg(call: FunctionCall): Expression {
  expectArguments(call, 1);
  const found = compileExpression(argument(call, 0), call.scope);
  const value = found.type.kind === 'NULL' ? typed(coerce(found, INT64) ?? '', INT64) : found;
  if (value.type.kind === 'ARRAY') throw call.node.error('an ARRAY of ARRAYs is not possible; put a STRUCT in between');
  if (call.node.has('distinct') && isNested(value.type)) {
    throw call.node.unsupported(`DISTINCT over ${typeName(value.type)}`);
  }
  return typed(listOf(call, value, ignoresNulls(call)), arrayOf(value.type));
}

function arrayConcatAgg(call: FunctionCall): Expression {
  expectArguments(call, 1);
  const value = compileExpression(argument(call, 0), call.scope);
  if (value.type.kind !== 'ARRAY') throw call.node.error(`${call.name} needs ARRAYs, found ${typeName(value.type)}`);
  if (call.node.has('distinct')) throw call.node.error(`${call.name} takes no DISTINCT`);
  if (call.over) throw call.node.unsupported('ARRAY_CONCAT_AGG … OVER');
  return typed(`flatten(${listOf(call, value, true)})`, value.type);
}

function stringAgg(call: FunctionCall): Expression {
  expectArguments(call, 1, 2);
  const value = compileExpression(argument(call, 0), call.scope);
  if (value.type.kind === 'BYTES') return bytesAgg(call, value);
  const sql = compileAs(argument(call, 0), call.scope, STRING);
  const { delimiter, checked } = delimiterOf(call, STRING, quoteString(','));
  if (call.node.has('limit'))
    return typed(checked(`array_to_string(${listOf(call, { ...value, sql }, true)}, ${delimiter})`), STRING);
  const parts = `${distinct(call)}${sql}, ${delimiter}${ordering(call, { ...value, sql })}`;
  return typed(checked(`string_agg(${parts})${call.over}`), STRING);
}

/** DuckDB takes nothing but a constant for a delimiter, so that one that may be NULL is checked around the text that it makes. */
function delimiterOf(call: FunctionCall, type: SqlType, comma: string) {
  const [, separator] = call.args;
  if (!separator) return { delimiter: comma, checked: (sql: string) => sql };
  const value = compileExpression(separator, call.scope);
  if (value.type.kind === 'NULL') throw separator.error('the delimiter of STRING_AGG cannot be NULL');
  const delimiter = compileAs(separator, call.scope, type);
  if (!isConstant(separator)) throw separator.error('the delimiter of STRING_AGG is a literal or a parameter');
  const checked = (sql: string) => (value.literal === undefined ? `bq_delimited(${sql}, ${delimiter})` : sql);
  return { delimiter, checked };
}

/** STRING_AGG over BYTES, which DuckDB has for text alone: the digits of the bytes are joined. */
function bytesAgg(call: FunctionCall, value: Expression): Expression {
  if (call.node.has('limit')) throw call.node.unsupported('LIMIT in STRING_AGG over BYTES');
  const { delimiter, checked } = delimiterOf(call, BYTES, `'\\x2C'::BLOB`);
  const order = ordering(call, value);
  if (order && call.node.has('distinct')) throw call.node.unsupported('ORDER BY in STRING_AGG over DISTINCT BYTES');
  const joined = `string_agg(${distinct(call)}hex(${value.sql}), hex(${delimiter})${order})${call.over}`;
  return typed(checked(`unhex(${joined})`), BYTES);
}

function listOf(call: FunctionCall, value: Expression, leavesNullsOut: boolean): string {
  const filter = leavesNullsOut ? ` FILTER (WHERE ${value.sql} IS NOT NULL)` : '';
  return limited(call, `list(${distinct(call)}${value.sql}${ordering(call, value)})${filter}${call.over}`);
}

function ignoresNulls(call: FunctionCall): boolean {
  const words = call.node.claim('ignore_nulls').list('ignore_nulls');
  for (const word of words) word.only();
  return words[0]?.keyword === 'IGNORE';
}
