import { ndjson, useDuckDb } from '../../../../../test/support/duckdb.js';

/** Three entries: a full one, one whose record is there and empty, one without. */
const EDGE_LOGS = ndjson(
  {
    id: 'full',
    timestamp: '2026-11-20T10:00:00Z',
    metadata: [
      { request: [{ path: '/a', headers: [{ host: 'h1' }, { host: 'h2' }] }], response: [{ status_code: 200 }] },
    ],
  },
  { id: 'thin', timestamp: '2026-11-20T11:00:00Z', metadata: [{ request: [] }] },
  { id: 'bare', timestamp: '2026-11-20T12:00:00Z' },
);

describe('FROM', () => {
  const database = useDuckDb({
    'edge_logs.ndjson': EDGE_LOGS,
    'a.ndjson': ndjson({ id: 1, x: 'a1', l: [10, 20] }, { id: 2, x: 'a2', l: [] }, { id: null, x: 'a3', l: [30] }),
    'b.ndjson': ndjson({ id: 1, y: 'b1' }, { id: 3, y: 'b3' }, { id: null, y: 'bn' }),
    'weird name.ndjson': ndjson({ 'a b': 1 }),
  });

  it.each<[string, unknown]>([
    // UNNEST of records, three deep: CROSS JOIN drops what has none, LEFT JOIN keeps it.
    [
      `SELECT t.id, request.path, headers.host, pos FROM edge_logs AS t CROSS JOIN UNNEST(t.metadata) AS m
       CROSS JOIN UNNEST(m.request) AS request CROSS JOIN UNNEST(request.headers) AS headers WITH OFFSET AS pos ORDER BY pos`,
      [
        ['full', '/a', 'h1', 0],
        ['full', '/a', 'h2', 1],
      ],
    ],
    [
      `SELECT t.id, request.path, headers.host FROM edge_logs AS t LEFT JOIN UNNEST(t.metadata) AS m
       LEFT JOIN UNNEST(m.request) AS request LEFT JOIN UNNEST(request.headers) AS headers ORDER BY timestamp, host`,
      [
        ['full', '/a', 'h1'],
        ['full', '/a', 'h2'],
        ['thin', null, null],
        ['bare', null, null],
      ],
    ],
    [
      `SELECT id, r.status_code FROM edge_logs, UNNEST(metadata) m LEFT JOIN UNNEST(m.response) AS r ORDER BY timestamp`,
      [
        ['full', 200],
        ['thin', null],
      ],
    ],
    // An alias that hides the column it unnests, and fields without their record.
    [
      `SELECT id, path FROM edge_logs CROSS JOIN UNNEST(metadata) AS metadata CROSS JOIN UNNEST(metadata.request)`,
      [['full', '/a']],
    ],
    [
      'SELECT id, h.host FROM edge_logs, UNNEST(metadata), UNNEST(request), UNNEST(headers) AS h ORDER BY h.host LIMIT 1',
      [['full', 'h1']],
    ],
    [
      `SELECT ID, m.Request[SAFE_OFFSET(0)].PATH FROM edge_logs, UNNEST(MetaData) AS M WHERE id = 'full'`,
      [['full', '/a']],
    ],
    // Values, and their offsets.
    [
      'SELECT x, e, o FROM a CROSS JOIN UNNEST(l) AS e WITH OFFSET AS o ORDER BY e',
      [
        ['a1', 10, 0],
        ['a1', 20, 1],
        ['a3', 30, 0],
      ],
    ],
    [
      'SELECT x, e, offset FROM a LEFT JOIN UNNEST(l) AS e WITH OFFSET ORDER BY x, e',
      [
        ['a1', 10, 0],
        ['a1', 20, 1],
        ['a2', null, null],
        ['a3', 30, 0],
      ],
    ],
    [
      'SELECT * FROM UNNEST([5, 6]) AS n WITH OFFSET ORDER BY n',
      [
        [5, 0],
        [6, 1],
      ],
    ],
    ['SELECT * FROM UNNEST([STRUCT(5 AS a, 6 AS b)]) WITH OFFSET', [[5, 6, 0]]],
    ['SELECT s.* FROM UNNEST([STRUCT(5 AS a)]) AS s WITH OFFSET', [[5]]],
    ['SELECT s, s.a FROM UNNEST([STRUCT(5 AS a)]) AS s', [[{ a: 5 }, 5]]],
    ['SELECT n FROM UNNEST(CAST(NULL AS ARRAY<INT64>)) AS n', []],
    [
      'SELECT n, m FROM UNNEST([1, 2]) AS n CROSS JOIN UNNEST(GENERATE_ARRAY(1, n)) AS m ORDER BY n, m',
      [
        [1, 1],
        [2, 1],
        [2, 2],
      ],
    ],
    ['SELECT n FROM UNNEST([NULL, 1]) AS n ORDER BY n', [[null], [1]]],
    // Joins
    ['SELECT x, y FROM a JOIN b ON a.id = b.id', [['a1', 'b1']]],
    [
      'SELECT x, y FROM a LEFT OUTER JOIN b ON a.id = b.id ORDER BY x',
      [
        ['a1', 'b1'],
        ['a2', null],
        ['a3', null],
      ],
    ],
    [
      'SELECT x, y FROM a RIGHT JOIN b ON a.id = b.id ORDER BY y',
      [
        ['a1', 'b1'],
        [null, 'b3'],
        [null, 'bn'],
      ],
    ],
    [
      'SELECT x, y FROM a FULL JOIN b ON a.id = b.id ORDER BY x, y',
      [
        [null, 'b3'],
        [null, 'bn'],
        ['a1', 'b1'],
        ['a2', null],
        ['a3', null],
      ],
    ],
    ['SELECT COUNT(*) FROM a CROSS JOIN b', [[9]]],
    ['SELECT x, y FROM a, b WHERE a.id = b.id', [['a1', 'b1']]],
    ['SELECT id, x, y FROM a JOIN b USING (id)', [[1, 'a1', 'b1']]],
    [
      'SELECT id, a.id AS a_id, b.id AS b_id FROM a FULL JOIN b USING (id) WHERE id IS NOT NULL ORDER BY id',
      [
        [1, 1, 1],
        [2, 2, null],
        [3, null, 3],
      ],
    ],
    [
      'SELECT id, y FROM a RIGHT JOIN b USING (id) ORDER BY y',
      [
        [1, 'b1'],
        [3, 'b3'],
        [null, 'bn'],
      ],
    ],
    // Merged columns come first in *, and once.
    ['SELECT * FROM a JOIN b USING (id)', [[1, 'a1', [10, 20], 'b1']]],
    [
      'SELECT * EXCEPT (l) FROM b LEFT JOIN a USING (id) WHERE id IS NOT NULL ORDER BY id',
      [
        [1, 'b1', 'a1'],
        [3, 'b3', null],
      ],
    ],
    [
      'SELECT * EXCEPT (l) FROM a FULL JOIN b USING (id) WHERE id > 1 ORDER BY id',
      [
        [2, 'a2', null],
        [3, null, 'b3'],
      ],
    ],
    [
      'SELECT * FROM (SELECT id, x FROM a) JOIN b USING (id) JOIN (SELECT 1 AS id, 7 AS z) USING (id)',
      [[1, 'a1', 'b1', 7]],
    ],
    [
      'SELECT id FROM (SELECT 2 AS id) FULL JOIN b USING (id) LEFT JOIN a USING (id) WHERE id < 4 ORDER BY id',
      [[1], [2], [3]],
    ],
    ['SELECT id FROM a LEFT JOIN b USING (id) ORDER BY id', [[null], [1], [2]]],
    // A condition behind another one is that of the join before.
    [
      'SELECT a.x, b.y, c.id FROM a LEFT JOIN b JOIN a AS c ON b.id = c.id ON a.id = b.id ORDER BY a.x',
      [
        ['a1', 'b1', 1],
        ['a2', null, null],
        ['a3', null, null],
      ],
    ],
    [
      'SELECT a.id, d.id AS d FROM a JOIN a AS b JOIN a AS c JOIN a AS d ON c.id = d.id - 1 ON b.id = c.id AND c.id IN (1, (SELECT 2)) ON a.id = b.id',
      [[1, 2]],
    ],
    [
      'SELECT COUNT(*) FROM b CROSS JOIN a JOIN a AS c ON a.id = c.id JOIN (a AS d\nJOIN b AS e -- ON\nJOIN b AS f ON e.id = f.id\nON d.id = e.id) ON TRUE',
      [[6]],
    ],
    ['SELECT id, y FROM (SELECT 1 AS id) JOIN (SELECT 5 AS z) AS n JOIN b ON b.id IS NOT NULL USING (id)', [[1, 'b1']]],
    ['SELECT one.x, two.x AS z FROM a AS one JOIN a two ON one.id = two.id - 1', [['a1', 'a2']]],
    [
      'SELECT a.x, b.y, c.x AS z FROM a LEFT JOIN (b CROSS JOIN (SELECT 7 AS x) AS c) ON a.id = b.id ORDER BY a.x LIMIT 2',
      [
        ['a1', 'b1', 7],
        ['a2', null, null],
      ],
    ],
    ['SELECT a.x, b.y FROM a LEFT JOIN b ON a.id = b.id AND b.y = "no" ORDER BY x LIMIT 1', [['a1', null]]],
    [
      'SELECT a.x, e FROM a LEFT JOIN b ON a.id = b.id CROSS JOIN UNNEST(a.l) AS e WHERE b.y IS NOT NULL ORDER BY e',
      [
        ['a1', 10],
        ['a1', 20],
      ],
    ],
    ['SELECT q.n + 1 AS m FROM (SELECT id AS n FROM a WHERE id = 1) AS q', [[2]]],
    ['SELECT n FROM (SELECT id AS n FROM a) ORDER BY n LIMIT 1 OFFSET 1', [[1]]],
    ['SELECT `a b` FROM `weird name`', [[1]]],
  ])('%s', async (sql, expected) => {
    expect(await database.rows(sql)).toEqual(expected);
  });

  it.each([
    ['SELECT id FROM a JOIN b ON TRUE', '1:8 column "id" is ambiguous'],
    ['SELECT 1 FROM a JOIN a ON TRUE', '1:22 two FROM items are named "a"'],
    ['SELECT 1 FROM a CROSS JOIN UNNEST(l) AS a', 'two FROM items are named "a"'],
    [
      'SELECT * FROM a JOIN b USING (id) CROSS JOIN (SELECT 1 AS id)',
      '* over a join with USING and another column "id"',
    ],
    ['SELECT id FROM a JOIN b USING (id) CROSS JOIN (SELECT 1 AS id)', '1:8 column "id" is ambiguous'],
    ['SELECT 1 FROM a JOIN (a AS c JOIN b USING (id)) ON TRUE', 'a join with USING in parentheses, on the right'],
    ['SELECT 1 FROM a JOIN b USING (x)', '1:31 USING needs exactly one column "x" on each side'],
    ['SELECT 1 FROM a JOIN b', 'INNER JOIN needs ON or USING'],
    ['SELECT 1 FROM a JOIN b ON TRUE ON TRUE', '1:32 syntax error: unexpected "ON"'],
    ['SELECT 1 FROM a, b JOIN a AS c ON TRUE ON TRUE', 'syntax error: unexpected "ON"'],
    ['FROM a |> JOIN b JOIN a AS c ON TRUE ON TRUE', 'syntax error'],
    ['SELECT a.id FROM a JOIN b JOIN a AS c ON b.id = c.id ON a.nope = b.id', '1:59 "a" has no column "nope"'],
    ['SELECT 1 FROM a CROSS JOIN b ON TRUE', 'CROSS JOIN takes no condition'],
    ['SELECT 1 FROM a JOIN b ON 1', 'expected BOOL, found INT64'],
    ['SELECT x FROM a RIGHT JOIN UNNEST(l) AS e ON TRUE', 'RIGHT JOIN UNNEST'],
    ['SELECT x FROM a NATURAL JOIN b', 'is not supported'],
    ['SELECT 1 FROM UNNEST([1], [2])', 'UNNEST of several arrays'],
    ['SELECT 1 FROM UNNEST(1)', '1:22 UNNEST needs an ARRAY, found INT64'],
    ['SELECT e.* FROM UNNEST([1]) AS e', '1:10 "e" has no columns'],
    ['SELECT metadata.request FROM edge_logs', '1:17 cannot read field "request" of an ARRAY'],
    ['SELECT timestamp.x FROM edge_logs', 'cannot read field "x" of TIMESTAMP'],
    ['SELECT nope FROM a', '1:8 unrecognized name "nope"'],
    ['SELECT a.nope FROM a', '1:10 "a" has no column "nope"'],
    ['SELECT a.x FROM a AS q', '1:8 unrecognized name "a"'],
    ['SELECT x FROM A', '1:15 there is no table "A"'],
    // Other ways to read than by a table's plain name.
    ['SELECT * FROM nope', '1:15 there is no table "nope"'],
    [
      'SELECT * FROM d.a',
      '1:15 there is no table "d.a": there is no dataset "d", which would be a folder in QUERN_DATA; try a alone',
    ],
    ['SELECT * FROM `d.a`', '1:15 there is no table "d.a"'],
    [
      'SELECT * FROM my-project.d.a',
      '1:15 there is no table "my-project.d.a": "my-project" stands where a project does, and QUERN_BIGQUERY_PROJECT names none; try a alone',
    ],
    ['SELECT * FROM data.a', 'there is no table "data.a": there is no dataset "data"'],
    [
      'SELECT * FROM INFORMATION_SCHEMA.TABLES',
      'there is no table "INFORMATION_SCHEMA.TABLES": INFORMATION_SCHEMA is not supported',
    ],
    ['SELECT * FROM information_schema', 'there is no table'],
    ['SELECT * FROM sqlite_master', 'there is no table'],
    ['SELECT * FROM duckdb_settings()', '1:15 the function DUCKDB_SETTINGS in FROM is not supported'],
    [`SELECT * FROM read_csv('/etc/passwd')`, '1:15 the function READ_CSV in FROM is not supported'],
    [`SELECT * FROM query_table('a')`, 'the function QUERY_TABLE in FROM is not supported'],
    [`SELECT * FROM query('SELECT 1')`, 'the function QUERY in FROM is not supported'],
    [`SELECT * FROM 'a.ndjson'`, `1:15 'a.ndjson' is a STRING; as a name it stands in backticks`],
    [`SELECT * FROM "a"`, '1:15 "a" is a STRING; as a name it stands in backticks, as in `a`'],
    ['SELECT * FROM `/etc/passwd`', 'there is no table "/etc/passwd"'],
    ['SELECT * FROM ML.PREDICT(TABLE a)', 'the function ML.PREDICT in FROM is not supported'],
    ['SELECT * FROM (VALUES (1))', 'is not supported'],
    ['SELECT * FROM a, UNNEST([1]) AS x PIVOT(SUM(x) FOR x IN (1))', 'PIVOT takes no arrays of UNNEST'],
    ['SELECT * FROM a TABLESAMPLE SYSTEM (10 PERCENT)', '"TABLESAMPLE" here is not supported'],
    ['SELECT * FROM a FOR SYSTEM_TIME AS OF CURRENT_TIMESTAMP()', '"FOR" here is not supported'],
    ['SELECT * FROM a AS OF TIMESTAMP 1', 'unexpected'],
    ['SELECT * FROM a POSITIONAL JOIN b', 'is not supported'],
    ['SELECT * FROM a ASOF JOIN b ON TRUE', 'is not supported'],
  ])('%s is refused', async (sql, message) => {
    const refusal = await database.refusal(sql);
    if (message === 'is not supported' || message === 'unexpected') expect(refusal).not.toBe('not refused');
    else expect(refusal).toContain(message);
  });
});
