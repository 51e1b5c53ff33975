import { type StudioRequest } from './requests.js';

const request = (page: string, columns: string, sql: string): StudioRequest => ({
  page: `query editor: ${page}`,
  columns: columns.split(' '),
  sql,
});

const recent = 'cast(timestamp as datetime) as timestamp';
const newest = 'order by timestamp desc\nlimit 100';
const JOINED = (record: string) => `cross join unnest(metadata) as m
  cross join unnest(m.${record}) as`;

/** The templates that Studio’s query editor offers. */
export const TEMPLATE_REQUESTS: readonly StudioRequest[] = [
  request(
    'commits of each user',
    'user_name count',
    `select
  p.user_name,
  count(*) as count
from postgres_logs
  left join unnest(metadata) as m on true
  left join unnest(m.parsed) as p on true
where regexp_contains(event_message, 'COMMIT')
group by p.user_name`,
  ),
  request(
    'addresses',
    'timestamp x_real_ip',
    `select ${recent}, h.x_real_ip
from edge_logs
  left join unnest(metadata) as m on true
  left join unnest(m.request) as r on true
  left join unnest(r.headers) as h on true
where h.x_real_ip is not null`,
  ),
  request(
    'countries',
    'country count',
    `select cf.country, count(*) as count
from edge_logs
  left join unnest(metadata) as m on true
  left join unnest(m.request) as r on true
  left join unnest(r.cf) as cf on true
group by cf.country
order by count desc`,
  ),
  request(
    'slow answers',
    'timestamp event_message origin_time',
    `select ${recent}, event_message, r.origin_time
from edge_logs
  ${JOINED('response')} r
where r.origin_time > 1000
${newest}`,
  ),
  request(
    'server errors',
    'timestamp event_message status_code',
    `select ${recent}, event_message, r.status_code
from edge_logs
  ${JOINED('response')} r
where r.status_code >= 500
${newest}`,
  ),
  request(
    'paths',
    'path params c',
    `select r.path as path, r.search as params, count(timestamp) as c
from edge_logs
  ${JOINED('request')} r
group by path, params
order by c desc
limit 100`,
  ),
  request(
    'REST',
    'timestamp event_message',
    `select ${recent}, event_message
from edge_logs
  ${JOINED('request')} r
where path like '%rest/v1%'
${newest}`,
  ),
  request(
    'errors of the database',
    'timestamp error_severity event_message',
    `select cast(t.timestamp as datetime) as timestamp, p.error_severity, event_message
from postgres_logs as t
  ${JOINED('parsed')} p
where p.error_severity in ('ERROR', 'FATAL', 'PANIC')
${newest}`,
  ),
  request(
    'errors of each user',
    'count user_name error_severity',
    `select count(t.timestamp) as count, p.user_name, p.error_severity
from postgres_logs as t
  ${JOINED('parsed')} p
where p.error_severity in ('ERROR', 'FATAL', 'PANIC')
group by p.user_name, p.error_severity
order by count desc
limit 100`,
  ),
  request(
    'sign-in service',
    'timestamp event_message',
    `select t.timestamp, event_message
from auth_logs as t
where regexp_contains(event_message,"level.{3}(info|warning||error|fatal)")
  -- and regexp_contains(event_message,"path.{3}(/token|/signup)")
limit 100`,
  ),
  request(
    'audit',
    'timestamp event_message metadata',
    `select ${recent}, event_message, metadata \nfrom auth_audit_logs \nlimit 10`,
  ),
  request(
    'objects',
    'http_verb filepath num_requests',
    `select r.method as http_verb, r.path as filepath, count(*) as num_requests
from edge_logs
  ${JOINED('request')} r
  cross join unnest(r.headers) AS h
where path like '%storage/v1/object/%'
group by r.path, r.method
order by num_requests desc
limit 100`,
  ),
  request(
    'objects from the cache',
    'http_verb filepath cached num_requests',
    `select
  request.method as http_verb,
  request.path as filepath,
  (responseHeaders.cf_cache_status = 'HIT') as cached,
  count(*) as num_requests
from edge_logs
  cross join unnest(metadata) as metadata
  cross join unnest(metadata.request) as request
  cross join unnest(metadata.response) as response
  cross join unnest(response.headers) as responseHeaders
where (path like '%storage/v1/object/%' or path like '%storage/v1/render/%')
  and request.method = 'GET'
group by 1, 2, 3
order by num_requests desc
limit 100;
`,
  ),
  request(
    'objects past the cache',
    'path search count',
    `select r.path as path, r.search as search, count(id) as count
from edge_logs f
  cross join unnest(f.metadata) as m
  cross join unnest(m.request) as r
  cross join unnest(m.response) as res
  cross join unnest(res.headers) as h
where starts_with(r.path, '/storage/v1/object')
  and r.method = 'GET'
  and h.cf_cache_status in ('MISS', 'NONE/UNKNOWN', 'EXPIRED', 'BYPASS', 'DYNAMIC')
group by path, search
order by count desc
limit 100;
`,
  ),
];
