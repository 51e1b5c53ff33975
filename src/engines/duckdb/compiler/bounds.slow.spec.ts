import { useDuckDb } from '../../../../test/support/duckdb.js';

describe('work that nothing could interrupt', () => {
  const duckDb = useDuckDb();

  it.each([
    ["EDIT_DISTANCE(REPEAT('ab', 500000), REPEAT('ba', 500000))", 'EDIT_DISTANCE of long texts'],
    ['GENERATE_ARRAY(0, 1000000000000)', 'an array of more than 4194304 elements'],
    ['GENERATE_ARRAY(-9223372036854775807, 9223372036854775807)', 'an array of more than'],
    [
      "GENERATE_TIMESTAMP_ARRAY(TIMESTAMP '2001-01-01', TIMESTAMP '2030-12-31', INTERVAL 1 SECOND)",
      'an array of more than',
    ],
    ["INSTR(REPEAT('ab', 300000), 'a', 1, 200000)", 'that many occurrences'],
    ["REGEXP_INSTR(REPEAT('ab', 300000), 'a', 1, 200000)", 'that many occurrences'],
    ["TO_JSON_STRING(PARSE_JSON(CONCAT('[', REPEAT('1,', 100000), '1]')))", 'JSON of more than 10000 values'],
  ])('is refused: %s', async (sql, reason) => {
    expect(await duckDb.failure(`SELECT ${sql} AS x`)).toContain(reason);
  });

  it('leaves what is shorter alone', async () => {
    expect(await duckDb.value("EDIT_DISTANCE(REPEAT('ab', 400), REPEAT('ba', 400))")).toBe(2);
    expect(await duckDb.value("INSTR(REPEAT('ab', 3000), 'a', 1, 1500)")).toBe(2999);
    expect(
      await duckDb.value(
        'ARRAY_LENGTH(GENERATE_ARRAY(-9223372036854775807, 9223372036854775807, 9223372036854775807))',
      ),
    ).toBe(3);
    expect(await duckDb.value("ARRAY_LENGTH(GENERATE_DATE_ARRAY('0001-01-01', '9999-12-31'))")).toBe(3652059);
  });
});

describe('columns that are named as the compiler’s own variables are', () => {
  const duckDb = useDuckDb();

  const trap = "STRUCT('W' AS field0, 'W' AS field1, 'W' AS value, 'W' AS key, 'W' AS a, 'W' AS b)";
  const names = ['v0', 'v1', 'v2', 'e', 'e0', 'e1', 'j0', 'whole', 'item', 'value', 'parsed', 'safe', 'p', 'm'];

  it.each([
    ['IF(i = 1, s, NULL) = s', true],
    ["IF(i = 1, s, NULL) IN (s, STRUCT(2, 'y'))", true],
    ['s IN UNNEST(l)', true],
    ['TO_JSON_STRING(s)', '{"a":1,"b":"z"}'],
    ['TO_JSON(STRUCT(l AS p, s AS q))', { p: [{ a: 1, b: 'z' }], q: { a: 1, b: 'z' } }],
    ["JSON_SET(JSON '{}', '$.c', s)", { c: { a: 1, b: 'z' } }],
    ["NULLIF(s, STRUCT(1, 'y')).a", 1],
    ['APPROX_TOP_COUNT(t, 1)', [{ value: 'z', count: 1 }]],
    ["PARSE_DATE('%d/%m/%Y', CONCAT('1/2/', '2026'))", '2026-02-01'],
    ['l', [{ a: 1, b: 'z' }]],
  ])('are not mistaken for them: %s', async (sql, answer) => {
    const rows = "SELECT 1 AS i, 'z' AS t, STRUCT(1 AS a, 'z' AS b) AS s, [STRUCT(1 AS a, 'z' AS b)] AS l";
    for (const name of names) {
      expect([name, await duckDb.rows(`SELECT ${sql} AS x FROM (${rows}, ${trap} AS ${name})`)]).toEqual([
        name,
        [[answer]],
      ]);
    }
  });
});
