-- Invocations of serverless functions: one row per call.

WITH choices AS MATERIALIZED (
  SELECT n, timestamp, project_of(n) AS project, function_of(n, project) AS function, client_of(n) AS client,
    chance(n, 'luck') AS luck, pick(n, 'method', ['POST', 'POST', 'POST', 'GET', 'GET', 'OPTIONS']) AS method
  FROM moments
),
calls AS MATERIALIZED (
  SELECT *, 1 + number(function.id, 'version', 30) AS version,
    project || '.example.com' AS host, '/functions/v1/' || function.name AS pathname,
    maybe(n, 'search', 0.15, '?dry_run=true') AS search,
    'https://' || host || pathname || coalesce(search, '') AS url,
    CASE
      WHEN luck < 0.880 THEN 200
      WHEN luck < 0.910 THEN 201
      WHEN luck < 0.930 THEN 204
      WHEN luck < 0.938 THEN 304
      WHEN luck < 0.942 THEN 399
      WHEN luck < 0.957 THEN 400
      WHEN luck < 0.968 THEN 401
      WHEN luck < 0.976 THEN 404
      WHEN luck < 0.982 THEN 429
      WHEN luck < 0.994 THEN 500
      ELSE pick(n, 'outage', [502, 503, 504, 546])
    END AS status
  FROM choices
)
SELECT log_id(n, timestamp) AS id, timestamp, concat_ws(' | ', method, status, url) AS event_message,
  record(n, 'metadata', 0.99, {
    'deployment_id': maybe(n, 'deployment', 0.9, concat_ws('_', project, function.id, version)),
    'function_id': function.id, 'project_ref': project,
    'version': maybe(n, 'version', 0.9, CAST(version AS VARCHAR)),
    'execution_id': uuid_of(n, 'execution'),
    'request_id': maybe(n, 'request id', 0.4, uuid_of(n, 'request')),
    -- Every function has its own speed; cold starts and gateway timeouts (150 s) are the outliers.
    'execution_time_ms': maybe(n, 'timed', 0.99, CASE
      WHEN status = 504 THEN 150000 + number(n, 'timeout', 400)
      WHEN chance(n, 'cold') < 0.006 THEN duration(n, 'cold start', 4000, 0.5)
      ELSE duration(n, 'time', 25 + 20 * number(function.id, 'speed', 20), 0.55)
    END),
    'request': record(n, 'request', 0.97, {
      'host': host, 'method': method, 'pathname': pathname, 'protocol': maybe(n, 'protocol', 0.9, 'https:'),
      'search': search, 'url': url, 'port': maybe(n, 'port', 0.1, 443),
      'headers': record(n, 'headers', 0.9, {
        'accept': maybe(n, 'accept', 0.7, '*/*'),
        'accept_encoding': maybe(n, 'encoding', 0.5, 'gzip, br'),
        'host': host, 'user_agent': agent_of(client),
        'x_client_info': maybe(client, 'library', 0.5, 'example-js/2.' || client % 9 || '.0')
      }),
      'sb': maybe(n, 'sb', 0.05, [{
        'auth_user': uuid_of(client, 'user'),
        'jwt': [{'authorization': [{'payload': [{'algorithm': 'ES256',
          'issuer': 'https://' || host || '/auth/v1', 'role': 'authenticated',
          'subject': uuid_of(client, 'user'), 'expires_at': 2082758400,
          'key_id': uuid_of(project, 'key'), 'session_id': uuid_of(client, 'session')}]}]}],
        'apikey': [api_key_of(client)]
      }])
    }),
    'response': record(n, 'response', 0.985, {
      'status_code': status,
      'headers': record(n, 'response headers', 0.8, {
        'content_length': maybe(n, 'length', 0.6, CAST(duration(n, 'length', 400, 1.3) AS VARCHAR)),
        'content_type': maybe(n, 'type', 0.9, 'application/json'),
        'server': 'gateway',
        'x_sb_edge_region': maybe(n, 'region', 0.9, region_of(project)),
        'x_served_by': 'gateway'
      })
    })
  }) AS metadata
FROM calls
