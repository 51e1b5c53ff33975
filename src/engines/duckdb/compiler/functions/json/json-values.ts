import { errorAt } from '../../dialect-error.js';
import { type Expression, typed } from '../../expression.js';
import { namedWord, naming } from '../../expressions/named-arguments.js';
import { type FunctionCall, type FunctionRule, taking } from '../../rule.js';
import {
  arrayOf,
  BOOL,
  FLOAT64,
  INT64,
  JSON_TYPE,
  type SqlType,
  STRING,
  typeName,
} from '../../../../../googlesql/types/types.js';
import { SQL, type Sql, wordSql } from '../../sql-tree/sql.js';

/** Functions from JSON values to SQL values: strictly, or, by the LAX functions, as far as it can be done. */
export const JSON_VALUE_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['BOOL', taking(1, (call) => converted(call, 'bq_json_bool', BOOL))],
  ['INT64', taking(1, (call) => converted(call, 'bq_json_int64', INT64))],
  ['FLOAT64', naming(['wide_number_mode'], taking(1, float64))],
  ['LAX_BOOL', taking(1, (call) => converted(call, 'bq_lax_bool', BOOL))],
  ['LAX_INT64', taking(1, (call) => converted(call, 'bq_lax_int64', INT64))],
  ['LAX_FLOAT64', taking(1, (call) => converted(call, 'bq_lax_float64', FLOAT64))],
  ['LAX_STRING', taking(1, (call) => converted(call, 'bq_lax_string', STRING))],
  // Everything but arrays, in the value or in arrays in it.
  ['JSON_FLATTEN', taking(1, (call) => converted(call, 'bq_json_flatten', arrayOf(JSON_TYPE)))],
  ['JSON_TYPE', taking(1, (call) => converted(call, 'bq_json_type', STRING))],
]);

function converted(call: FunctionCall, macro: string, type: SqlType): Expression {
  return typed(SQL`${wordSql(macro)}(${jsonArgument(call)})`, type);
}

/** The first argument, which must be JSON. */
export function jsonArgument(call: FunctionCall): Sql {
  const node = call.argument(0);
  const { sql, type } = call.value(node);
  if (type.kind === 'NULL') return SQL`CAST(NULL AS JSON)`;
  if (type.kind !== JSON_TYPE.kind) {
    const hint = type.kind === 'STRING' ? '; write PARSE_JSON around it' : '';
    throw errorAt(node, `${call.name} needs JSON, found ${typeName(type)}${hint}`);
  }
  return sql;
}

function float64(call: FunctionCall): Expression {
  const isExact = namedWord(call, 'wide_number_mode', ['exact', 'round']) === 'exact';
  return converted(call, isExact ? 'bq_json_float64_exact' : 'bq_json_float64', FLOAT64);
}
