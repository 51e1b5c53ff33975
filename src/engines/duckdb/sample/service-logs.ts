import type { SampleTable } from './sample-table.js';

/** Requests to the authentication service, and who signed in. `duration` is in nanoseconds, as text. */
export const authLogs: SampleTable = {
  name: 'auth_logs',
  rows: 12_000,
  select: `
    WITH requests AS MATERIALIZED (
      SELECT n, timestamp, project_of(n) AS project, client_of(n) AS client,
        pick(n, 'request', [
          {'method': 'POST', 'path': '/token', 'status': '200', 'action': 'login', 'error': NULL},
          {'method': 'POST', 'path': '/token', 'status': '200', 'action': 'token_refreshed', 'error': NULL},
          {'method': 'POST', 'path': '/token', 'status': '200', 'action': 'token_refreshed', 'error': NULL},
          {'method': 'GET', 'path': '/user', 'status': '200', 'action': NULL, 'error': NULL},
          {'method': 'GET', 'path': '/user', 'status': '200', 'action': NULL, 'error': NULL},
          {'method': 'POST', 'path': '/signup', 'status': '200', 'action': 'user_signedup', 'error': NULL},
          {'method': 'POST', 'path': '/logout', 'status': '204', 'action': 'logout', 'error': NULL},
          {'method': 'GET', 'path': '/callback', 'status': '302', 'action': 'login', 'error': NULL},
          {'method': 'POST', 'path': '/token', 'status': '400', 'action': NULL, 'error': '400: Invalid login credentials'},
          {'method': 'POST', 'path': '/otp', 'status': '429', 'action': NULL, 'error': '429: For security purposes, wait a minute'},
          {'method': 'GET', 'path': '/user', 'status': '500', 'action': NULL, 'error': '500: Database error'}]) AS request
      FROM moments
    ),
    messages AS MATERIALIZED (
      SELECT *, coalesce(request.error, 'request completed') AS msg, uuid_of(client, 'user') AS user,
        CASE request.action WHEN 'login' THEN pick(client, 'login', ['password', 'oauth', 'otp']) END AS login_method,
        pick(client, 'provider', ['email', 'email', 'example-sso']) AS provider,
        1000 * duration(n, 'duration', 21000, 0.9) AS nanoseconds,
        CASE WHEN request.status >= '500' THEN 'error' WHEN request.status >= '400' THEN 'warning' ELSE 'info' END AS level
      FROM requests
    )
    SELECT log_id(n, timestamp) AS id, timestamp, project,
      CAST(json_object('component', 'api', 'level', level, 'method', request.method, 'msg', msg, 'path', request.path,
        'remote_addr', address_of(client), 'status', request.status, 'time', iso_time(timestamp), 'duration', nanoseconds,
        'action', request.action, 'user_id', user, 'provider', provider, 'login_method', login_method,
        'metering', request.action = 'login') AS VARCHAR) AS event_message,
      record(n, 'metadata', 0.99, {
        'component': 'api', 'level': level, 'method': request.method, 'path': request.path, 'msg': msg,
        'status': request.status, 'error': request.error, 'action': maybe(n, 'action', 0.5, request.action),
        'duration': maybe(n, 'duration', 0.9, CAST(nanoseconds AS VARCHAR)),
        'host': maybe(n, 'host', 0.8, project || '.example.com'),
        'project': maybe(n, 'project', 0.5, project),
        'referer': maybe(n, 'referer', 0.4, 'https://shop.example.com/'),
        'remote_addr': address_of(client),
        'request_id': maybe(n, 'request id', 0.8, uuid_of(n, 'auth')),
        'login_method': login_method,
        'args': maybe(n, 'args', 0.02, ['--config', 'auth.env']),
        'metering': CASE request.action WHEN 'login' THEN true END,
        'time': iso_time(timestamp),
        'auth_event': CASE WHEN request.action IS NOT NULL THEN record(n, 'event', 0.95, {
          'action': request.action, 'actor_id': user,
          'actor_username': 'user' || client || '@example.com', 'actor_via_sso': client % 20 = 0,
          'log_type': CASE request.action WHEN 'token_refreshed' THEN 'token' ELSE 'account' END,
          'traits': maybe(n, 'traits', 0.5, [{'provider': provider}])
        }) END
      }) AS metadata
    FROM messages`,
};

