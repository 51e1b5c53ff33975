import { errorAt, unsupportedAt } from '../../dialect-error.js';
import { coerce, type Expression, typed } from '../../expression.js';
import { form, type FunctionCall, type FunctionRule, plain, signatures, type Signature, taking } from '../../rule.js';
import { arrayOf, BOOL, BYTES, INT64, type SqlType, STRING, typeName } from '../../../../../googlesql/types/types.js';
import { castToText } from '../conversions.js';
import { joinSql, NOTHING, SQL, type Sql, typeSql, wordSql } from '../../sql-tree/sql.js';
import { naming } from '../../expressions/named-arguments.js';

/** A function's name in DuckDB, its arguments and its type. */
type Form = Parameters<typeof plain>;

/** Forms for STRING, and the same for BYTES, with bytes in place of characters. */
function both(...forms: readonly Form[]): readonly Signature[] {
  const inBytes = ([name, args, returns]: Form) => plain(ofBytes(name), args.map(bytesFor), bytesFor(returns));
  return [...forms.map((each) => plain(...each)), ...forms.map(inBytes)];
}

function ofBytes(name: string): string {
  return `bq_bytes_${name.replace(/^bq_/, '')}`;
}

function bytesFor(type: SqlType): SqlType {
  if (type.kind === 'ARRAY') return arrayOf(bytesFor(type.element));
  return type.kind === 'STRING' ? BYTES : type;
}

/** Whether DuckDB takes a literal as a position or a length, and GoogleSQL as the same. */
function isCount(value: Expression['literal'], least: bigint): boolean {
  return typeof value === 'bigint' && value >= least && value < 2n ** 32n;
}

const part: Signature['shortened'] = (args, [, position, length]) =>
  isCount(position, 1n) && (args.length === 2 || isCount(length, 0n)) ? SQL`substr(${joinSql(args)})` : undefined;

const left: Signature['shortened'] = ([s = NOTHING, length = NOTHING], [, value]) =>
  isCount(value, 0n) ? SQL`substr(${s}, 1, ${length})` : undefined;

const split: Signature['shortened'] = (args, [, delimiter]) =>
  typeof delimiter === 'string' ? SQL`string_split(${joinSql(args)})` : undefined;

const substr = both(
  ['bq_substr_from', [STRING, INT64], STRING, { shortened: part }],
  ['bq_substr', [STRING, INT64, INT64], STRING, { shortened: part }],
);

const length = plain('length', [STRING], INT64);
const octets = [plain('strlen', [STRING], INT64), plain('octet_length', [BYTES], INT64)];

export const STRING_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['UPPER', signatures(...both(['bq_upper', [STRING], STRING]))],
  ['LOWER', signatures(...both(['bq_lower', [STRING], STRING]))],
  ['LENGTH', signatures(length, plain('octet_length', [BYTES], INT64))],
  ['CHAR_LENGTH', signatures(length)],
  ['CHARACTER_LENGTH', signatures(length)],
  ['BYTE_LENGTH', signatures(...octets)],
  ['OCTET_LENGTH', signatures(...octets)],
  ['REVERSE', signatures(...both(['bq_reverse', [STRING], STRING]))],
  ['STARTS_WITH', signatures(...both(['starts_with', [STRING, STRING], BOOL]))],
  ['ENDS_WITH', signatures(...both(['ends_with', [STRING, STRING], BOOL]))],
  ['STRPOS', signatures(...both(['strpos', [STRING, STRING], INT64]))],
  ['CONCAT', taking([1, 1000], concatenation)],
  ['REPLACE', signatures(...both(['bq_replace', [STRING, STRING, STRING], STRING]))],
  ['SUBSTR', signatures(...substr)],
  ['SUBSTRING', signatures(...substr)],
  ['TRIM', signatures(plain('bq_trim', [STRING], STRING), ...both(['trim', [STRING, STRING], STRING]))],
  ['LTRIM', signatures(plain('bq_ltrim', [STRING], STRING), ...both(['ltrim', [STRING, STRING], STRING]))],
  ['RTRIM', signatures(plain('bq_rtrim', [STRING], STRING), ...both(['rtrim', [STRING, STRING], STRING]))],
  [
    'SPLIT',
    signatures(
      form([STRING], arrayOf(STRING), (s) => SQL`string_split(${s}, ',')`),
      ...both(['bq_split', [STRING, STRING], arrayOf(STRING), { shortened: split }]),
    ),
  ],
  ['LEFT', signatures(...both(['bq_left', [STRING, INT64], STRING, { shortened: left }]))],
  ['RIGHT', signatures(...both(['bq_right', [STRING, INT64], STRING]))],
  ['LPAD', signatures(...padded('bq_lpad'))],
  ['RPAD', signatures(...padded('bq_rpad'))],
  ['REPEAT', signatures(...both(['bq_repeat', [STRING, INT64], STRING]))],
  ['TRANSLATE', signatures(...both(['bq_translate', [STRING, STRING, STRING], STRING]))],
  ['INSTR', signatures(...instr('strpos', 'bq_instr', STRING), ...instr('bq_bytes_strpos', 'bq_bytes_instr', BYTES))],
  ['CONTAINS_SUBSTR', taking(2, containsSubstring)],
  ['INITCAP', signatures(plain('bq_initcap', [STRING], STRING), plain('bq_initcap_after', [STRING, STRING], STRING))],
  ['EDIT_DISTANCE', naming(['max_distance'], taking(2, editDistance))],
  ['SOUNDEX', signatures(plain('bq_soundex', [STRING], STRING))],
  ['ASCII', signatures(...both(['bq_ascii', [STRING], INT64]))],
  ['NET.HOST', signatures(plain('bq_net_host', [STRING], STRING))],
  ['NET.REG_DOMAIN', signatures(plain('bq_net_reg_domain', [STRING], STRING))],
  ['UNICODE', signatures(plain('bq_unicode', [STRING], INT64))],
  ['CHR', signatures(plain('bq_chr', [INT64], STRING))],
  ['TO_CODE_POINTS', signatures(...both(['bq_to_code_points', [STRING], arrayOf(INT64)]))],
  ['CODE_POINTS_TO_STRING', signatures(plain('bq_code_points_to_string', [arrayOf(INT64)], STRING))],
  ['CODE_POINTS_TO_BYTES', signatures(plain('bq_code_points_to_bytes', [arrayOf(INT64)], BYTES))],
  ['SAFE_CONVERT_BYTES_TO_STRING', signatures(plain('bq_safe_bytes_to_string', [BYTES], STRING))],
]);

