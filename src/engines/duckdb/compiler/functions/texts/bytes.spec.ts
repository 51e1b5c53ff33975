import { useDuckDb } from '../../../../../../test/support/duckdb.js';

/** BYTES come as base64: these are the bytes of the text. */
const base64 = (...texts: string[]) => texts.map((text) => Buffer.from(text, 'latin1').toString('base64'));

describe('functions of BYTES', () => {
  const database = useDuckDb();

  it.each<[string, unknown]>([
    [String.raw`UPPER(b'az{\xe9'), LOWER(b'AZ[\xc9'), REVERSE(b'ab\xff')`, base64('AZ{\xe9', 'az[\xc9', '\xffba')],
    [`LENGTH(b'€'), BYTE_LENGTH(b'€'), OCTET_LENGTH(b''), LENGTH(CAST(NULL AS BYTES))`, [3, 3, 0, null]],
    [
      String.raw`STARTS_WITH(b'\xe2\x82', b'\xe2'), ENDS_WITH(b'ab', b''), STARTS_WITH(b'a', NULL), ENDS_WITH(b'\x12\x34', b'\x34')`,
      [true, true, null, true],
    ],
    // No match begins in the middle of a byte.
    [String.raw`STRPOS(b'\x12\x34', b'\x23'), STRPOS(b'\xe2\x82', b'\x82'), STRPOS(b'a', b'')`, [0, 2, 1]],
    [
      String.raw`INSTR(b'\x12\x34', b'\x23'), INSTR(b'\xe2\x82\x82', b'\x82', 1, 2), INSTR(b'\xe2\x82\x82', b'\x82', -2)`,
      [0, 3, 2],
    ],
    [String.raw`CONCAT(b'a', b'\xff'), b'a' || b'\xff', CONCAT(b'a', NULL)`, [...base64('a\xff', 'a\xff'), null]],
    [
      String.raw`REPLACE(b'\x12\x34', b'\x23', b''), REPLACE(b'aab', b'a', b'\xff'), REPLACE(b'a', b'', b'x'), REPLACE(b'a', b'a', NULL)`,
      [...base64('\x12\x34', '\xff\xffb', 'a'), null],
    ],
    [
      `SUBSTR(b'abc', 2), SUBSTR(b'abc', 0, 1), SUBSTR(b'abc', -2, 1), SUBSTR(b'abc', -9, 2), SUBSTR(b'abc', 9), SUBSTRING(b'abc', 1, NULL), SUBSTR(b'abc', NULL, 1)`,
      [...base64('bc', 'a', 'b', 'ab', ''), null, null],
    ],
    [`(LEFT(b'abc', 2)), (RIGHT(b'abc', 2)), (RIGHT(b'abc', 9)), (LEFT(b'a', 0))`, base64('ab', 'bc', 'abc', '')],
    [
      String.raw`TRIM(b'xyaxy', b'yx'), LTRIM(b'\x12\x1a', b'\x12'), RTRIM(b'\x2a\xa1', b'\x1a'), TRIM(b' a ', b''), TRIM(b'a', NULL)`,
      [...base64('a', '\x1a', '\x2a\xa1', ' a '), null],
    ],
    [`SPLIT(b'a--b', b'--')`, base64('a', 'b')],
    [`SPLIT(b'ab', b'')`, base64('a', 'b')],
    [`SPLIT(b'', b'')`, ['']],
    [
      `LPAD(b'abc', 8, b'xy'), RPAD(b'abc', 8, b'xy'), LPAD(b'abc', 2), RPAD(b'a', 2), LPAD(NULL, -1, b'x')`,
      [...base64('xyxyxabc', 'abcxyxyx', 'ab', 'a '), null],
    ],
    [`REPEAT(b'ab', 2), REPEAT(b'', 9), REPEAT(b'a', NULL)`, [...base64('abab', ''), null]],
    [
      String.raw`TRANSLATE(b'abcabc', b'ab', b'x'), TRANSLATE(b'a', b'a', b''), TRANSLATE(b'a', b'a', NULL)`,
      [...base64('xcxc', ''), null],
    ],
    [
      String.raw`ASCII(b'\xe2'), ASCII(b''), TO_CODE_POINTS(b'\xe2a'), CODE_POINTS_TO_BYTES([97, 255]), CODE_POINTS_TO_BYTES([1, NULL]), CODE_POINTS_TO_BYTES([])`,
      [226, 0, [226, 97], ...base64('a\xff'), null, ''],
    ],
    [
      String.raw`SAFE_CONVERT_BYTES_TO_STRING(b'a\xe2\x82\xac'), SAFE_CONVERT_BYTES_TO_STRING(b'\xe2\x82z\xed\xa0\x80\xff'), SAFE_CONVERT_BYTES_TO_STRING(NULL)`,
      ['a€', '\ufffd\ufffdz\ufffd\ufffd\ufffd\ufffd', null],
    ],
    [String.raw`CAST(b'\xe2\x82\xac' AS STRING), CAST('é' AS BYTES)`, ['€', ...base64('\xc3\xa9')]],
    [
      String.raw`b'a' < b'\xff', b'a' < b'aa', b'a' IN (b'a', b'b'), b'b' BETWEEN b'a' AND b'c', b'a' IN UNNEST([b'b'])`,
      [true, true, true, true, false],
    ],
    [
      String.raw`b'abc' LIKE b'a%', b'\xe2\x82' LIKE b'_', b'\xe2\x82' LIKE b'__', b'a%c' LIKE b'a\\%_', b'abc' LIKE b'a\\%_', b'' LIKE b'', b'a\n' NOT LIKE b'%', b'a' LIKE CAST(NULL AS BYTES)`,
      [true, false, true, true, false, true, false, null],
    ],
  ])('%s', async (sql, expected) => {
    expect(await database.value(sql)).toEqual(expected);
  });

  it.each([
    [`SUBSTR(b'a', 1, -1)`, 'not negative'],
    [`RIGHT(b'a', -1)`, 'not negative'],
    [`LPAD(b'a', -1)`, 'from 0 to 1048576'],
    [`RPAD(b'a', 3, b'')`, 'is empty'],
    [`REPEAT(b'ab', 1048576)`, 'at most 1048576 bytes'],
    [`TRANSLATE(b'a', b'aa', b'x')`, 'twice'],
    ['CODE_POINTS_TO_BYTES([256])', 'from 0 to 255'],
    [String.raw`CAST(b'\xff' AS STRING)`, 'invalid UTF8'],
    [String.raw`b'a' LIKE b'a\\'`, 'cannot end with a backslash'],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(`SELECT ${sql}`)).toContain(message);
  });
});
