-- The nine log tables on BigQuery. Run it with the dataset as default:
--   bq query --nouse_legacy_sql --dataset_id="$PROJECT:$DATASET" < docs/reference/log-tables.sql
-- Written from the schemas in src/catalog/log-tables by npm run docs.
-- <!-- tables -->
CREATE TABLE IF NOT EXISTS edge_logs (
  `id` STRING,
  `event_message` STRING,
  `identifier` STRING,
  `project` STRING,
  `timestamp` TIMESTAMP NOT NULL,
  `metadata` ARRAY<STRUCT<`load_balancer_redirect_identifier` STRING, `logflare_worker` ARRAY<STRUCT<`worker_id` STRING>>, `request` ARRAY<STRUCT<`host` STRING, `method` STRING, `path` STRING, `protocol` STRING, `search` STRING, `url` STRING, `cf` ARRAY<STRUCT<`asOrganization` STRING, `city` STRING, `clientAcceptEncoding` STRING, `colo` STRING, `continent` STRING, `country` STRING, `httpProtocol` STRING, `isEUCountry` STRING, `latitude` STRING, `longitude` STRING, `metroCode` STRING, `postalCode` STRING, `region` STRING, `regionCode` STRING, `timezone` STRING, `tlsCipher` STRING, `tlsVersion` STRING, `asn` INT64, `clientTcpRtt` INT64, `clientTrustScore` INT64, `edgeRequestKeepAliveStatus` INT64, `botManagement` ARRAY<STRUCT<`corporateProxy` BOOL, `staticResource` BOOL, `verifiedBot` BOOL, `detectionIds` ARRAY<INT64>, `ja3Hash` STRING, `score` INT64>>, `tlsClientAuth` ARRAY<STRUCT<`certPresented` STRING, `certRevoked` STRING, `certVerified` STRING>>, `tlsExportedAuthenticator` ARRAY<STRUCT<`clientFinished` STRING, `clientHandshake` STRING, `serverFinished` STRING, `serverHandshake` STRING>>>>, `headers` ARRAY<STRUCT<`accept` STRING, `cf_connecting_ip` STRING, `cf_ipcountry` STRING, `cf_ray` STRING, `host` STRING, `referer` STRING, `user_agent` STRING, `x_client_info` STRING, `x_forwarded_proto` STRING, `x_real_ip` STRING, `content_length` STRING, `x_forwarded_user_agent` STRING, `range` STRING, `prefer` STRING>>, `sb` ARRAY<STRUCT<`auth_user` STRING, `jwt` ARRAY<STRUCT<`apikey` ARRAY<STRUCT<`invalid` STRING, `payload` ARRAY<STRUCT<`algorithm` STRING, `issuer` STRING, `role` STRING, `subject` STRING, `signature_prefix` STRING, `expires_at` INT64, `key_id` STRING, `session_id` STRING>>>>, `authorization` ARRAY<STRUCT<`invalid` STRING, `payload` ARRAY<STRUCT<`algorithm` STRING, `issuer` STRING, `role` STRING, `subject` STRING, `signature_prefix` STRING, `expires_at` INT64, `key_id` STRING, `session_id` STRING>>>>>>, `apikey` ARRAY<STRUCT<`apikey` ARRAY<STRUCT<`prefix` STRING, `hash` STRING, `error` STRING>>, `authorization` ARRAY<STRUCT<`prefix` STRING, `hash` STRING, `error` STRING>>>>>>>>, `response` ARRAY<STRUCT<`origin_time` INT64, `status_code` INT64, `headers` ARRAY<STRUCT<`cf_cache_status` STRING, `cf_ray` STRING, `content_length` STRING, `content_location` STRING, `content_range` STRING, `content_type` STRING, `date` STRING, `sb_gateway_mode` STRING, `sb_gateway_version` STRING, `transfer_encoding` STRING, `x_kong_proxy_latency` STRING, `x_kong_upstream_latency` STRING, `x_sb_error_code` STRING>>>>>>
)
PARTITION BY TIMESTAMP_TRUNC(timestamp, DAY)
CLUSTER BY timestamp
OPTIONS (require_partition_filter = TRUE);

