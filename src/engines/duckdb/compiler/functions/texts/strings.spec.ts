import { useDuckDb } from '../../../../../../test/support/duckdb.js';

describe('string functions', () => {
  const database = useDuckDb();

  it.each<[string, unknown]>([
    [`UPPER('aé1'), LOWER('ÀB'), UPPER(NULL), upper('a')`, ['AÉ1', 'àb', null, 'A']],
    // Code points, not letters and not bytes.
    [String.raw`LENGTH('🦆é'), LENGTH('e\u0301'), LENGTH(''), LENGTH(NULL), LENGTH(b'\xff\x00')`, [2, 2, 0, null, 2]],
    [`CHAR_LENGTH('é'), BYTE_LENGTH('é'), BYTE_LENGTH(b'ab')`, [1, 2, 2]],
    [String.raw`REVERSE('abc'), REVERSE('e\u0301x'), REVERSE(''), REVERSE(NULL)`, ['cba', 'x\u0301e', '', null]],
    [`STARTS_WITH('abc', 'ab'), STARTS_WITH('abc', ''), STARTS_WITH('a', NULL)`, [true, true, null]],
    [`ENDS_WITH('abc', 'bc'), ENDS_WITH('abc', 'B'), ENDS_WITH('a', '')`, [true, false, true]],
    [String.raw`STRPOS('abcb', 'b'), STRPOS('abc', 'x'), STRPOS('e\u0301x', 'x'), STRPOS('🦆a', 'a')`, [2, 0, 3, 2]],
    [`STRPOS('abc', ''), STRPOS('', ''), STRPOS(NULL, 'a')`, [1, 1, null]],
    [`CONCAT('a'), CONCAT('a', 'b', 'c'), CONCAT('a', NULL)`, ['a', 'abc', null]],
    [`CONCAT('a', 1, true, DATE '2026-01-02'), CONCAT(7), CONCAT(NULL, 1)`, ['a1true2026-01-02', '7', null]],
    [
      `SUBSTR('abc', 9223372036854775807), SUBSTRING('abc', 2, 9223372036854775807), (LEFT('abc', 9223372036854775807))`,
      ['', 'bc', 'abc'],
    ],
    [String.raw`LTRIM('\u2003\n a '), RTRIM(' a\u00a0\t'), LTRIM(NULL)`, ['a ', ' a', null]],
    [`CHARACTER_LENGTH('é'), OCTET_LENGTH('é')`, [1, 2]],
    [`REPLACE('aaa', 'a', 'b'), REPLACE('abc', '', 'x'), REPLACE('abc', 'b', '')`, ['bbb', 'abc', 'ac']],
    [`REPLACE('abc', 'b', NULL), REPLACE('abc', '', NULL), REPLACE(NULL, 'a', 'b')`, [null, null, null]],
    [`SUBSTR('apple', 2), SUBSTR('apple', 0), SUBSTR('apple', 1)`, ['pple', 'apple', 'apple']],
    [
      `SUBSTR('apple', -3), SUBSTR('apple', -3, 2), SUBSTR('apple', -9), SUBSTR('apple', -9, 2)`,
      ['ple', 'pl', 'apple', 'ap'],
    ],
    [
      `SUBSTR('apple', 6), SUBSTR('apple', 2, 0), SUBSTR('apple', 0, 2), SUBSTR('apple', 2, 99)`,
      ['', '', 'ap', 'pple'],
    ],
    [
      String.raw`SUBSTR('e\u0301x', 2, 1), SUBSTR('🦆a', 2), SUBSTR(NULL, 1), SUBSTR('a', NULL)`,
      ['\u0301', 'a', null, null],
    ],
    [String.raw`TRIM(' \t\n\u00a0x y\u2003 '), TRIM(''), TRIM(NULL)`, ['x y', '', null]],
    [
      `TRIM('xxaxx', 'x'), TRIM('éaéb', 'bé'), TRIM('abc', ''), LTRIM('xax', 'x'), RTRIM('xax', 'x')`,
      ['a', 'a', 'abc', 'ax', 'xa'],
    ],
    [`SPLIT('a,b'), SPLIT('a,,b'), SPLIT(''), SPLIT('', ';')`, [['a', 'b'], ['a', '', 'b'], [''], ['']]],
    [
      String.raw`SPLIT('a--b', '--'), SPLIT('aé', ''), SPLIT('e\u0301', '')`,
      [
        ['a', 'b'],
        ['a', 'é'],
        ['e', '\u0301'],
      ],
    ],
    [`SPLIT(NULL) || ['x'], SPLIT('a', NULL) || ['x']`, [[], []]],
    // The parser takes LEFT or RIGHT behind a comma for a join, hence the parentheses.
    [
      String.raw`(LEFT('éab', 2)), (LEFT('a', 9)), (LEFT('a', 0)), (LEFT('e\u0301x', 1)), (RIGHT('abé', 2)), (RIGHT('a', 9)), (RIGHT('a', 0)), (LEFT(NULL, -1))`,
      ['éa', 'a', '', 'e', 'bé', 'a', '', null],
    ],
    [
      `RIGHT(s, 0), RIGHT(b, 0), REPEAT('', n), REPEAT(b'', n) FROM (SELECT CAST(NULL AS STRING) AS s, CAST(NULL AS BYTES) AS b, CAST(NULL AS INT64) AS n)`,
      [null, null, null, null],
    ],
    [
      String.raw`LPAD('c', 5), LPAD('abc', 5, 'é🦆'), LPAD('abc', 2), RPAD('abc', 0, 'x'), RPAD('é', 4, 'ab'), LPAD('e\u0301', 3, 'x'), LPAD('a', 2, NULL), LPAD(NULL, -1)`,
      ['    c', 'é🦆abc', 'ab', '', 'éaba', 'xe\u0301', null, null],
    ],
    [`REPEAT('ab', 3), REPEAT('ab', 0), REPEAT('', 9223372036854775807), REPEAT(NULL, -1)`, ['ababab', '', '', null]],
    [
      `TRANSLATE('This is a cookie', 'sco', 'zku'), TRANSLATE('abc', 'abc', 'é'), TRANSLATE('ab', '', 'x'), TRANSLATE('ab', 'a', NULL)`,
      ['Thiz iz a kuukie', 'é', 'ab', null],
    ],
    [
      `INSTR('banana', 'an'), INSTR('banana', 'an', 3), INSTR('éa', 'a', 2), INSTR('banana', 'x'), INSTR('a', 'a', 5), INSTR(NULL, 'a')`,
      [2, 4, 2, 0, 0, null],
    ],
    [
      `CONTAINS_SUBSTR('The Blue', 'blue'), CONTAINS_SUBSTR('Größe…', 'SSE...'), CONTAINS_SUBSTR('a\u00a0b', 'a b'), CONTAINS_SUBSTR('a_b', 'a%b'), CONTAINS_SUBSTR(NULL, 'a')`,
      [true, true, true, false, null],
    ],
    [
      `INSTR('banana', 'ana', 1, 2), INSTR('banana', 'a', -1, 2), INSTR('banana', 'an', -3), INSTR('éab', 'é', -9), INSTR('aa', 'a', 1, 9)`,
      [4, 4, 4, 0, 0],
    ],
    // The empty text is found at each place, the end among them.
    [
      `INSTR('ab', ''), INSTR('ab', '', 1, 3), INSTR('ab', '', 1, 4), INSTR('ab', '', -1), INSTR('', '')`,
      [1, 3, 0, 3, 1],
    ],
    [
      `INITCAP('heLLo wörld-É'), INITCAP('abcd e', ' c'), INITCAP('a b', ''), INITCAP(''), INITCAP('a', NULL), INITCAP(NULL)`,
      ['Hello Wörld-É', 'AbcD E', 'A b', '', null, null],
    ],
    [
      `SOUNDEX('Ashcraft'), SOUNDEX('Tymczak'), SOUNDEX(' é i love'), SOUNDEX('é'), SOUNDEX(''), SOUNDEX(NULL)`,
      ['A261', 'T520', 'i410', '', '', null],
    ],
    [
      `EDIT_DISTANCE('kitten', 'sitting'), EDIT_DISTANCE('', 'é'), EDIT_DISTANCE('é🦆', 'e'), EDIT_DISTANCE(b'\\xff\\x01', b'\\xff'), EDIT_DISTANCE('a', NULL)`,
      [3, 1, 2, 1, null],
    ],
    [
      `EDIT_DISTANCE('abc', 'xyz', max_distance => 2), EDIT_DISTANCE('a', 'b', max_distance => 5), EDIT_DISTANCE('a', 'b', max_distance => CAST(NULL AS INT64))`,
      [2, 1, null],
    ],
    [
      `ASCII('abc'), ASCII(''), UNICODE('🦆'), UNICODE(''), CHR(233), CHR(129414), CHR(NULL), ASCII(NULL), LENGTH(CHR(0))`,
      [97, 0, 129414, 0, 'é', '🦆', null, null, 1],
    ],
    [
      `TO_CODE_POINTS('aé🦆'), TO_CODE_POINTS(''), CODE_POINTS_TO_STRING([97, 233]), CODE_POINTS_TO_STRING([]), CODE_POINTS_TO_STRING([97, NULL])`,
      [[97, 233, 129414], [], 'aé', '', null],
    ],
    [`REGEXP_CONTAINS('abc', 'b'), REGEXP_CONTAINS('abc', '^b'), REGEXP_CONTAINS('abc', 'c$')`, [true, false, true]],
    [
      `REGEXP_CONTAINS('abc', ''), REGEXP_CONTAINS('ABC', '(?i)b'), REGEXP_CONTAINS('a1', r'^\\w\\d$')`,
      [true, true, true],
    ],
    // "." stops at the end of a line, "^" and "$" do not stand at one.
    [
      `REGEXP_CONTAINS('a\\nb', 'a.b'), REGEXP_CONTAINS('a\\nb', 'a.*b'), REGEXP_CONTAINS('a\\nb', '^b')`,
      [false, false, false],
    ],
    [
      `REGEXP_CONTAINS('a\\nb', '(?s)a.b'), REGEXP_CONTAINS('a\\nb', '(?m)^b'), REGEXP_CONTAINS('foo\\n', 'o$')`,
      [true, true, false],
    ],
    [`REGEXP_CONTAINS('é', '^.$'), REGEXP_CONTAINS(NULL, 'a'), REGEXP_CONTAINS('a', NULL)`, [true, null, null]],
  ])('%s', async (sql, expected) => {
    expect(await database.value(sql)).toEqual(expected);
  });

  it.each([
    [`SUBSTR('apple', 1, -1)`, 'not negative'],
    [`LEFT('a', -1)`, 'not negative'],
    [`RIGHT('a', -1)`, 'not negative'],
    [`LPAD('a', -1)`, 'from 0 to 1048576'],
    [`RPAD('a', 4294967297)`, 'from 0 to 1048576'],
    [`LPAD('a', 3, '')`, 'is empty'],
    [`REPEAT('a', -1)`, 'not negative'],
    [`REPEAT('ab', 1048576)`, 'at most 1048576 bytes'],
    [`TRANSLATE('a', 'aba', 'x')`, 'twice'],
    [`INSTR('a', 'a', 0)`, 'the position of INSTR is 0'],
    [`INSTR('a', 'a', 1, 0)`, 'below 1'],
    [`INITCAP('\u019b')`, 'new in Unicode'],
    [`EDIT_DISTANCE('a', 'b', max_distance => -1)`, 'max_distance is negative'],
    [`ASCII('é')`, 'is none'],
    ['CHR(55296)', 'no such code point'],
    ['CHR(-1)', 'no such code point'],
    ['CODE_POINTS_TO_STRING([1114112])', 'no such code point'],
    // A ligature, a letter that folds to "k", and an accent that joins the letter before it.
    [`CONTAINS_SUBSTR('\ufb01', 'fi')`, 'special rules'],
    [`CONTAINS_SUBSTR('\u212a', 'k')`, 'special rules'],
    [`CONTAINS_SUBSTR('e\u0301', 'e')`, 'special rules'],
    // Unicode 16 and 17 have these in both cases.
    [`UPPER('a\u0264')`, 'new in Unicode'],
    [`LOWER('\ua7cb')`, 'new in Unicode'],
    [`LOWER('ΑΣʰ')`, 'beside letters that are no plain ones'],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(`SELECT ${sql}`)).toContain(message);
  });

  it.each([
    ['UPPER(1)', '1:8 no UPPER(INT64); there is UPPER(STRING)'],
    [`LPAD(b'a', 2, 'b')`, 'no LPAD(BYTES, INT64, STRING)'],
    [`STRPOS('a', b'a')`, 'no STRPOS(STRING, BYTES)'],
    [`CHAR_LENGTH(b'a')`, 'no CHAR_LENGTH(BYTES)'],
    [`TRIM(b'a')`, 'no TRIM(BYTES)'],
    [`SPLIT(b'a')`, 'no SPLIT(BYTES)'],
    [`EDIT_DISTANCE('a', b'a')`, 'no EDIT_DISTANCE(STRING, BYTES); there is'],
    ['UPPER()', 'no UPPER()'],
    [`UPPER('a', 'b')`, 'no UPPER(STRING, STRING)'],
    [`CONCAT('a', b'b')`, 'CONCAT of STRING and BYTES; CAST one of them'],
    [`CONCAT('a', [1])`, 'CONCAT of ARRAY<INT64> is not supported'],
    [`'a' || b'b'`, 'need one common type'],
    ['CONTAINS_SUBSTR(1, "1")', 'CONTAINS_SUBSTR in a value of type INT64'],
    ['CONTAINS_SUBSTR(["1"], "1")', 'CONTAINS_SUBSTR in a value of type ARRAY<STRING>'],
    [`CONTAINS_SUBSTR('a', UPPER('a'))`, 'CONTAINS_SUBSTR of anything but a string literal or a parameter'],
    [`CONTAINS_SUBSTR('a', 'é')`, 'CONTAINS_SUBSTR of a string that is empty or not ASCII'],
    [`CONTAINS_SUBSTR('a', '')`, 'CONTAINS_SUBSTR of a string that is empty or not ASCII'],
    [`INSTR('a', 'a', 1, 2, 3)`, 'no INSTR('],
    [`regexp_matches('a', 'a')`, 'function REGEXP_MATCHES is not supported'],
    [`bq_upper('a')`, 'function BQ_UPPER is not supported'],
    [`NET.SUBSTR('a', 1)`, '1:8 function NET.SUBSTR is not supported'],
    [`\`upper\`('a')`, 'function `UPPER` is not supported'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(`SELECT ${sql}`)).toContain(message);
  });
});
