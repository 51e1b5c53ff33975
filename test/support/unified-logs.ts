/** What the page of all logs together sends: a WITH query of six sources, of which each request reads what it needs. */

const status = (code: string) => `cast(${code} as string) as status,
    case
      when ${code} between 200 and 299 then 'success'
      when ${code} between 400 and 499 then 'warning'
      when ${code} >= 500 then 'error'
      else 'success'
    end as level`;

const requests = (kind: string, condition: string) => `
  select
    id,
    null as source_id,
    e.timestamp as timestamp,
    '${kind}' as log_type,
    ${status('response.status_code')},
    request.path as pathname,
    null as event_message,
    request.method as method,
    null as log_count,
    null as logs
  from edge_logs as e
  cross join unnest(metadata) as meta
  cross join unnest(meta.request) as request
  cross join unnest(meta.response) as response
  -- one source of several in this table
  where ${condition}
`;

const DATABASE = `
  select
    id,
    null as source_id,
    p.timestamp as timestamp,
    'postgres' as log_type,
    cast(parsed.sql_state_code as string) as status,
    case
      when parsed.error_severity = 'LOG' then 'success'
      when parsed.error_severity = 'WARNING' then 'warning'
      when parsed.error_severity = 'FATAL' then 'error'
      when parsed.error_severity = 'ERROR' then 'error'
      else null
    end as level,
    null as pathname,
    event_message as event_message,
    null as method,
    null as log_count,
    null as logs
  from postgres_logs as p
  cross join unnest(p.metadata) as meta
  cross join unnest(meta.parsed) as parsed
`;

const FUNCTIONS = `
  select
    id,
    null as source_id,
    f.timestamp as timestamp,
    'edge function' as log_type,
    ${status('response.status_code')},
    request.pathname as pathname,
    coalesce(lines.last_message, '') as event_message,
    request.method as method,
    lines.line_count as log_count,
    null as logs
  from function_edge_logs as f
  cross join unnest(metadata) as meta
  cross join unnest(meta.response) as response
  cross join unnest(meta.request) as request
  left join (
    select line.request_id, count(l.id) as line_count, any_value(l.event_message) as last_message
    from function_logs as l
    cross join unnest(l.metadata) as line
    where line.request_id is not null
    group by line.request_id
  ) as lines on meta.request_id = lines.request_id
`;

const AUTH = `
  select
    e.id as id,
    a.id as source_id,
    e.timestamp as timestamp,
    'auth' as log_type,
    ${status('response.status_code')},
    request.path as pathname,
    null as event_message,
    request.method as method,
    null as log_count,
    null as logs
  from auth_logs as a
  cross join unnest(metadata) as meta
  left join (
    edge_logs as e
      cross join unnest (metadata) as edge_meta
      cross join unnest (edge_meta.response) as response
      cross join unnest (response.headers) as headers
      cross join unnest (edge_meta.request) as request
  )
  on meta.request_id = headers.cf_ray
  where meta.request_id is not null
`;

const SOURCES = [
  requests('edge', `request.path not like '%/rest/%' and request.path not like '%/storage/%'`),
  requests('postgrest', `request.path like '%/rest/%'`),
  DATABASE,
  FUNCTIONS,
  AUTH,
  requests('storage', `request.path like '%/storage/%'`),
];

const ALL = `
with unified_logs as (
  ${SOURCES.join(' union all ')}
)`;

const facet = (name: string) => `
${name}_count as (
  select '${name}' as dimension, \`${name}\` as value, count(*) as count
  from unified_logs
  where \`${name}\` is not null
  group by \`${name}\`
  limit 20
)`;

const sum = (dimension: string, value: string, from: string) =>
  `union all select '${dimension}', '${value.replace('_', ' ')}', ${value}_count from ${from}`;

export const UNIFIED_LOGS = `${ALL}
select id, source_id, timestamp, log_type, status, level, pathname, event_message, method, log_count, logs
from unified_logs
where (lower(\`pathname\`) like lower('%v1%') or \`pathname\` is null) and \`level\` in ('success','error')
order by timestamp desc, id, log_type limit 50
`;

export const UNIFIED_CHART = `${ALL}
select
  timestamp_trunc(timestamp, MINUTE) as time_bucket,
  countif(level = 'success') as success,
  countif(level = 'warning') as warning,
  countif(level = 'error') as error,
  count(*) as total_per_bucket
from unified_logs

group by time_bucket
order by time_bucket asc
`;

export const UNIFIED_COUNTS = `${ALL},

type_counts as (
  select
    count(*) as total,
    countif(log_type = 'edge') as edge_count,
    countif(log_type = 'postgrest') as postgrest_count,
    countif(log_type = 'storage') as storage_count,
    countif(log_type = 'postgres') as postgres_count,
    countif(log_type = 'edge function') as edge_function_count,
    countif(log_type = 'auth') as auth_count
  from unified_logs
  where log_type is not null
),
level_counts as (
  select
    countif(level = 'success') as success_count,
    countif(level = 'warning') as warning_count,
    countif(level = 'error') as error_count
  from unified_logs
  where level is not null
),
${['method', 'status', 'pathname'].map(facet).join(',')}

select 'total' as dimension, 'all' as value, total as count from type_counts
${['edge', 'postgrest', 'storage', 'postgres', 'edge_function', 'auth'].map((kind) => sum('log_type', kind, 'type_counts')).join('\n')}
${['success', 'warning', 'error'].map((kind) => sum('level', kind, 'level_counts')).join('\n')}
union all select dimension, value, count from method_count
union all select dimension, value, count from status_count
union all select dimension, value, count from pathname_count
`;
