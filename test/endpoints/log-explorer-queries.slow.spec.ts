import { ndjson, useDuckDb } from '../support/duckdb.js';

function edge(id: string, time: string, request: object, response: object) {
  const timestamp = `2026-11-20T${time}Z`;
  return { id, timestamp, event_message: `edge ${id}`, metadata: [{ request: [request], response: [response] }] };
}

/** Three whole requests, one without any record, one of which nothing but the time is known. */
const EDGE_LOGS = ndjson(
  edge(
    'e1',
    '10:00:00',
    {
      method: 'GET',
      path: '/rest/v1/todos',
      search: '?select=*&limit=10',
      cf: [{ country: 'DE' }],
      headers: [{ user_agent: 'curl/8.1', host: 'a.example.com' }],
      sb: [{ jwt: [{ apikey: [{ payload: [{ role: 'anon' }] }] }] }],
    },
    { status_code: 200, origin_time: 30 },
  ),
  edge(
    'e2',
    '10:01:30',
    { method: 'GET', path: '/auth/v1/user', cf: [{ country: 'FR' }], headers: [{ user_agent: 'node' }] },
    { status_code: 401, origin_time: 12 },
  ),
  edge(
    'e3',
    '10:01:45',
    { method: 'POST', path: '/rest/v1/todos', cf: [{ country: 'DE' }], headers: [{ user_agent: 'curl/8.1' }] },
    { status_code: 500, origin_time: 250 },
  ),
  { id: 'e4', timestamp: '2026-11-20T11:05:00Z', event_message: 'edge e4', metadata: [] },
  { id: 'e5', timestamp: '2026-11-20T11:06:00Z' },
);

function postgres(id: string, time: string, message: string, parsed: object) {
  const timestamp = `2026-11-20T${time}Z`;
  return { id, timestamp, event_message: message, metadata: [{ host: 'db1', parsed: [parsed] }] };
}

const POSTGRES_LOGS = ndjson(
  postgres('p1', '10:00:05', 'relation "todo" does not exist', {
    error_severity: 'ERROR',
    user_name: 'app',
    sql_state_code: '42P01',
    query: 'SELECT * FROM todo -- all',
  }),
  postgres('p2', '10:02:00', 'connection received: host=10.0.0.1 port=5432', { error_severity: 'LOG' }),
  postgres('p3', '11:00:00', 'the database system is shutting down', { error_severity: 'FATAL', user_name: 'app' }),
);

const FUNCTION_LOGS = ndjson(
  {
    id: 'f1',
    timestamp: '2026-11-20T10:00:10Z',
    event_message: '{"code": 42, "user": {"id": "u1"}}',
    metadata: [{ level: 'error', function_id: 'fn1', execution_id: 'x1' }],
  },
  {
    id: 'f2',
    timestamp: '2026-11-20T10:03:00Z',
    event_message: 'took 120 ms',
    metadata: [{ level: 'info', function_id: 'fn1', execution_id: 'x1' }],
  },
  {
    id: 'f3',
    timestamp: '2026-11-20T10:04:00Z',
    event_message: 'took 900 ms',
    metadata: [
      { level: 'info', function_id: 'fn2' },
      { level: 'error', function_id: 'fn2' },
    ],
  },
  { id: 'f4', timestamp: '2026-11-20T11:04:00Z', event_message: 'no metadata' },
);

const FUNCTION_EDGE_LOGS = ndjson(
  ...[
    ['g1', '10:00:09', 'fn1', 'x1', 120, 200],
    ['g2', '10:30:00', 'fn1', 'x2', 900, 500],
    ['g3', '11:10:00', 'fn2', 'x3', 300, 200],
  ].map(([id, time, function_id, execution_id, execution_time_ms, status_code]) => ({
    id,
    timestamp: `2026-11-20T${String(time)}Z`,
    event_message: `call of ${String(function_id)}`,
    metadata: [{ function_id, execution_id, execution_time_ms, response: [{ status_code }] }],
  })),
);

const AUTH_LOGS = ndjson(
  {
    id: 'a1',
    timestamp: '2026-11-20T10:00:01Z',
    event_message: '{"msg":"login","duration":1500000}',
    metadata: [{ level: 'info', args: ['one', 'two'], duration: '1500000', auth_event: [{ action: 'login' }] }],
  },
  { id: 'a2', timestamp: '2026-11-20T10:00:02Z', event_message: 'not json', metadata: [{ level: 'warning' }] },
);

