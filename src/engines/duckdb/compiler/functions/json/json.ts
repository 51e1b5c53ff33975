import { errorAt } from '../../dialect-error.js';
import { JSON_VALUE_FUNCTIONS } from './json-values.js';
import { JSON_MUTATOR_FUNCTIONS } from './json-mutators.js';
import { JSON_CONVERSION_FUNCTIONS } from './json-conversions.js';
import { JSON_CONTENT_FUNCTIONS } from './json-contents.js';
import { JSON_CONSTRUCTOR_FUNCTIONS } from './json-constructors.js';
import { type Expression, typed } from '../../expression.js';
import { fallibleList } from '../../sandbox/fallible-list.js';
import { jsonPath, pointer, type Step, strictPath } from '../../json/json-path.js';
import { ESCAPED, ESCAPED_FORMERLY, ESCAPED_KEY, UNLIKE } from '../../json/json-text-patterns.js';
import { literalText } from '../../literals/literal-argument.js';
import { type FunctionCall, expectArguments, type FunctionRule } from '../../rule.js';
import { arrayOf, JSON_TYPE, STRING, typeName } from '../../../../../googlesql/types/types.js';
import { joinSql, SQL, type Sql, textSql, wordSql } from '../../sql-tree/sql.js';

/** Functions of JSON in STRINGs and in JSON values. A STRING is searched up to the place where it stops being JSON. */
export const JSON_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
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

interface Source {
  readonly from: Expression;
  readonly steps: readonly Step[];
}

function source(call: FunctionCall, older: boolean): Source {
  expectArguments(call, 1, 2);
  const node = call.argument(0);
  const value = call.value(node);
  const from = value.type.kind === 'NULL' ? typed(SQL`CAST(NULL AS VARCHAR)`, STRING) : value;
  const path = call.args[1] ? literalText(call, 1, 'a JSONPath') : '$';
  const steps = jsonPath(path, older, call.args[1] ?? node);
  if (from.type.kind !== 'JSON' && from.type.kind !== 'STRING') {
    throw errorAt(node, `${call.name} needs STRING or JSON, found ${typeName(from.type)}`);
  }
  return { from, steps };
}

/** The value at the path of a JSON value. */
function found({ from, steps }: Source): Sql {
  return SQL`json_extract(${from.sql}, ${textSql(strictPath(steps))})`;
}

function scalar(call: FunctionCall, older: boolean): Expression {
  const at = source(call, older);
  if (at.from.type.kind === 'JSON') return typed(SQL`bq_json_value(${found(at)})`, STRING);
  // DuckDB forgets the type of a constant NULL.
  return typed(SQL`CAST(${textOf('bq_json_value', at, UNLIKE)} AS VARCHAR)`, STRING);
}

function part(call: FunctionCall, older: boolean): Expression {
  const at = source(call, older);
  if (at.from.type.kind === 'JSON') return typed(found(at), JSON_TYPE);
  return typed(SQL`CAST(${partOf(at, older)} AS VARCHAR)`, STRING);
}

function scalars(call: FunctionCall, older: boolean): Expression {
  const at = source(call, older);
  if (at.from.type.kind === 'JSON') return typed(SQL`bq_json_values(${found(at)})`, arrayOf(STRING));
  return typed(listOf('bq_json_scalar_items', partOf(at, false)), arrayOf(STRING));
}

function parts(call: FunctionCall, older: boolean): Expression {
  const at = source(call, older);
  if (at.from.type.kind === 'JSON') return typed(SQL`bq_json_elements(${found(at)})`, arrayOf(JSON_TYPE));
  return typed(listOf('bq_json_items', partOf(at, older)), arrayOf(STRING));
}

function partOf(at: Source, older: boolean): Sql {
  return textOf('bq_json_text', at, `${UNLIKE}|${older ? ESCAPED_FORMERLY : ESCAPED}`, wordSql(String(older)));
}

/** The text from a macro for the value at a path, or for the whole text, which DuckDB has no pointer for. */
function textOf(macro: string, { from, steps }: Source, unlike: string, ...more: readonly Sql[]): Sql {
  const path = SQL`CAST([${joinSql(
    steps.map((step) => textSql(String(step))),
    ', ',
  )}] AS VARCHAR[])`;
  const pattern = textSql([unlike, ...repeated(steps)].join('|'));
  const name = wordSql(steps.length === 0 ? `${macro}_of` : `${macro}_at`);
  const places = [steps.length === 0 ? '$' : pointer(steps), `/0${pointer(steps)}`].map(textSql);
  return SQL`${name}(${joinSql([from.sql, ...places, path, pattern, ...more], ', ')})`;
}

/** The list from a macro. The text stands in the SQL once, and not for each time that the macro reads it. */
function listOf(macro: string, text: Sql): Sql {
  return SQL`CAST(list_transform(${fallibleList(SQL`[${text}]`)}, lambda part: ${wordSql(macro)}(part))[1] AS VARCHAR[])`;
}

/** Patterns of text in which a key on the way is there twice, or may be: DuckDB goes into the first alone. */
function repeated(steps: readonly Step[]): string[] {
  const names = steps.slice(0, -1).filter((step) => typeof step === 'string');
  if (names.length === 0) return [];
  const key = (name: string) => `"${name.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')}"\\s*:`;
  return [...names.map((name) => `${key(name)}(?s:.*)${key(name)}`), ESCAPED_KEY];
}
