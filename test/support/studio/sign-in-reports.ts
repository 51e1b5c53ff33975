import { report, type StudioRequest } from './requests.js';

const signInErrors = (what: string, name: string) => `
  select
    timestamp_trunc(timestamp, hour) as timestamp,
    count(*) as count,
    ${what}
  from edge_logs
    cross join unnest(metadata) as m
    cross join unnest(m.request) as request
    cross join unnest(m.response) as response
    cross join unnest(response.headers) as h
  where path like '%auth/v1%'
    and response.status_code >= 400 and response.status_code <= 599
  group by timestamp, ${name}
  order by timestamp desc
`;
const instant = (text: string) =>
  `COALESCE(PARSE_TIMESTAMP('%Y-%m-%dT%H:%M:%E*S%Ez', '${text}'), TIMESTAMP('${text}'))`;
const PERIOD = `params AS (
    SELECT ${instant('2026-11-19T10:00:00Z')} AS start_ts, ${instant('2026-11-20T10:00:00Z')} AS end_ts
  )`;
const field = (path: string) => `JSON_VALUE(event_message, '$.${path}')`;
const either = (path: string, other: string) => `COALESCE(${field(`auth_event.${path}`)}, ${field(other)})`;
const milliseconds = (path: string, unit: string) => `SAFE_CAST(${field(path)} AS FLOAT64) / ${unit}`;
const metric = (name: string, column: string) => `
  UNION ALL
  SELECT ts, '${name}', ${column}, CAST(NULL AS STRING), CAST(NULL AS STRING) FROM usage`;

export const SIGN_IN_REPORTS: readonly StudioRequest[] = [
  report(
    'errors of sign-in by status',
    'timestamp count status_code',
    signInErrors('response.status_code', 'status_code'),
  ),
  report(
    'errors of sign-in by code',
    'timestamp count error_code',
    signInErrors('h.x_sb_error_code as error_code', 'error_code'),
  ),
  report(
    'users',
    'timestamp metric count provider login_type_provider',
    `
  -- one pass over the lines
  WITH ${PERIOD},
  base AS (
    SELECT
      TIMESTAMP_TRUNC(timestamp, hour) AS ts,
      ${either('action', 'action')} AS action,
      ${either('actor_id', 'user_id')} AS actor_id,
      COALESCE(${field('provider')}, 'unknown') AS provider,
      ${field('login_method')} AS login_method,
      CASE
        WHEN ${field('metering')} IS NOT NULL THEN LOWER(${field('metering')})
        WHEN JSON_QUERY(event_message, '$.metering') = 'true' THEN 'true'
        ELSE ''
      END AS metering
    FROM auth_logs, params
    WHERE timestamp >= start_ts AND timestamp < end_ts
  ),
  usage AS (
    SELECT
      ts,
      COUNT(DISTINCT IF(action IN ('login','user_signedup','token_refreshed'), actor_id, NULL)) AS active_users,
      COUNTIF(action = 'user_signedup') AS total_signups,
      COUNTIF(action = 'user_recovery_requested') AS password_reset_requests
    FROM base
    GROUP BY ts
  ),
  attempts AS (
    SELECT
      ts,
      CASE WHEN COALESCE(provider, '') != '' THEN CONCAT(login_method, ' (', provider, ')') ELSE login_method END AS login_type_provider,
      COUNTIF(action = 'login' AND metering = 'true') AS count
    FROM base
    GROUP BY ts, login_type_provider
  )
  SELECT ts AS timestamp, 'ActiveUsers' AS metric, active_users AS count, CAST(NULL AS STRING) AS provider,
    CAST(NULL AS STRING) AS login_type_provider
  FROM usage
  ${metric('TotalSignUps', 'total_signups')}
  ${metric('PasswordResetRequests', 'password_reset_requests')}
  UNION ALL
  SELECT ts, 'SignInAttempts', count, CAST(NULL AS STRING), login_type_provider FROM attempts
  ORDER BY timestamp DESC
  `,
  ),
  report(
    'times of sign-in',
    'timestamp metric min_processing_time_ms avg_processing_time_ms max_processing_time_ms p50_processing_time_ms p95_processing_time_ms p99_processing_time_ms',
    `
  WITH ${PERIOD},
  base AS (
    SELECT
      TIMESTAMP_TRUNC(timestamp, hour) AS ts,
      CASE ${either('action', 'action')}
        WHEN 'login' THEN 'SignInLatency'
        WHEN 'user_signedup' THEN 'SignUpLatency'
        ELSE NULL
      END AS metric,
      COALESCE(
        ${['processing_time', 'duration']
          .flatMap((name) => [name, `auth_event.${name}`])
          .flatMap((name) => [
            `SAFE_CAST(${field(`${name}_ms`)} AS FLOAT64)`,
            milliseconds(`${name}_us`, '1000.0'),
            milliseconds(`${name}_ns`, '1000000.0'),
          ])
          .join(',\n        ')},
        ${milliseconds('duration', '1000000.0')},
        ${milliseconds('auth_event.duration', '1000000.0')}
      ) AS latency_ms
    FROM auth_logs, params
    WHERE timestamp >= start_ts AND timestamp < end_ts
  ),
  filtered AS (SELECT ts, metric, latency_ms FROM base WHERE metric IS NOT NULL),
  basic AS (
    SELECT ts, metric, MIN(latency_ms) AS min, AVG(latency_ms) AS avg, MAX(latency_ms) AS max
    FROM filtered
    GROUP BY ts, metric
  ),
  pct AS (SELECT ts, metric, APPROX_QUANTILES(latency_ms, 100) AS q FROM filtered GROUP BY ts, metric)
  SELECT
    b.ts AS timestamp,
    b.metric,
    b.min  AS min_processing_time_ms,
    b.avg  AS avg_processing_time_ms,
    b.max  AS max_processing_time_ms,
    q[OFFSET(50)] AS p50_processing_time_ms,
    q[OFFSET(95)] AS p95_processing_time_ms,
    q[OFFSET(99)] AS p99_processing_time_ms
  FROM basic b
  JOIN pct USING (ts, metric)
  ORDER BY timestamp DESC, metric
  `,
  ),
];
