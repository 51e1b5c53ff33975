import { ndjson, schemaOf, useDuckDb } from '../../../../../../test/support/duckdb.js';

const NAN = 'IEEE_DIVIDE(0, 0)';
/** NaN twice, then numbers. */
const NANS = `IF(id < 3, ${NAN}, IF(id = 4, IEEE_DIVIDE(-1, 0), id))`;
/** NULL, 0 and 0, and the ends of the range. */
const LIMITS =
  "CASE id WHEN 1 THEN NULL WHEN 4 THEN NUMERIC '-99999999999999999999999999999.999999999' WHEN 5 THEN NUMERIC '99999999999999999999999999999.999999999' ELSE 0 END";

describe('window functions', () => {
  const database = useDuckDb({
    't.ndjson': ndjson(
      { id: 1, g: 'a', n: 10, f: 1.5 },
      { id: 2, g: 'a', n: 10 },
      { id: 3, g: 'a', n: 30, f: -1 },
      { id: 4, g: 'b' },
      { id: 5, g: 'b', n: 5, f: 2 },
    ),
    't.schema.json': schemaOf('id INT64, g STRING, n INT64, f FLOAT64'),
  });
  /** The values of one expression, by id. */
  const column = async (sql: string) => (await database.rows(`SELECT ${sql} FROM t ORDER BY id`)).flat();

  it.each<[string, unknown[]]>([
    ['ROW_NUMBER() OVER (ORDER BY id DESC)', [5, 4, 3, 2, 1]],
    ['ROW_NUMBER() OVER (PARTITION BY g ORDER BY id)', [1, 2, 3, 1, 2]],
    // Records and arrays are alike where all of their parts are, NULLs among them.
    ['COUNT(*) OVER (PARTITION BY STRUCT(g, n))', [2, 2, 1, 1, 1]],
    ['COUNT(*) OVER (PARTITION BY [n, 10])', [2, 2, 1, 1, 1]],
    ['COUNT(*) OVER (PARTITION BY IF(id > 3, NULL, STRUCT(g)))', [3, 3, 3, 2, 2]],
    // A number is a value like others: all rows are peers.
    ['RANK() OVER (ORDER BY 1)', [1, 1, 1, 1, 1]],
    ['SUM(n) OVER (ORDER BY 2 DESC, g)', [50, 50, 50, 55, 55]],
    ['COUNT(*) OVER (PARTITION BY g ORDER BY 1.5 ROWS 1 PRECEDING) > 0', [true, true, true, true, true]],
    ['COUNT(*) OVER (ORDER BY 1 RANGE BETWEEN 1 PRECEDING AND CURRENT ROW)', [5, 5, 5, 5, 5]],
    // NULL comes first when ascending, and last when descending.
    ['RANK() OVER (ORDER BY n)', [3, 3, 5, 1, 2]],
    ['DENSE_RANK() OVER (ORDER BY n)', [3, 3, 4, 1, 2]],
    ['RANK() OVER (ORDER BY n DESC)', [2, 2, 1, 5, 4]],
    ['RANK() OVER (ORDER BY n NULLS LAST)', [2, 2, 4, 5, 1]],
    ['PERCENT_RANK() OVER (ORDER BY n)', [0.5, 0.5, 1, 0, 0.25]],
    ['PERCENT_RANK() OVER (PARTITION BY id ORDER BY n)', [0, 0, 0, 0, 0]],
    ['CUME_DIST() OVER (ORDER BY n)', [0.8, 0.8, 1, 0.2, 0.4]],
    ['NTILE(2) OVER (ORDER BY id)', [1, 1, 1, 2, 2]],
    ['NTILE(9) OVER (ORDER BY id)', [1, 2, 3, 4, 5]],
    ['LAG(id) OVER (ORDER BY id)', [null, 1, 2, 3, 4]],
    ['LAG(id, 2, -1) OVER (ORDER BY id)', [-1, -1, 1, 2, 3]],
    ['LAG(id, 0) OVER (ORDER BY id)', [1, 2, 3, 4, 5]],
    ['LAG(n, 1, 7) OVER (PARTITION BY g ORDER BY id)', [7, 10, 10, 7, null]],
    ["LEAD(g, 1, 'none') OVER (ORDER BY id)", ['a', 'a', 'b', 'b', 'none']],
    ['LAG(id, 4, 0.5) OVER (ORDER BY id)', [0.5, 0.5, 0.5, 0.5, 1]],
    ['LAG(id, 9223372036854775807) OVER (ORDER BY id)', [null, null, null, null, null]],
    ['LEAD(f, 1, 0) OVER (ORDER BY id)', [null, -1, null, 2, 0]],
    ["LEAD(id, 4, CAST('-7' AS INT64)) OVER (ORDER BY id)", [5, -7, -7, -7, -7]],
    ['LEAD([id], 4, [(-1), -2]) OVER (ORDER BY id)', [[5], [-1, -2], [-1, -2], [-1, -2], [-1, -2]]],
    ['LEAD(STRUCT(id AS i), 4, STRUCT(9)) OVER (ORDER BY id).i', [5, 9, 9, 9, 9]],
    // Frames: to the current row and its peers with ORDER BY, all rows without.
    ['FIRST_VALUE(id) OVER (PARTITION BY g ORDER BY id DESC)', [3, 3, 3, 5, 5]],
    ['LAST_VALUE(n) OVER (PARTITION BY g ORDER BY id)', [10, 10, 30, null, 5]],
    ['LAST_VALUE(n IGNORE NULLS) OVER (ORDER BY id)', [10, 10, 30, 30, 5]],
    ['FIRST_VALUE(n IGNORE NULLS) OVER (ORDER BY n)', [5, 5, 5, null, 5]],
    ['FIRST_VALUE(n RESPECT NULLS) OVER (ORDER BY n)', [null, null, null, null, null]],
    ['NTH_VALUE(id, 2) OVER (ORDER BY id)', [null, 2, 2, 2, 2]],
    [
      'NTH_VALUE(n, 3 IGNORE NULLS) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)',
      [30, 30, 30, 30, 30],
    ],
    ['SUM(n) OVER (PARTITION BY g)', [50, 50, 50, 5, 5]],
    ['SUM(n) OVER (ORDER BY n)', [25, 25, 55, null, 5]],
    ['SUM(n) OVER (ORDER BY id ROWS UNBOUNDED PRECEDING)', [10, 20, 50, 50, 55]],
    ['SUM(id) OVER (ORDER BY id ROWS 1 PRECEDING)', [1, 3, 5, 7, 9]],
    ['SUM(id) OVER (ORDER BY id ROWS BETWEEN 1 FOLLOWING AND 2 FOLLOWING)', [5, 7, 9, 5, null]],
    ['SUM(id) OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)', [15, 14, 12, 9, 5]],
    ['SUM(id) OVER (ORDER BY id RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING)', [3, 6, 9, 12, 9]],
    ['COUNT(*) OVER (ORDER BY n RANGE BETWEEN 5 PRECEDING AND CURRENT ROW)', [3, 3, 1, 1, 1]],
    ['COUNT(*) OVER (ORDER BY n DESC RANGE BETWEEN 5 PRECEDING AND CURRENT ROW)', [2, 2, 1, 1, 3]],
    ['COUNT(*) OVER (ORDER BY n RANGE BETWEEN UNBOUNDED PRECEDING AND 5 FOLLOWING)', [4, 4, 5, 1, 4]],
    // Distances over NULL, NaN and the infinities lead to none but their like, and none leads out of INT64.
    ['COUNT(*) OVER (ORDER BY f RANGE BETWEEN 2.5 PRECEDING AND 0.5 FOLLOWING)', [3, 2, 1, 2, 2]],
    [`COUNT(*) OVER (ORDER BY IF(id < 3, ${NAN}, f) RANGE 9 PRECEDING)`, [2, 2, 1, 1, 2]],
    [`COUNT(*) OVER (ORDER BY IF(id < 3, IEEE_DIVIDE(1, 0), f) DESC RANGE 9 PRECEDING)`, [2, 2, 2, 1, 1]],
    ['COUNT(*) OVER (ORDER BY f RANGE BETWEEN UNBOUNDED PRECEDING AND 0.5 FOLLOWING)', [5, 2, 3, 2, 5]],
    [
      'COUNT(*) OVER (ORDER BY IF(id = 1, 9223372036854775807, -9223372036854775807 + id) RANGE BETWEEN 9223372036854775807 PRECEDING AND 1 FOLLOWING)',
      [1, 2, 3, 4, 4],
    ],
    ['COUNT(*) OVER (ORDER BY CAST(n AS NUMERIC) RANGE BETWEEN 5.0 PRECEDING AND 0 FOLLOWING)', [3, 3, 1, 1, 1]],
    // Nothing is that far from the least and the greatest NUMERIC.
    [`COUNT(*) OVER (ORDER BY ${LIMITS} RANGE BETWEEN 2 PRECEDING AND 1 PRECEDING)`, [1, 0, 0, 0, 0]],
    [`COUNT(*) OVER (ORDER BY ${LIMITS} DESC RANGE BETWEEN 2 PRECEDING AND 1 PRECEDING)`, [1, 0, 0, 0, 0]],
    [
      `COUNT(*) OVER (ORDER BY ${LIMITS} RANGE BETWEEN 7e28 PRECEDING AND NUMERIC '0.000000001' FOLLOWING)`,
      [1, 2, 2, 1, 1],
    ],
    // NaN is below all numbers.
    [`SUM(id) OVER (ORDER BY ${NANS} RANGE BETWEEN UNBOUNDED PRECEDING AND 1 FOLLOWING)`, [3, 3, 10, 7, 15]],
    [`SUM(id) OVER (ORDER BY ${NANS} DESC RANGE BETWEEN 3 PRECEDING AND UNBOUNDED FOLLOWING)`, [3, 3, 15, 7, 15]],
    ['SUM(id) OVER (ORDER BY id RANGE BETWEEN 2 FOLLOWING AND 3 FOLLOWING)', [7, 9, 5, null, null]],
    ['COUNT(*) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 2 PRECEDING)', [0, 0, 0, 0, 0]],
    ['COUNT(*) OVER (ORDER BY id RANGE BETWEEN 1 PRECEDING AND 2 PRECEDING)', [0, 0, 0, 0, 0]],
    ['SUM(id) OVER (ORDER BY f RANGE BETWEEN 9 FOLLOWING AND 1 FOLLOWING)', [null, 6, null, 6, null]],
    ['NTH_VALUE(id, 1) OVER (ORDER BY id ROWS BETWEEN 2 FOLLOWING AND 1 FOLLOWING)', [null, null, null, null, null]],
    [
      'ARRAY_AGG(id) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 2 PRECEDING) IS NULL',
      [true, true, true, true, true],
    ],
    ['COUNT(DISTINCT n) OVER (PARTITION BY g)', [2, 2, 2, 1, 1]],
    ['COUNTIF(n = 10) OVER (PARTITION BY g)', [2, 2, 2, 0, 0]],
    ['AVG(n) OVER (PARTITION BY g ORDER BY id)', [10, 10, 50 / 3, null, 5]],
    ['MAX(f) OVER (ORDER BY id)', [1.5, 1.5, 1.5, 1.5, 2]],
    [`MIN(IF(id = 3, ${NAN}, f)) OVER (ORDER BY id)`, [1.5, 1.5, 'NaN', 'NaN', 'NaN']],
    [`RANK() OVER (ORDER BY IF(id < 3, ${NAN}, f))`, [2, 2, 4, 1, 5]],
    ['LOGICAL_OR(id = 4) OVER (PARTITION BY g)', [false, false, false, true, true]],
    ["STRING_AGG(g, '') OVER (ORDER BY id)", ['a', 'aa', 'aaa', 'aaab', 'aaabb']],
    ['ARRAY_LENGTH(ARRAY_AGG(n) OVER (ORDER BY id))', [1, 2, 3, 4, 5]],
    ['ARRAY_AGG(n IGNORE NULLS) OVER (PARTITION BY g ORDER BY id)', [[10], [10, 10], [10, 10, 30], [], [5]]],
    ['MAX_BY(id, n) OVER (PARTITION BY g)', [3, 3, 3, 5, 5]],
    ['n - LAG(n) OVER (PARTITION BY g ORDER BY id)', [null, 0, 20, null, null]],
  ])('%s', async (sql, expected) => {
    expect(await column(sql)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['SELECT id FROM t QUALIFY ROW_NUMBER() OVER (PARTITION BY g ORDER BY id DESC) = 1 ORDER BY id', [[3], [5]]],
    ['SELECT id, RANK() OVER (ORDER BY n DESC) AS r FROM t WHERE n > 5 QUALIFY r = 1', [[3, 1]]],
    ['SELECT id FROM t ORDER BY ROW_NUMBER() OVER (ORDER BY id DESC) LIMIT 1', [[5]]],
    ['SELECT DISTINCT MAX(id) OVER (PARTITION BY g) AS m FROM t ORDER BY m', [[3], [5]]],
    // Groups first, windows over them.
    [
      'SELECT g, SUM(n) AS s, SUM(SUM(n)) OVER () AS total, RANK() OVER (ORDER BY SUM(n) DESC) FROM t GROUP BY g ORDER BY g',
      [
        ['a', 50, 55, 1],
        ['b', 5, 55, 2],
      ],
    ],
    ['SELECT g FROM t GROUP BY g QUALIFY ROW_NUMBER() OVER (ORDER BY COUNT(*) DESC) = 1', [['a']]],
    [
      'SELECT id, SUM(id) OVER w, COUNT(*) OVER (v ROWS 1 PRECEDING), LAG(id) OVER v, MIN(id) OVER u FROM t WHERE g = "a" WINDOW w AS (PARTITION BY g), v AS (w ORDER BY id), u AS w ORDER BY id',
      [
        [1, 6, 1, null, 1],
        [2, 6, 2, 1, 1],
        [3, 6, 2, 2, 1],
      ],
    ],
    ['SELECT SUM(id) OVER (w) AS s FROM t WINDOW w AS (ORDER BY id ROWS 1 PRECEDING) ORDER BY s LIMIT 2', [[1], [3]]],
    ['SELECT SUM(id) OVER (v RANGE 1 PRECEDING) AS s FROM t WINDOW v AS (ORDER BY id) ORDER BY s LIMIT 2', [[1], [3]]],
    [
      'SELECT x, ROW_NUMBER() OVER (PARTITION BY id ORDER BY x) FROM t, UNNEST([2, 1]) AS x WHERE id = 1 ORDER BY 1',
      [
        [1, 1],
        [2, 2],
      ],
    ],
  ])('%s', async (sql, expected) => {
    expect(await database.rows(sql)).toEqual(expected);
  });

  it.each([
    ['COUNT(*) OVER (ORDER BY CAST(id AS NUMERIC) RANGE 8e28 PRECEDING)', 'the distance of a frame is above 7'],
    // The greatest FLOAT64 and this would be infinite, and such rows are in no frame but their own.
    [
      'COUNT(*) OVER (ORDER BY f RANGE BETWEEN CURRENT ROW AND 1.7e308 FOLLOWING)',
      'the distance of a frame is above 9e291',
    ],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(`SELECT ${sql} FROM t`)).toContain(message);
  });

  it.each([
    ['LAG(id, @n) OVER (ORDER BY id)', [null, null, 1, 2, 3]],
    ['NTILE(@n) OVER (ORDER BY id)', [1, 1, 1, 2, 2]],
    ['NTH_VALUE(id, @n) OVER (ORDER BY id)', [null, 2, 2, 2, 2]],
    ['SUM(id) OVER (ORDER BY f RANGE @n PRECEDING)', [1, 6, 3, 6, 6]],
  ])('%s takes a parameter', async (sql, expected) => {
    const parameter = (value: bigint) => ({ name: 'n', type: 'INT64', array: false, value }) as const;
    const query = `SELECT ${sql} FROM t ORDER BY id`;
    expect((await database.rows(query, [parameter(2n)])).flat()).toEqual(expected);
    expect(await database.failure(query, [parameter(-1n)])).toMatch(/that is NULL or less than|not negative/);
  });

  it('takes the distance of a frame from a parameter, and no negative one', async () => {
    const sql = 'SELECT SUM(id) OVER (ORDER BY id ROWS @n PRECEDING) AS s FROM t ORDER BY s DESC LIMIT 1';
    const parameter = (value: bigint) => ({ name: 'n', type: 'INT64', array: false, value }) as const;
    expect(await database.rows(sql, [parameter(2n)])).toEqual([[12]]);
    expect(await database.failure(sql, [parameter(-1n)])).toContain('the distance of a frame');
  });

  it.each([
    ['SELECT ROW_NUMBER() FROM t', '1:8 ROW_NUMBER needs OVER'],
    ['SELECT RANK() OVER () FROM t', '1:8 RANK needs ORDER BY in its OVER'],
    ['SELECT RANK() OVER (ORDER BY id ROWS 1 PRECEDING) FROM t', 'RANK takes no frame'],
    ['SELECT LAG(id IGNORE NULLS) OVER (ORDER BY id) FROM t', '"IGNORE" here is not supported'],
    ['SELECT LAG(id, -1) OVER (ORDER BY id) FROM t', '1:16 anything but a parameter or a whole number from 0'],
    ['SELECT LAG(id, 1, "x") OVER (ORDER BY id) FROM t', 'one common type, found INT64, STRING'],
    ['SELECT LAG(id, 1, n) OVER (ORDER BY id) FROM t', 'a default that is not a literal or a parameter'],
    ['SELECT LAG([id], 1, [n]) OVER (ORDER BY id) FROM t', '1:21 a default that is not a literal or a parameter'],
    ['SELECT LAG(id, 1, CAST(f AS INT64)) OVER (ORDER BY id) FROM t', 'a default that is not a literal or a parameter'],
    ['SELECT NTILE(0) OVER (ORDER BY id) FROM t', 'anything but a parameter or a whole number from 1'],
    ['SELECT NTH_VALUE(id, 0) OVER (ORDER BY id) FROM t', 'anything but a parameter or a whole number from 1'],
    ['SELECT UPPER(g) OVER () FROM t', '1:8 UPPER takes no OVER'],
    ['SELECT NO_SUCH(g) OVER () FROM t', 'function NO_SUCH is not supported'],
    ['SELECT APPROX_QUANTILES(n, 2) OVER () FROM t', 'APPROX_QUANTILES takes no OVER'],
    ['SELECT COUNT(DISTINCT n) OVER (ORDER BY id) FROM t', 'COUNT(DISTINCT …) takes no ORDER BY in its OVER'],
    ['SELECT ARRAY_AGG(n ORDER BY id) OVER () FROM t', 'ARRAY_AGG … OVER takes no ORDER BY in its parentheses'],
    ['SELECT SUM(n) OVER (PARTITION BY f) FROM t', '1:34 PARTITION BY takes no FLOAT64'],
    [
      'SELECT SUM(n) OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND 1 PRECEDING) FROM t',
      'this frame ends before it begins',
    ],
    ['SELECT SUM(n) OVER (ORDER BY id ROWS UNBOUNDED FOLLOWING) FROM t', 'this frame ends before it begins'],
    ['SELECT SUM(n) OVER (RANGE 1 PRECEDING) FROM t', 'RANGE with a distance needs ORDER BY with one number'],
    [
      'SELECT SUM(n) OVER (ORDER BY g RANGE 1 PRECEDING) FROM t',
      'RANGE with a distance needs ORDER BY with one number',
    ],
    ['SELECT SUM(n) OVER (ORDER BY id, n RANGE 1 PRECEDING) FROM t', 'RANGE with a distance needs ORDER BY with one'],
    ['SELECT SUM(n) OVER (ORDER BY id RANGE 1.5 PRECEDING) FROM t', '1:39 expected INT64, found FLOAT64'],
    ['SELECT SUM(n) OVER (ORDER BY id ROWS -1 PRECEDING) FROM t', 'the distance of a frame cannot be negative'],
    ['SELECT SUM(n) OVER (ORDER BY id ROWS n PRECEDING) FROM t', 'the distance of a frame is a number written out'],
    [
      'SELECT SUM(n) OVER (w ROWS 1 PRECEDING) FROM t WINDOW w AS (ORDER BY id ROWS 2 PRECEDING)',
      '1:23 window "w" has a frame',
    ],
    ['SELECT SUM(n) OVER (w ORDER BY n) FROM t WINDOW w AS (ORDER BY id)', 'window "w" has an ORDER BY already'],
    ['SELECT SUM(n) OVER (w PARTITION BY n) FROM t WINDOW w AS (ORDER BY id)', 'takes its PARTITION BY from there'],
    ['SELECT SUM(n) OVER w FROM t', '1:20 there is no window "w"'],
    ['SELECT SUM(n) OVER v FROM t WINDOW v AS w, w AS (ORDER BY id)', 'there is no window "w"'],
    ['SELECT id FROM t WHERE ROW_NUMBER() OVER () = 1', '1:24 ROW_NUMBER … OVER cannot stand in WHERE'],
    ['SELECT g FROM t GROUP BY g HAVING SUM(COUNT(*)) OVER () > 1', 'SUM … OVER cannot stand in HAVING'],
    ['SELECT SUM(ROW_NUMBER() OVER ()) FROM t', 'ROW_NUMBER … OVER cannot stand in SUM'],
    ['SELECT ROW_NUMBER() OVER (ORDER BY id) AS r FROM t GROUP BY r', 'ROW_NUMBER … OVER cannot stand in GROUP BY'],
    ['SELECT SUM(SUM(n) OVER ()) OVER () FROM t', 'SUM … OVER cannot stand in SUM'],
    ['SELECT id FROM t QUALIFY id = 1', '1:18 QUALIFY needs a window function'],
    ['SELECT g, SUM(n) OVER () FROM t GROUP BY g', '1:15 column "n" is neither in GROUP BY'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(sql)).toContain(message);
  });
});
