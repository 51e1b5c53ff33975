import { report, type StudioRequest } from './requests.js';
import { SIGN_IN_REPORTS } from './sign-in-reports.js';

const HOUR = 'cast(timestamp_trunc(t.timestamp, hour) as datetime) as timestamp';
const SERVED = `cross join unnest(metadata) as m
  cross join unnest(m.response) as response
  cross join unnest(m.request) as request
  cross join unnest(request.headers) as headers`;
const byHour = (what: string, where: string, joins = SERVED) => `
-- a report
select ${HOUR}, ${what}
FROM edge_logs t
  ${joins}
  ${where}
GROUP BY timestamp
ORDER BY timestamp ASC`;
const byRoute = (what: string, order: string, where: string) => `
select
  request.path as path, request.method as method, request.search as search, response.status_code as status_code,
  ${what}
from edge_logs t
  ${SERVED}
  ${where}
group by request.path, request.method, request.search, response.status_code
order by ${order} desc
limit 10
`;
const megabytes = (header: string, name: string) =>
  `coalesce(safe_divide(sum(cast(coalesce(${header}.content_length, "0") as int64)), 1000000), 0) as ${name}`;
const ROUTE = 'path method search status_code';
const COUNT = 'count(t.id) as count';
const ERRORS = 'WHERE response.status_code >= 400';
const FILTER = `WHERE REGEXP_CONTAINS(request.path, '/rest') AND response.status_code != 418`;

const GATEWAY = [
  report('requests', 'timestamp count', byHour(COUNT, '')),
  report('requests, filtered', 'timestamp count', byHour(COUNT, FILTER)),
  report('routes', `${ROUTE} count`, byRoute(COUNT, 'count', FILTER)),
  report('errors', 'timestamp count', byHour(COUNT, ERRORS)),
  report('routes with errors', `${ROUTE} count`, byRoute(COUNT, 'count', ERRORS)),
  report('speed', 'timestamp avg', byHour('avg(response.origin_time) as avg', '')),
  report('slow routes', `${ROUTE} count avg`, byRoute(`${COUNT}, avg(response.origin_time) as avg`, 'avg', '')),
  report(
    'traffic',
    'timestamp ingress_mb egress_mb',
    byHour(
      `${megabytes('headers', 'ingress_mb')}, ${megabytes('resp_headers', 'egress_mb')},`,
      '',
      `${SERVED}\n  cross join unnest(response.headers) as resp_headers`,
    ),
  ),
  report(
    'cache of the storage',
    'timestamp hit_count miss_count',
    `
SELECT
  timestamp_trunc(timestamp, hour) as timestamp,
  countif( h.cf_cache_status in ('HIT', 'STALE', 'REVALIDATED', 'UPDATING') ) as hit_count,
  countif( h.cf_cache_status in ('MISS', 'NONE/UNKNOWN', 'EXPIRED', 'BYPASS', 'DYNAMIC') ) as miss_count
from edge_logs f
  cross join unnest(f.metadata) as m
  cross join unnest(m.request) as r
  cross join unnest(m.response) as res
  cross join unnest(res.headers) as h
where starts_with(r.path, '/storage/v1/object') and r.method = 'GET'
group by timestamp
order by timestamp desc
`,
  ),
];

const CALLED = `cross join unnest(metadata) as m
  cross join unnest(m.request) as request
  cross join unnest(m.response) as response
  cross join unnest(response.headers) as h`;
const CALLS_FILTER = `WHERE function_id IN ('6513270e-269e-4d37-b2a7-4de452e6b438') AND response.status_code >= 200
  AND h.x_sb_edge_region IN ('eu-north-1','eu-west-3','ap-northeast-3') AND m.execution_time_ms > 0`;
const ofCalls = (what: string, group: string, where: string) => `
--a report of functions
select timestamp_trunc(timestamp, hour) as timestamp, ${what}
from
  function_edge_logs
  ${CALLED}
  ${where}
group by timestamp, ${group}
order by timestamp desc;
`;

const FUNCTIONS = [
  report('calls', 'timestamp function_id count', ofCalls('function_id, count(*) as count', 'function_id', '')),
  report(
    'calls, filtered',
    'timestamp function_id count',
    ofCalls('function_id, count(*) as count', 'function_id', CALLS_FILTER),
  ),
  report(
    'statuses of calls',
    'timestamp status_code count',
    ofCalls('response.status_code as status_code, count(response.status_code) as count', 'status_code', ''),
  ),
  report(
    'regions',
    'timestamp region count',
    ofCalls('h.x_sb_edge_region as region, count(*) as count', 'region', 'WHERE h.x_sb_edge_region is not null'),
  ),
  report(
    'times of calls',
    'timestamp function_id avg_execution_time',
    ofCalls('function_id, avg(m.execution_time_ms) as avg_execution_time', 'function_id', ''),
  ),
];

export const REPORT_REQUESTS: readonly StudioRequest[] = [...GATEWAY, ...FUNCTIONS, ...SIGN_IN_REPORTS];
