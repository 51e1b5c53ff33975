-- What Postgres writes to its log.

WITH lines AS MATERIALIZED (
  SELECT n, timestamp, project_of(n) AS project, 1000 + number(n, 'process', 9000) AS process,
    pick(n, 'user', ['authenticator', 'authenticator', 'app_admin', 'reporting']) AS user,
    pick(n, 'line', [
      {'severity': 'LOG', 'state': '00000', 'tag': 'authentication', 'message': 'connection received: host={address} port={port}'},
      {'severity': 'LOG', 'state': '00000', 'tag': 'authentication', 'message': 'connection authorized: user={user} database=postgres SSL enabled'},
      {'severity': 'LOG', 'state': '00000', 'tag': 'idle', 'message': 'disconnection: session time: 0:00:{seconds}.250 user={user} database=postgres'},
      {'severity': 'LOG', 'state': '00000', 'tag': 'SELECT', 'message': 'duration: {port}.125 ms  statement: select * from orders'},
      {'severity': 'LOG', 'state': '00000', 'tag': 'COMMIT', 'message': 'duration: {port}.500 ms  statement: COMMIT'},
      {'severity': 'LOG', 'state': '00000', 'tag': NULL, 'message': 'cron job 4 starting: refresh materialized view daily_totals'},
      {'severity': 'LOG', 'state': '00000', 'tag': NULL, 'message': 'checkpoint starting: time'},
      {'severity': 'LOG', 'state': '00000', 'tag': NULL, 'message': 'checkpoint complete: wrote {port} buffers'},
      {'severity': 'WARNING', 'state': '25001', 'tag': 'BEGIN', 'message': 'there is already a transaction in progress'},
      {'severity': 'ERROR', 'state': '23505', 'tag': 'INSERT', 'message': 'duplicate key value violates unique constraint "orders_pkey"'},
      {'severity': 'ERROR', 'state': '42P01', 'tag': 'SELECT', 'message': 'relation "public.menus" does not exist'},
      {'severity': 'ERROR', 'state': '57014', 'tag': 'SELECT', 'message': 'canceling statement due to statement timeout'},
      {'severity': 'FATAL', 'state': '28P01', 'tag': 'authentication', 'message': 'password authentication failed for user "{user}"'}]) AS line
  FROM moments
),
messages AS MATERIALIZED (
  SELECT *, (line.message)
    .replace('{user}', user)
    .replace('{address}', address_of(client_of(n)))
    .replace('{port}', CAST(1024 + number(n, 'port', 60000) AS VARCHAR))
    .replace('{seconds}', CAST(10 + number(n, 'seconds', 50) AS VARCHAR)) AS message
  FROM lines
)
SELECT log_id(n, timestamp) AS id, timestamp, message AS event_message, project AS identifier, project,
  record(n, 'metadata', 0.99, {
    'host': maybe(n, 'host', 0.9, 'db-' || project),
    'parsed': record(n, 'parsed', 0.97, {
      'error_severity': line.severity, 'sql_state_code': line.state, 'command_tag': line.tag,
      'user_name': CASE WHEN line.tag IS NOT NULL THEN user END,
      'database_name': CASE WHEN line.tag IS NOT NULL THEN 'postgres' END,
      'backend_type': CASE WHEN line.tag IS NULL THEN 'checkpointer' ELSE 'client backend' END,
      'connection_from': maybe(n, 'from', 0.6, address_of(client_of(n)) || ':' || (1024 + number(n, 'port', 60000))),
      'application_name': maybe(n, 'application', 0.4, 'postgrest'),
      'detail': CASE line.state WHEN '23505' THEN 'Key (id)=(' || n % 5000 || ') already exists.' END,
      'hint': CASE line.state WHEN '42P01' THEN maybe(n, 'hint', 0.3, 'Perhaps you meant "public.menu".') END,
      'query': CASE line.severity WHEN 'ERROR' THEN maybe(n, 'query', 0.8, 'select * from orders where id = $1') END,
      'process_id': process, 'session_line_num': 1 + number(n, 'line', 12),
      'session_id': hex(process, 'session', 8) || '.' || hex(process, 'session', 4),
      'timestamp': strftime(timestamp, '%Y-%m-%d %H:%M:%S.%g UTC')
    })
  }) AS metadata
FROM messages
