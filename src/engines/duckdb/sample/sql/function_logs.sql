-- What functions print, and when their workers start and stop: of every seventh invocation, with its ids.

-- `function_edge_logs` is the second of the tables that are numbered, and has 110,000 rows.
WITH calls AS MATERIALIZED (
  SELECT n, timestamp, 1000000 + 7 * number(n, 'call', 110000 // 7) AS call FROM moments
),
events AS MATERIALIZED (
  SELECT n, call, timestamp - offset_of(n) + offset_of(call) + to_milliseconds(number(n, 'after', 2000)) AS timestamp,
    project_of(call) AS project, function_of(call, project) AS function,
    number(n, 'value', 900) AS value,
    pick(n, 'event', [
      {'type': 'Boot', 'level': 'log', 'message': 'booted (time: {value}ms)', 'reason': NULL},
      {'type': 'Log', 'level': 'info', 'message': 'Listening on http://localhost:9999/', 'reason': NULL},
      {'type': 'Log', 'level': 'info', 'message': 'handled {value} items', 'reason': NULL},
      {'type': 'Log', 'level': 'info', 'message': 'receipt {value} sent', 'reason': NULL},
      {'type': 'Log', 'level': 'debug', 'message': 'cache miss for key {value}', 'reason': NULL},
      {'type': 'Log', 'level': 'warning', 'message': 'slow upstream: {value} ms', 'reason': NULL},
      {'type': 'Log', 'level': 'error', 'message': 'upstream answered 503 for item {value}', 'reason': NULL},
      {'type': 'UncaughtException', 'level': 'error',
        'message': 'TypeError: Cannot read properties of undefined (reading ''id'')', 'reason': NULL},
      {'type': 'Shutdown', 'level': 'log', 'message': 'shutdown', 'reason': 'EarlyDrop'},
      {'type': 'Shutdown', 'level': 'log', 'message': 'shutdown', 'reason': 'WallClockTime'}]) AS event
  FROM calls
),
versions AS MATERIALIZED (
  SELECT *, 1 + number(function.id, 'version', 30) AS version FROM events
)
SELECT log_id(n, timestamp) AS id, timestamp,
  replace(event.message, '{value}', CAST(value AS VARCHAR)) AS event_message,
  record(n, 'metadata', 0.99, {
    'deployment_id': maybe(n, 'deployment', 0.9, concat_ws('_', project, function.id, version)),
    'event_type': event.type, 'level': event.level, 'reason': event.reason,
    'execution_id': maybe(n, 'execution', 0.9, uuid_of(call, 'execution')),
    'request_id': maybe(call, 'request id', 0.4, uuid_of(call, 'request')),
    'function_id': function.id, 'project_ref': project,
    'region': maybe(n, 'region', 0.7, region_of(project)),
    'timestamp': maybe(n, 'timestamp', 0.6, iso_time(timestamp)),
    'version': maybe(n, 'version', 0.9, CAST(version AS VARCHAR))
  }) AS metadata
FROM versions
