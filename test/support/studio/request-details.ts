import { literal } from './requests.js';

const LEVEL = (code: string) => `CASE
    WHEN ${code} BETWEEN 200 AND 299 THEN 'success'
    WHEN ${code} BETWEEN 400 AND 499 THEN 'warning'
    WHEN ${code} >= 500 THEN 'error'
    ELSE 'success'
  END as level`;

/** What one request says of the keys and tokens that came with it. */
const KEYS = `
  auth_payload.role as api_role,
  COALESCE(sb.auth_user, null) as auth_user,
  CASE
    WHEN key_payload.algorithm = 'HS256' AND key_payload.issuer = 'supabase' AND key_payload.role IN ('anon', 'service_role')
    THEN key_payload.role
    WHEN key_payload IS NOT NULL THEN '<unrecognized>'
    ELSE NULL
  END as jwt_key_role,
  key_payload.signature_prefix as jwt_key_prefix,
  CASE
    WHEN api_key.prefix LIKE '%publishable%' THEN 'anon'
    WHEN api_key.prefix LIKE '%secret%' THEN 'service_role'
    WHEN api_key.prefix IS NOT NULL THEN 'unknown'
    ELSE NULL
  END as api_key_role,
  api_key.prefix as api_key_prefix,
  api_key.error as api_key_error,
  api_key.hash as api_key_hash,
  null as user_id,
  key_payload.expires_at as jwt_apikey_expires_at,
  auth_payload.algorithm as jwt_auth_algorithm,
  auth_payload.expires_at as jwt_auth_expires_at,
  auth_payload.key_id as jwt_auth_key_id,
  auth_payload.session_id as jwt_auth_session_id,
  auth_payload.subject as jwt_auth_subject,`;

const KEY_JOINS = `
  left join unnest(request.sb) as sb
  left join unnest(sb.jwt) as jwt
  left join unnest(COALESCE(jwt.apikey, [])) as apikey
  left join unnest(COALESCE(apikey.payload, [])) as key_payload
  left join unnest(COALESCE(jwt.authorization, [])) as auth
  left join unnest(COALESCE(auth.payload, [])) as auth_payload
  left join unnest(COALESCE(sb.apikey, [])) as api_keys
  left join unnest(COALESCE(api_keys.apikey, [])) as api_key`;

/** The panel of one request at the gateway. */
export const gatewayDetails = (id: string): string => `
select
  id,
  el.timestamp as timestamp,
  'postgrest' as log_type,
  CAST(response.status_code AS STRING) as status,
  ${LEVEL('response.status_code')},
  -- the request
  request.path as request_path, request.host as request_host, request.method as request_method, request.url as request_url,
  request.search as request_search,
  response.origin_time as response_origin_time,
  response_headers.content_type as response_content_type,
  response_headers.cf_cache_status as response_cache_status,
  cf.continent as client_continent, cf.country as client_country, cf.city as client_city, cf.region as client_region,
  cf.regionCode as client_region_code, cf.latitude as client_latitude, cf.longitude as client_longitude, cf.timezone as client_timezone,
  cf.httpProtocol as network_protocol, cf.colo as network_datacenter,
  request_headers.user_agent as headers_user_agent, request_headers.x_client_info as headers_x_client_info,
  request_headers.x_real_ip as headers_x_real_ip, request_headers.cf_ipcountry as cf_country,
  request_headers.cf_connecting_ip as client_ip,
  ${KEYS}
  response_headers.sb_gateway_mode as storage_edge_gateway_mode,
  response_headers.sb_gateway_version as storage_edge_gateway_version,
  response_headers.cf_ray as cf_ray,
  el as raw_log_data

from edge_logs as el
  cross join unnest(metadata) as el_metadata
  cross join unnest(el_metadata.request) as request
  cross join unnest(el_metadata.response) as response
  left join unnest(response.headers) as response_headers
  left join unnest(request.headers) as request_headers
  left join unnest(request.cf) as cf
  ${KEY_JOINS}

WHERE
  el.id = ${literal(id)}
`;

