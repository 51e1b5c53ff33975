import { errorAt, unsupportedAt } from '../../dialect-error.js';
import { coerce, type Expression, typed } from '../../expression.js';
import { type FunctionCall, type FunctionRule, signatures, type Signature, taking } from '../../rule.js';
import { arrayOf, BOOL, BYTES, INT64, type SqlType, STRING, typeName } from '../../../../../googlesql/types/types.js';
import { BYTES_SIGNATURES, instr } from './bytes.js';
import { castToText } from '../conversions.js';
import { joinSql, NOTHING, SQL, typeSql, wordSql } from '../../sql-tree/sql.js';
import { naming } from '../../expressions/named-arguments.js';

const text = (args: readonly SqlType[], returns: SqlType, sql: Signature['sql']): Signature => ({ args, returns, sql });

/** A function that needs nothing but its DuckDB name. */
const plain = (name: string, args: readonly SqlType[], returns: SqlType): Signature => ({
  args,
  returns,
  sql: (...sql) => SQL`${wordSql(name)}(${joinSql(sql, ', ')})`,
});

/** A function of STRING, and of BYTES where there is one. */
function textual(name: string, ...candidates: readonly Signature[]): readonly [string, FunctionRule] {
  return [name, signatures(...candidates, ...(BYTES_SIGNATURES.get(name) ?? []))];
}

/** Whether DuckDB takes a literal as a position or a length, and GoogleSQL as the same. */
function isCount(value: Expression['literal'], least: bigint): boolean {
  return typeof value === 'bigint' && value >= least && value < 2n ** 32n;
}

const substr: readonly Signature[] = [
  {
    ...text([STRING, INT64], STRING, (s, position) => SQL`bq_substr_from(${s}, ${position})`),
    shortened: (args, [, position]) => (isCount(position, 1n) ? SQL`substr(${joinSql(args, ', ')})` : undefined),
  },
  {
    ...text([STRING, INT64, INT64], STRING, (s, position, length) => SQL`bq_substr(${s}, ${position}, ${length})`),
    shortened: (args, [, position, length]) =>
      isCount(position, 1n) && isCount(length, 0n) ? SQL`substr(${joinSql(args, ', ')})` : undefined,
  },
];

const left: Signature = {
  ...plain('bq_left', [STRING, INT64], STRING),
  shortened: ([s = NOTHING, length = NOTHING], [, value]) =>
    isCount(value, 0n) ? SQL`substr(${s}, 1, ${length})` : undefined,
};

const split: Signature = {
  ...plain('bq_split', [STRING, STRING], arrayOf(STRING)),
  shortened: (args, [, delimiter]) =>
    typeof delimiter === 'string' ? SQL`string_split(${joinSql(args, ', ')})` : undefined,
};

export const STRING_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  textual('UPPER', plain('bq_upper', [STRING], STRING)),
  textual('LOWER', plain('bq_lower', [STRING], STRING)),
  textual('LENGTH', plain('length', [STRING], INT64)),
  textual('CHAR_LENGTH', plain('length', [STRING], INT64)),
  textual('CHARACTER_LENGTH', plain('length', [STRING], INT64)),
  textual('BYTE_LENGTH', plain('strlen', [STRING], INT64)),
  textual('OCTET_LENGTH', plain('strlen', [STRING], INT64)),
  textual('REVERSE', plain('bq_reverse', [STRING], STRING)),
  textual('STARTS_WITH', plain('starts_with', [STRING, STRING], BOOL)),
  textual('ENDS_WITH', plain('ends_with', [STRING, STRING], BOOL)),
  textual('STRPOS', plain('strpos', [STRING, STRING], INT64)),
  ['CONCAT', taking([1, 1000], concatenation)],
  textual('REPLACE', plain('bq_replace', [STRING, STRING, STRING], STRING)),
  textual('SUBSTR', ...substr),
  textual('SUBSTRING', ...substr),
  textual('TRIM', plain('bq_trim', [STRING], STRING), plain('trim', [STRING, STRING], STRING)),
  textual('LTRIM', plain('bq_ltrim', [STRING], STRING), plain('ltrim', [STRING, STRING], STRING)),
  textual('RTRIM', plain('bq_rtrim', [STRING], STRING), plain('rtrim', [STRING, STRING], STRING)),
  textual(
    'SPLIT',
    text([STRING], arrayOf(STRING), (s) => SQL`string_split(${s}, ',')`),
    split,
  ),
  textual('LEFT', left),
  textual('RIGHT', plain('bq_right', [STRING, INT64], STRING)),
  textual('LPAD', ...padded('bq_lpad')),
  textual('RPAD', ...padded('bq_rpad')),
  textual('REPEAT', plain('bq_repeat', [STRING, INT64], STRING)),
  textual('TRANSLATE', plain('bq_translate', [STRING, STRING, STRING], STRING)),
  textual('INSTR', ...instr('strpos', 'bq_instr', STRING)),
  ['CONTAINS_SUBSTR', taking(2, containsSubstring)],
  ['INITCAP', signatures(plain('bq_initcap', [STRING], STRING), plain('bq_initcap_after', [STRING, STRING], STRING))],
  ['EDIT_DISTANCE', naming(['max_distance'], taking(2, editDistance))],
  ['SOUNDEX', signatures(plain('bq_soundex', [STRING], STRING))],
  textual('ASCII', plain('bq_ascii', [STRING], INT64)),
  ['NET.HOST', signatures(plain('bq_net_host', [STRING], STRING))],
  ['NET.REG_DOMAIN', signatures(plain('bq_net_reg_domain', [STRING], STRING))],
  ['UNICODE', signatures(plain('bq_unicode', [STRING], INT64))],
  ['CHR', signatures(plain('bq_chr', [INT64], STRING))],
  textual('TO_CODE_POINTS', plain('bq_to_code_points', [STRING], arrayOf(INT64))),
  ['CODE_POINTS_TO_STRING', signatures(plain('bq_code_points_to_string', [arrayOf(INT64)], STRING))],
  textual('CODE_POINTS_TO_BYTES'),
  textual('SAFE_CONVERT_BYTES_TO_STRING'),
]);

function padded(macro: string): readonly Signature[] {
  return [
    text([STRING, INT64], STRING, (s, length) => SQL`${wordSql(macro)}(${s}, ${length}, ' ')`),
    plain(macro, [STRING, INT64, STRING], STRING),
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
  if (!most) return typed(SQL`bq_edit_distance(${joinSql(sides, ', ')})`, INT64);
  return typed(SQL`bq_edit_distance_to(${joinSql(sides, ', ')}, ${call.as(most, INT64)})`, INT64);
}