/** What the realtime service reports of its tenants and channels. */
export const realtimeLogs: SampleTable = {
  name: 'realtime_logs',
  rows: 8_000,
  select: `
    WITH events AS MATERIALIZED (
      SELECT n, timestamp, project_of(n) AS project, number(n, 'connected', 200) AS connected,
        pick(n, 'event', [
          {'level': 'info', 'module': 'UserSocket', 'message': 'Connected to channel room:{room}'},
          {'level': 'info', 'module': 'RealtimeChannel', 'message': 'Subscribed to changes of public.orders'},
          {'level': 'info', 'module': 'RealtimeChannel', 'message': 'Client left room:{room}'},
          {'level': 'info', 'module': 'Telemetry', 'message': 'Tenant {project}: billing metrics'},
          {'level': 'warning', 'module': 'RealtimeChannel', 'message': 'ChannelRateLimitReached: Too many channels'},
          {'level': 'error', 'module': 'TenantConnect', 'message': 'UnableToConnectToProject: connection timed out'}]) AS event
      FROM moments
    )
    SELECT log_id(n, timestamp) AS id, timestamp,
      replace(replace(event.message, '{project}', project), '{room}', CAST(n % 40 AS VARCHAR)) AS event_message,
      record(n, 'metadata', 0.99, {
        'external_id': maybe(n, 'external', 0.9, project), 'level': event.level, 'project': project,
        'context': record(n, 'context', 0.8, {
          'application': 'realtime', 'module': 'Elixir.Realtime.' || event.module,
          'file': maybe(n, 'file', 0.5, 'lib/realtime.ex'), 'line': maybe(n, 'file', 0.5, 1 + n % 300),
          'domain': maybe(n, 'domain', 0.3, ['elixir']), 'pid': maybe(n, 'pid', 0.6, '<0.' || n % 9000 || '.0>'),
          'time': epoch_us(timestamp), 'vm': maybe(n, 'vm', 0.3, [{'node': 'realtime@192.0.2.' || (1 + n % 4)}])
        }),
        'measurements': CASE event.module WHEN 'Telemetry' THEN record(n, 'measured', 0.95, {
          'connected': connected, 'connected_cluster': 3 * connected, 'limit': 500, 'sum': 12 * connected
        }) END
      }) AS metadata
    FROM events`,
};

/** Requests to the storage service. `responseTime` is in milliseconds. */
export const storageLogs: SampleTable = {
  name: 'storage_logs',
  rows: 12_000,
  select: `
    WITH requests AS MATERIALIZED (
      SELECT n, timestamp, project_of(n) AS project, client_of(n) AS client, project || '.example.com' AS host,
        pick(n, 'method', ['GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE']) AS method,
        pick(n, 'status', [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 304, 304, 400, 404, 413, 500]) AS status,
        '/object/' || pick(n, 'bucket', ['public/pictures', 'uploads', 'rest']) || '/' || n % 5000 || '.webp' AS url
      FROM moments
    )
    SELECT log_id(n, timestamp) AS id, timestamp,
      concat_ws(' | ', method, status, address_of(client), hex(n, 'ray', 16), url, agent_of(client)) AS event_message,
      record(n, 'metadata', 0.99, {
        'level': CASE WHEN status >= 500 THEN 'error' WHEN status >= 400 THEN 'warn' ELSE 'info' END,
        'project': project, 'tenantId': maybe(n, 'tenant', 0.8, project), 'reqId': maybe(n, 'request id', 0.8, 'req-' || hex(n, 'request', 6)),
        'responseTime': maybe(n, 'timed', 0.97, duration(n, 'time', 45, 0.9)),
        'timestamp': maybe(n, 'timestamp', 0.5, iso_time(timestamp)),
        'rawError': CASE status WHEN 500 THEN maybe(n, 'raw', 0.8, '{"code":"DatabaseTimeout"}') END,
        'context': maybe(n, 'context', 0.5, [{'host': 'storage-' || n % 3, 'pid': 1 + n % 3}]),
        'req': record(n, 'req', 0.97, {
          'hostname': host, 'method': method, 'url': url, 'remoteAddress': maybe(n, 'address', 0.8, '192.0.2.1'),
          'headers': record(n, 'headers', 0.85, {
            'cf_connecting_ip': address_of(client), 'host': host, 'user_agent': agent_of(client),
            'content_type': CASE WHEN method IN ('POST', 'PUT') THEN 'image/webp' END
          })
        }),
        'res': record(n, 'res', 0.96, {
          'statusCode': status,
          'headers': record(n, 'response headers', 0.7, {
            'content_length': duration(n, 'length', 40000, 1.3), 'content_type': maybe(n, 'type', 0.8, 'image/webp')
          })
        }),
        'error': CASE status
          WHEN 404 THEN [{'message': 'Object not found', 'raw': NULL}]
          WHEN 500 THEN [{'message': 'Database timeout', 'raw': '{"code":"DatabaseTimeout"}'}]
        END
      }) AS metadata
    FROM requests`,
};
