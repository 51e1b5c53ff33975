import { unsupportedAt } from '../../../../../googlesql/resolver/dialect-error.js';
import { type Expression, typed } from '../../expression.js';
import { jsonEncoded } from '../../json/json-encoding.js';
import { normalJson } from '../../../../../googlesql/json/json-normal.js';
import { namedFlag, namedWord } from '../../expressions/named-arguments.js';
import { type FunctionCall, type FunctionRule } from '../../rule.js';
import { JSON_TYPE, STRING } from '../../../../../googlesql/types/types.js';
import { SQL, textSql } from '../../sql-tree/sql.js';

/** Functions from SQL values to JSON and back from text. */
export const JSON_CONVERSION_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['PARSE_JSON', parseJson],
  ['TO_JSON', toJson],
  ['TO_JSON_STRING', toJsonString],
]);

function parseJson(call: FunctionCall): Expression {
  const sql = call.as(0, STRING, 'PARSE_JSON needs STRING');
  const { literal } = call.value(0);
  const isRounded = namedWord(call, 'wide_number_mode', ['exact', 'round']) === 'round';
  // A literal that is no JSON is an error only when it runs.
  const known = !isRounded && typeof literal === 'string' ? normalJson(literal) : undefined;
  if (typeof known === 'string') return typed(SQL`CAST(${textSql(known)} AS JSON)`, JSON_TYPE);
  return typed(SQL`bq_json_parsed(${isRounded ? SQL`bq_json_rounded` : SQL`bq_json_exact`}(${sql}))`, JSON_TYPE);
}

/** TO_JSON; NULL becomes the JSON null. */
function toJson(call: FunctionCall): Expression {
  const node = call.argument(0);
  if (namedFlag(call, 'stringify_wide_numbers', false)) {
    throw unsupportedAt(node, 'TO_JSON with stringify_wide_numbers');
  }
  return typed(SQL`CAST(${jsonEncoded(call.value(node), 'value', node)} AS JSON)`, JSON_TYPE);
}

function toJsonString(call: FunctionCall): Expression {
  const node = call.argument(0);
  const second = call.args[1];
  if (namedFlag(call, 'pretty_print', false) || (second && (second.type !== 'Boolean' || second.value))) {
    throw unsupportedAt(second ?? node, 'TO_JSON_STRING with pretty_print');
  }
  return typed(jsonEncoded(call.value(node), 'text', node), STRING);
}
