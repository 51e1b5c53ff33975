import { type HandWritten } from '../sql/shape.js';

/** One query as a log explorer sends it, and what a DuckDB engineer would have written for the same answer. */
export interface Case {
  readonly name: string;
  readonly sql: string;
  readonly handWritten: HandWritten;
}

/** The rows that the sandbox shows of the tables. */
const RANGE = 'timestamp > $p_iso_timestamp_start::TIMESTAMPTZ AND timestamp <= $p_iso_timestamp_end::TIMESTAMPTZ';
const EDGE_ROWS = `edge_logs WHERE project = $p_project::VARCHAR AND ${RANGE}`;

/** Over records, those of them that have these. */
const isThere = (...records: readonly string[]) => records.map((each) => `AND ${each}.there`).join(' ');
const REQUESTS = `${EDGE_ROWS} ${isThere('metadata', 'metadata.request')}`;
const RESPONSES = `${EDGE_ROWS} ${isThere('metadata', 'metadata.response')}`;
const BOTH = `${REQUESTS} ${isThere('metadata.response')}`;

/** Requests with these columns of their rows; `response` is a list still. */
const requests = (columns: string) => `
  SELECT ${columns} unnest(m.request) AS request, m.response FROM (SELECT ${columns} unnest(metadata) AS m FROM ${EDGE_ROWS})`;
const responses = (columns: string) => `
  SELECT ${columns} request, unnest(response) AS response FROM (${requests(columns)})`;

const both = (sql: string): HandWritten => ({ arrays: sql, records: sql });

/** How many times the hand-written query's time a caller's may take. */
export const MOST = 2;

