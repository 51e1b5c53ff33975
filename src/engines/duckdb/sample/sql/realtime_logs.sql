-- What the realtime service reports of its tenants and channels.

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
FROM events
