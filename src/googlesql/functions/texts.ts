import { alike, type DecidingArgument, type FunctionTable, type FurtherTraits, pure } from './function-traits.js';

/** Functions of a text and a number of characters or bytes. */
const OF_LENGTH: FurtherTraits = { signature: 'STRING, INT64 -> STRING | BYTES, INT64 -> BYTES', errors: 'call' };

const PADDED: FurtherTraits = {
  signature: 'STRING, INT64 [, STRING] -> STRING | BYTES, INT64 [, BYTES] -> BYTES',
  errors: 'call',
};

export const TEXTS: FunctionTable = {
  ...alike(pure({ signature: 'STRING -> INT64', errors: 'none' }), 'CHARACTER_LENGTH CHAR_LENGTH UNICODE'),
  ...alike(pure({ signature: 'STRING -> STRING', errors: 'none' }), 'NET.HOST NET.REG_DOMAIN SOUNDEX'),
  ...alike(pure({ signature: 'STRING -> BYTES', errors: 'call' }), 'FROM_BASE64 FROM_HEX'),
  ...alike(
    pure({ signature: 'BYTES -> STRING', errors: 'none' }),
    'SAFE_CONVERT_BYTES_TO_STRING TO_BASE32 TO_BASE64 TO_HEX',
  ),
  ...alike(pure({ signature: 'STRING -> INT64 | BYTES -> INT64', errors: 'none' }), 'BYTE_LENGTH LENGTH OCTET_LENGTH'),
  ...alike(pure({ signature: 'STRING -> BYTES | BYTES -> BYTES', errors: 'none' }), 'MD5 SHA1 SHA256'),
  ...alike(pure({ signature: 'STRING -> STRING | BYTES -> BYTES', errors: 'limits' }), 'LOWER UPPER'),
  ...alike(
    pure({ signature: 'STRING [, STRING] -> STRING | BYTES, BYTES -> BYTES', errors: 'none' }),
    'LTRIM RTRIM TRIM',
  ),
  ...alike(
    pure({ signature: 'STRING, STRING -> BOOL | BYTES, BYTES -> BOOL', errors: 'none', leakproof: 'always' }),
    'ENDS_WITH STARTS_WITH',
  ),
  ...alike(
    pure({
      signature: 'STRING, INT64 [, INT64] -> STRING | BYTES, INT64 [, INT64] -> BYTES',
      errors: 'call',
      deciding: [[2, 'length', "SUBSTR('', 1, @value)"]],
    }),
    'SUBSTR SUBSTRING',
  ),
  ASCII: pure({ signature: 'STRING -> INT64 | BYTES -> INT64', errors: 'call' }),
  CHR: pure({ signature: 'INT64 -> STRING', errors: 'call' }),
  CODE_POINTS_TO_BYTES: pure({ signature: 'ARRAY<INT64> -> BYTES', errors: 'call' }),
  CODE_POINTS_TO_STRING: pure({ signature: 'ARRAY<INT64> -> STRING', errors: 'call' }),
  CONCAT: pure({ count: [1, 1000], errors: 'none' }),
  CONTAINS_SUBSTR: pure({ signature: 'T, STRING -> BOOL', errors: 'limits', literals: [1] }),
  EDIT_DISTANCE: pure({ signature: 'STRING, STRING -> INT64 | BYTES, BYTES -> INT64', named: ['max_distance'] }),
  FORMAT: pure({ count: [1, 1000], literals: [0] }),
  FROM_BASE32: pure({ signature: 'STRING -> BYTES' }),
  INITCAP: pure({ signature: 'STRING [, STRING] -> STRING', errors: 'limits' }),
  INSTR: pure({
    signature: 'STRING, STRING [, INT64 [, INT64]] -> INT64 | BYTES, BYTES [, INT64 [, INT64]] -> INT64',
    errors: 'call',
    deciding: [
      [2, 'option', "INSTR('', 'a', @value)"],
      [3, 'option', "INSTR('', 'a', 1, @value)"],
    ],
  }),
  LEFT: pure({ ...OF_LENGTH, deciding: [[1, 'length', "LEFT('', @value)"]] }),
  LPAD: pure({
    ...PADDED,
    deciding: [
      [1, 'length', "LPAD('', @value)"],
      [2, 'option', "LPAD('', 1, @value)"],
    ],
  }),
  REPEAT: pure({ ...OF_LENGTH, deciding: [[1, 'length', "REPEAT('a', @value)"]] }),
  REPLACE: pure({ signature: 'STRING, STRING, STRING -> STRING | BYTES, BYTES, BYTES -> BYTES', errors: 'none' }),
  REVERSE: pure({ signature: 'STRING -> STRING | BYTES -> BYTES', errors: 'none' }),
  RIGHT: pure({ ...OF_LENGTH, deciding: [[1, 'length', "RIGHT('', @value)"]] }),
  RPAD: pure({
    ...PADDED,
    deciding: [
      [1, 'length', "RPAD('', @value)"],
      [2, 'option', "RPAD('', 1, @value)"],
    ],
  }),
  SHA512: pure({ signature: 'STRING -> BYTES | BYTES -> BYTES', errors: 'none', isElsewhere: true }),
  SPLIT: pure({ signature: 'STRING [, STRING] -> ARRAY<STRING> | BYTES, BYTES -> ARRAY<BYTES>', errors: 'none' }),
  STRPOS: pure({ signature: 'STRING, STRING -> INT64 | BYTES, BYTES -> INT64', errors: 'none' }),
  TO_CODE_POINTS: pure({ signature: 'STRING -> ARRAY<INT64> | BYTES -> ARRAY<INT64>', errors: 'none' }),
  TRANSLATE: pure({
    signature: 'STRING, STRING, STRING -> STRING | BYTES, BYTES, BYTES -> BYTES',
    errors: 'call',
    deciding: [[1, 'option', "TRANSLATE('', @value, @value)"]],
  }),
};

const PATTERN: DecidingArgument = [1, 'option', "REGEXP_CONTAINS('', @value)"];

export const REGULAR_EXPRESSIONS: FunctionTable = {
  REGEXP_CONTAINS: pure({
    signature: 'STRING, STRING -> BOOL | BYTES, BYTES -> BOOL',
    errors: 'engine',
    leakproof: 'in a form',
    deciding: [PATTERN],
  }),
  ...alike(
    pure({
      signature: 'STRING, STRING [, INT64 [, INT64]] -> STRING | BYTES, BYTES [, INT64 [, INT64]] -> BYTES',
      errors: 'none',
      deciding: [PATTERN],
      literals: [1, 2, 3],
    }),
    'REGEXP_EXTRACT REGEXP_SUBSTR',
  ),
  REGEXP_EXTRACT_ALL: pure({
    signature: 'STRING, STRING -> ARRAY<STRING> | BYTES, BYTES -> ARRAY<BYTES>',
    errors: 'limits',
    deciding: [PATTERN],
    literals: [1],
  }),
  REGEXP_INSTR: pure({
    signature:
      'STRING, STRING [, INT64 [, INT64 [, INT64]]] -> INT64 | BYTES, BYTES [, INT64 [, INT64 [, INT64]]] -> INT64',
    errors: 'limits',
    deciding: [PATTERN],
    literals: [1, 2, 3, 4],
  }),
  REGEXP_REPLACE: pure({
    signature: 'STRING, STRING, STRING -> STRING | BYTES, BYTES, BYTES -> BYTES',
    errors: 'none',
    deciding: [PATTERN, [2, 'option', "REGEXP_REPLACE('a', 'a', @value)"]],
    literals: [1, 2],
  }),
};
