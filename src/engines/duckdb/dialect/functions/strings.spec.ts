import { useDuckDb } from '../../../../../test/support/duckdb.js';

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
    // BigQuery's answers are "SS", "ς" and two code points; DuckDB's are others.
    [`UPPER('ß')`, 'special rules'],
    [`LOWER('ΑΣ')`, 'special rules'],
    [`LOWER('İ')`, 'special rules'],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(`SELECT ${sql}`)).toContain(message);
  });

  it.each([
    ['UPPER(1)', '1:8 no UPPER(INT64); there is UPPER(STRING)'],
    [`UPPER(b'a')`, 'no UPPER(BYTES)'],
    ['UPPER()', 'no UPPER()'],
    [`UPPER('a', 'b')`, 'no UPPER(STRING, STRING)'],
    [`CONCAT('a', 1)`, 'no CONCAT(STRING, INT64)'],
    [`LTRIM(' a')`, 'no LTRIM(STRING)'],
    [`SPLIT(b'a', b',')`, 'no SPLIT(BYTES, BYTES)'],
    [`SUBSTRING('a', 1)`, 'function SUBSTRING is not supported'],
    [`REGEXP_EXTRACT('a', 'a')`, 'function REGEXP_EXTRACT is not supported'],
    [`REGEXP_REPLACE('a', 'a', 'b')`, 'function REGEXP_REPLACE is not supported'],
    [`regexp_matches('a', 'a')`, 'function REGEXP_MATCHES is not supported'],
    [`bq_upper('a')`, 'function BQ_UPPER is not supported'],
    [`FORMAT('%d', 1)`, 'function FORMAT is not supported'],
    [`INITCAP('a')`, 'function INITCAP is not supported'],
    [`SAFE.SUBSTR('a', 1)`, '1:8 a function of another namespace is not supported'],
    [`\`upper\`('a')`, 'function `UPPER` is not supported'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(`SELECT ${sql}`)).toContain(message);
  });
});