CREATE TABLE IF NOT EXISTS postgres_logs (
  `id` STRING,
  `event_message` STRING,
  `identifier` STRING,
  `project` STRING,
  `timestamp` TIMESTAMP NOT NULL,
  `metadata` ARRAY<STRUCT<`host` STRING, `parsed` ARRAY<STRUCT<`backend_type` STRING, `command_tag` STRING, `connection_from` STRING, `context` STRING, `database_name` STRING, `error_severity` STRING, `session_id` STRING, `session_start_time` STRING, `sql_state_code` STRING, `timestamp` STRING, `user_name` STRING, `virtual_transaction_id` STRING, `detail` STRING, `hint` STRING, `query` STRING, `application_name` STRING, `internal_query` STRING, `leader_pid` INT64, `process_id` INT64, `query_id` INT64, `session_line_num` INT64, `transaction_id` INT64>>>>
)
PARTITION BY TIMESTAMP_TRUNC(timestamp, DAY)
CLUSTER BY timestamp
OPTIONS (require_partition_filter = TRUE);

CREATE TABLE IF NOT EXISTS function_edge_logs (
  `id` STRING,
  `event_message` STRING,
  `timestamp` TIMESTAMP NOT NULL,
  `metadata` ARRAY<STRUCT<`deployment_id` STRING, `function_id` STRING, `project_ref` STRING, `version` STRING, `execution_id` STRING, `request_id` STRING, `execution_time_ms` INT64, `request` ARRAY<STRUCT<`host` STRING, `method` STRING, `pathname` STRING, `protocol` STRING, `search` STRING, `url` STRING, `port` INT64, `headers` ARRAY<STRUCT<`accept` STRING, `accept_encoding` STRING, `content_length` STRING, `host` STRING, `user_agent` STRING, `connection` STRING, `cookie` STRING, `x_client_info` STRING>>, `sb` ARRAY<STRUCT<`jwt` ARRAY<STRUCT<`apikey` ARRAY<STRUCT<`invalid` STRING, `payload` ARRAY<STRUCT<`algorithm` STRING, `issuer` STRING, `role` STRING, `subject` STRING, `signature_prefix` STRING, `expires_at` INT64, `key_id` STRING, `session_id` STRING>>>>, `authorization` ARRAY<STRUCT<`invalid` STRING, `payload` ARRAY<STRUCT<`algorithm` STRING, `issuer` STRING, `role` STRING, `subject` STRING, `signature_prefix` STRING, `expires_at` INT64, `key_id` STRING, `session_id` STRING>>>>>>, `auth_user` STRING, `apikey` ARRAY<STRUCT<`apikey` ARRAY<STRUCT<`prefix` STRING, `hash` STRING, `error` STRING>>, `authorization` ARRAY<STRUCT<`prefix` STRING, `hash` STRING, `error` STRING>>>>>>>>, `response` ARRAY<STRUCT<`status_code` INT64, `headers` ARRAY<STRUCT<`content_length` STRING, `content_type` STRING, `date` STRING, `server` STRING, `vary` STRING, `x_sb_edge_region` STRING, `x_sb_compute_multiplier` STRING, `x_sb_resource_multiplier` STRING, `x_served_by` STRING>>>>>>
)
PARTITION BY TIMESTAMP_TRUNC(timestamp, DAY)
CLUSTER BY timestamp
OPTIONS (require_partition_filter = TRUE);

CREATE TABLE IF NOT EXISTS function_logs (
  `id` STRING,
  `event_message` STRING,
  `timestamp` TIMESTAMP NOT NULL,
  `metadata` ARRAY<STRUCT<`deployment_id` STRING, `event_type` STRING, `execution_id` STRING, `function_id` STRING, `level` STRING, `project_ref` STRING, `region` STRING, `timestamp` STRING, `version` STRING, `reason` STRING, `request_id` STRING>>
)
PARTITION BY TIMESTAMP_TRUNC(timestamp, DAY)
CLUSTER BY timestamp
OPTIONS (require_partition_filter = TRUE);

