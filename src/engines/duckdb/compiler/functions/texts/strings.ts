import { unsupportedAt } from '../../../../../googlesql/resolver/dialect-error.js';
import { coerce, coercedTo, type Expression } from '../../expression.js';
import { isCoercible } from '../../../../../googlesql/types/coercion.js';
import { type FunctionCall, type Lowering, type Rule } from '../../rule.js';
import { BYTES, INT64, STRING, typeName } from '../../../../../googlesql/types/types.js';
import { castToText } from '../conversions.js';
import { joinSql, NOTHING, SQL, type Sql, typeSql, wordSql } from '../../sql-tree/sql.js';

/** Macros for STRING, and those for BYTES in the same order. */
function both(...names: readonly string[]): readonly string[] {
  return [...names, ...names.map(ofBytes)];
}

function ofBytes(name: string): string {
  return `bq_bytes_${name.replace(/^bq_/, '')}`;
}

/** Whether DuckDB takes a literal as a position or a length, and GoogleSQL as the same. */
function isCount(value: Expression['literal'], least: bigint): boolean {
  return typeof value === 'bigint' && value >= least && value < 2n ** 32n;
}

const part = (name: string): Lowering => ({
  name,
  shortened: (args, [, position, length]) =>
    isCount(position, 1n) && (args.length === 2 || isCount(length, 0n)) ? SQL`substr(${joinSql(args)})` : undefined,
});

const left: Lowering = {
  name: 'bq_left',
  shortened: ([s = NOTHING, length = NOTHING], [, value]) =>
    isCount(value, 0n) ? SQL`substr(${s}, 1, ${length})` : undefined,
};

const split: Lowering = {
  name: 'bq_split',
  shortened: (args, [, delimiter]) => (typeof delimiter === 'string' ? SQL`string_split(${joinSql(args)})` : undefined),
};

const SUBSTR = [part('bq_substr_from'), part('bq_substr'), 'bq_bytes_substr_from', 'bq_bytes_substr'];

export const STRING_FUNCTIONS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['UPPER', both('bq_upper')],
  ['LOWER', both('bq_lower')],
  ['LENGTH', ['length', 'octet_length']],
  ['CHAR_LENGTH', ['length']],
  ['CHARACTER_LENGTH', ['length']],
  ['BYTE_LENGTH', ['strlen', 'octet_length']],
  ['OCTET_LENGTH', ['strlen', 'octet_length']],
  ['REVERSE', both('bq_reverse')],
  ['STARTS_WITH', both('starts_with')],
  ['ENDS_WITH', both('ends_with')],
  ['STRPOS', both('strpos')],
  ['CONCAT', concatenation],
  ['REPLACE', both('bq_replace')],
  ['SUBSTR', SUBSTR],
  ['SUBSTRING', SUBSTR],
  ['TRIM', ['bq_trim', ...both('trim')]],
  ['LTRIM', ['bq_ltrim', ...both('ltrim')]],
  ['RTRIM', ['bq_rtrim', ...both('rtrim')]],
  ['SPLIT', [(s) => SQL`string_split(${s}, ',')`, split, 'bq_bytes_split']],
  ['LEFT', [left, 'bq_bytes_left']],
  ['RIGHT', both('bq_right')],
  ['LPAD', padded('bq_lpad')],
  ['RPAD', padded('bq_rpad')],
  ['REPEAT', both('bq_repeat')],
  ['TRANSLATE', both('bq_translate')],
  ['INSTR', [...instr('strpos', 'bq_instr'), ...instr('bq_bytes_strpos', 'bq_bytes_instr')]],
  ['CONTAINS_SUBSTR', containsSubstring],
  ['INITCAP', ['bq_initcap', 'bq_initcap_after']],
  ['EDIT_DISTANCE', editDistance],
  ['SOUNDEX', ['bq_soundex']],
  ['ASCII', both('bq_ascii')],
  ['NET.HOST', ['bq_net_host']],
  ['NET.REG_DOMAIN', ['bq_net_reg_domain']],
  ['UNICODE', ['bq_unicode']],
  ['CHR', ['bq_chr']],
  ['TO_CODE_POINTS', both('bq_to_code_points')],
  ['CODE_POINTS_TO_STRING', ['bq_code_points_to_string']],
  ['CODE_POINTS_TO_BYTES', ['bq_code_points_to_bytes']],
  ['SAFE_CONVERT_BYTES_TO_STRING', ['bq_safe_bytes_to_string']],
]);

/** LPAD and RPAD, with spaces where nothing else is given. */
function padded(macro: string): readonly Lowering[] {
  const filled = (name: string, space: Sql): Lowering[] => [
    (value, size) => SQL`${wordSql(name)}(${value}, ${size}, ${space})`,
    name,
  ];
  return [...filled(macro, SQL`' '`), ...filled(ofBytes(macro), SQL`'\\x20'::BLOB`)];
}

/** INSTR with or without its position and occurrence. */
function instr(first: string, any: string): readonly Lowering[] {
  return [first, (...args) => SQL`${wordSql(any)}(${joinSql(args)}, 1::BIGINT)`, any];
}

/** Joins BYTES, or anything else as CAST writes it. */
function concatenation(call: FunctionCall): Sql {
  const values = call.values();
  const type = values.some((value) => value.type.kind === 'BYTES') ? BYTES : STRING;
  const sql = values.map((value) => coerce(value, type) ?? castToText(value) ?? coercedTo(value, type));
  return SQL`CAST(${joinSql(sql, ' || ')} AS ${typeSql(type)})`;
}

/** CONTAINS_SUBSTR, whose text to find is the same for every row, as in BigQuery. */
function containsSubstring(call: FunctionCall): Sql {
  const [node, { type }] = [call.argument(1), call.value(0)];
  if (!isCoercible(call.value(0), STRING)) {
    throw unsupportedAt(call.argument(0), `CONTAINS_SUBSTR in a value of type ${typeName(type)}`);
  }
  if (node.type !== 'String' && node.type !== 'Bytes' && node.type !== 'Parameter') {
    throw unsupportedAt(node, 'CONTAINS_SUBSTR of anything but a string literal or a parameter');
  }
  const { literal } = call.value(node);
  if (typeof literal === 'string' && !/^[\0-\x7f]+$/.test(literal)) {
    throw unsupportedAt(node, 'CONTAINS_SUBSTR of a string that is empty or not ASCII');
  }
  return SQL`bq_contains_substr(${call.as(0, STRING)}, ${call.as(1, STRING)})`;
}

/** `EDIT_DISTANCE(a, b [, max_distance => n])`, in characters or bytes. */
function editDistance(call: FunctionCall): Sql {
  const isBytes = call.values().some(({ type }) => type.kind === 'BYTES');
  const sides = [0, 1].map((index) => {
    const sql = call.as(index, isBytes ? BYTES : STRING);
    return isBytes ? SQL`bq_bytes_letters(${sql})` : sql;
  });
  const most = call.named.get('max_distance');
  if (!most) return SQL`bq_edit_distance(${joinSql(sides)})`;
  return SQL`bq_edit_distance_to(${joinSql(sides)}, ${call.as(most, INT64)})`;
}