const EDGE = `edge_logs CROSS JOIN UNNEST(metadata) AS metadata
  CROSS JOIN UNNEST(metadata.request) AS request CROSS JOIN UNNEST(metadata.response) AS response`;

describe('queries of a log explorer', () => {
  const database = useDuckDb({
    'edge_logs.ndjson': EDGE_LOGS,
    'postgres_logs.ndjson': POSTGRES_LOGS,
    'function_logs.ndjson': FUNCTION_LOGS,
    'function_edge_logs.ndjson': FUNCTION_EDGE_LOGS,
    'auth_logs.ndjson': AUTH_LOGS,
  });

  it.each<[string, unknown[][]]>([
    // Records, one inside the other
    [
      `SELECT id, request.path, response.status_code AS status FROM ${EDGE} WHERE response.status_code >= 400 ORDER BY timestamp`,
      [
        ['e2', '/auth/v1/user', 401],
        ['e3', '/rest/v1/todos', 500],
      ],
    ],
    [
      'SELECT id, path, status_code FROM edge_logs, UNNEST(metadata), UNNEST(request), UNNEST(response) WHERE method = "POST"',
      [['e3', '/rest/v1/todos', 500]],
    ],
    [
      'SELECT t.id, h.user_agent FROM edge_logs t, t.metadata m, m.request r, r.headers h ORDER BY t.timestamp DESC LIMIT 2',
      [
        ['e3', 'curl/8.1'],
        ['e2', 'node'],
      ],
    ],
    [
      `SELECT id, payload.role FROM edge_logs t CROSS JOIN UNNEST(t.metadata) AS m CROSS JOIN UNNEST(m.request) AS r
       CROSS JOIN UNNEST(r.sb) AS sb CROSS JOIN UNNEST(sb.jwt) AS jwt CROSS JOIN UNNEST(jwt.apikey) AS apikey
       CROSS JOIN UNNEST(apikey.payload) AS payload`,
      [['e1', 'anon']],
    ],
    [
      `SELECT t.id, r.path FROM edge_logs AS t LEFT JOIN UNNEST(t.metadata) AS m
       LEFT JOIN UNNEST(m.request) AS r ON r.method = 'GET' ORDER BY t.timestamp`,
      [
        ['e1', '/rest/v1/todos'],
        ['e2', '/auth/v1/user'],
        ['e3', null],
        ['e4', null],
        ['e5', null],
      ],
    ],
    [
      `SELECT id, m.level FROM function_logs LEFT JOIN UNNEST(metadata) AS m ON m.level = 'error' ORDER BY id`,
      [
        ['f1', 'error'],
        ['f2', null],
        ['f3', 'error'],
        ['f4', null],
      ],
    ],
    [
      `SELECT id FROM function_logs AS t WHERE EXISTS (SELECT 1 FROM UNNEST(t.metadata) WHERE level = 'error') ORDER BY id`,
      [['f1'], ['f3']],
    ],
    [
      `SELECT id FROM function_logs INNER JOIN UNNEST(metadata) AS m ON m.level = 'error' AND m.function_id = 'fn1'`,
      [['f1']],
    ],
    [
      'SELECT metadata[0].parsed[0].error_severity AS severity FROM postgres_logs ORDER BY 1',
      [['ERROR'], ['FATAL'], ['LOG']],
    ],
    [
      `SELECT id, metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].path, metadata[SAFE_ORDINAL(1)].response[SAFE_ORDINAL(1)].status_code
       FROM edge_logs ORDER BY id DESC LIMIT 3`,
      [
        ['e5', null, null],
        ['e4', null, null],
        ['e3', '/rest/v1/todos', 500],
      ],
    ],
    [`SELECT metadata[OFFSET(0)].request[ORDINAL(1)].method FROM edge_logs WHERE id = 'e3'`, [['POST']]],
    [
      `SELECT id, m FROM function_logs, UNNEST(metadata) AS m WITH OFFSET AS position WHERE position = 1`,
      [
        [
          'f3',
          {
            deployment_id: null,
            event_type: null,
            execution_id: null,
            function_id: 'fn2',
            level: 'error',
            project_ref: null,
            region: null,
            timestamp: null,
            version: null,
            reason: null,
            request_id: null,
          },
        ],
      ],
    ],
    [`SELECT metadata FROM edge_logs WHERE id IN ('e4', 'e5')`, [[[]], [[]]]],
    [
      `SELECT id, ARRAY_LENGTH(metadata), ARRAY_LENGTH(COALESCE(metadata, [])), m IS NULL
       FROM edge_logs LEFT JOIN UNNEST(metadata) AS m WHERE id > 'e2' ORDER BY id`,
      [
        ['e3', 1, 1, false],
        ['e4', 0, 0, true],
        ['e5', 0, 0, true],
      ],
    ],
    [
      `SELECT args, 'two' IN UNNEST(args), ARRAY_TO_STRING(args, '+') FROM auth_logs, UNNEST(metadata) ORDER BY id`,
      [
        [['one', 'two'], true, 'one+two'],
        [[], false, ''],
      ],
    ],
    // Aliases
    [
      `SELECT UPPER(id) AS id, event_message AS timestamp FROM edge_logs WHERE timestamp < '2026-11-20 10:01:00' ORDER BY timestamp`,
      [['E1', 'edge e1']],
    ],
    [
      `SELECT DATE_TRUNC(CAST(timestamp AS DATETIME), HOUR) AS timestamp, COUNT(*) AS count FROM edge_logs GROUP BY timestamp ORDER BY timestamp`,
      [
        ['2026-11-20T10:00:00', 3],
        ['2026-11-20T11:00:00', 2],
      ],
    ],
    [
      `SELECT TIMESTAMP_TRUNC(timestamp, MINUTE) AS minute, COUNT(*), FROM edge_logs GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 2`,
      [
        ['2026-11-20T10:01:00Z', 2],
        ['2026-11-20T10:00:00Z', 1],
      ],
    ],
    [
      `SELECT r.path AS p, COUNT(*) AS c, FROM ${EDGE}, UNNEST(metadata.request) AS r GROUP BY p HAVING c > 1 ORDER BY c`,
      [['/rest/v1/todos', 2]],
    ],
    [
      `SELECT request.method, COUNT(*) FROM ${EDGE} GROUP BY request.method ORDER BY COUNT(*) DESC`,
      [
        ['GET', 2],
        ['POST', 1],
      ],
    ],
    // Times
    [
      `SELECT id FROM edge_logs WHERE timestamp BETWEEN '2026-11-20T11:00:00Z' AND "2026-11-20 11:05:30+00" ORDER BY id`,
      [['e4']],
    ],
    [
      `SELECT id FROM edge_logs WHERE timestamp > TIMESTAMP_SUB(TIMESTAMP '2026-11-20 11:06:00', INTERVAL 2 MINUTE) ORDER BY id`,
      [['e4'], ['e5']],
    ],
    [
      `SELECT COUNT(*) FROM edge_logs WHERE timestamp >= TIMESTAMP(CURRENT_DATE()) AND DATE(timestamp) = '2026-11-20'`,
      [[5]],
    ],
    [
      `SELECT id, TIMESTAMP_DIFF(CURRENT_TIMESTAMP(), timestamp, SECOND) FROM edge_logs WHERE id = 'e1'`,
      [['e1', 2832]],
    ],
    [
      `SELECT EXTRACT(HOUR FROM timestamp) AS hour, EXTRACT(MINUTE FROM timestamp AT TIME ZONE 'Asia/Kolkata'), FORMAT_TIMESTAMP('%d %b %H:%M:%E3S', timestamp),
       UNIX_SECONDS(timestamp) FROM postgres_logs WHERE id = 'p3'`,
      [[11, 30, '20 Nov 11:00:00.000', 1795172400]],
    ],
    [
      `SELECT PARSE_TIMESTAMP('%Y-%m-%d %H:%M', '2026-11-20 10:30') - INTERVAL 1 HOUR, TIMESTAMP_MILLIS(1795168800000), TIMESTAMP_ADD('2026-11-20', INTERVAL 1 DAY)`,
      [['2026-11-20T09:30:00Z', '2026-11-20T10:00:00Z', '2026-11-21T00:00:00Z']],
    ],
    // Texts
    [String.raw`SELECT id FROM postgres_logs WHERE REGEXP_CONTAINS(event_message, r'host=\d+\.\d+')`, [['p2']]],
    [
      String.raw`SELECT REGEXP_EXTRACT(event_message, r'took (\d+)'), SAFE_CAST(REGEXP_EXTRACT(event_message, r'took (\d+)') AS INT64) * 2 FROM function_logs ORDER BY id DESC LIMIT 2`,
      [
        [null, null],
        ['900', 1800],
      ],
    ],
    [
      String.raw`SELECT REGEXP_REPLACE(path, r'/v(\d)/', r'/\1/'), SPLIT(path, '/')[SAFE_OFFSET(3)], SPLIT(LTRIM(search, '?'), '&') FROM ${EDGE} WHERE id = 'e1'`,
      [['/rest/1/todos', 'todos', ['select=*', 'limit=10']]],
    ],
    [
      `SELECT id FROM postgres_logs, UNNEST(metadata) m, UNNEST(m.parsed) p WHERE p.query LIKE '%-- all' OR event_message = "it's /* no */ # comment"`,
      [['p1']],
    ],
    [
      `SELECT """a "quoted" 'text'""", r'\\d', 'it\\'s', "tab\\t" -- a comment; with a semicolon\n, '--', '/* */' # another\n`,
      [['a "quoted" \'text\'', '\\d', "it's", 'tab\t', '--', '/* */']],
    ],
    [
      `SELECT FORMAT('%s: %d ms (%.1f%%)', function_id, execution_time_ms, 12.345), FORMAT('%05d|%t|%s', 42, DATE '2026-11-20', "ab") FROM function_edge_logs, UNNEST(metadata) WHERE id = 'g1'`,
      [['fn1: 120 ms (12.3%)', '00042|2026-11-20|ab']],
    ],
    [
      `SELECT STARTS_WITH(path, '/rest'), SUBSTR(path, 2, 4), LENGTH(path), INITCAP(method), CONCAT(method, ' ', path), LOWER(method) || '!' FROM ${EDGE} WHERE id = 'e3'`,
      [[true, 'rest', 14, 'Post', 'POST /rest/v1/todos', 'post!']],
    ],
    [
      `SELECT id FROM edge_logs WHERE LOWER(event_message) LIKE '%E5%' OR event_message IS NULL OR NOT CONTAINS_SUBSTR(event_message, 'EDGE')`,
      [['e5']],
    ],
    // JSON in messages
    [
      `SELECT JSON_VALUE(event_message, '$.user.id'), JSON_VALUE(event_message, '$.code'), JSON_QUERY(event_message, '$.user') FROM function_logs WHERE id = 'f1'`,
      [['u1', '42', '{"id":"u1"}']],
    ],
    [
      `SELECT id, JSON_VALUE(SAFE.PARSE_JSON(event_message), '$.msg'), SAFE_CAST(JSON_VALUE(SAFE.PARSE_JSON(event_message).duration) AS INT64) / 1e6 FROM auth_logs ORDER BY id`,
      [
        ['a1', 'login', 1.5],
        ['a2', null, null],
      ],
    ],
    [
      `SELECT TO_JSON_STRING(m) FROM function_logs, UNNEST(metadata) AS m WHERE id = 'f2'`,
      [
        [
          '{"deployment_id":null,"event_type":null,"execution_id":"x1","function_id":"fn1","level":"info","project_ref":null,"region":null,"timestamp":null,"version":null,"reason":null,"request_id":null}',
        ],
      ],
    ],
    // Aggregates
    [
      `SELECT COUNTIF(status_code >= 500), SAFE_DIVIDE(COUNTIF(status_code >= 500), COUNT(*)), AVG(origin_time), MAX(status_code) FROM ${EDGE}`,
      [[1, 0.3333333333333333, 97.33333333333333, 500]],
    ],
    [
      `SELECT SAFE_DIVIDE(COUNT(*), 0), SUM(origin_time), ANY_VALUE(path) FROM ${EDGE} WHERE FALSE`,
      [[null, null, null]],
    ],
    [
      `SELECT APPROX_QUANTILES(execution_time_ms, 2), APPROX_QUANTILES(execution_time_ms, 100)[OFFSET(50)], APPROX_COUNT_DISTINCT(function_id) FROM function_edge_logs, UNNEST(metadata)`,
      [[[120, 300, 900], 300, 2]],
    ],
    [`SELECT APPROX_TOP_COUNT(country, 1) FROM ${EDGE}, UNNEST(request.cf)`, [[[{ value: 'DE', count: 2 }]]]],
    [
      `SELECT STRING_AGG(DISTINCT country, ', ' ORDER BY country), STRING_AGG(id, '' ORDER BY id DESC LIMIT 2), ARRAY_AGG(path IGNORE NULLS ORDER BY id) FROM ${EDGE}, UNNEST(request.cf)`,
      [['DE, FR', 'e3e2', ['/rest/v1/todos', '/auth/v1/user', '/rest/v1/todos']]],
    ],
    [
      `SELECT country, ARRAY_AGG(STRUCT(id, path) ORDER BY timestamp DESC LIMIT 1) AS last FROM ${EDGE} CROSS JOIN UNNEST(request.cf) AS cf
       GROUP BY country ORDER BY country`,
      [
        ['DE', [{ id: 'e3', path: '/rest/v1/todos' }]],
        ['FR', [{ id: 'e2', path: '/auth/v1/user' }]],
      ],
    ],
    [`SELECT ARRAY_AGG(t ORDER BY timestamp DESC LIMIT 1)[OFFSET(0)].id FROM postgres_logs AS t`, [['p3']]],
    [
      `SELECT MIN_BY(id, timestamp), MAX_BY(event_message, timestamp), LOGICAL_OR(id = 'p3') FROM postgres_logs`,
      [['p1', 'the database system is shutting down', true]],
    ],
    [
      `SELECT method, country, COUNT(*) FROM ${EDGE}, UNNEST(request.cf) GROUP BY ROLLUP (method, country) ORDER BY method, country`,
      [
        [null, null, 3],
        ['GET', null, 2],
        ['GET', 'DE', 1],
        ['GET', 'FR', 1],
        ['POST', null, 1],
        ['POST', 'DE', 1],
      ],
    ],
    [
      `SELECT CASE WHEN status_code < 400 THEN 'ok' WHEN status_code < 500 THEN 'client' ELSE 'server' END AS class, IF(COUNT(*) > 1, 'many', 'one'), IFNULL(NULLIF(MAX(search), ''), '-')
       FROM ${EDGE} GROUP BY class ORDER BY class`,
      [
        ['client', 'one', '-'],
        ['ok', 'one', '?select=*&limit=10'],
        ['server', 'one', '-'],
      ],
    ],
    [
      `SELECT GENERATE_UUID() IS NULL, status_code BETWEEN 400 AND 499, status_code IN (401, 403), status_code NOT IN UNNEST([200]) FROM ${EDGE} WHERE id = 'e2'`,
      [[false, true, true, true]],
    ],
    // Windows
    [
      `SELECT id, ROW_NUMBER() OVER (PARTITION BY method ORDER BY timestamp) AS n, LAG(id) OVER (ORDER BY timestamp) FROM ${EDGE} ORDER BY id`,
      [
        ['e1', 1, null],
        ['e2', 2, 'e1'],
        ['e3', 1, 'e2'],
      ],
    ],
    [
      `SELECT id, country FROM ${EDGE}, UNNEST(request.cf) QUALIFY ROW_NUMBER() OVER (PARTITION BY country ORDER BY timestamp DESC) = 1 ORDER BY id`,
      [
        ['e2', 'FR'],
        ['e3', 'DE'],
      ],
    ],
    [
      `SELECT id, SUM(execution_time_ms) OVER w, COUNT(*) OVER (ORDER BY timestamp ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM function_edge_logs, UNNEST(metadata) WINDOW w AS (PARTITION BY function_id ORDER BY timestamp) ORDER BY id`,
      [
        ['g1', 120, 1],
        ['g2', 1020, 2],
        ['g3', 300, 2],
      ],
    ],
    // Several sources
    [
      `SELECT source, COUNT(*) AS n FROM (
         SELECT 'edge' AS source, id, timestamp FROM edge_logs
         UNION ALL SELECT 'postgres', id, timestamp FROM postgres_logs
         UNION ALL SELECT 'function', id, timestamp FROM function_logs
         UNION ALL SELECT 'call', id, timestamp FROM function_edge_logs
         UNION ALL SELECT 'auth', id, timestamp FROM auth_logs
         UNION ALL SELECT 'realtime', id, timestamp FROM realtime_logs
         UNION ALL SELECT 'storage', id, timestamp FROM storage_logs
         UNION ALL SELECT 'rest', id, timestamp FROM postgrest_logs
         UNION ALL SELECT 'pooler', id, timestamp FROM pgbouncer_logs
       ) WHERE timestamp < '2026-11-20 11:00:00' GROUP BY source ORDER BY n DESC, source`,
      [
        ['edge', 3],
        ['function', 3],
        ['auth', 2],
        ['call', 2],
        ['postgres', 2],
      ],
    ],
    [
      `WITH calls AS (SELECT m.execution_id, m.execution_time_ms FROM function_edge_logs, UNNEST(metadata) AS m),
         lines AS (SELECT m.execution_id, event_message FROM function_logs, UNNEST(metadata) AS m WHERE m.execution_id IS NOT NULL)
       SELECT COALESCE(c.execution_id, l.execution_id) AS execution, COUNT(l.event_message) FROM calls c FULL JOIN lines l USING (execution_id)
       GROUP BY 1 ORDER BY 1`,
      [
        ['x1', 2],
        ['x2', 0],
        ['x3', 0],
      ],
    ],
    [
      `SELECT id, (SELECT COUNT(*) FROM postgres_logs AS p WHERE p.timestamp BETWEEN e.timestamp AND TIMESTAMP_ADD(e.timestamp, INTERVAL 1 MINUTE)) AS near FROM edge_logs AS e ORDER BY id LIMIT 2`,
      [
        ['e1', 1],
        ['e2', 1],
      ],
    ],
    [`SELECT id FROM edge_logs WHERE id NOT IN (SELECT id FROM ${EDGE}) ORDER BY id`, [['e4'], ['e5']]],
    [
      `SELECT * EXCEPT (metadata, event_message) REPLACE (UPPER(id) AS id) FROM function_logs WHERE id = 'f4'`,
      [['F4', '2026-11-20T11:04:00Z']],
    ],
    [
      `WITH RECURSIVE minutes AS (SELECT TIMESTAMP '2026-11-20 10:00:00' AS minute UNION ALL SELECT TIMESTAMP_ADD(minute, INTERVAL 1 MINUTE) FROM minutes WHERE minute < '2026-11-20 10:02:00')
       SELECT FORMAT_TIMESTAMP('%R', minute) AS label, COUNT(e.id) AS n FROM minutes LEFT JOIN edge_logs AS e ON TIMESTAMP_TRUNC(e.timestamp, MINUTE) = minute GROUP BY label ORDER BY label`,
      [
        ['10:00', 1],
        ['10:01', 2],
        ['10:02', 0],
      ],
    ],
    [
      `SELECT hour, COUNT(id) FROM UNNEST(GENERATE_TIMESTAMP_ARRAY('2026-11-20 10:00:00', '2026-11-20 12:00:00', INTERVAL 1 HOUR)) AS hour
       LEFT JOIN edge_logs ON TIMESTAMP_TRUNC(timestamp, HOUR) = hour GROUP BY hour ORDER BY hour`,
      [
        ['2026-11-20T10:00:00Z', 3],
        ['2026-11-20T11:00:00Z', 2],
        ['2026-11-20T12:00:00Z', 0],
      ],
    ],
    [
      `SELECT * FROM (SELECT method, status_code FROM ${EDGE}) PIVOT (COUNT(*) AS n FOR status_code IN (200, 401, 500)) ORDER BY method`,
      [
        ['GET', 1, 1, 0],
        ['POST', 0, 0, 1],
      ],
    ],
    // Pipes
    [
      `FROM edge_logs |> CROSS JOIN UNNEST(metadata) AS m |> CROSS JOIN UNNEST(m.request) AS r |> AGGREGATE COUNT(*) AS n GROUP BY r.method |> ORDER BY n DESC`,
      [
        ['GET', 2],
        ['POST', 1],
      ],
    ],
    [
      `FROM postgres_logs |> WHERE timestamp < '2026-11-20 11:00:00' |> EXTEND metadata[0].parsed[0].error_severity AS severity |> SELECT id, severity |> ORDER BY 1 DESC |> LIMIT 1`,
      [['p2', 'LOG']],
    ],
    // A record that is not there
    [
      `SELECT id, metadata[SAFE_OFFSET(0)] IS NULL, metadata[SAFE_OFFSET(0)].level IS NULL FROM function_logs ORDER BY id DESC LIMIT 2`,
      [
        ['f4', true, true],
        ['f3', false, false],
      ],
    ],
    // Deeper, and together
    [
      `SELECT t.id, h.user_agent, r.method FROM edge_logs t LEFT JOIN UNNEST(t.metadata) AS m LEFT JOIN UNNEST(m.request) AS r
       LEFT JOIN UNNEST(r.headers) AS h ON STARTS_WITH(h.user_agent, 'curl') LEFT JOIN UNNEST(r.sb) AS sb WHERE r.method = 'GET' ORDER BY id`,
      [
        ['e1', 'curl/8.1', 'GET'],
        ['e2', null, 'GET'],
      ],
    ],
    [
      `SELECT AS VALUE ARRAY_AGG(t ORDER BY timestamp DESC LIMIT 1)[OFFSET(0)] FROM (SELECT id, timestamp, m.function_id FROM function_edge_logs, UNNEST(metadata) AS m) AS t GROUP BY function_id ORDER BY function_id`,
      [
        ['g2', '2026-11-20T10:30:00Z', 'fn1'],
        ['g3', '2026-11-20T11:10:00Z', 'fn2'],
      ],
    ],
    [
      `SELECT id, (SELECT STRING_AGG(level, ',' ORDER BY level) FROM UNNEST(metadata)) AS levels, ARRAY(SELECT m.level FROM UNNEST(metadata) AS m ORDER BY 1) FROM function_logs ORDER BY id DESC LIMIT 2`,
      [
        ['f4', null, []],
        ['f3', 'error,info', ['error', 'info']],
      ],
    ],
    [
      `SELECT id FROM function_logs WHERE 'error' IN (SELECT level FROM UNNEST(metadata)) AND NOT EXISTS (SELECT 1 FROM UNNEST(metadata) m WHERE m.level = 'info')`,
      [['f1']],
    ],
    [
      `SELECT e.id FROM function_edge_logs e, UNNEST(metadata) m WHERE NOT EXISTS (SELECT 1 FROM function_logs l, UNNEST(l.metadata) n WHERE n.execution_id = m.execution_id) ORDER BY id`,
      [['g2'], ['g3']],
    ],
    [
      `SELECT TIMESTAMP_SECONDS(DIV(UNIX_SECONDS(timestamp), 300) * 300) AS bucket, COUNT(*) AS n FROM edge_logs GROUP BY bucket ORDER BY bucket`,
      [
        ['2026-11-20T10:00:00Z', 3],
        ['2026-11-20T11:05:00Z', 2],
      ],
    ],
    [
      `SELECT CAST(timestamp AS STRING), FORMAT_TIMESTAMP('%Y-%m-%dT%H:00:00', timestamp), DATE(timestamp, 'Pacific/Auckland'), DATETIME(timestamp), EXTRACT(DAYOFWEEK FROM timestamp) FROM edge_logs WHERE id = 'e5'`,
      [['2026-11-20 11:06:00+00', '2026-11-20T11:00:00', '2026-11-21', '2026-11-20T11:06:00', 6]],
    ],
    [
      `SELECT id, LEAD(id, 1, 'end') OVER (ORDER BY timestamp), FIRST_VALUE(id) OVER (ORDER BY timestamp), NTILE(2) OVER (ORDER BY timestamp) FROM postgres_logs ORDER BY id`,
      [
        ['p1', 'p2', 'p1', 1],
        ['p2', 'p3', 'p1', 1],
        ['p3', 'end', 'p1', 2],
      ],
    ],
    [
      `SELECT DISTINCT PERCENTILE_CONT(execution_time_ms, 0.5) OVER (PARTITION BY function_id) AS median, function_id FROM function_edge_logs, UNNEST(metadata) ORDER BY median`,
      [
        [300, 'fn2'],
        [510, 'fn1'],
      ],
    ],
    [
      `SELECT id, SUM(fresh) OVER (ORDER BY timestamp) AS session FROM (
         SELECT id, timestamp, IF(TIMESTAMP_DIFF(timestamp, LAG(timestamp) OVER (ORDER BY timestamp), MINUTE) < 30, 0, 1) AS fresh FROM edge_logs
       ) ORDER BY id`,
      [
        ['e1', 1],
        ['e2', 1],
        ['e3', 1],
        ['e4', 2],
        ['e5', 2],
      ],
    ],
    [
      `SELECT id, COUNT(*) OVER (ORDER BY UNIX_SECONDS(timestamp) RANGE BETWEEN 60 PRECEDING AND CURRENT ROW) AS recent FROM edge_logs ORDER BY id`,
      [
        ['e1', 1],
        ['e2', 1],
        ['e3', 2],
        ['e4', 1],
        ['e5', 2],
      ],
    ],
    [`SELECT COUNT(DISTINCT path), COUNT(search), COUNT(*) FROM ${EDGE}`, [[2, 1, 3]]],
    [
      `SELECT path, COUNT(*) FROM ${EDGE} GROUP BY ALL ORDER BY 2 DESC`,
      [
        ['/rest/v1/todos', 2],
        ['/auth/v1/user', 1],
      ],
    ],
    [
      `SELECT id FROM postgres_logs WHERE event_message LIKE ANY ('%todo%', '%shutting%') ORDER BY id LIMIT 1 OFFSET 1`,
      [['p3']],
    ],
    [
      String.raw`SELECT REGEXP_EXTRACT_ALL(event_message, r'\d+'), TO_HEX(MD5(id)) FROM postgres_logs WHERE id = 'p2'`,
      [[['10', '0', '0', '1', '5432'], '1d665b9b1467944c128a5575119d1cfd']],
    ],
    [
      `SELECT JSON_EXTRACT_SCALAR(event_message, '$.code'), PARSE_JSON(event_message).user.id, LAX_INT64(PARSE_JSON(event_message).code) FROM function_logs WHERE id = 'f1'`,
      [['42', 'u1', 42]],
    ],
    [
      `SELECT level, COUNT(*) AS n FROM function_logs, UNNEST(metadata) GROUP BY level HAVING COUNT(*) >= 2 AND MIN(function_logs.timestamp) IS NOT NULL ORDER BY level`,
      [
        ['error', 2],
        ['info', 2],
      ],
    ],
    [
      `SELECT p.user_name IS DISTINCT FROM 'app', CASE p.error_severity WHEN 'LOG' THEN 0 ELSE 1 END, GREATEST(1, 2.5), ROUND(2.345, 2) FROM postgres_logs, UNNEST(metadata) m, UNNEST(m.parsed) p ORDER BY id`,
      [
        [false, 1, 2.5, 2.35],
        [true, 0, 2.5, 2.35],
        [false, 1, 2.5, 2.35],
      ],
    ],
    [
      `SELECT m FROM (SELECT metadata[SAFE_OFFSET(0)] AS m FROM function_logs WHERE id = 'f4') WHERE m IS NULL`,
      [[null]],
    ],
    [
      `(SELECT id FROM edge_logs ORDER BY timestamp DESC LIMIT 1) UNION ALL (SELECT id FROM postgres_logs ORDER BY timestamp LIMIT 1) ORDER BY id`,
      [['e5'], ['p1']],
    ],
    [
      `SELECT function_id FROM function_logs, UNNEST(metadata) INTERSECT DISTINCT SELECT function_id FROM function_edge_logs, UNNEST(metadata) ORDER BY 1`,
      [['fn1'], ['fn2']],
    ],
    [
      `WITH errors AS (FROM postgres_logs |> EXTEND metadata[SAFE_OFFSET(0)].parsed[SAFE_OFFSET(0)] AS p |> WHERE p.error_severity != 'LOG') SELECT id, p.sql_state_code FROM errors ORDER BY id`,
      [
        ['p1', '42P01'],
        ['p3', null],
      ],
    ],
    [
      `FROM function_logs |> LEFT JOIN UNNEST(metadata) AS m ON m.level = 'error' |> AGGREGATE COUNT(*) AS n, COUNT(m) AS errors GROUP AND ORDER BY TIMESTAMP_TRUNC(function_logs.timestamp, HOUR) AS hour`,
      [
        ['2026-11-20T10:00:00Z', 3, 2],
        ['2026-11-20T11:00:00Z', 1, 0],
      ],
    ],
    [
      `FROM function_edge_logs, UNNEST(metadata) AS m |> SET timestamp = TIMESTAMP_TRUNC(timestamp, HOUR) |> DROP metadata, event_message |> SELECT id, timestamp, function_id |> ORDER BY 1 |> LIMIT 1`,
      [['g1', '2026-11-20T10:00:00Z', 'fn1']],
    ],
  ])('%s', async (sql, expected) => {
    expect(await database.rows(sql)).toEqual(expected);
  });
});