CREATE TABLE IF NOT EXISTS auth_logs (
  `id` STRING,
  `event_message` STRING,
  `project` STRING,
  `timestamp` TIMESTAMP NOT NULL,
  `metadata` ARRAY<STRUCT<`action` STRING, `client_id` STRING, `component` STRING, `duration` STRING, `error` STRING, `factor_id` STRING, `header` STRING, `host` STRING, `instance_id` STRING, `issuer` STRING, `level` STRING, `login_method` STRING, `message` STRING, `method` STRING, `msg` STRING, `path` STRING, `project` STRING, `provider` STRING, `referer` STRING, `remote_addr` STRING, `request_id` STRING, `source_type` STRING, `status` STRING, `time` STRING, `timestamp` STRING, `user_id` STRING, `args` ARRAY<STRING>, `metering` BOOL, `auth_event` ARRAY<STRUCT<`action` STRING, `actor_id` STRING, `actor_name` STRING, `actor_username` STRING, `log_type` STRING, `actor_via_sso` BOOL, `traits` ARRAY<STRUCT<`channel` STRING, `provider` STRING, `user_email` STRING, `user_id` STRING, `user_phone` STRING>>>>>>
)
PARTITION BY TIMESTAMP_TRUNC(timestamp, DAY)
CLUSTER BY timestamp
OPTIONS (require_partition_filter = TRUE);

CREATE TABLE IF NOT EXISTS realtime_logs (
  `id` STRING,
  `event_message` STRING,
  `timestamp` TIMESTAMP NOT NULL,
  `metadata` ARRAY<STRUCT<`external_id` STRING, `level` STRING, `project` STRING, `context` ARRAY<STRUCT<`application` STRING, `file` STRING, `function` STRING, `gl` STRING, `module` STRING, `pid` STRING, `domain` ARRAY<STRING>, `mfa` ARRAY<STRING>, `line` INT64, `time` INT64, `vm` ARRAY<STRUCT<`node` STRING>>>>, `measurements` ARRAY<STRUCT<`connected` INT64, `connected_cluster` INT64, `limit` INT64, `sum` INT64>>>>
)
PARTITION BY TIMESTAMP_TRUNC(timestamp, DAY)
CLUSTER BY timestamp
OPTIONS (require_partition_filter = TRUE);

CREATE TABLE IF NOT EXISTS storage_logs (
  `id` STRING,
  `event_message` STRING,
  `timestamp` TIMESTAMP NOT NULL,
  `metadata` ARRAY<STRUCT<`level` STRING, `project` STRING, `rawError` STRING, `reqId` STRING, `tenantId` STRING, `timestamp` STRING, `responseTime` INT64, `context` ARRAY<STRUCT<`host` STRING, `pid` INT64>>, `req` ARRAY<STRUCT<`hostname` STRING, `method` STRING, `remoteAddress` STRING, `url` STRING, `remotePort` INT64, `headers` ARRAY<STRUCT<`accept` STRING, `cf_connecting_ip` STRING, `cf_ray` STRING, `content_length` STRING, `content_type` STRING, `host` STRING, `referer` STRING, `user_agent` STRING, `x_client_info` STRING, `x_forwarded_proto` STRING>>>>, `res` ARRAY<STRUCT<`statusCode` INT64, `headers` ARRAY<STRUCT<`content_length` INT64, `content_type` STRING>>>>, `error` ARRAY<STRUCT<`message` STRING, `raw` STRING>>>>
)
PARTITION BY TIMESTAMP_TRUNC(timestamp, DAY)
CLUSTER BY timestamp
OPTIONS (require_partition_filter = TRUE);

CREATE TABLE IF NOT EXISTS postgrest_logs (
  `id` STRING,
  `event_message` STRING,
  `identifier` STRING,
  `project` STRING,
  `timestamp` TIMESTAMP NOT NULL,
  `metadata` ARRAY<STRUCT<`host` STRING>>
)
PARTITION BY TIMESTAMP_TRUNC(timestamp, DAY)
CLUSTER BY timestamp
OPTIONS (require_partition_filter = TRUE);

CREATE TABLE IF NOT EXISTS pgbouncer_logs (
  `id` STRING,
  `event_message` STRING,
  `file` STRING,
  `project` STRING,
  `timestamp` TIMESTAMP NOT NULL,
  `metadata` ARRAY<STRUCT<`host` STRING>>
)
PARTITION BY TIMESTAMP_TRUNC(timestamp, DAY)
CLUSTER BY timestamp
OPTIONS (require_partition_filter = TRUE);
-- <!-- /tables -->
