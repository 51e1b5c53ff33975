import { JSON_VALUE_FUNCTIONS } from './json-values.js';
import { JSON_MUTATOR_FUNCTIONS } from './json-mutators.js';
import { JSON_CONVERSION_FUNCTIONS } from './json-conversions.js';
import { JSON_CONSTRUCTOR_FUNCTIONS } from './json-constructors.js';
import { type Expression, typed } from '../../expression.js';
import { bound } from '../../sandbox/fallible-list.js';
import { type Step } from '../../../../../googlesql/json/path-steps.js';
import { jsonPath, pointer, strictPath } from '../../json/json-path.js';
import { literalText } from '../../literals/literal-argument.js';
import { type FunctionCall, type FunctionRule, type Rule } from '../../rule.js';
import { arrayOf, JSON_TYPE, STRING, INT64 } from '../../../../../googlesql/types/types.js';
import { joinSql, lambdaSql, SQL, type Sql, textSql, wordSql } from '../../sql-tree/sql.js';
import { namedWord } from '../../expressions/named-arguments.js';

/** Functions of JSON in STRINGs and in JSON values. A STRING is searched up to the place where it stops being JSON. */
export const JSON_FUNCTIONS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['JSON_VALUE', atPath(scalar, false)],
  ['JSON_EXTRACT_SCALAR', atPath(scalar, true)],
  ['JSON_QUERY', atPath(part, false)],
  ['JSON_EXTRACT', atPath(part, true)],
  ['JSON_VALUE_ARRAY', atPath(scalars, false)],
  ['JSON_EXTRACT_STRING_ARRAY', atPath(scalars, true)],
  ['JSON_QUERY_ARRAY', atPath(parts, false)],
  ['JSON_EXTRACT_ARRAY', atPath(parts, true)],
  ...JSON_CONVERSION_FUNCTIONS,
  ...JSON_VALUE_FUNCTIONS,
  ...JSON_CONSTRUCTOR_FUNCTIONS,
  ['JSON_KEYS', keys],
  ...JSON_MUTATOR_FUNCTIONS,
]);

interface Source {
  readonly from: Expression;
  readonly steps: readonly Step[];
}

/** A function of the value at a path; the older ones write and read some paths and texts in a way of their own. */
function atPath(make: (at: Source, older: boolean) => Expression, older: boolean): FunctionRule {
  return (call) => {
    const node = call.argument(0);
    const value = call.value(node);
    const from = value.type.kind === 'NULL' ? typed(SQL`CAST(NULL AS VARCHAR)`, STRING) : value;
    const path = call.args[1] ? literalText(call, 1, 'a JSONPath') : '$';
    const steps = jsonPath(path, older, call.args[1] ?? node);
    return make({ from, steps }, older);
  };
}

/** The value at the path of a JSON value. */
function found({ from, steps }: Source): Sql {
  return SQL`json_extract(${from.sql}, ${textSql(strictPath(steps))})`;
}

function scalar(at: Source): Expression {
  if (at.from.type.kind === 'JSON') return typed(SQL`bq_json_value(${found(at)})`, STRING);
  // DuckDB forgets the type of a constant NULL.
  return typed(SQL`CAST(${textOf('bq_json_value', at, UNLIKE)} AS VARCHAR)`, STRING);
}

function part(at: Source, older: boolean): Expression {
  if (at.from.type.kind === 'JSON') return typed(found(at), JSON_TYPE);
  return typed(SQL`CAST(${partOf(at, older)} AS VARCHAR)`, STRING);
}

function scalars(at: Source): Expression {
  if (at.from.type.kind === 'JSON') return typed(SQL`bq_json_values(${found(at)})`, arrayOf(STRING));
  return typed(listOf('bq_json_scalar_items', partOf(at, false)), arrayOf(STRING));
}

function parts(at: Source, older: boolean): Expression {
  if (at.from.type.kind === 'JSON') return typed(SQL`bq_json_elements(${found(at)})`, arrayOf(JSON_TYPE));
  return typed(listOf('bq_json_items', partOf(at, older)), arrayOf(STRING));
}

function partOf(at: Source, older: boolean): Sql {
  return textOf('bq_json_text', at, `${UNLIKE}|${older ? ESCAPED_FORMERLY : ESCAPED}`, wordSql(String(older)));
}

/** The text from a macro for the value at a path, or for the whole text, which DuckDB has no pointer for. */
function textOf(macro: string, { from, steps }: Source, unlike: string, ...more: readonly Sql[]): Sql {
  const path = SQL`CAST([${joinSql(steps.map((step) => textSql(String(step))))}] AS VARCHAR[])`;
  const pattern = textSql([unlike, ...repeated(steps)].join('|'));
  const name = wordSql(steps.length === 0 ? `${macro}_of` : `${macro}_at`);
  const places = [steps.length === 0 ? '$' : pointer(steps), `/0${pointer(steps)}`].map(textSql);
  return SQL`${name}(${joinSql([from.sql, ...places, path, pattern, ...more])})`;
}

/** The list from a macro. The text stands in the SQL once, and not for each time that the macro reads it. */
function listOf(macro: string, text: Sql): Sql {
  const part = lambdaSql('part');
  return SQL`CAST(${bound(text, part, SQL`${wordSql(macro)}(${part})`)} AS VARCHAR[])`;
}

/** Patterns of text in which a key on the way is there twice, or may be: DuckDB goes into the first alone. */
function repeated(steps: readonly Step[]): string[] {
  const names = steps.slice(0, -1).filter((step) => typeof step === 'string');
  if (names.length === 0) return [];
  const key = (name: string) => `"${name.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')}"\\s*:`;
  return [...names.map((name) => `${key(name)}(?s:.*)${key(name)}`), ESCAPED_KEY];
}

/** The paths of all keys, sorted. */
function keys(call: FunctionCall): Sql {
  const mode = namedWord(call, 'mode') ?? 'strict';
  const json = call.as(0, JSON_TYPE);
  const depth = call.args[1] ? call.as(1, INT64) : SQL`500::BIGINT`;
  return SQL`bq_json_keys(${json}, ${depth}, ${textSql(mode)})`;
}

// Patterns of JSON in a STRING that DuckDB does not read as GoogleSQL does: the macros of `json-texts.sql` read such texts.

/** NaN and infinities, which are numbers to DuckDB, and halves of characters, which it puts together. */
const UNLIKE = '(?i:(?:^|[:,\\[\\s+-])(?:nan|inf(?:inity)?)\\s*(?:[,}\\]]|$))|\\\\u[dD][89a-fA-F]';
/** A key that has an escape in it. */
const ESCAPED_KEY = '\\\\.(?:[^"\\\\]|\\\\.)*"\\s*:';
/** Text that DuckDB writes otherwise, or that can be written in several ways; and the character that marks numbers there. */
const ESCAPED = `\\\\u|[\\x{e000}\\x{2028}\\x{2029}]|${ESCAPED_KEY}`;
/** Escapes, which the older functions treat in a way of their own. */
const ESCAPED_FORMERLY = '\\\\|[\\x{e000}\\x{2028}\\x{2029}]';
