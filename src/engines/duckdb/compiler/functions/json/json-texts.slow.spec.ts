import { ndjson, schemaOf, useDuckDb } from '../../../../../../test/support/duckdb.js';
import { compile } from '../../compile.js';
import { expandedSize } from '../../output/expansion.js';
import { constantSql } from '../../sql-tree/sql.js';
import { type Table } from '../../names/tables.js';

const TABLES = new Map<string, Table>([
  ['t', { sql: 't', columns: [{ name: 'line', type: { kind: 'STRING' }, output: 'line' }] }],
]);

/** As lines of logs have it. */
const LINES = [
  '{"level": "info", "ms": 1.50, "req": {"path": "/a", "sizes": [10, 1e3]}}',
  '[2026-11-20 10:47:12] ERROR no such table',
  '{level: info}',
  '{"level": "warn", "req": {"path": "/b", "sizes": [7, 1.0], "cut": "off he',
  'plain',
  '',
];

describe('JSON functions over text of logs', () => {
  const database = useDuckDb({
    't.ndjson': ndjson(...LINES.map((line, id) => ({ id, line })), { id: 9 }),
    't.schema.json': schemaOf('id INT64, line STRING'),
  });

  it.each<[string, unknown[]]>([
    [`JSON_VALUE(line, '$.level')`, ['info', null, null, 'warn', null, null, null]],
    [`JSON_VALUE(line, '$.ms')`, ['1.50', null, null, null, null, null, null]],
    [`CAST(JSON_VALUE(line, '$.ms') AS FLOAT64)`, [1.5, null, null, null, null, null, null]],
    [`JSON_VALUE(line, '$.req.path')`, ['/a', null, null, '/b', null, null, null]],
    [`SAFE.JSON_VALUE(line, '$.req.sizes[1]')`, ['1e3', null, null, '1.0', null, null, null]],
    [`JSON_VALUE(line, '$[0]')`, [null, '2026', null, null, null, null, null]],
    [`JSON_QUERY(line, '$.req.sizes')`, ['[10,1e3]', null, null, '[7,1.0]', null, null, null]],
    // What has no end is not there.
    [`JSON_QUERY(line, '$.req')`, ['{"path":"/a","sizes":[10,1e3]}', null, null, null, null, null, null]],
    [`JSON_QUERY_ARRAY(line, '$.req.sizes')`, [['10', '1e3'], [], [], ['7', '1.0'], [], [], []]],
    [`JSON_EXTRACT_STRING_ARRAY(line, '$.req.sizes')`, [['10', '1e3'], [], [], ['7', '1.0'], [], [], []]],
  ])('%s', async (sql, expected) => {
    expect((await database.rows(`SELECT ${sql} FROM t ORDER BY id`)).flat(1)).toEqual(expected);
  });

  // Each is one text and a path, and what JSON_VALUE and JSON_QUERY find.
  it.each<[string, string, string | null, string | null]>([
    ['1.50', '$', '1.50', '1.50'],
    [' 12 and more', '$', '12', '12'],
    ['"x" y', '$', 'x', '"x"'],
    ['plain', '$', null, null],
    ['NaN', '$', null, null],
    ['null', '$', null, null],
    ['{"a": 1e3}', '$.a', '1e3', '1e3'],
    ['{"a": 0.0000001}', '$.a', '0.0000001', '0.0000001'],
    ['{"a": 0.12345678901234567}', '$.a', '0.12345678901234567', '0.12345678901234567'],
    ['{"a": -0}', '$.a', '-0', '-0'],
    ['{"a": [1.50, -0.0, "x 1.50"]}', '$.a', null, '[1.50,-0.0,"x 1.50"]'],
    ['{"n": 2.00, "a": "1.5e3 {"}', '$.a', '1.5e3 {', '"1.5e3 {"'],
    // Before the break, and behind it.
    ['{"a": 1, ', '$.a', '1', '1'],
    ['{"a": {"b": 1}, x', '$.a', null, '{"b":1}'],
    ['{"a": {"b": 1', '$.a', null, null],
    ['{"a": {"b": 1', '$.a.b', '1', '1'],
    ['{"a": 1} {"b": 2}', '$.b', null, null],
    ['{"n": NaN, "a": 1}', '$.a', null, null],
    ['{"a": 1, "n": NaN}', '$.a', '1', '1'],
    ['{"a": "x, inf, y"}', '$.a', 'x, inf, y', '"x, inf, y"'],
    ['{"n": 1., "a": 1}', '$.a', null, null],
    ['{"a": 01}', '$.a', '0', '0'],
    ['{"a": truex}', '$.a', 'true', 'true'],
    ['{a: 1}', '$.a', null, null],
    ['[1, 2}, 3]', '$[1]', '2', '2'],
    ['[1, 2}, 3]', '$[2]', null, null],
    // What GoogleSQL takes beyond JSON.
    [`{'a': 'x"y'}`, '$.a', 'x"y', '"x\\"y"'],
    ['{"a": [1, , 2,], }', '$.a', null, '[1,null,2]'],
    ['{"a": , "b": 2}', '$.b', '2', '2'],
    ['{"a": , "b": 2}', '$.a', null, null],
    ['{"a": "tab\there"}', '$.a', 'tab\there', '"tab\\there"'],
    ['{"a": "\\x41\\102\\7\\q\\v"}', '$.a', 'AB\u0007q\v', '"AB\\u0007q\\u000b"'],
    ['{"a":\v1}', '$.a', '1', '1'],
    // A character in two halves becomes two.
    ['{"a": "\\ud83d\\ude00!"}', '$.a', '\ufffd\ufffd!', '"\ufffd\ufffd!"'],
    ['{"a": "\\u2028\\u001F/\\/é"}', '$.a', '\u2028\u001f//é', '"\\u2028\\u001f//é"'],
    ['{"\\u0061": {"b": "\\ue000"}}', '$.a.b', '\ue000', '"\ue000"'],
    ['{"a": "\ue0001.50", "b": 1.50}', '$.a', '\ue0001.50', '"\ue0001.50"'],
    // The first that leads to the end of the path.
    ['{"a": 1, "a": 2}', '$.a', '1', '1'],
    ['{"a": {"c": 1}, "a": {"b": 2}}', '$.a.b', '2', '2'],
    ['{"a": 5, "\\u0061": {"b": 2}}', '$.a.b', '2', '2'],
    ['{"a": {"b": [[], 7]}, "a": {"b": [[8]]}}', '$.a.b[0][0]', '8', '8'],
    ['{"a": [{"0": "x"}]}', '$.a[0][0]', 'x', '"x"'],
    ['[[], {"a": 1}]', '$[0].a', null, null],
  ])('%s at %s', async (text, path, value, part) => {
    const parameters = [{ name: 'text', type: 'STRING', array: false, value: text } as const];
    const sql = `JSON_VALUE(@text, '${path}'), JSON_QUERY(@text, '${path}'), JSON_EXTRACT_SCALAR(@text, '${path}')`;
    expect(await database.value(sql, parameters)).toEqual([value, part, value]);
  });

  it.each<[string, unknown]>([
    [`JSON_VALUE_ARRAY('["a", 1.50, null, "1e3"') || ['x']`, []],
    [`ARRAY_TO_STRING(JSON_VALUE_ARRAY('["a", 1.50, null, "\\\\n1e3",] and so on'), '|', '-')`, 'a|1.50|-|\n1e3'],
    [`JSON_VALUE_ARRAY('[1, {"a": 2.50}]') || ['x']`, []],
    [`JSON_QUERY_ARRAY('[{"a": 2.50}, [1,], null, "x"]')`, ['{"a":2.50}', '[1]', 'null', '"x"']],
    [`JSON_QUERY_ARRAY('{"a": 1.50}')`, []],
    [`JSON_EXTRACT_ARRAY('{"a": [1.50, "x"], b', '$.a')`, ['1.50', '"x"']],
  ])('%s', async (sql, expected) => {
    expect(await database.value(sql)).toEqual(expected);
  });

  it.each([
    [`JSON_VALUE(REPEAT('[', 1001), '$[0]')`, 'nested more than 1000 levels deep'],
    [`SAFE.JSON_VALUE(CONCAT('[', REPEAT('1,', 25000)), '$[0]')`, 'more than 50000 tokens'],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(`SELECT ${sql}`)).toContain(message);
  });

  it('reads a text once for a cast of what is found in it', async () => {
    const sql = `SELECT CAST(JSON_VALUE(line, '$.req.sizes[0]') AS INT64) AS size, COUNT(*) FROM t GROUP BY 1 HAVING MAX(CAST(JSON_VALUE(line, '$.req.sizes[1]') AS FLOAT64)) >= 1 ORDER BY CAST(JSON_VALUE(ANY_VALUE(line), '$.req.sizes[0]') AS INT64)`;
    expect(await database.rows(sql)).toEqual([
      [7, 1],
      [10, 1],
    ]);
    // The plan, in words.
    const size = (expression: string) => {
      const compiled = compile({ sql: `SELECT ${expression} FROM t`, parameters: [], maxRows: 1 }, TABLES);
      return 'sql' in compiled ? expandedSize(constantSql(compiled.sql)) : Infinity;
    };
    const value = size(`JSON_VALUE(line, '$.a')`);
    expect(size(`CAST(JSON_VALUE(line, '$.a') AS INT64)`)).toBeLessThan(value * 1.5);
    expect(size(Array(6).fill(`CAST(JSON_VALUE(line, '$.a') AS INT64)`).join(', '))).toBeLessThan(value * 8);
    expect(value).toBeLessThan(1_000);
  });
});
