import { type Signature } from '../../rule.js';
import { arrayOf, BOOL, BYTES, INT64, type SqlType, STRING } from '../../../../../googlesql/types/types.js';
import { joinSql, SQL, wordSql } from '../../sql-tree/sql.js';

const plain = (name: string, args: readonly SqlType[], returns: SqlType): Signature => ({
  args,
  returns,
  sql: (...sql) => SQL`${wordSql(name)}(${joinSql(sql, ', ')})`,
});

const SPACE = SQL`'\\x20'::BLOB`;

const length = plain('octet_length', [BYTES], INT64);
const substr = [
  plain('bq_bytes_substr_from', [BYTES, INT64], BYTES),
  plain('bq_bytes_substr', [BYTES, INT64, INT64], BYTES),
];

/** Variants for BYTES of the functions of STRING, with bytes in place of characters. */
export const BYTES_SIGNATURES: ReadonlyMap<string, readonly Signature[]> = new Map([
  ['UPPER', [plain('bq_bytes_upper', [BYTES], BYTES)]],
  ['LOWER', [plain('bq_bytes_lower', [BYTES], BYTES)]],
  ['LENGTH', [length]],
  ['BYTE_LENGTH', [length]],
  ['OCTET_LENGTH', [length]],
  ['REVERSE', [plain('bq_bytes_reverse', [BYTES], BYTES)]],
  ['STARTS_WITH', [plain('bq_bytes_starts_with', [BYTES, BYTES], BOOL)]],
  ['ENDS_WITH', [plain('bq_bytes_ends_with', [BYTES, BYTES], BOOL)]],
  ['STRPOS', [plain('bq_bytes_strpos', [BYTES, BYTES], INT64)]],
  [
    'CONCAT',
    [{ args: [BYTES], rest: BYTES, returns: BYTES, sql: (...sql) => SQL`CAST(${joinSql(sql, ' || ')} AS BLOB)` }],
  ],
  ['REPLACE', [plain('bq_bytes_replace', [BYTES, BYTES, BYTES], BYTES)]],
  ['SUBSTR', substr],
  ['SUBSTRING', substr],
  ['TRIM', [plain('bq_bytes_trim', [BYTES, BYTES], BYTES)]],
  ['LTRIM', [plain('bq_bytes_ltrim', [BYTES, BYTES], BYTES)]],
  ['RTRIM', [plain('bq_bytes_rtrim', [BYTES, BYTES], BYTES)]],
  ['SPLIT', [plain('bq_bytes_split', [BYTES, BYTES], arrayOf(BYTES))]],
  ['LEFT', [plain('bq_bytes_left', [BYTES, INT64], BYTES)]],
  ['RIGHT', [plain('bq_bytes_right', [BYTES, INT64], BYTES)]],
  ['LPAD', padded('bq_bytes_lpad')],
  ['RPAD', padded('bq_bytes_rpad')],
  ['REPEAT', [plain('bq_bytes_repeat', [BYTES, INT64], BYTES)]],
  ['TRANSLATE', [plain('bq_bytes_translate', [BYTES, BYTES, BYTES], BYTES)]],
  ['INSTR', instr('bq_bytes_strpos', 'bq_bytes_instr', BYTES)],
  ['ASCII', [plain('bq_bytes_ascii', [BYTES], INT64)]],
  ['TO_CODE_POINTS', [plain('bq_bytes_to_code_points', [BYTES], arrayOf(INT64))]],
  ['CODE_POINTS_TO_BYTES', [plain('bq_code_points_to_bytes', [arrayOf(INT64)], BYTES)]],
  ['SAFE_CONVERT_BYTES_TO_STRING', [plain('bq_safe_bytes_to_string', [BYTES], STRING)]],
]);

function padded(macro: string): readonly Signature[] {
  return [
    { args: [BYTES, INT64], returns: BYTES, sql: (bytes, size) => SQL`${wordSql(macro)}(${bytes}, ${size}, ${SPACE})` },
    plain(macro, [BYTES, INT64, BYTES], BYTES),
  ];
}

/** INSTR with or without its position and occurrence. */
export function instr(first: string, any: string, type: SqlType): readonly Signature[] {
  return [
    plain(first, [type, type], INT64),
    {
      args: [type, type, INT64],
      returns: INT64,
      sql: (value, part, position) => SQL`${wordSql(any)}(${value}, ${part}, ${position}, 1::BIGINT)`,
    },
    plain(any, [type, type, INT64, INT64], INT64),
  ];
}
