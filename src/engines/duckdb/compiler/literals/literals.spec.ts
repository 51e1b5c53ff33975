import { useDuckDb } from '../../../../../test/support/duckdb.js';

describe('literals', () => {
  const database = useDuckDb();

  it.each<[string, unknown]>([
    ['NULL', null],
    ['TRUE, false', [true, false]],
    ['0, 007, 9223372036854775807', [0, 7, '9223372036854775807']],
    ['-9223372036854775808', '-9223372036854775808'],
    ['1.5, .5, 1., 1e3, 1.5E-3', [1.5, 0.5, 1, 1000, 0.0015]],
    [`'', "", '''''', """"""`, ['', '', '', '']],
    [String.raw`'it\'s'`, "it's"],
    [`"it's", 'a "b"'`, ["it's", 'a "b"']],
    [`'''it's "so"'''`, `it's "so"`],
    [`"""it's "so" """`, `it's "so" `],
    [`'''two\nlines'''`, 'two\nlines'],
    [`'''two\r\nlines'''`, 'two\nlines'],
    [String.raw`'\a\b\f\n\r\t\v'`, '\x07\b\f\n\r\t\v'],
    ["'\\\\\\?\\\"\\'\\`'", '\\?"\'`'],
    [String.raw`'\x41\X42\103'`, 'ABC'],
    [String.raw`'\u00e9\U0001F600'`, 'é😀'],
    [String.raw`r'\n', R"\d+"`, ['\\n', '\\d+']],
    [String.raw`r'it\'s'`, "it\\'s"],
    [String.raw`r'''a'b\'''c'''`, "a'b\\'''c"],
    [String.raw`b'\xff\000a', B"é"`, ['/wBh', 'w6k=']],
    // A code point in a STRING, a byte in BYTES.
    [String.raw`'\xe9', '\351', LENGTH('\xe2\x82\xac')`, ['é', 'é', 3]],
    [String.raw`rb'\x', bR"a"`, ['XHg=', 'YQ==']],
    [`'-- no comment', '/* none */', '#'`, ['-- no comment', '/* none */', '#']],
    [`';'`, ';'],
    [`DATE '2026-11-20', DATE "0001-01-01"`, ['2026-11-20', '0001-01-01']],
    [`DATETIME '2026-11-20 10:00:00.5'`, '2026-11-20T10:00:00.5'],
    [`TIMESTAMP '1969-12-31 23:59:59.999999'`, '1969-12-31T23:59:59.999999Z'],
    [`TIMESTAMP '2026-11-20T10:00:00Z'`, '2026-11-20T10:00:00Z'],
    [`TIMESTAMP '2026-11-20 10:00:00+02:30'`, '2026-11-20T07:30:00Z'],
    [`TIMESTAMP '2026-11-20'`, '2026-11-20T00:00:00Z'],
    [`TIMESTAMP '9999-12-31 23:59:59.999999'`, '9999-12-31T23:59:59.999999Z'],
    [`DATE '2026-1-5', TIME '1:2:3.5', DATETIME '2026-1-5t1:2:3'`, ['2026-01-05', '01:02:03.5', '2026-01-05T01:02:03']],
    [`TIME '23:59:60', DATETIME '2026-01-05 01:02:60.9'`, ['00:00:00', '2026-01-05T01:03:00']],
    [
      `TIMESTAMP '2026-1-5 1:2:3.5 UTC', TIMESTAMP '2026-07-05 10:00:00 America/Los_Angeles', TIMESTAMP '2026-01-05T10:00:00z'`,
      ['2026-01-05T01:02:03.5Z', '2026-07-05T17:00:00Z', '2026-01-05T10:00:00Z'],
    ],
    [
      `TIMESTAMP '2026-01-05 10:00:00-8', TIMESTAMP '2026-01-05 10:00:00+0530', TIMESTAMP '2026-01-05 10:00:00 UTC+5:30', TIMESTAMP '2026-01-05 +01', TIMESTAMP '2016-12-31 23:59:60'`,
      [
        '2026-01-05T18:00:00Z',
        '2026-01-05T04:30:00Z',
        '2026-01-05T04:30:00Z',
        '2026-01-04T23:00:00Z',
        '2017-01-01T00:00:00Z',
      ],
    ],
    [`TIMESTAMP '0000-12-31 23:30:00-01:00'`, '0001-01-01T00:30:00Z'],
    [`TIMESTAMP '2026-01-05' = '2026-1-5 1:00:00+1', TIME '10:00:00' < '9:59:59'`, [true, false]],
    [`[]`, []],
    [`[1, 2.5]`, [1, 2.5]],
    [`ARRAY<STRING>[], ARRAY<FLOAT64>[1]`, [[], [1]]],
    [`STRUCT(1 AS a, 'x' AS b)`, { a: 1, b: 'x' }],
    [`STRUCT(NULL AS a, [STRUCT(TRUE AS c)] AS b)`, { a: null, b: [{ c: true }] }],
  ])('%s', async (sql, expected) => {
    expect(await database.value(sql)).toEqual(expected);
  });

  it.each([
    [String.raw`SELECT '\q'`, '1:8 unknown escape "\\q"'],
    [String.raw`SELECT '\x4'`, '1:8 unknown escape "\\x"'],
    [String.raw`SELECT '\ud800'`, '1:8 escape \\ud800 is not allowed'],
    [String.raw`SELECT b'\u0041'`, '1:8 escape \\u0041 is not allowed'],
    [String.raw`SELECT '\0'`, '1:8 unknown escape'],
    [String.raw`SELECT 'a\000'`, '1:8 a NUL character'],
    [`SELECT 'a\nb'`, '1:8 this string is not closed on its line'],
    [`SELECT 'a`, '1:8 this string is not closed'],
    [`SELECT 'a' 'b'`, `1:12 syntax error: unexpected "'b'"`],
    ['SELECT 9223372036854775808', '1:8 integer 9223372036854775808 is beyond INT64'],
    ['SELECT 1e400', '1:8 number 1e400 is beyond FLOAT64'],
    [`SELECT TIME '24:00:00'`, `1:13 TIME written as '24:00:00'; write hh:mm:ss[.ffffff], of one that exists`],
    [`SELECT TIME '10:00'`, `1:13 TIME written as '10:00'`],
    [`SELECT DATETIME '2026-01-01 10:00:00Z'`, '1:17 DATETIME written as'],
    [`SELECT DATETIME '9999-12-31 23:59:60'`, '1:17 DATETIME written as'],
    [`SELECT DATE '2026-02-30'`, `1:13 DATE written as '2026-02-30'`],
    [`SELECT DATE '0000-01-01'`, `1:13 DATE written as '0000-01-01'`],
    [`SELECT DATE '26-01-05'`, `1:13 DATE written as '26-01-05'`],
    [`SELECT DATE '2026-01-05 10:00:00'`, `1:13 DATE written as`],
    [`SELECT TIMESTAMP '2026-11-20 24:00:00'`, '1:18 TIMESTAMP written as'],
    [`SELECT TIMESTAMP '2026-11-20 10:00:00.1234567'`, '1:18 TIMESTAMP written as'],
    [`SELECT TIMESTAMP '2026-11-20 10:00:00 PST'`, 'which is not supported'],
    [`SELECT TIMESTAMP '2026-11-20 10:00:00 Europe/Nowhere'`, 'which is not supported'],
    [`SELECT TIMESTAMP '2026-11-20 10:00:00 +01:00'`, '1:18 TIMESTAMP written as'],
    [`SELECT TIMESTAMP '2026-11-20 10:00:00+14:01'`, '1:18 TIMESTAMP written as'],
    [`SELECT TIMESTAMP '2026-11-20 10:00:00+530'`, '1:18 TIMESTAMP written as'],
    [`SELECT TIMESTAMP '2026-11-20Z'`, '1:18 TIMESTAMP written as'],
    [`SELECT TIMESTAMP '9999-12-31 23:59:59-01'`, '1:18 TIMESTAMP written as'],
    [`SELECT INTERVAL 1 DAY`, '1:8 an INTERVAL that is not added to a date or time'],
    ['SELECT [[1]]', '1:8 an ARRAY of ARRAYs is not possible'],
    [`SELECT [1, 'a']`, '1:9 the elements of an array need one common type, found INT64, STRING'],
    ['SELECT STRUCT(1 AS a, 2 AS A)', 'a STRUCT with two fields of one name'],
    ['SELECT ()', '1:9 syntax error: unexpected ")"'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(sql)).toContain(message);
  });

  it('fails where a NULL element would be in the answer, as BigQuery does', async () => {
    expect(await database.failure('SELECT [1, NULL]')).toContain('NULL element');
    expect(await database.value('ARRAY_LENGTH([1, NULL])')).toBe(2);
  });
});
