-- What the connection pooler writes to its log.

SELECT log_id(n, timestamp) AS id, timestamp, project_of(n) AS project, maybe(n, 'file', 0.2, 'pgbouncer.log') AS file,
  pick(n, 'message', [
    'C-0x{hex}: postgres/app_admin@{address} login attempt: db=postgres user=app_admin tls=TLSv1.3',
    'C-0x{hex}: postgres/app_admin@{address} closing because: client close request (age={age}s)',
    'S-0x{hex}: postgres/app_admin@{address} closing because: server idle timeout (age={age}s)',
    'S-0x{hex}: postgres/app_admin@{address} new connection to server',
    'stats: {age} xacts/s, {age} queries/s, in 48211 B/s, out 96177 B/s, wait 41 us'])
    .replace('{hex}', hex(n, 'client', 12))
    .replace('{address}', address_of(client_of(n)))
    .replace('{age}', CAST(1 + number(n, 'age', 600) AS VARCHAR)) AS event_message,
  record(n, 'metadata', 0.98, {'host': maybe(n, 'host', 0.9, 'db-' || project)}) AS metadata
FROM moments
