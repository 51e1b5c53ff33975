import { errorAt } from '../../dialect-error.js';
import { coerce, type Expression, typed } from '../../expression.js';
import { namedWord, splitNamed } from '../../expressions/named-arguments.js';
import { type FunctionCall, expectArguments, type FunctionRule } from '../../rule.js';
import { arrayOf, INT64, JSON_TYPE, STRING, typeName } from '../../../../../googlesql/types/types.js';
import { jsonArgument } from './json-values.js';
import { SQL, type Sql, textSql } from '../../sql-tree/sql.js';

/** Functions for the contents of a JSON value at any depth. */
export const JSON_CONTENT_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['JSON_KEYS', keys],
  ['JSON_FLATTEN', flatten],
]);

/** The paths of all keys, sorted. */
function keys(written: FunctionCall): Expression {
  const parts = splitNamed(written, ['mode']);
  const { call } = parts;
  expectArguments(call, 1, 2);
  const mode = namedWord(parts, 'mode', ['strict', 'lax', 'lax recursive']) ?? 'strict';
  return typed(SQL`bq_json_keys(${jsonArgument(call)}, ${depth(call)}, ${textSql(mode)})`, arrayOf(STRING));
}

function depth(call: FunctionCall): Sql {
  const node = call.args[1];
  if (!node) return SQL`500::BIGINT`;
  const value = call.value(node);
  const sql = coerce(value, INT64);
  if (sql === undefined) throw errorAt(node, `the depth of JSON_KEYS is an INT64, found ${typeName(value.type)}`);
  return sql;
}

/** Everything but arrays, in the value or in arrays in it. */
function flatten(call: FunctionCall): Expression {
  expectArguments(call, 1);
  return typed(SQL`bq_json_flatten(${jsonArgument(call)})`, arrayOf(JSON_TYPE));
}
