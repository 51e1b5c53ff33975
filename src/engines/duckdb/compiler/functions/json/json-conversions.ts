import { coerce, type Expression, typed } from '../../expression.js';
import { compileExpression } from '../../expressions/expressions.js';
import { jsonEncoded } from '../../json/json-encoding.js';
import { BadJson, normalJson } from '../../json/json-normal.js';
import { namedFlag, namedWord, splitNamed } from '../../expressions/named-arguments.js';
import { argument, type FunctionCall, expectArguments, type FunctionRule } from '../../rule.js';
import { JSON_TYPE, STRING, typeName } from '../../../../../googlesql/types/types.js';
import { quoteString } from '../../types/duckdb-types.js';

/** From SQL values to JSON and back from text. */
export const JSON_CONVERSION_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['PARSE_JSON', parseJson],
  ['TO_JSON', toJson],
  ['TO_JSON_STRING', toJsonString],
]);

function parseJson(whole: FunctionCall): Expression {
  const parts = splitNamed(whole, ['wide_number_mode']);
  const { call } = parts;
  expectArguments(call, 1);
  const node = argument(call, 0);
  const value = compileExpression(node, call.scope);
  const sql = coerce(value, STRING);
  if (sql === undefined) throw node.error(`PARSE_JSON needs STRING, found ${typeName(value.type)}`);
  const isRounded = namedWord(parts, 'wide_number_mode', ['exact', 'round']) === 'round';
  const known = !isRounded && typeof value.literal === 'string' ? knownJson(value.literal) : undefined;
  if (known !== undefined) return typed(`CAST(${quoteString(known)} AS JSON)`, JSON_TYPE);
  return typed(`bq_json_parsed(${isRounded ? 'bq_json_rounded' : 'bq_json_exact'}(${sql}))`, JSON_TYPE);
}

/** A text that is no JSON is an error when it runs, and only if it runs. */
function knownJson(text: string): string | undefined {
  try {
    return normalJson(text);
  } catch (error) {
    if (error instanceof BadJson) return undefined;
    throw error;
  }
}

/** NULL becomes the JSON null. */
function toJson(whole: FunctionCall): Expression {
  const parts = splitNamed(whole, ['stringify_wide_numbers']);
  const { call } = parts;
  expectArguments(call, 1);
  const node = argument(call, 0);
  if (namedFlag(parts, 'stringify_wide_numbers', false)) {
    throw node.unsupported('TO_JSON with stringify_wide_numbers');
  }
  return typed(`CAST(${jsonEncoded(compileExpression(node, call.scope), 'value', node)} AS JSON)`, JSON_TYPE);
}

function toJsonString(whole: FunctionCall): Expression {
  const parts = splitNamed(whole, ['pretty_print']);
  const { call } = parts;
  expectArguments(call, 1, 2);
  const node = argument(call, 0);
  const second = call.args[1];
  if (namedFlag(parts, 'pretty_print', false) || (second && second.keyword !== 'FALSE')) {
    throw (second ?? node).unsupported('TO_JSON_STRING with pretty_print');
  }
  second?.only();
  return typed(jsonEncoded(compileExpression(node, call.scope), 'text', node), STRING);
}