/** LPAD and RPAD, with spaces where nothing else is given. */
function padded(macro: string): readonly Signature[] {
  const filled = (name: string, type: SqlType, space: Sql) => [
    form([type, INT64], type, (value, size) => SQL`${wordSql(name)}(${value}, ${size}, ${space})`),
    plain(name, [type, INT64, type], type),
  ];
  return [...filled(macro, STRING, SQL`' '`), ...filled(ofBytes(macro), BYTES, SQL`'\\x20'::BLOB`)];
}

/** INSTR with or without its position and occurrence. */
function instr(first: string, any: string, type: SqlType): readonly Signature[] {
  return [
    plain(first, [type, type], INT64),
    form([type, type, INT64], INT64, (...args) => SQL`${wordSql(any)}(${joinSql(args)}, 1::BIGINT)`),
    plain(any, [type, type, INT64, INT64], INT64),
  ];
}

/** Joins BYTES, or anything else as CAST writes it. */
function concatenation(call: FunctionCall): Expression {
  const values = call.args.map((arg) => ({ arg, value: call.value(arg) }));
  const isBytes = values.some(({ value }) => value.type.kind === 'BYTES');
  const type = isBytes ? BYTES : STRING;
  const sql = values.map(({ arg, value }) => {
    const joined = coerce(value, type) ?? (isBytes ? undefined : castToText(value));
    if (joined !== undefined) return joined;
    const found = `CONCAT of ${typeName(value.type)}`;
    throw isBytes ? errorAt(arg, `${found} and BYTES; CAST one of them`) : unsupportedAt(arg, found);
  });
  return typed(SQL`CAST(${joinSql(sql, ' || ')} AS ${typeSql(type)})`, type);
}

/** CONTAINS_SUBSTR, whose text to find is the same for every row, as in BigQuery. */
function containsSubstring(call: FunctionCall): Expression {
  const node = call.argument(1);
  if (node.type !== 'String' && node.type !== 'Bytes' && node.type !== 'Parameter') {
    throw unsupportedAt(node, 'CONTAINS_SUBSTR of anything but a string literal or a parameter');
  }
  const { literal } = call.value(node);
  if (typeof literal === 'string' && !/^[\0-\x7f]+$/.test(literal)) {
    throw unsupportedAt(node, 'CONTAINS_SUBSTR of a string that is empty or not ASCII');
  }
  return typed(SQL`bq_contains_substr(${call.as(0, STRING)}, ${call.as(1, STRING)})`, BOOL);
}

/** `EDIT_DISTANCE(a, b [, max_distance => n])`, in characters or bytes. */
function editDistance(call: FunctionCall): Expression {
  const isBytes = call.values().some(({ type }) => type.kind === 'BYTES');
  const sides = [0, 1].map((index) => {
    const sql = call.as(index, isBytes ? BYTES : STRING);
    return isBytes ? SQL`bq_bytes_letters(${sql})` : sql;
  });
  const most = call.named.get('max_distance');
  if (!most) return typed(SQL`bq_edit_distance(${joinSql(sides)})`, INT64);
  return typed(SQL`bq_edit_distance_to(${joinSql(sides)}, ${call.as(most, INT64)})`, INT64);
}