/** What Supabase Studio's log pages ask for, and queries that its users save. */
export const CASES: readonly Case[] = [
  {
    name: 'the newest requests',
    sql: `
      select id, edge_logs.timestamp, event_message, request.method, request.path, request.search, response.status_code
      from edge_logs
      cross join unnest(metadata) as m
      cross join unnest(m.request) as request
      cross join unnest(m.response) as response
      order by timestamp desc, id
      limit 100`,
    handWritten: {
      arrays: `
      SELECT id, timestamp, event_message, request.method, request.path, request.search, response.status_code
      FROM (${responses('id, timestamp, event_message,')})
      ORDER BY timestamp DESC, id
      LIMIT 100`,
      records: `
      SELECT id, timestamp, event_message, metadata.request.method, metadata.request.path, metadata.request.search,
        metadata.response.status_code
      FROM ${BOTH}
      ORDER BY timestamp DESC, id
      LIMIT 100`,
    },
  },
  {
    name: 'minutes by class of status',
    sql: `
      select
        timestamp_trunc(t.timestamp, minute) as timestamp,
        count(case when response.status_code < 400 then 1 end) as ok_count,
        count(case when response.status_code >= 400 and response.status_code < 500 then 1 end) as warning_count,
        count(case when response.status_code >= 500 then 1 end) as error_count
      from edge_logs t
      cross join unnest(t.metadata) as metadata
      cross join unnest(metadata.response) as response
      group by timestamp
      order by timestamp desc
      limit 1000`,
    handWritten: {
      arrays: `
      SELECT
        date_trunc('minute', timestamp) AS timestamp,
        count(*) FILTER (response.status_code < 400) AS ok_count,
        count(*) FILTER (response.status_code >= 400 AND response.status_code < 500) AS warning_count,
        count(*) FILTER (response.status_code >= 500) AS error_count
      FROM (
        SELECT timestamp, unnest(m.response) AS response
        FROM (SELECT timestamp, unnest(metadata) AS m FROM ${EDGE_ROWS})
      )
      GROUP BY 1
      ORDER BY 1 DESC
      LIMIT 1000`,
      records: `
      SELECT
        date_trunc('minute', timestamp) AS timestamp,
        count(*) FILTER (metadata.response.status_code < 400) AS ok_count,
        count(*) FILTER (metadata.response.status_code >= 400 AND metadata.response.status_code < 500) AS warning_count,
        count(*) FILTER (metadata.response.status_code >= 500) AS error_count
      FROM ${RESPONSES}
      GROUP BY 1
      ORDER BY 1 DESC
      LIMIT 1000`,
    },
  },
  {
    name: 'top paths',
    sql: `
      select request.path, request.method, count(*) as count
      from edge_logs
      cross join unnest(metadata) as m
      cross join unnest(m.request) as request
      group by request.path, request.method
      order by count desc, path, method
      limit 50`,
    handWritten: {
      arrays: `
      SELECT path, method, count(*) AS count
      FROM (SELECT request.path, request.method FROM (${requests('')}))
      GROUP BY ALL
      ORDER BY count DESC, path, method
      LIMIT 50`,
      records: `
      SELECT metadata.request.path AS path, metadata.request.method AS method, count(*) AS count
      FROM ${REQUESTS}
      GROUP BY ALL
      ORDER BY count DESC, path, method
      LIMIT 50`,
    },
  },
  {
    name: 'countries, four levels down',
    sql: `
      select cf.country, headers.user_agent, count(*) as count
      from edge_logs
      cross join unnest(metadata) as metadata
      cross join unnest(metadata.request) as request
      cross join unnest(request.cf) as cf
      cross join unnest(request.headers) as headers
      where request.method = 'GET' and cf.country != 'JP'
      group by cf.country, headers.user_agent
      order by count desc, country, user_agent
      limit 100`,
    handWritten: {
      arrays: `
      SELECT country, user_agent, count(*) AS count
      FROM (
        SELECT cf.country, unnest(headers).user_agent AS user_agent
        FROM (
          SELECT unnest(request.cf) AS cf, request.headers
          FROM (${requests('')})
          WHERE request.method = 'GET'
        )
        WHERE cf.country <> 'JP'
      )
      GROUP BY ALL
      ORDER BY count DESC, country, user_agent
      LIMIT 100`,
      records: `
      SELECT metadata.request.cf.country AS country, metadata.request.headers.user_agent AS user_agent, count(*) AS count
      FROM ${REQUESTS} ${isThere('metadata.request.cf', 'metadata.request.headers')} AND metadata.request.method = 'GET' AND metadata.request.cf.country <> 'JP'
      GROUP BY ALL
      ORDER BY count DESC, country, user_agent
      LIMIT 100`,
    },
  },
  {
    name: 'user agents, also of none',
    sql: `
      select coalesce(headers.user_agent, 'unknown') as agent, count(*) as count
      from edge_logs
      left join unnest(metadata) as m
      left join unnest(m.request) as request
      left join unnest(request.headers) as headers
      group by agent
      order by count desc, agent
      limit 20`,
    handWritten: {
      arrays: `
      SELECT coalesce(headers.user_agent, 'unknown') AS agent, count(*) AS count
      FROM (
        SELECT unnest(if(len(request.headers) > 0, request.headers, [NULL])) AS headers
        FROM (
          SELECT unnest(if(len(m.request) > 0, m.request, [NULL])) AS request
          FROM (SELECT unnest(if(len(metadata) > 0, metadata, [NULL])) AS m FROM ${EDGE_ROWS})
        )
      )
      GROUP BY ALL
      ORDER BY count DESC, agent
      LIMIT 20`,
      records: `
      SELECT coalesce(metadata.request.headers.user_agent, 'unknown') AS agent, count(*) AS count
      FROM ${EDGE_ROWS}
      GROUP BY ALL
      ORDER BY count DESC, agent
      LIMIT 20`,
    },
  },
  {
    name: 'messages by a pattern',
    sql: `
      select id, timestamp, event_message
      from edge_logs
      where regexp_contains(event_message, '^(POST|PATCH) . 5[0-9]{2} .*/rest/v1/')
      order by timestamp desc, id
      limit 100`,
    handWritten: both(`
      SELECT id, timestamp, event_message
      FROM ${EDGE_ROWS} AND regexp_matches(event_message, '^(POST|PATCH) . 5[0-9]{2} .*/rest/v1/')
      ORDER BY timestamp DESC, id
      LIMIT 100`),
  },
  {
    name: 'errors per host',
    sql: `
      select request.host, countif(response.status_code >= 500) as errors, count(*) as total,
        safe_divide(countif(response.status_code >= 500), count(*)) as share
      from edge_logs
      cross join unnest(metadata) as m
      cross join unnest(m.request) as request
      cross join unnest(m.response) as response
      group by host
      order by errors desc`,
    handWritten: {
      arrays: `
      SELECT host, errors, total, errors / total AS share
      FROM (
        SELECT request.host, count(*) FILTER (response.status_code >= 500) AS errors, count(*) AS total
        FROM (${responses('')})
        GROUP BY ALL
      )
      ORDER BY errors DESC`,
      records: `
      SELECT host, errors, total, errors / total AS share
      FROM (
        SELECT metadata.request.host AS host, count(*) FILTER (metadata.response.status_code >= 500) AS errors,
          count(*) AS total
        FROM ${BOTH}
        GROUP BY ALL
      )
      ORDER BY errors DESC`,
    },
  },
  {
    name: 'quantiles of the origin’s time',
    sql: `
      select request.method, approx_quantiles(response.origin_time, 100)[offset(50)] as p50,
        approx_quantiles(response.origin_time, 100)[offset(95)] as p95
      from edge_logs
      cross join unnest(metadata) as m
      cross join unnest(m.request) as request
      cross join unnest(m.response) as response
      group by method
      order by method`,
    handWritten: {
      arrays: `
      SELECT method, quantiles[1] AS p50, quantiles[2] AS p95
      FROM (
        SELECT request.method, quantile_disc(response.origin_time, [0.5, 0.95]) AS quantiles
        FROM (${responses('')})
        GROUP BY ALL
      )
      ORDER BY method`,
      records: `
      SELECT method, quantiles[1] AS p50, quantiles[2] AS p95
      FROM (
        SELECT metadata.request.method AS method, quantile_disc(metadata.response.origin_time, [0.5, 0.95]) AS quantiles
        FROM ${BOTH}
        GROUP BY ALL
      )
      ORDER BY method`,
    },
  },
  {
    name: 'distinct users by day',
    sql: `
      select timestamp_trunc(t.timestamp, day) as day, count(distinct sb.auth_user) as users,
        count(distinct headers.cf_connecting_ip) as addresses
      from edge_logs t
      cross join unnest(t.metadata) as metadata
      cross join unnest(metadata.request) as request
      cross join unnest(request.headers) as headers
      left join unnest(request.sb) as sb
      group by day
      order by day desc`,
    handWritten: {
      arrays: `
      SELECT date_trunc('day', timestamp) AS day, count(DISTINCT sb.auth_user) AS users,
        count(DISTINCT headers.cf_connecting_ip) AS addresses
      FROM (
        SELECT timestamp, headers, unnest(if(len(sb) > 0, sb, [NULL])) AS sb
        FROM (
          SELECT timestamp, unnest(request.headers) AS headers, request.sb
          FROM (${requests('timestamp,')})
        )
      )
      GROUP BY ALL
      ORDER BY day DESC`,
      records: `
      SELECT date_trunc('day', timestamp) AS day, count(DISTINCT metadata.request.sb.auth_user) AS users,
        count(DISTINCT metadata.request.headers.cf_connecting_ip) AS addresses
      FROM ${REQUESTS} ${isThere('metadata.request.headers')}
      GROUP BY ALL
      ORDER BY day DESC`,
    },
  },
  {
    name: 'elements of arrays',
    sql: `
      select id, timestamp, metadata[safe_offset(0)].request[safe_offset(0)].path as path,
        metadata[safe_offset(0)].response[safe_offset(0)].status_code as status
      from edge_logs
      where metadata[safe_offset(0)].response[safe_offset(0)].status_code >= 500
      order by timestamp desc, id
      limit 100`,
    handWritten: {
      arrays: `
      SELECT id, timestamp, metadata[1].request[1].path AS path, metadata[1].response[1].status_code AS status
      FROM ${EDGE_ROWS} AND metadata[1].response[1].status_code >= 500
      ORDER BY timestamp DESC, id
      LIMIT 100`,
      records: `
      SELECT id, timestamp, metadata.request.path AS path, metadata.response.status_code AS status
      FROM ${EDGE_ROWS} AND metadata.response.status_code >= 500
      ORDER BY timestamp DESC, id
      LIMIT 100`,
    },
  },
  {
    name: 'the newest of each path',
    sql: `
      select request.path, t.timestamp, response.status_code
      from edge_logs t
      cross join unnest(t.metadata) as m
      cross join unnest(m.request) as request
      cross join unnest(m.response) as response
      where response.status_code >= 400
      qualify row_number() over (partition by request.path order by t.timestamp desc, t.id) = 1
      order by timestamp desc, path
      limit 100`,
    handWritten: {
      arrays: `
      SELECT request.path AS path, timestamp, response.status_code
      FROM (${responses('id, timestamp,')})
      WHERE response.status_code >= 400
      QUALIFY row_number() OVER (PARTITION BY request.path ORDER BY timestamp DESC, id) = 1
      ORDER BY timestamp DESC, path
      LIMIT 100`,
      records: `
      SELECT metadata.request.path AS path, timestamp, metadata.response.status_code AS status_code
      FROM ${BOTH} AND metadata.response.status_code >= 400
      QUALIFY row_number() OVER (PARTITION BY metadata.request.path ORDER BY timestamp DESC, id) = 1
      ORDER BY timestamp DESC, path
      LIMIT 100`,
    },
  },
  {
    name: 'the newest of two sources',
    sql: `
      select 'edge' as source, id, timestamp, event_message from edge_logs where event_message like '%/auth/%'
      union all
      select 'function', id, timestamp, event_message from function_edge_logs
      order by timestamp desc, id
      limit 100`,
    handWritten: {
      arrays: `
      SELECT 'edge' AS source, id, timestamp, event_message FROM ${EDGE_ROWS} AND contains(event_message, '/auth/')
      UNION ALL
      SELECT 'function', id, timestamp, event_message
      FROM (SELECT id, timestamp, event_message, unnest(metadata).project_ref AS project FROM function_edge_logs WHERE ${RANGE})
      WHERE project = $p_project::VARCHAR
      ORDER BY timestamp DESC, id
      LIMIT 100`,
      records: `
      SELECT 'edge' AS source, id, timestamp, event_message FROM ${EDGE_ROWS} AND contains(event_message, '/auth/')
      UNION ALL
      SELECT 'function', id, timestamp, event_message
      FROM function_edge_logs WHERE ${RANGE} AND metadata.project_ref = $p_project::VARCHAR
      ORDER BY timestamp DESC, id
      LIMIT 100`,
    },
  },
];