/** The panel of one invocation of a function, with what the function printed. */
export const functionDetails = (id: string): string => `
select
  fel.id as id,
  fel.timestamp as timestamp,
  'edge-function' as log_type,
  CAST(response.status_code AS STRING) as status,
  ${LEVEL('response.status_code')},
  request.pathname as request_path, request.host as request_host, request.method as request_method, request.url as request_url,
  request.search as request_search, request.protocol as request_protocol, request.port as request_port,
  response_headers.content_type as response_content_type, response_headers.content_length as response_content_length,
  response_headers.date as response_date, response_headers.server as response_server,
  response_headers.x_sb_edge_region as response_edge_region,
  response_headers.x_sb_compute_multiplier as response_compute_multiplier,
  response_headers.x_sb_resource_multiplier as response_resource_multiplier,
  response_headers.x_served_by as response_served_by,
  fel_metadata.execution_id as execution_id, fel_metadata.function_id as function_id,
  fel_metadata.deployment_id as deployment_id, fel_metadata.execution_time_ms as execution_time_ms,
  fel_metadata.project_ref as project_ref, fel_metadata.version as function_version,
  request_headers.user_agent as headers_user_agent, request_headers.x_client_info as headers_x_client_info,
  request_headers.accept as headers_accept, request_headers.accept_encoding as headers_accept_encoding,
  request_headers.connection as headers_connection, request_headers.cookie as headers_cookie, request_headers.host as headers_host,
  ${KEYS}
  printed.function_log_count as function_log_count,
  printed.logs as function_logs,
  printed.last_event_message as last_event_message,
  fel as raw_log_data

from function_edge_logs as fel
  cross join unnest(metadata) as fel_metadata
  cross join unnest(fel_metadata.response) as response
  cross join unnest(fel_metadata.request) as request
  left join unnest(response.headers) as response_headers
  left join unnest(request.headers) as request_headers
  ${KEY_JOINS}
  left join (
    SELECT
      line.execution_id,
      COUNT(fl.id) as function_log_count,
      ANY_VALUE(fl.event_message) as last_event_message,
      ARRAY_AGG(STRUCT(fl.id, fl.timestamp, fl.event_message, line.level, line.event_type)) as logs
    FROM function_logs as fl
    CROSS JOIN UNNEST(fl.metadata) as line
    WHERE line.execution_id IS NOT NULL
    GROUP BY line.execution_id
  ) as printed on fel_metadata.execution_id = printed.execution_id

WHERE
  fel.id = ${literal(id)}
`;

/** The panel of one line of the database. */
export const databaseDetails = (id: string): string => `
select
  pgl.id as id,
  pgl.timestamp as timestamp,
  'postgres' as log_type,
  parsed.sql_state_code as status,
  CASE
    WHEN parsed.error_severity = 'LOG' THEN 'success'
    WHEN parsed.error_severity = 'WARNING' THEN 'warning'
    WHEN parsed.error_severity IN ('FATAL', 'ERROR') THEN 'error'
    ELSE 'success'
  END as level,
  parsed.database_name as database_name, parsed.user_name as database_user, parsed.connection_from as connection_from,
  pgl_metadata.host as database_host, parsed.command_tag as command_tag, parsed.backend_type as backend_type,
  parsed.query_id as query_id, parsed.session_id as session_id, parsed.process_id as process_id,
  parsed.virtual_transaction_id as virtual_transaction_id, parsed.transaction_id as transaction_id,
  parsed.session_start_time as session_start_time, parsed.session_line_num as session_line_num,
  parsed.error_severity as error_severity, parsed.sql_state_code as sql_state_code,
  pgl.event_message as event_message, parsed.timestamp as operation_timestamp,
  pgl as raw_log_data
from postgres_logs as pgl
  cross join unnest(pgl.metadata) as pgl_metadata
  cross join unnest(pgl_metadata.parsed) as parsed
WHERE
  pgl.id = ${literal(id)}
`;
