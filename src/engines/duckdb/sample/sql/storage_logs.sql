-- Requests to the storage service. `responseTime` is in milliseconds.

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
FROM requests
