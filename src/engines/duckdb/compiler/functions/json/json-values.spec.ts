import { useDuckDb } from '../../../../../../test/support/duckdb.js';

const lax = (name: string, ...texts: readonly string[]) => texts.map((text) => `${name}(JSON '${text}')`).join(', ');

describe('SQL values out of JSON', () => {
  const database = useDuckDb();

  it.each<[string, unknown]>([
    [`BOOL(JSON 'true'), INT64(JSON '10.0'), FLOAT64(JSON '10'), STRING(JSON '"x"')`, [true, 10, 10, 'x']],
    [
      `BOOL(NULL), INT64(JSON '-9223372036854775808'), FLOAT64(JSON '18446744073709551615')`,
      [null, '-9223372036854775808', 18446744073709552000],
    ],
    [
      lax('LAX_BOOL', 'true', '"TRUE"', '"False"', '"yes"', '0', '0.1', 'null', '[]'),
      [true, true, false, null, false, true, null, null],
    ],
    [
      lax('LAX_INT64', 'true', '1.5', '-1.5', '2.5', '1e100', '"12"', '"-1.5"', '"x"'),
      [1, 2, -2, 3, null, 12, -2, null],
    ],
    [
      lax(
        'LAX_INT64',
        '"12abc"',
        '"1.1e2"',
        '"+1.5"',
        '".5"',
        '"5."',
        '"9223372036854775807"',
        '"9223372036854775808"',
        '"1e99"',
      ),
      [null, 110, 2, 1, 5, '9223372036854775807', null, null],
    ],
    [lax('LAX_INT64', '"15e-1"', '"-2.5E0"', '"1e"', '"nan"'), [2, -3, null, null]],
    [lax('LAX_FLOAT64', '"12abc"', '"1.2.3"', '"1e"'), [null, null, null]],
    ['JSON_VALUE_ARRAY(CAST(NULL AS JSON)), JSON_QUERY_ARRAY(CAST(NULL AS JSON))', [[], []]],
    ['JSON_EXTRACT_ARRAY(CAST(NULL AS JSON)), JSON_EXTRACT_STRING_ARRAY(CAST(NULL AS JSON))', [[], []]],
    [lax('LAX_INT64', '18446744073709551615', '"1.999999999"', '{}', 'null'), [null, 2, null, null]],
    [
      lax('LAX_FLOAT64', 'true', '7', '1.5', '"1.5e2"', '"NaN"', '"-inf"', '"x"', 'null'),
      [null, 7, 1.5, 150, 'NaN', '-Infinity', null, null],
    ],
    [
      lax('LAX_STRING', '10.0', '1e100', '12', '"x"', 'false', 'null', '{}'),
      ['10', '1e+100', '12', 'x', 'false', null, null],
    ],
    [
      lax('JSON_TYPE', '1', '1.5', '"a"', 'true', 'null', '{}', '[]'),
      ['number', 'number', 'string', 'boolean', 'null', 'object', 'array'],
    ],
    [
      `JSON_VALUE(JSON '{"a": 1.0}', '$.a'), JSON_VALUE(JSON '1e-5'), JSON_VALUE_ARRAY(JSON '[1e20, "x", null]')[OFFSET(0)]`,
      ['1.0', '1e-05', '1e+20'],
    ],
    [
      `SAFE.BOOL(JSON '1'), SAFE.INT64(JSON '1.5'), SAFE.INT64(JSON '9223372036854775808'), SAFE.INT64(JSON '"1"'), SAFE.FLOAT64(JSON '9007199254740993', wide_number_mode => 'exact'), SAFE.STRING(JSON '1'), SAFE.LAX_BOOL(JSON '1')`,
      [null, null, null, null, null, null, true],
    ],
    // Members and elements; what is not there is NULL, and a JSON null is not.
    [`(JSON '{"x": {"y": [1, null]}}').x.y[0], (JSON '{"x": null}').x IS NULL, (JSON '{"x": 1}').z`, [1, false, null]],
    [
      `(JSON '[1, 2]')[1], (JSON '[1, 2]')[-1], (JSON '[1, 2]')[2], (JSON '[1, 2]')[1 + 0], (JSON '{"0": 1}')[0]`,
      [2, null, null, 2, null],
    ],
    [
      `(JSON '{"a/b": {"c\\\\"d": 1}}')['a/b']['c"d'], (JSON '{"": 1}')[''], (JSON '[5]')['0'], (JSON '{"0": 1}')[CONCAT('0')], (JSON '{}')[NULL]`,
      [1, 1, null, 1, null],
    ],
    [
      `JSON_KEYS(JSON '{"b": {"c": 1}, "a.x": [{"z": 2}], "b": 1}'), JSON_KEYS(JSON '{"a": {"b": {"c": 1}}}', 2), JSON_KEYS(JSON '1'), JSON_KEYS(NULL)`,
      [['"a.x"', 'b', 'b.c'], ['a', 'a.b'], [], []],
    ],
    [
      `JSON_KEYS(JSON '[{"a": 1}, [{"c": 1}]]'), JSON_KEYS(JSON '[{"a": 1}, [{"c": 1}]]', mode => 'lax'), JSON_KEYS(JSON '[{"a": 1}, [{"c": 1}]]', mode => 'lax recursive')`,
      [[], ['a'], ['a', 'c']],
    ],
    [
      `JSON_FLATTEN(JSON '[[[1, 2], 3], {"a": [10]}, ["x", []], null]'), JSON_FLATTEN(JSON '"["'), JSON_FLATTEN(JSON '[]')`,
      [[1, 2, 3, { a: [10] }, 'x', null], ['['], []],
    ],
  ])('%s', async (sql, expected) => {
    expect(await database.value(sql)).toEqual(expected);
  });

  it.each([
    [`BOOL(JSON '"true"')`, 'not a boolean'],
    [`BOOL(JSON 'null')`, 'not a boolean'],
    [`INT64(JSON '10.1')`, 'not a whole number'],
    [`INT64(JSON '9223372036854775808')`, 'beyond INT64'],
    [`INT64(JSON '"4"')`, 'not a number'],
    [`FLOAT64(JSON '"1"')`, 'not a number'],
    [`FLOAT64(JSON '9007199254740993', wide_number_mode => 'exact')`, 'beyond 2^53'],
    [`STRING(JSON '1')`, 'not a string'],
    [`LAX_INT64(JSON '"0x1"')`, 'another form'],
    [`LAX_FLOAT64(JSON '" 1"')`, 'another form'],
    [`JSON_KEYS(JSON '{}', 0)`, 'a number from 1'],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(`SELECT ${sql}`)).toContain(message);
  });

  it.each([
    [`BOOL('true')`, 'no BOOL(STRING); there is BOOL(JSON); write PARSE_JSON around the text'],
    [`INT64(1)`, 'no INT64(INT64); there is INT64(JSON)'],
    [`FLOAT64('1')`, 'no FLOAT64(STRING); there is FLOAT64(JSON); write PARSE_JSON around the text'],
    [`(JSON '[1]')[1.5]`, 'expected INT64 or STRING, found FLOAT64'],
    [`(JSON '[1]')[OFFSET(0)]`, '[…] on JSON'],
    [`JSON_KEYS(JSON '{}', mode => 'any')`, "mode is 'strict' or 'lax'"],
    // Other products have it; BigQuery does not.
    [`BOOL_ARRAY(JSON '[true]')`, 'function BOOL_ARRAY is not supported'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(`SELECT ${sql}`)).toContain(message);
  });
});
