import { ndjson, useDuckDb } from '../../../../../test/support/duckdb.js';

const SCHEMA = [
  { name: 'id', type: 'INT64' },
  { name: 'g', type: 'STRING' },
  { name: 'l', type: 'INT64', mode: 'REPEATED' },
  {
    name: 'r',
    type: 'RECORD',
    fields: [
      { name: 'a', type: 'INT64' },
      { name: 's', type: 'STRING' },
    ],
  },
  {
    name: 'm',
    type: 'RECORD',
    mode: 'REPEATED',
    fields: [
      { name: 'k', type: 'STRING' },
      { name: 'p', type: 'INT64', mode: 'REPEATED' },
    ],
  },
];

describe('STRUCTs', () => {
  const database = useDuckDb({
    't.ndjson': ndjson(
      { id: 1, g: 'a', l: [1, 2], r: { a: 1, s: 'x' }, m: [{ k: 'one', p: [7] }] },
      { id: 2, g: 'a', l: [], r: { a: 2 }, m: [{ k: 'two' }] },
      { id: 3, g: 'b' },
    ),
    't.schema.json': JSON.stringify(SCHEMA),
  });

  it.each<[string, unknown]>([
    // Constructors; a field without a name gets BigQuery's in the answer.
    [
      `STRUCT<a INT64, b STRING>(1, 'x'), STRUCT<INT64, STRING>(1, 'x')`,
      [
        { a: 1, b: 'x' },
        { _field_1: 1, _field_2: 'x' },
      ],
    ],
    [
      `(1, 'x'), STRUCT(1, 2 AS b), STRUCT(NULL)`,
      [{ _field_1: 1, _field_2: 'x' }, { _field_1: 1, b: 2 }, { _field_1: null }],
    ],
    [`STRUCT<d DATE, f FLOAT64>('2026-01-01', 1)`, { d: '2026-01-01', f: 1 }],
    [
      `ARRAY<STRUCT<a FLOAT64, STRING>>[(1, 'x'), STRUCT(2 AS c, NULL)]`,
      [
        { a: 1, _field_2: 'x' },
        { a: 2, _field_2: null },
      ],
    ],
    [
      `[STRUCT(1 AS a, 'x' AS b), (2.5, NULL)]`,
      [
        { a: 1, b: 'x' },
        { a: 2.5, b: null },
      ],
    ],
    [`STRUCT<ARRAY<STRUCT<x INT64>>>([(STRUCT(1))])`, { _field_1: [{ x: 1 }] }],
    ['STRUCT(1 AS a, 2 AS A, 3 AS b).b, STRUCT(1 AS a, 2 AS a)[OFFSET(1)]', [3, 2]],
    [`(1, 'x')[0], (1, 'x')[ORDINAL(2)], CAST(NULL AS STRUCT<a INT64>).a`, [1, 'x', null]],
    // Comparisons: what differs decides, then what is NULL.
    ['(1, 2) = (1, 2), (1, 2) = (1, 3), (1, 2) != (1, 3), (1, 2) <> (1, 2)', [true, false, true, false]],
    [
      '(1, NULL) = (1, 2), (1, NULL) = (2, NULL), (1, NULL) != (1, NULL), (1, NULL) != (2, 2)',
      [null, false, null, true],
    ],
    [
      `(1, 2) = (1.0, 2.0), (1, '2026-01-01') = (1, DATE '2026-01-01'), STRUCT(1 AS a) = STRUCT(1 AS b)`,
      [true, true, true],
    ],
    [
      '(1, (2, NULL)) = (1, (3, NULL)), (1, (2, NULL)) = (1, (2, 3)), (1, 2) = CAST(NULL AS STRUCT<INT64, INT64>)',
      [false, null, null],
    ],
    ['(1, IEEE_DIVIDE(0, 0)) = (1, IEEE_DIVIDE(0, 0)), (1, 0.0) = (1, -0.0)', [false, true]],
    [
      '(1, 2) IN ((1, 2), (3, 4)), (1, NULL) IN ((1, 2)), (1, NULL) IN ((2, 2)), (1, 2) NOT IN ((3, NULL))',
      [true, null, false, true],
    ],
    [
      `(1, 'a') IN UNNEST([(1, 'a'), (2, 'b')]), (3, 'a') IN UNNEST([(1, NULL)]), (1, 'a') IN UNNEST([STRUCT(1, NULL)])`,
      [true, false, null],
    ],
    ['(1, 2) IN UNNEST(CAST(NULL AS ARRAY<STRUCT<INT64, INT64>>)), NULL IN UNNEST([(1, 2)])', [false, null]],
    [
      '(1, 2) IN (SELECT (1, 2)), (1, 2) IN (SELECT AS STRUCT 1, 3 UNION ALL SELECT AS STRUCT 1, NULL), (1, 2) IN (SELECT (1, 2) LIMIT 0)',
      [true, null, false],
    ],
    [
      'CASE (1, NULL) WHEN (1, 2) THEN 1 WHEN (2, 2) THEN 2 ELSE 3 END, NULLIF((1, 2), (1, 2)), NULLIF((1, NULL), (1, 2))',
      [3, null, { _field_1: 1, _field_2: null }],
    ],
    // FLOAT64, too, whose NaN equals nothing.
    [
      '1.5 IN (1.5, 2), IEEE_DIVIDE(0, 0) IN (IEEE_DIVIDE(0, 0)), 1.5 IN UNNEST([1.5]), 2.5 NOT IN (SELECT 1.5)',
      [true, false, true, true],
    ],
    ['NULLIF(1.5, 1.5), NULLIF(IEEE_DIVIDE(0, 0), IEEE_DIVIDE(0, 0)), CASE 1.5 WHEN 1.5 THEN 1 END', [null, 'NaN', 1]],
    // Conversions
    [
      `CAST((1, '2') AS STRUCT<a STRING, b INT64>), CAST([STRUCT(1 AS a)] AS ARRAY<STRUCT<b INT64>>)`,
      [{ a: '1', b: 2 }, [{ b: 1 }]],
    ],
    [
      `CAST([1, 2] AS ARRAY<INT64>), CAST([] AS ARRAY<STRING>), CAST(NULL AS STRUCT<a INT64>), SAFE_CAST([STRUCT('a' AS s)] AS ARRAY<STRUCT<t STRING>>)`,
      [[1, 2], [], null, [{ t: 'a' }]],
    ],
    [
      `IF(TRUE, STRUCT(1 AS a), STRUCT(2.5)), COALESCE(NULL, STRUCT(1 AS a), (SELECT AS STRUCT 2.5))`,
      [{ a: 1 }, { a: 1 }],
    ],
    [
      'ARRAY_CONCAT([STRUCT(1 AS a)], [STRUCT(2 AS b)]), ARRAY_CONCAT([1], [2.5])',
      [
        [{ a: 1 }, { a: 2 }],
        [1, 2.5],
      ],
    ],
  ])('SELECT %s', async (expressions, expected) => {
    expect(await database.value(expressions)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    [
      `SELECT r = (1, 'x'), r = (1, 'y'), r IN ((2, 'x'), (3, 'y')), r IS NULL FROM t ORDER BY id`,
      [
        [true, false, false, false],
        [false, false, null, false],
        [null, null, null, true],
      ],
    ],
    [`SELECT id FROM t WHERE (id, g) IN ((1, 'a'), (2, 'b'))`, [[1]]],
    [`SELECT id FROM t WHERE (id, g) NOT IN (SELECT AS STRUCT id, g FROM t WHERE id > 1)`, [[1]]],
    [
      'SELECT (SELECT COUNT(*) FROM t AS u WHERE (u.id, u.g) IN UNNEST([(t.id, t.g), (9, t.g)])) FROM t',
      [[1], [1], [1]],
    ],
    ['SELECT (SUM(id), COUNT(*)) = (6, 3), (SUM(id), 3) IN (SELECT (6, 3)) FROM t', [[true, true]]],
    ['SELECT a.id FROM t AS a JOIN t AS b USING (r)', [[1]]],
    ['SELECT COUNT(*) FROM (SELECT IEEE_DIVIDE(0, 0) AS x) JOIN (SELECT IEEE_DIVIDE(0, 0) AS x) USING (x)', [[0]]],
    [
      `SELECT COALESCE(r, (9, 'z')), CAST(r AS STRUCT<n STRING, STRING>).n FROM t ORDER BY id`,
      [
        [{ a: 1, s: 'x' }, '1'],
        [{ a: 2, s: null }, '2'],
        [{ a: 9, s: 'z' }, null],
      ],
    ],
    // Arrays that a table lacks are empty ones in another type, too; those of a missing record are NULL.
    [`SELECT ARRAY_LENGTH([m[SAFE_OFFSET(0)], ('k', [1, 2])][OFFSET(0)].p) FROM t ORDER BY id`, [[1], [0], [null]]],
    [`SELECT m FROM t UNION ALL SELECT [STRUCT('k', [1])] LIMIT 1 OFFSET 3`, [[[{ k: 'k', p: [1] }]]]],
    // A set operation takes literals for what its other queries have.
    [
      `SELECT s.a FROM (SELECT STRUCT(1 AS a, '2026-01-01' AS b) AS s UNION ALL SELECT (2.5, DATE '2026-01-02')) WHERE s.b = '2026-01-02'`,
      [[2.5]],
    ],
    [
      `SELECT '2026-01-02' AS d UNION ALL SELECT DATE '2026-01-01' UNION ALL SELECT '2026-01-03' ORDER BY d`,
      [['2026-01-01'], ['2026-01-02'], ['2026-01-03']],
    ],
    // UNNEST, ARRAY_AGG, value tables, *
    [`SELECT x, b FROM UNNEST([STRUCT(1 AS x, 'one' AS b), (2, 'two')]) WHERE x = 2`, [[2, 'two']]],
    ['SELECT * FROM UNNEST([(1, 2)]), UNNEST([(3, 4)])', [[1, 2, 3, 4]]],
    ['SELECT v.* FROM (SELECT (id, g) AS v FROM t WHERE id = 3)', [[3, 'b']]],
    ['SELECT ARRAY_AGG(STRUCT(id, g, id + 1) ORDER BY id LIMIT 1) FROM t', [[[{ id: 1, g: 'a', _field_3: 2 }]]]],
    ['SELECT ARRAY(SELECT AS STRUCT id, id * 2 FROM t WHERE id = 1)', [[[{ id: 1, _field_2: 2 }]]]],
    ['SELECT ARRAY(SELECT AS STRUCT 1 AS a, 4.5 UNION ALL SELECT AS STRUCT 1, 4)[OFFSET(0)].a', [[1]]],
    ['SELECT v, v.id, g FROM (SELECT AS VALUE STRUCT(id, g) FROM t) AS v WHERE id = 3', [[{ id: 3, g: 'b' }, 3, 'b']]],
    [
      'SELECT v + 1, e FROM (SELECT AS VALUE id FROM t) AS v, (SELECT AS VALUE l FROM t), UNNEST([v]) AS e WHERE v = 3 LIMIT 1',
      [[4, 3]],
    ],
    [
      'SELECT id, EXISTS(SELECT * FROM t.l), ARRAY(SELECT p FROM t.m AS m JOIN m.p) FROM t ORDER BY id',
      [
        [1, true, [7]],
        [2, false, []],
        [3, false, []],
      ],
    ],
    [
      `SELECT a, b, c FROM UNNEST([1, 2]) AS a JOIN UNNEST(['x']) AS b LEFT JOIN UNNEST(ARRAY<INT64>[]) AS c ORDER BY a`,
      [
        [1, 'x', null],
        [2, 'x', null],
      ],
    ],
    // GROUP BY and SELECT DISTINCT: NULLs are alike, and an array that a table lacks is an empty one.
    [
      'SELECT r, r.a, COUNT(*) FROM t GROUP BY r ORDER BY r.a',
      [
        [null, null, 1],
        [{ a: 1, s: 'x' }, 1, 1],
        [{ a: 2, s: null }, 2, 1],
      ],
    ],
    [
      'SELECT STRUCT(g, NULL, IEEE_DIVIDE(0, 0)) AS s, COUNT(*) AS n FROM t GROUP BY s ORDER BY n DESC LIMIT 1',
      [[{ g: 'a', _field_2: null, _field_3: 'NaN' }, 2]],
    ],
    [
      'SELECT l, COUNT(*), ARRAY_LENGTH(l) FROM t GROUP BY l ORDER BY 2',
      [
        [[1, 2], 1, 2],
        [[], 2, 0],
      ],
    ],
    ['SELECT COUNT(*) FROM (SELECT DISTINCT l, [NULL, 1] FROM t)', [[2]]],
  ])('%s', async (sql, expected) => {
    expect(await database.rows(sql)).toEqual(expected);
  });

  it('names the types of the answer as BigQuery does', async () => {
    expect(await database.columns(`SELECT STRUCT(1, 'x' AS b, [(2, 3)]) AS s`)).toEqual([
      's STRUCT<_field_1 INT64, b STRING, _field_3 ARRAY<STRUCT<_field_1 INT64, _field_2 INT64>>>',
    ]);
  });

  it.each([
    ['STRUCT(1 AS a, 2 AS A)', '1:14 a STRUCT with two fields of one name in the answer'],
    ['STRUCT(1 AS a, 2 AS a).a', 'field "a" is ambiguous'],
    ['(1, 2).a', 'no field "a"; they have no names'],
    ['STRUCT()', 'an empty STRUCT'],
    ['STRUCT<INT64>(1, 2)', 'STRUCT<INT64> has 1 fields, found 2 values'],
    ['STRUCT<a INT64>(1 AS a)', 'the type names the fields of this STRUCT'],
    [`STRUCT<a INT64>('x')`, '1:24 expected INT64, found STRING'],
    ['(1 AS a, 2)', 'syntax error: unexpected "AS", ")" is missing'],
    ['ARRAY<ARRAY<INT64>>[]', 'an ARRAY of ARRAYs'],
    ['(1, 2) < (1, 3)', 'STRUCTs are compared by = and != alone'],
    [`(1, 2) = (1, 'x')`, 'values of the same types are compared'],
    ['(1, 2) = (1, 2, 3)', 'values of the same types are compared'],
    ['(1, 2) IN ((1, 2), 3)', 'values of the same types are compared'],
    ['(1, [2]) = (1, [2])', 'a value of type ARRAY<INT64> cannot be compared'],
    ['(1, 2) IN (SELECT 1, 2)', 'the subquery of IN must return one column; write SELECT AS STRUCT'],
    ['NULLIF([1], [1])', 'NULLIF compares its arguments'],
    ['CASE END', '1:8 CASE needs a WHEN'],
    ['CASE (SELECT (1, 2)) WHEN (1, 2) THEN 1 END', 'CASE over a computed value'],
    ['(1, 2)[2]', 'has no field at OFFSET(2)'],
    ['(1, 2)[SAFE_OFFSET(0)]', 'has no SAFE_OFFSET'],
    ['(1, 2)[id]', 'the position of a field is a number written out'],
    [`SAFE_CAST(STRUCT('a') AS STRUCT<INT64>)`, 'SAFE_CAST of STRUCT<STRING> to STRUCT<INT64>'],
    [`[JSON '1'] IS DISTINCT FROM NULL`, 'IS DISTINCT FROM between values of type ARRAY<JSON>'],
    ['CAST((1, 2) AS STRUCT<INT64>)', 'CAST of STRUCT<INT64, INT64> to STRUCT<INT64>'],
    [
      "CAST(ARRAY<STRING>['1'] AS ARRAY<INT64>)",
      '1:26 an ARRAY is cast to its own type alone, found ARRAY<STRING>; write ARRAY(SELECT CAST(x AS INT64) FROM UNNEST(…) AS x)',
    ],
    ['CAST([1] AS ARRAY<FLOAT64>)', 'an ARRAY is cast to its own type alone, found ARRAY<INT64>'],
    ['SAFE_CAST(l AS ARRAY<STRING>)', 'an ARRAY is cast to its own type alone'],
    ['CAST((1, [2]) AS STRUCT<INT64, ARRAY<STRING>>)', 'an ARRAY is cast to its own type alone'],
    ['CAST([(1, 2)] AS ARRAY<STRUCT<INT64, STRING>>)', 'an ARRAY is cast to its own type alone'],
    ['TO_JSON_STRING((1, 2))', 'a STRUCT field without a name; write AS name'],
    ['ARRAY_CONCAT(l, [2.5])', 'need one common type'],
    ['COUNT(DISTINCT r)', 'DISTINCT over STRUCT'],
    ['(SELECT SUM(t.id) FROM UNNEST([1, 2]))', 'SUM over columns of the query around alone'],
    ['ARRAY(SELECT e FROM UNNEST(ARRAY_AGG(id)) AS e)', 'ARRAY_AGG is an aggregate function; FROM comes before'],
    ['(SELECT v FROM (SELECT AS VALUE 1, 2) AS v)', 'SELECT AS VALUE takes one expression'],
  ])('%s is refused', async (expression, message) => {
    expect(await database.refusal(`SELECT ${expression} FROM t`)).toContain(message);
  });

  it.each([
    ['SELECT m, COUNT(*) FROM t GROUP BY m', 'GROUP BY a value of type ARRAY<STRUCT<k STRING, p ARRAY<INT64>>>'],
    ['SELECT a.id FROM t AS a JOIN t AS b USING (l)', 'a value of type ARRAY<INT64> cannot be compared'],
    ['SELECT 1 FROM t AS u WHERE EXISTS(SELECT * FROM t.l)', '1:49 there is no table "t.l"'],
    ['SELECT 1 FROM UNNEST([1]) RIGHT JOIN UNNEST([2])', 'RIGHT JOIN needs ON or USING'],
    ['SELECT g FROM t UNION ALL SELECT DATE "2026-01-01"', 'has no common type: STRING, DATE'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(sql)).toContain(message);
  });

  it('refuses NULL elements in the answer alone', async () => {
    expect(await database.failure('SELECT [(1, 2), NULL]')).toContain('NULL element');
  });
});
