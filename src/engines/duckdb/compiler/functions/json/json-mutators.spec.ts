import { useDuckDb } from '../../../../../../test/support/duckdb.js';

describe('changes of JSON values', () => {
  const database = useDuckDb();

  it.each<[string, unknown]>([
    [
      `JSON_SET(JSON '{"a": 1}', '$.b.c[2]', 'x', '$[1]', 20, '$.b.c[0]', STRUCT(1 AS a))`,
      { a: 1, b: { c: [{ a: 1 }, null, 'x'] } },
    ],
    [
      `JSON_SET(JSON '{"a": {"b": 1}}', '$.a', JSON '{"c": null}'), JSON_SET(JSON '1', '$', [1])`,
      [{ a: { c: null } }, [1]],
    ],
    [`JSON_SET(JSON '{"a": 1}', '$.a', 'x', '$.b', 2, '$.a.c', 3, create_if_missing => FALSE)`, { a: 'x' }],
    [
      `JSON_SET(JSON '[1]', '$[3].x', NULL), JSON_SET(JSON 'null', '$.a[1]', 5), JSON_SET(NULL, '$', 1), JSON_SET(JSON '1', NULL, 2)`,
      [[1, null, null, { x: null }], { a: [null, 5] }, null, 1],
    ],
    [
      `JSON_REMOVE(JSON '[{"a": [1]}, null, {"b": 2}]', '$[1]', '$[0].b', '$[0].a[0]', '$[4].b'), JSON_REMOVE(JSON '{"a": 1, "a": 2}', '$.a')`,
      [[{ a: [] }, { b: 2 }], {}],
    ],
    [`JSON_REMOVE(NULL, '$.a'), JSON_REMOVE(JSON '1', '$.a'), JSON_REMOVE(JSON '{"a": 1}', NULL)`, [null, 1, { a: 1 }]],
    [
      `JSON_ARRAY_APPEND(JSON '{"a": [1]}', '$.a', [2, NULL], '$.a', 'x', '$.b', 1), JSON_ARRAY_APPEND(JSON 'null', '$', 1), JSON_ARRAY_APPEND(JSON '1', '$', 1)`,
      [{ a: [1, 2, null, 'x'] }, [1], 1],
    ],
    [
      `JSON_ARRAY_APPEND(JSON '[1]', '$', [2], '$[1]', TRUE, append_each_element => FALSE), JSON_ARRAY_APPEND(JSON '[1]', '$', CAST(NULL AS ARRAY<INT64>))`,
      [[1, [2, true]], [1]],
    ],
    [
      `JSON_ARRAY_INSERT(JSON '{"a": [1, null]}', '$.a[1]', [TRUE, FALSE], '$.a', 5), JSON_ARRAY_INSERT(JSON 'null', '$[2]', 1), JSON_ARRAY_INSERT(JSON '[1]', '$[3]', 2)`,
      [{ a: [1, true, false, null] }, [null, null, 1], [1, null, null, 2]],
    ],
    [`JSON_ARRAY_INSERT(JSON '[1]', '$[0]', [2], insert_each_element => FALSE)`, [[2], 1]],
    [
      `JSON_STRIP_NULLS(JSON '{"a": [null, {"b": null}], "c": null}'), JSON_STRIP_NULLS(JSON '{"a": [null], "b": null}', include_arrays => FALSE)`,
      [{ a: [{}] }, { a: [null] }],
    ],
    [
      `JSON_STRIP_NULLS(JSON '{"a": [null], "b": {}, "c": 1}', remove_empty => TRUE), JSON_STRIP_NULLS(JSON '{"a": {"b": null}, "c": null}', '$.a'), JSON_TYPE(JSON_STRIP_NULLS(JSON '[[null]]', remove_empty => TRUE))`,
      [{ c: 1 }, { a: {}, c: null }, 'null'],
    ],
  ])('%s', async (sql, expected) => {
    expect(await database.value(sql)).toEqual(expected);
  });

  it('fails to insert an empty array', async () => {
    expect(await database.failure(`SELECT JSON_ARRAY_INSERT(JSON '[]', '$[0]', CAST([] AS ARRAY<STRING>))`)).toContain(
      'empty ARRAY',
    );
  });

  it.each([
    [`JSON_REMOVE(JSON '{}', '$')`, 'cannot remove the whole'],
    [`JSON_SET(JSON '{}', '$.a')`, 'paths and values in turn'],
    [`JSON_SET('{}', '$.a', 1)`, 'JSON_SET needs JSON, found STRING'],
    [`JSON_SET(JSON '{}', CONCAT('$', '.a'), 1)`, 'a JSONPath of JSON_SET other than a string literal'],
    [`JSON_SET(JSON '[]', '$[1000]', 1)`, 'an index above 999'],
    [
      `JSON_SET(JSON '{}', '$.a', 1, create_if_missing => NULL)`,
      'create_if_missing of JSON_SET other than TRUE or FALSE',
    ],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(`SELECT ${sql}`)).toContain(message);
  });
});
