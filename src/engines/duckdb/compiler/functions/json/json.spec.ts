import { ndjson, useDuckDb } from '../../../../../../test/support/duckdb.js';

const doc = `'''{"a": {"b": [1, {"c": "x"}], "0": "zero"}, "a b": "sp", "n": null, "t": true, "s": "q\\\\"\\\\n/é", "e": "", "big": 12345678901234567890}'''`;

describe('JSON functions', () => {
  const database = useDuckDb({
    't.ndjson': ndjson({ j: { a: { b: [1, 'x', null] }, '0': 2, f: 1.5 } }),
    't.schema.json': JSON.stringify([{ name: 'j', type: 'JSON' }]),
  });

  it.each<[string, unknown]>([
    [
      `JSON_VALUE(${doc}, '$.a.b[0]'), JSON_VALUE(${doc}, '$.a.b[1].c'), JSON_VALUE(${doc}, '$."a b"'), JSON_VALUE(${doc}, '$.t'), JSON_VALUE(${doc}, '$.e')`,
      ['1', 'x', 'sp', 'true', ''],
    ],
    // Scalars alone are values.
    [
      `JSON_VALUE(${doc}, '$.a'), JSON_VALUE(${doc}, '$.a.b'), JSON_VALUE(${doc}, '$.n'), JSON_VALUE(${doc}, '$.none'), JSON_VALUE(${doc}, '$.a.b[9]')`,
      [null, null, null, null, null],
    ],
    [
      `JSON_VALUE(${doc}, '$.s'), JSON_VALUE(${doc}, '$.big'), JSON_VALUE(${doc}, '$.a[0]'), JSON_EXTRACT_SCALAR(${doc}, "$['a b']"), JSON_VALUE('"x"'), JSON_VALUE(NULL, '$.a')`,
      ['q"\n/é', '12345678901234567890', 'zero', 'sp', 'x', null],
    ],
    [
      `JSON_VALUE('plain text', '$.a'), JSON_VALUE('', '$.a'), JSON_VALUE('12', '$.a'), JSON_VALUE('{"a":1,"a":2}', '$.a'), JSON_VALUE('{"a": 1.5}', '$.a'), JSON_VALUE('{"a-b": -0.25}', '$.a-b')`,
      [null, null, null, '1', '1.5', '-0.25'],
    ],
    [
      `JSON_QUERY(${doc}, '$.a.b'), JSON_QUERY(${doc}, '$.s'), JSON_QUERY(${doc}, '$.n'), JSON_QUERY(${doc}, '$.none'), JSON_EXTRACT('{"a":{"b": [1.5, 2]}}', '$.a')`,
      ['[1,{"c":"x"}]', String.raw`"q\"\n/é"`, null, null, '{"b":[1.5,2]}'],
    ],
    [
      `JSON_QUERY_ARRAY(${doc}, '$.a.b'), JSON_EXTRACT_ARRAY('[1, "x", [2]]'), JSON_QUERY_ARRAY(${doc}, '$.none'), JSON_QUERY_ARRAY(${doc}, '$.a'), JSON_QUERY_ARRAY('[]')`,
      [['1', '{"c":"x"}'], ['1', '"x"', '[2]'], [], [], []],
    ],
    [
      `JSON_VALUE_ARRAY('{"a": [1, "x", true]}', '$.a'), JSON_VALUE_ARRAY('[1, [2]]'), JSON_EXTRACT_STRING_ARRAY('["a", 1.5]'), JSON_VALUE_ARRAY('[]')`,
      [['1', 'x', 'true'], [], ['a', '1.5'], []],
    ],
    [
      `JSON_VALUE(j, '$.a.b[1]'), JSON_VALUE(j, '$.f'), JSON_VALUE(j, '$[0]'), JSON_VALUE(j, '$.a'), JSON_QUERY(j, '$.a.b') FROM t`,
      ['x', '1.5', null, null, [1, 'x', null]],
    ],
    [
      `TO_JSON_STRING('a"é\\n'), TO_JSON_STRING(1), TO_JSON_STRING(9007199254740993), TO_JSON_STRING(NULL), TO_JSON_STRING(TRUE)`,
      [String.raw`"a\"é\n"`, '1', '"9007199254740993"', 'null', 'true'],
    ],
    [
      `TO_JSON_STRING([1, 2]), TO_JSON_STRING(STRUCT('x' AS a, [TRUE] AS b, CAST(NULL AS INT64) AS c)), TO_JSON_STRING(CAST(NULL AS ARRAY<INT64>))`,
      ['[1,2]', '{"a":"x","b":[true],"c":null}', 'null'],
    ],
    // What stands in strings does not count.
    [
      `JSON_VALUE('{"ip": "10.0.0.10", "v": "nan, -0", "name": 1.5}', '$.name'), JSON_QUERY('{"ip": "1.50 1e5", "name": {"e": 1.5}}', '$.name')`,
      ['1.5', '{"e":1.5}'],
    ],
  ])('%s', async (sql, expected) => {
    expect(await database.value(sql)).toEqual(expected);
  });

  it.each([
    [String.raw`JSON_QUERY('{"a": {"x\\\"y": 1}}', '$.a')`, 'several escapes'],
    [String.raw`JSON_EXTRACT('{"a": "x\\n"}', '$.a')`, 'several escapes'],
    [String.raw`JSON_QUERY_ARRAY('["\\u001f"]')`, 'several escapes'],
    [String.raw`TO_JSON_STRING('\u2028')`, 'several escapes'],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(`SELECT ${sql}`)).toContain(message);
  });

  it.each([
    [
      `JSON_VALUE('{}', 'a')`,
      '1:25 JSONPath "a" is not supported by the embedded engine; a path is $, and behind it as many of .name, ."a name" and [0]',
    ],
    [`JSON_VALUE('{}', '$.a[*]')`, 'JSONPath "$.a[*]"'],
    [`JSON_VALUE('{}', '$..a')`, 'JSONPath "$..a"'],
    [`JSON_VALUE('{}', "$['a']")`, 'as many of .name, ."a name" and [0]'],
    [`JSON_EXTRACT('{}', '$."a"')`, "as many of .name, ['a name'] and [0]"],
    [`JSON_VALUE('{}', '$."0"')`, 'JSONPath "$."0""'],
    [`JSON_VALUE('{}', CONCAT('$', '.a'))`, 'a JSONPath of JSON_VALUE other than a string literal'],
    [
      `JSON_VALUE(1, '$.a')`,
      'no JSON_VALUE(INT64, STRING); there is JSON_VALUE(STRING [, STRING]), JSON_VALUE(JSON [, STRING])',
    ],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(`SELECT ${sql}`)).toContain(message);
  });
});
