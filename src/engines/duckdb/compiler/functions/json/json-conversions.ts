import { unsupportedAt } from '../../../../../googlesql/resolver/dialect-error.js';
import { jsonEncoded } from '../../json/json-encoding.js';
import { normalJson } from '../../../../../googlesql/json/json-normal.js';
import { namedFlag, namedWord } from '../../expressions/named-arguments.js';
import { type FunctionCall, type FunctionRule } from '../../rule.js';
import { STRING } from '../../../../../googlesql/types/types.js';
import { SQL, textSql, type Sql } from '../../sql-tree/sql.js';

/** Functions from SQL values to JSON and back from text. */
export const JSON_CONVERSION_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['PARSE_JSON', parseJson],
  ['TO_JSON', toJson],
  ['TO_JSON_STRING', toJsonString],
]);

function parseJson(call: FunctionCall): Sql {
  const sql = call.as(0, STRING);
  const { literal } = call.value(0);
  const isRounded = namedWord(call, 'wide_number_mode') === 'round';
  // A literal that is no JSON is an error only when it runs.
  const known = !isRounded && typeof literal === 'string' ? normalJson(literal) : undefined;
  if (typeof known === 'string') return SQL`CAST(${textSql(known)} AS JSON)`;
  return SQL`bq_json_parsed(${isRounded ? SQL`bq_json_rounded` : SQL`bq_json_exact`}(${sql}))`;
}

/** TO_JSON; NULL becomes the JSON null. */
function toJson(call: FunctionCall): Sql {
  const node = call.argument(0);
  if (namedFlag(call, 'stringify_wide_numbers', false)) {
    throw unsupportedAt(node, 'TO_JSON with stringify_wide_numbers');
  }
  return SQL`CAST(${jsonEncoded(call.value(node), 'value', node)} AS JSON)`;
}

function toJsonString(call: FunctionCall): Sql {
  const node = call.argument(0);
  const second = call.args[1];
  if (namedFlag(call, 'pretty_print', false) || (second && (second.type !== 'Boolean' || second.value))) {
    throw unsupportedAt(second ?? node, 'TO_JSON_STRING with pretty_print');
  }
  return jsonEncoded(call.value(node), 'text', node);
}
