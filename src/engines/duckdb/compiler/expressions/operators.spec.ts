import { ndjson, schemaOf, useDuckDb } from '../../../../../test/support/duckdb.js';

const NAN = 'IEEE_DIVIDE(0, 0)';

describe('operators', () => {
  const database = useDuckDb({
    't.ndjson': ndjson({ i: 1, s: 'a', f: 1.5, n: 1.5, ts: '2026-01-01T00:00:00Z', d: '2026-01-01', a: [5] }),
    't.schema.json': schemaOf('i INT64, s STRING, f FLOAT64, n NUMERIC, ts TIMESTAMP, d DATE, a INT64[]'),
  });

  it.each<[string, unknown]>([
    ['1 + 2 * 3, (1 + 2) * 3, 10 - 3 - 2, 100 / 10 / 5, 10 - 3 + 2', [7, 9, 5, 2, 9]],
    ['-2 + 3, -2 * 3, - -5, 3 - -2', [1, -6, 5, 5]],
    [
      "+5, + -5, -+5, + +1.5, 1 + +1, [7, 8][OFFSET(+1)], CAST(+0.1 AS NUMERIC), NUMERIC '1' + +0.1",
      [5, -5, -5, 1.5, 2, 8, '0.1', '1.1'],
    ],
    ['7 / 2, 1 + 0.5, -(1.5)', [3.5, 1.5, -1.5]],
    ['CAST(NULL AS INT64) + 1, 1 / CAST(NULL AS INT64), -CAST(NULL AS INT64)', [null, null, null]],
    ['IEEE_DIVIDE(1, 0), IEEE_DIVIDE(1, -0.0), IEEE_DIVIDE(-1, 0)', ['Infinity', '-Infinity', '-Infinity']],
    [`IEEE_DIVIDE(1, 0) * 2, ${NAN} + 1, ${NAN}`, ['Infinity', 'NaN', 'NaN']],
    [`'a' || 'b' || 'c', 'a' || CAST(NULL AS STRING), b'a' || b'b'`, ['abc', null, 'YWI=']],
    ['[1] || [2, 3]', [1, 2, 3]],
    // Precedence: OR, AND, NOT, comparisons, +, *, signs.
    ['TRUE OR TRUE AND FALSE, (TRUE OR TRUE) AND FALSE', [true, false]],
    ['NOT TRUE AND FALSE, NOT (TRUE AND FALSE), NOT 1 = 2', [false, true, true]],
    ['NOT 1 BETWEEN 0 AND 2 AND TRUE, 1 + 1 = 2 AND 2 < 3', [false, true]],
    [`NOT 'a' IN ('b'), NOT NULL IS NULL`, [true, false]],
    // Three-valued logic.
    [
      'NULL AND FALSE, NULL AND TRUE, NULL OR TRUE, NULL OR FALSE, NOT CAST(NULL AS BOOL)',
      [false, null, true, null, null],
    ],
    ['none = none, 1 != none, none < 1, 1 << none'.replaceAll('none', 'CAST(NULL AS INT64)'), [null, null, null, null]],
    ['NULL IS NULL, 1 IS NOT NULL, (1 = CAST(NULL AS INT64)) IS TRUE, FALSE IS NOT TRUE', [true, true, false, true]],
    ['CAST(NULL AS BOOL) IS NOT FALSE, TRUE IS FALSE', [true, false]],
    [`('NOT NOT a' = 'a') IS TRUE, ('NOT NOT a' = 'a') IS NOT TRUE`, [false, true]],
    ['1 IS DISTINCT FROM NULL, NULL IS NOT DISTINCT FROM NULL, 1 IS DISTINCT FROM 1', [true, true, false]],
    // NaN
    [`${NAN} = ${NAN}, ${NAN} != ${NAN}, ${NAN} <> 1.0, ${NAN} = 1.0`, [false, true, true, false]],
    [`${NAN} < 1, ${NAN} > 1, ${NAN} <= ${NAN}, ${NAN} >= 1, 1 < ${NAN}`, [false, false, false, false, false]],
    [`${NAN} = CAST(NULL AS FLOAT64), CAST(NULL AS INT64) > ${NAN}, ${NAN} BETWEEN 0 AND 1`, [null, null, false]],
    [`${NAN} IS DISTINCT FROM ${NAN}`, false],
    [
      `(1, NULL) IS DISTINCT FROM STRUCT(1 AS a, NULL AS b), (${NAN}, [-0.0]) IS NOT DISTINCT FROM (${NAN}, [0.0]), STRUCT(1) IS DISTINCT FROM NULL, [1] IS DISTINCT FROM [1, 2], (1, 'a') IS DISTINCT FROM (1.5, 'a')`,
      [false, true, true, true, true],
    ],
    ['IEEE_DIVIDE(1, 0) > 1e308, 1 = 1.0, 0.0 = -0.0', [true, true, true]],
    // Order of texts is that of code points.
    [`'B' < 'a', 'z' < 'é', 'a' < 'ab', '' < 'a'`, [true, true, true, true]],
    [`FALSE < TRUE, b'a' < b'b', DATE '2026-01-01' < DATE '2026-01-02'`, [true, true, true]],
    // IN
    ['1 IN (1, NULL), 2 IN (1, NULL), 2 NOT IN (1, NULL), 2 NOT IN (1)', [true, null, null, true]],
    ['NULL IN (1), 1 IN (2, 3)', [null, false]],
    ['1 IN UNNEST([1, NULL]), 2 IN UNNEST([1, NULL]), 2 NOT IN UNNEST([1, NULL])', [true, null, null]],
    ['1 IN UNNEST(CAST(NULL AS ARRAY<INT64>)), CAST(NULL AS INT64) IN UNNEST([1])', [false, null]],
    ['1 IN UNNEST(ARRAY<INT64>[]), 1 NOT IN UNNEST([2])', [false, true]],
    [
      '2 BETWEEN 1 AND 3, 2 NOT BETWEEN 1 AND 3, NULL BETWEEN 1 AND 2, 5 BETWEEN NULL AND 1',
      [true, false, null, false],
    ],
    ['1.5 IN UNNEST(ARRAY<NUMERIC>[1.5]), 1 IN UNNEST([1.0])', [true, true]],
    [
      "NUMERIC '1' IN (SELECT 1), 2 NOT IN (SELECT NUMERIC '2.5'), 1 IN (SELECT NULL), 3 IN (SELECT 3.0)",
      [true, true, null, true],
    ],
    ["DATE '2020-01-01' IN (SELECT DATE '2020-01-01' UNION ALL SELECT NULL), 's' IN (SELECT 't')", [true, false]],
    // LIKE
    [`'abc' LIKE 'a%', 'abc' LIKE '_b_', 'abc' LIKE 'b', 'abc' NOT LIKE '%d%'`, [true, true, false, true]],
    [String.raw`'a%' LIKE 'a\\%', 'ab' LIKE 'a\\%', 'a_' LIKE r'a\_', 'a\\' LIKE r'a\\'`, [true, false, true, true]],
    [`'é' LIKE '_', '🦆' LIKE '_', '''a\nb''' LIKE 'a%b', '' LIKE '%', 'A' LIKE 'a'`, [true, true, true, true, false]],
    [`CAST(NULL AS STRING) LIKE 'a', 'a' LIKE CAST(NULL AS STRING)`, [null, null]],
  ])('%s', async (sql, expected) => {
    expect(await database.value(sql)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    // A literal stands for a date or time.
    [`ts = '2026-01-01', ts >= '2026-01-01T01:00:00+01:00', d = '2026-01-01'`, [true, true, true]],
    [`ts IN ('2026-01-01', '2026-01-02'), d BETWEEN '2025-12-31' AND '2026-01-01'`, [true, true]],
    ['i + f, i + n, n + n, n - 1', [2.5, '2.5', 3, '0.5']],
    ['i = f, i < n, f > 1', [false, true, true]],
    ['-t.i, -t.f, -a[SAFE_OFFSET(0)], -t.a[SAFE_OFFSET(0)] + 1', [-1, -1.5, -5, -4]],
    ['- -t.i, - -a[SAFE_OFFSET(0)]', [1, 5]],
    ['a[SAFE_OFFSET(9223372036854775807)], CAST(NULL AS INT64) << -1', [null, null]],
    ['-STRUCT(1 AS x).x, -[STRUCT(STRUCT(7 AS y) AS x)][OFFSET(0)].x.y', [-1, -7]],
    ['ts + INTERVAL 1 DAY, ts - INTERVAL 1 MICROSECOND', ['2026-01-02T00:00:00Z', '2025-12-31T23:59:59.999999Z']],
    ['INTERVAL i HOUR + ts', '2026-01-01T01:00:00Z'],
  ])('over columns: %s', async (sql, expected) => {
    expect(await database.value(`${sql} FROM t`)).toEqual(expected);
  });

  it.each([
    ['9223372036854775807 + 1', 'Overflow'],
    ['-9223372036854775808 - 1', 'Overflow'],
    ['9223372036854775807 * 2', 'Overflow'],
    ['-(-9223372036854775807 - 1)', 'Overflow'],
    ['1e308 * 10', 'floating point overflow'],
    ['1e308 + 1e308', 'floating point overflow'],
    ['-1e308 - 1e308', 'floating point overflow'],
    ['1e308 / 1e-308', 'floating point overflow'],
    ['1 / 0', 'division by zero'],
    ['0.0 / 0', 'division by zero'],
    [`'a' LIKE CONCAT('a', '\\\\')`, 'cannot end with a backslash'],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(`SELECT ${sql}`)).toContain(message);
  });

  it.each([
    [
      "ts > '2026-13-45'",
      '1:8 the two sides of ">" need one common type, found TIMESTAMP, STRING; the text is no TIMESTAMP: write YYYY-MM-DD[',
    ],
    ['s = ts', '1:8 the two sides of "=" need one common type, found STRING, TIMESTAMP'],
    [`ts > CONCAT('2026')`, 'found TIMESTAMP, STRING'],
    [`ts > '2026'`, 'found TIMESTAMP, STRING'],
    ['d = ts', 'found DATE, TIMESTAMP'],
    ...['+', '-', '*', '/', '<', '<=', '>', '>=', '&', '|', '^'].flatMap((operator): [string, string][] => [
      [
        `i ${operator} NULL`,
        `1:${11 + operator.length} an operand of "${operator}" cannot be the literal NULL; write CAST(`,
      ],
      [`NULL ${operator} i`, `1:8 an operand of "${operator}" cannot be the literal NULL`],
    ]),
    ['i = NULL', '1:12 an operand of "=" cannot be the literal NULL; write x IS NULL'],
    ['((NULL)) != i', 'an operand of "!=" cannot be the literal NULL; write x IS NOT NULL'],
    ['NULL <> NULL', '1:8 an operand of "<>" cannot be the literal NULL; write x IS NOT NULL'],
    ['s LIKE NULL', '1:15 an operand of "LIKE" cannot be the literal NULL; write CAST(NULL AS STRING)'],
    ['NULL NOT LIKE s', '1:8 an operand of "LIKE" cannot be the literal NULL'],
    ['s || NULL', '1:13 an operand of "||" cannot be the literal NULL; write CAST(NULL AS STRING)'],
    ['NULL || a', '1:8 an operand of "||" cannot be the literal NULL'],
    ['NULL + INTERVAL 1 DAY', '1:8 an operand of "+" cannot be the literal NULL'],
    ['NOT NULL', '1:12 an operand of "NOT" cannot be the literal NULL; write CAST(NULL AS BOOL)'],
    ['-NULL', '1:9 an operand of "-" cannot be the literal NULL'],
    ['~NULL', '1:9 an operand of "~" cannot be the literal NULL'],
    ['f IN UNNEST(a)', '1:20 expected ARRAY<FLOAT64>, found ARRAY<INT64>; write x IN (SELECT y FROM UNNEST(…) AS y)'],
    ['f IN UNNEST(ARRAY<INT64>[1])', 'expected ARRAY<FLOAT64>, found ARRAY<INT64>'],
    ['1.5 IN UNNEST([1, 2])', 'expected ARRAY<FLOAT64>, found ARRAY<INT64>; write x IN (SELECT y'],
    ["'2020-01-01' IN (SELECT d FROM t)", '1:8 IN compares STRING with DATE; CAST one of them'],
    ['d IN (SELECT DATETIME(ts) FROM t)', '1:8 IN compares DATE with DATETIME'],
    ["'a' IN (SELECT NULL)", 'IN compares STRING with'],
    ['1.5 IN UNNEST(a)', 'expected ARRAY<FLOAT64>, found ARRAY<INT64>'],
    ['f NOT IN UNNEST([n])', 'expected ARRAY<FLOAT64>, found ARRAY<NUMERIC>'],
    ['i IN UNNEST([2], [nosuch])', '1:25 UNNEST takes one array here'],
    ['i + s', '1:8 "+" adds numbers, found INT64 and STRING; texts are joined with ||'],
    ['d - d', '"-" between DATE and DATE'],
    ['ts - ts', '"-" between TIMESTAMP and TIMESTAMP'],
    ['ts + INTERVAL 1 MONTH', 'the date part MONTH'],
    [`'a' || 1`, 'the two sides of "||" need one common type'],
    ['1 || 2', '"||" joins STRING, BYTES or ARRAY values, found INT64'],
    ['1 AND TRUE', '1:8 expected BOOL, found INT64'],
    [`NOT 'true'`, '1:12 expected BOOL, found STRING'],
    ['-s', '1:8 "-" needs a number, found STRING'],
    ['a = a', '"=" between values of type ARRAY<INT64>'],
    ['1 = 1 = TRUE', '1:8 a comparison inside a comparison needs parentheses'],
    ['1 IS NULL = FALSE', '1:8 a comparison inside a comparison'],
    [`s LIKE 'a' IS TRUE`, '1:8 a comparison inside a comparison'],
    ['i IN (1) IN (TRUE)', 'a comparison inside a comparison'],
    [`'a' LIKE 'a\\\\'`, '1:17 a LIKE pattern cannot end with a backslash'],
    [`b'a' LIKE 'a'`, 'LIKE needs STRING or BYTES on both sides, found STRING beside BYTES'],
    ['i IS 1', 'write IS [NOT] NULL, TRUE or FALSE'],
    ['+s', '1:8 "+" needs a number, found STRING'],
    ['i % 2', '1:10 syntax error: write MOD(x, y) for "%"'],
    ['i::STRING', '1:9 syntax error: write CAST(x AS type) for "x::type"'],
    ['i == 1', '1:10 syntax error: write = for "=="'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(`SELECT ${sql} FROM t`)).toContain(message);
  });

  it.each([
    ['s = 1', "STRING, INT64; put it in quotes: '1'"],
    ['s IN (1, 2)', "STRING, INT64; put it in quotes: '1'"],
    ['s IN (1, i)', 'STRING, INT64'],
    [`i = '200'`, 'INT64, STRING; drop the quotes: 200'],
    [`'-2' < i`, 'STRING, INT64; drop the quotes: -2'],
    [`f = '1.5'`, 'FLOAT64, STRING; drop the quotes: 1.5'],
    [`(i > 0) = 'True'`, 'BOOL, STRING; drop the quotes: True'],
    [`i IN ('1', '2')`, 'INT64, STRING; drop the quotes: 1'],
    [`i BETWEEN '1' AND '2'`, 'INT64, STRING; drop the quotes: 1'],
    [`i = '1.5'`, 'INT64, STRING'],
    [`i IN ('1', 'x')`, 'INT64, STRING'],
    ['i = s', 'INT64, STRING'],
  ])('%s is refused with what the quotes have to do with it', async (sql, expected) => {
    expect((await database.refusal(`SELECT ${sql} FROM t`)).split(' found ')[1]).toBe(expected);
  });

  it('blames no text that is a time', async () => {
    const refusal = await database.refusal("SELECT ts IN ('2026-01-01', 5) FROM t");
    expect(refusal).toContain('found TIMESTAMP, STRING, INT64');
    expect(refusal).not.toContain('the text is no');
  });
});
