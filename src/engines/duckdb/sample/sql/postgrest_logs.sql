-- What the REST server in front of the database writes to its log.

SELECT log_id(n, timestamp) AS id, timestamp, project_of(n) AS project, maybe(n, 'identifier', 0.9, project) AS identifier,
  pick(n, 'message', [
    'Successfully connected to PostgreSQL on db-{project}',
    'Listening for database notifications on the "pgrst" channel',
    'Received a schema cache reload message on the "pgrst" channel',
    'Schema cache queried in {time} milliseconds',
    'Schema cache loaded 14 Relations, 9 Relationships, 21 Functions',
    'Warp server error: Client closed connection prematurely',
    'Thread killed by timeout manager'])
    .replace('{project}', project)
    .replace('{time}', CAST(duration(n, 'time', 30, 0.6) AS VARCHAR)) AS event_message,
  record(n, 'metadata', 0.98, {'host': maybe(n, 'host', 0.9, 'db-' || project)}) AS metadata
FROM moments
