import { ndjson, useDuckDb } from '../../../../../../test/support/duckdb.js';

/** SQL for the text of JSON that is nested so deeply, with brackets in its strings as well. */
const deep = (levels: number, inner = '"[{"') =>
  `CONCAT(REPEAT('[', ${levels - 1}), '{"[[": ', '${inner}', '}', REPEAT(']', ${levels - 1}))`;
const TOO_DEEP = 'nested more than 500 levels deep';

const nested = `STRUCT(1 AS b, [1.5, NULL] AS a, TIMESTAMP '2026-01-02 03:04:05.5' AS t, JSON '{"y": 1, "x": 2.0}' AS j)`;

describe('JSON out of SQL values and texts', () => {
  const database = useDuckDb({
    't.ndjson': '{"k":1,"j":{"b":1,"a":{"y":2.50,"x":null},"b":2},"s":[]}\n' + ndjson({ k: 2 }),
    'deep.ndjson': `{"k":500,"j":${'['.repeat(500)}${']'.repeat(500)}}\n{"k":3000,"j":${'['.repeat(3000)}${']'.repeat(3000)}}\n`,
    'deep.schema.json': JSON.stringify([
      { name: 'k', type: 'INTEGER' },
      { name: 'j', type: 'JSON' },
    ]),
    't.schema.json': JSON.stringify([
      { name: 'k', type: 'INTEGER' },
      { name: 'j', type: 'JSON' },
      { name: 's', type: 'STRING', mode: 'REPEATED' },
    ]),
  });

  it.each<[string, unknown]>([
    // Keys in order, the first of several; numbers in their shortest form.
    [
      `TO_JSON_STRING(JSON '{"b": 1.50, "a": [1e20, 12345678901234567890, -0], "b": 3}')`,
      '{"a":[1e+20,12345678901234567890,0],"b":1.5}',
    ],
    [
      `TO_JSON_STRING(PARSE_JSON(CONCAT('{"é": 0.00001, "b"', ': [ ], "B": 1e3, "b": 2}')))`,
      '{"B":1000.0,"b":[],"é":1e-05}',
    ],
    [`PARSE_JSON('{"b": 1, "a": 2}'), PARSE_JSON(NULL), PARSE_JSON('null') IS NULL`, [{ a: 2, b: 1 }, null, false]],
    [`PARSE_JSON(CONCAT('0.3000000000000000', '4999'), wide_number_mode => 'round')`, 0.30000000000000004],
    [`TO_JSON_STRING(PARSE_JSON('922337203685477580701', wide_number_mode => 'round'))`, '9.223372036854776e+20'],
    [
      `SAFE.PARSE_JSON('{bad'), SAFE.PARSE_JSON('[1]'), SAFE.PARSE_JSON(CONCAT('[1', ',]')), SAFE.PARSE_JSON(NULL)`,
      [null, [1], null, null],
    ],
    [`PARSE_JSON(CONCAT('["a, ]", "nan', '"]')), PARSE_JSON('12', wide_number_mode => 'exact')`, [['a, ]', 'nan'], 12]],
    [`TO_JSON_STRING(TO_JSON(${nested}))`, '{"a":[1.5,null],"b":1,"j":{"x":2.0,"y":1},"t":"2026-01-02T03:04:05.500Z"}'],
    [`TO_JSON_STRING(${nested})`, '{"b":1,"a":[1.5,null],"t":"2026-01-02T03:04:05.500Z","j":{"x":2.0,"y":1}}'],
    [
      `TO_JSON_STRING(TO_JSON(1.0)), TO_JSON_STRING(1.0), TO_JSON(NULL) IS NULL, TO_JSON('a"') `,
      ['1.0', '1', false, 'a"'],
    ],
    [
      `TO_JSON_STRING(0.1), TO_JSON_STRING(1e21), TO_JSON_STRING(IEEE_DIVIDE(1, 0)), TO_JSON_STRING(0.1 + 0.2)`,
      ['0.1', '1e+21', '"Infinity"', '0.30000000000000004'],
    ],
    [
      `TO_JSON_STRING(DATE '2026-01-02'), TO_JSON_STRING(DATETIME '2026-01-02 03:04:05'), TO_JSON_STRING(b'ab'), TO_JSON_STRING(CAST(NULL AS DATE))`,
      ['"2026-01-02"', '"2026-01-02T03:04:05"', '"YWI="', 'null'],
    ],
    [
      `TO_JSON_STRING(CAST(12 AS NUMERIC)), TO_JSON_STRING(TO_JSON(CAST(12 AS NUMERIC))), TO_JSON_STRING(9007199254740992), TO_JSON_STRING(TO_JSON(9007199254740993))`,
      ['12', '12', '9007199254740992', '9007199254740993'],
    ],
    [`TO_JSON_STRING([STRUCT([1] AS a), NULL]), TO_JSON_STRING(1, FALSE)`, ['[{"a":[1]},null]', '1']],
    [
      `TO_JSON_STRING(JSON_ARRAY(1, 'a', NULL, [1, 2], JSON '{}')), TO_JSON_STRING(JSON_ARRAY())`,
      ['[1,"a",null,[1,2],{}]', '[]'],
    ],
    [
      `TO_JSON_STRING(JSON_OBJECT('b', 1, 'a', NULL, 'b', 3)), TO_JSON_STRING(JSON_OBJECT()), TO_JSON_STRING(JSON_OBJECT(['x', 'a', 'x'], [1, 2, 3]))`,
      ['{"a":null,"b":1}', '{}', '{"a":2,"x":1}'],
    ],
  ])('%s', async (sql, expected) => {
    expect(await database.value(sql)).toEqual(expected);
  });

  it('is answered as TO_JSON_STRING writes it, wherever it comes from and whatever it is in', async () => {
    const changed = `JSON_SET(j, '$.A', 1)`;
    const wide = `PARSE_JSON(CONCAT('{"z": ', '922337203685477580701, "é": "\\u00e9"}'), wide_number_mode => 'round')`;
    const record = '{"k":1,"j":{"a":{"x":null,"y":2.5},"b":1},"s":[]}';
    const sql = `SELECT j, ${changed}, ${wide}, STRUCT(j), [j, ${wide}], t, ARRAY_AGG(t) OVER () FROM t WHERE k = 1`;
    expect(await database.texts(sql)).toEqual([
      '{"a":{"x":null,"y":2.5},"b":1}',
      '{"A":1,"a":{"x":null,"y":2.5},"b":1}',
      '{"z":9.223372036854776e+20,"é":"é"}',
      '{"j":{"a":{"x":null,"y":2.5},"b":1}}',
      '[{"a":{"x":null,"y":2.5},"b":1},{"z":9.223372036854776e+20,"é":"é"}]',
      record,
      `[${record}]`,
    ]);
    const [value, text] = await database.texts(`SELECT j, TO_JSON_STRING(j) FROM t WHERE k = 1`);
    expect(text).toBe(JSON.stringify(value));
  });

  it('has the columns of tables in the same form', async () => {
    const sql = `SELECT j, TO_JSON_STRING(j), TO_JSON_STRING(s), JSON_OBJECT(CONCAT('k', k), s) FROM t ORDER BY k`;
    expect(await database.rows(sql)).toEqual([
      [{ a: { x: null, y: 2.5 }, b: 1 }, '{"a":{"x":null,"y":2.5},"b":1}', '[]', { k1: [] }],
      [null, 'null', '[]', { k2: [] }],
    ]);
  });

  it('may be nested 500 levels deep, whatever brackets there are in strings', async () => {
    expect(
      await database.value(
        `LENGTH(TO_JSON_STRING(PARSE_JSON(${deep(500)}))), ARRAY_LENGTH(JSON_KEYS(PARSE_JSON(${deep(500)}), 2, mode => 'lax recursive')), SAFE.PARSE_JSON(${deep(501)}), SAFE.PARSE_JSON(${deep(3000)})`,
      ),
    ).toEqual([1009, 1, null, null]);
    const flat = `CONCAT('[', REPEAT('[],', 2000), '"', REPEAT('[', 2000), '"]')`;
    expect(await database.value(`ARRAY_LENGTH(JSON_FLATTEN(PARSE_JSON(${flat})))`)).toBe(1);
    expect(await database.value(`LENGTH(TO_JSON_STRING(PARSE_JSON(${flat})))`)).toBe(8004);
  });

  it('comes out of tables however deeply it is nested, and is not looked through', async () => {
    const rows = await database.rows(`SELECT k, ARRAY_LENGTH(JSON_QUERY_ARRAY(j)), j FROM deep ORDER BY k`);
    expect(rows.map(([k, n]) => [k, n])).toEqual([
      [500, 1],
      [3000, 1],
    ]);
    expect(await database.rows(`SELECT LENGTH(TO_JSON_STRING(j)) FROM deep WHERE k = 500`)).toEqual([[1000]]);
  });

  it.each([
    [`PARSE_JSON(${deep(501)}) FROM t`, TOO_DEEP],
    [`PARSE_JSON(${deep(3000)}, wide_number_mode => 'round') FROM t`, TOO_DEEP],
    [`TO_JSON_STRING(j) FROM deep`, TOO_DEEP],
    [`JSON_STRIP_NULLS(j) FROM deep`, TOO_DEEP],
    [`JSON_FLATTEN(j) FROM deep`, TOO_DEEP],
    [`JSON_KEYS(j) FROM deep`, TOO_DEEP],
    [
      `JSON_KEYS(PARSE_JSON(CONCAT(REPEAT('{"a":', 30), '"', REPEAT('x', 20000), '"', REPEAT('}', 30)))) FROM t`,
      'JSON_KEYS of JSON that is long and nested deeply',
    ],
    [
      `TO_JSON_STRING(PARSE_JSON(CONCAT('[', REPEAT('1,', 9000), '"', REPEAT('x', 120000), '"]'))) FROM t`,
      'many values and of a long text',
    ],
    [
      `JSON_FLATTEN(PARSE_JSON(CONCAT(REPEAT('[', 30), REPEAT('1,', 10000), '1', REPEAT(']', 30)))) FROM t`,
      'JSON_FLATTEN of more than 10000 values',
    ],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(`SELECT ${sql}`)).toContain(message);
  });

  it.each([
    [`PARSE_JSON('{"a": 01}')`, 'invalid JSON'],
    [`PARSE_JSON('[1,]')`, 'invalid JSON'],
    [`PARSE_JSON('[NaN]')`, 'invalid JSON'],
    [`PARSE_JSON('[1e400]', wide_number_mode => 'round')`, 'an exponent of three'],
    [`SAFE.PARSE_JSON(CONCAT('0.12345678901234567', ''))`, 'more digits than are kept'],
    [`PARSE_JSON('0.12345678901234567')`, 'more digits than are kept'],
    [`PARSE_JSON('123456789012345678901')`, 'more digits than are kept'],
    [`JSON_OBJECT(CAST(NULL AS STRING), 1)`, 'a key of JSON_OBJECT is NULL'],
    [`JSON_OBJECT(['a'], [1, 2])`, 'as many values as keys'],
    [`JSON_OBJECT(['a'], CAST(NULL AS ARRAY<INT64>))`, 'a NULL array'],
    [`TO_JSON_STRING(-0.0)`, '-0.0'],
    [`TO_JSON_STRING(TO_JSON(1e15 + 0.5))`, '1e15'],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(`SELECT ${sql}`)).toContain(message);
  });

  it.each([
    [`JSON '{a}'`, '1:13 the text of this JSON literal is not JSON'],
    [`JSON '0.12345678901234567891'`, 'FLOAT64 does not hold exactly'],
    [String.raw`JSON '"\\ud800"'`, 'surrogate'],
    [`PARSE_JSON(1)`, 'no PARSE_JSON(INT64); there is PARSE_JSON(STRING)'],
    [`PARSE_JSON('1', wide_number_mode => 'loose')`, "wide_number_mode is 'exact' or 'round'"],
    [`PARSE_JSON('1', mode => 'exact')`, 'no argument mode'],
    [`PARSE_JSON(wide_number_mode => 'exact', '1')`, 'named arguments after all others'],
    [`TO_JSON(1, stringify_wide_numbers => TRUE)`, 'stringify_wide_numbers is not supported'],
    [`TO_JSON_STRING(1, TRUE)`, 'pretty_print is not supported'],
    [`JSON_OBJECT('a')`, 'keys and values in turn'],
    [`JSON_OBJECT(1, 2)`, 'a key of JSON_OBJECT is a STRING'],
    [`JSON '1' = JSON '1'`, 'between values of type JSON'],
    [`(SELECT 1 FROM t GROUP BY j)`, 'GROUP BY a value of type JSON'],
    [`1 FROM UNNEST([1]) ORDER BY JSON '1'`, 'JSON'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(`SELECT ${sql}`)).toContain(message);
  });
});
