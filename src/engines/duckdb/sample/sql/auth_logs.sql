-- Requests to the authentication service, and who signed in. `duration` is in nanoseconds, as text.

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
FROM messages
