import { type Expression, typed } from '../expression.js';
import { compileExpression } from '../expressions.js';
import { fallibleList } from '../fallible-list.js';
import { jsonPath, pointer, strictPath } from '../json-path.js';
import { literalText } from '../literal-argument.js';
import { argument, type Call, expectArguments, type Rule } from '../rule.js';
import { arrayOf, JSON_TYPE, quoteString, STRING, typeName } from '../types.js';
import { JSON_CONSTRUCTOR_FUNCTIONS } from './json-constructors.js';
import { JSON_CONTENT_FUNCTIONS } from './json-contents.js';
import { JSON_CONVERSION_FUNCTIONS } from './json-conversions.js';
import { JSON_MUTATOR_FUNCTIONS } from './json-mutators.js';
import { JSON_VALUE_FUNCTIONS } from './json-values.js';

/**
 * JSON in STRINGs and in JSON values. Text that is no JSON has nothing in it where it does not even begin like an object
 * or an array; broken JSON is an error, since BigQuery finds in it what comes before the break.
 */
export const JSON_FUNCTIONS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['JSON_VALUE', (call) => scalar(call, false)],
  ['JSON_EXTRACT_SCALAR', (call) => scalar(call, true)],
  ['JSON_QUERY', (call) => part(call, false)],
  ['JSON_EXTRACT', (call) => part(call, true)],
  ['JSON_VALUE_ARRAY', (call) => scalars(call, false)],
  ['JSON_EXTRACT_STRING_ARRAY', (call) => scalars(call, true)],
  ['JSON_QUERY_ARRAY', (call) => parts(call, false)],
  ['JSON_EXTRACT_ARRAY', (call) => parts(call, true)],
  ...JSON_CONVERSION_FUNCTIONS,
  ...JSON_VALUE_FUNCTIONS,
  ...JSON_CONSTRUCTOR_FUNCTIONS,
  ...JSON_CONTENT_FUNCTIONS,
  ...JSON_MUTATOR_FUNCTIONS,
]);

interface Found {
  /** DuckDB SQL of what is at the path, as its JSON. */
  readonly sql: string;
  readonly from: Expression;
}

function found(call: Call, older: boolean): Found {
  expectArguments(call, 1, 2);
  const node = argument(call, 0);
  const value = compileExpression(node, call.scope);
  const from = value.type.kind === 'NULL' ? typed('CAST(NULL AS VARCHAR)', STRING) : value;
  const path = call.args[1] ? literalText(call, 1, 'a JSONPath') : '$';
  const steps = jsonPath(path, older, call.args[1] ?? node);
  if (from.type.kind === 'JSON') return { from, sql: `json_extract(${from.sql}, ${quoteString(strictPath(steps))})` };
  if (from.type.kind !== 'STRING') throw node.error(`${call.name} needs STRING or JSON, found ${typeName(from.type)}`);
  // Without a step, DuckDB's pointer would be empty.
  const at = steps.length === 0 ? '$' : pointer(steps);
  return { from, sql: `bq_json_extract(${from.sql}, ${quoteString(at)})` };
}

function scalar(call: Call, older: boolean): Expression {
  const { sql, from } = found(call, older);
  if (from.type.kind === 'JSON') return typed(`bq_json_value(${sql})`, STRING);
  return typed(`CAST(bq_json_scalar(${sql}, ${from.sql}) AS VARCHAR)`, STRING);
}

function part(call: Call, older: boolean): Expression {
  const { sql, from } = found(call, older);
  if (from.type.kind === 'JSON') return typed(sql, JSON_TYPE);
  return typed(`CAST(bq_json_part(${sql}, ${from.sql}, ${String(older)}) AS VARCHAR)`, STRING);
}

function scalars(call: Call, older: boolean): Expression {
  const { sql, from } = found(call, older);
  if (from.type.kind === 'JSON') return typed(`bq_json_values(${sql})`, arrayOf(STRING));
  return typed(`CAST(bq_json_scalars(${sql}, ${from.sql}) AS VARCHAR[])`, arrayOf(STRING));
}

function parts(call: Call, older: boolean): Expression {
  const { sql, from } = found(call, older);
  const elements = `bq_json_elements(${sql})`;
  if (from.type.kind === 'JSON') return typed(elements, arrayOf(JSON_TYPE));
  const texts = `list_transform(${fallibleList(elements)}, lambda e: bq_json_text(e, ${from.sql}, ${String(older)}))`;
  return typed(`CAST(${texts} AS VARCHAR[])`, arrayOf(STRING));
}
