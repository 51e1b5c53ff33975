import { errorAt, unsupportedAt } from '../../dialect-error.js';
import { coerce, type Expression, typed } from '../../expression.js';
import { jsonEncoded } from '../../json/json-encoding.js';
import { normalJson } from '../../json/json-normal.js';
import { BadJson } from '../../json/json-tokens.js';
import { namedFlag, namedWord, splitNamed } from '../../expressions/named-arguments.js';
import { type FunctionCall, expectArguments, type FunctionRule } from '../../rule.js';
import { JSON_TYPE, STRING, typeName } from '../../../../../googlesql/types/types.js';
import { SQL, textSql } from '../../sql-tree/sql.js';

/** Functions from SQL values to JSON and back from text. */
export const JSON_CONVERSION_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['PARSE_JSON', parseJson],
  ['TO_JSON', toJson],
  ['TO_JSON_STRING', toJsonString],
]);

function parseJson(whole: FunctionCall): Expression {
  const parts = splitNamed(whole, ['wide_number_mode']);
  const { call } = parts;
  expectArguments(call, 1);
  const node = call.argument(0);
  const value = call.value(node);
  const sql = coerce(value, STRING);
  if (sql === undefined) throw errorAt(node, `PARSE_JSON needs STRING, found ${typeName(value.type)}`);
  const isRounded = namedWord(parts, 'wide_number_mode', ['exact', 'round']) === 'round';
  const known = !isRounded && typeof value.literal === 'string' ? knownJson(value.literal) : undefined;
  if (known !== undefined) return typed(SQL`CAST(${textSql(known)} AS JSON)`, JSON_TYPE);
  return typed(SQL`bq_json_parsed(${isRounded ? SQL`bq_json_rounded` : SQL`bq_json_exact`}(${sql}))`, JSON_TYPE);
}

/** The JSON of a literal; undefined where it is none: that is an error only when it runs. */
function knownJson(text: string): string | undefined {
  try {
    return normalJson(text);
  } catch (error) {
    if (error instanceof BadJson) return undefined;
    throw error;
  }
}

/** TO_JSON; NULL becomes the JSON null. */
function toJson(whole: FunctionCall): Expression {
  const parts = splitNamed(whole, ['stringify_wide_numbers']);
  const { call } = parts;
  expectArguments(call, 1);
  const node = call.argument(0);
  if (namedFlag(parts, 'stringify_wide_numbers', false)) {
    throw unsupportedAt(node, 'TO_JSON with stringify_wide_numbers');
  }
  return typed(SQL`CAST(${jsonEncoded(call.value(node), 'value', node)} AS JSON)`, JSON_TYPE);
}

function toJsonString(whole: FunctionCall): Expression {
  const parts = splitNamed(whole, ['pretty_print']);
  const { call } = parts;
  expectArguments(call, 1, 2);
  const node = call.argument(0);
  const second = call.args[1];
  if (namedFlag(parts, 'pretty_print', false) || (second && (second.type !== 'Boolean' || second.value))) {
    throw unsupportedAt(second ?? node, 'TO_JSON_STRING with pretty_print');
  }
  return typed(jsonEncoded(call.value(node), 'text', node), STRING);
}
