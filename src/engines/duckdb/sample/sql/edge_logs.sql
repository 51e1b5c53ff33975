-- Requests at the API gateway. Some paths match the texts of two API areas, as in `/storage/v1/object/rest/…`.

WITH choices AS MATERIALIZED (
  SELECT n, timestamp, project_of(n) AS project, client_of(n) AS client, chance(n, 'luck') AS luck,
    pick(n, 'route', [
      {'method': 'GET', 'path': '/rest/v1/orders', 'search': '?select=*&order=id.desc&limit=20', 'ok': 200},
      {'method': 'GET', 'path': '/rest/v1/orders', 'search': '?select=id,total&id=eq.{n}', 'ok': 200},
      {'method': 'GET', 'path': '/rest/v1/products', 'search': '?select=*', 'ok': 206},
      {'method': 'GET', 'path': '/rest/v1/products', 'search': '?id=eq.{n}', 'ok': 200},
      {'method': 'HEAD', 'path': '/rest/v1/products', 'search': '?select=count', 'ok': 200},
      {'method': 'POST', 'path': '/rest/v1/orders', 'search': NULL, 'ok': 201},
      {'method': 'PATCH', 'path': '/rest/v1/orders', 'search': '?id=eq.{n}', 'ok': 204},
      {'method': 'DELETE', 'path': '/rest/v1/basket_items', 'search': '?id=eq.{n}', 'ok': 204},
      {'method': 'POST', 'path': '/rest/v1/rpc/opening_hours', 'search': NULL, 'ok': 200},
      {'method': 'GET', 'path': '/rest/v1/auth_events', 'search': '?limit=50', 'ok': 200},
      {'method': 'GET', 'path': '/rest/v1/rpc/auth_overview', 'search': '?path=like./auth*', 'ok': 200},
      {'method': 'POST', 'path': '/auth/v1/token', 'search': '?grant_type=refresh_token', 'ok': 200},
      {'method': 'POST', 'path': '/auth/v1/token', 'search': '?grant_type=password', 'ok': 200},
      {'method': 'GET', 'path': '/auth/v1/user', 'search': NULL, 'ok': 200},
      {'method': 'GET', 'path': '/auth/v1/callback', 'search': '?code={n}', 'ok': 302},
      {'method': 'POST', 'path': '/auth/v1/logout', 'search': NULL, 'ok': 204},
      {'method': 'GET', 'path': '/storage/v1/object/public/pictures/{n}.webp', 'search': NULL, 'ok': 200},
      {'method': 'GET', 'path': '/storage/v1/object/public/pictures/{n}.webp', 'search': '?width=320', 'ok': 304},
      {'method': 'POST', 'path': '/storage/v1/object/uploads/{n}.jpg', 'search': NULL, 'ok': 200},
      {'method': 'GET', 'path': '/storage/v1/object/rest/menu-{n}.pdf', 'search': NULL, 'ok': 200},
      {'method': 'GET', 'path': '/realtime/v1/websocket', 'search': '?vsn=1.0.0', 'ok': 101},
      {'method': 'GET', 'path': '/realtime/v1/websocket', 'search': '?vsn=2.0.0', 'ok': 101},
      {'method': 'POST', 'path': '/realtime/v1/api/broadcast', 'search': NULL, 'ok': 202},
      {'method': 'POST', 'path': '/functions/v1/hello-world', 'search': NULL, 'ok': 200},
      {'method': 'POST', 'path': '/graphql/v1', 'search': NULL, 'ok': 200}]) AS route
  FROM moments
),
requests AS MATERIALIZED (
  SELECT *, project || '.example.com' AS host, replace(route.path, '{n}', CAST(n % 5000 AS VARCHAR)) AS path,
    replace(route.search, '{n}', CAST(n % 5000 AS VARCHAR)) AS search,
    'https://' || host || path || coalesce(search, '') AS url,
    hex(n, 'ray', 16) AS ray, address_of(client) AS address, agent_of(client) AS agent,
    CASE
      WHEN luck < 0.905 THEN route.ok
      WHEN luck < 0.915 THEN 304
      WHEN luck < 0.918 THEN 399
      WHEN luck < 0.938 THEN 400
      WHEN luck < 0.955 THEN 401
      WHEN luck < 0.960 THEN 403
      WHEN luck < 0.976 THEN 404
      WHEN luck < 0.980 THEN 409
      WHEN luck < 0.988 THEN 429
      WHEN luck < 0.994 THEN 500
      ELSE pick(n, 'outage', [502, 503, 504, 520])
    END AS status
  FROM choices
)
SELECT log_id(n, timestamp) AS id, timestamp, project AS identifier, project,
  concat_ws(' | ', route.method, status, address, ray, url, agent) AS event_message,
  record(n, 'metadata', 0.985, {
    'logflare_worker': maybe(n, 'worker', 0.3, [{'worker_id': upper(hex(n % 40, 'worker', 6))}]),
    'request': record(n, 'request', 0.985, {
      'host': host, 'method': route.method, 'path': path, 'protocol': maybe(n, 'protocol', 0.95, 'https:'),
      'search': search, 'url': url,
      'cf': record(n, 'cf', 0.75, {
        'asn': maybe(client, 'asn', 0.9, 64496 + client % 16),
        'asOrganization': maybe(client, 'asn', 0.9, 'Example Network ' || client % 16),
        'city': maybe(client, 'city', 0.6, pick(client, 'place', ['Oslo', 'Lisbon', 'Nairobi', 'Osaka', 'Quito'])),
        'colo': pick(client, 'place', ['OSL', 'LIS', 'NBO', 'KIX', 'UIO']),
        'country': pick(client, 'place', ['NO', 'PT', 'KE', 'JP', 'EC']),
        'httpProtocol': pick(client, 'http', ['HTTP/3', 'HTTP/2', 'HTTP/2', 'HTTP/1.1']),
        'tlsVersion': maybe(n, 'tls', 0.9, 'TLSv1.3'),
        'clientTcpRtt': maybe(n, 'rtt', 0.4, duration(n, 'rtt', 24, 0.6)),
        'botManagement': maybe(n, 'bot', 0.2, [{'score': 1 + client % 99, 'verifiedBot': client % 50 = 0}])
      }),
      'headers': record(n, 'headers', 0.93, {
        'accept': maybe(n, 'accept', 0.7, pick(client, 'accept', ['*/*', 'application/json'])),
        'cf_connecting_ip': address, 'cf_ray': ray, 'host': host, 'user_agent': maybe(n, 'agent', 0.97, agent),
        'referer': maybe(n, 'referer', 0.2, 'https://shop.example.com/'),
        'x_client_info': maybe(client, 'library', 0.5, 'example-js/2.' || client % 9 || '.0'),
        'x_forwarded_proto': maybe(n, 'forwarded', 0.5, 'https'), 'x_real_ip': maybe(n, 'real', 0.5, address),
        'content_length': CASE WHEN route.method IN ('POST', 'PATCH')
          THEN CAST(duration(n, 'body', 300, 1.2) AS VARCHAR) END
      }),
      'sb': maybe(n, 'sb', 0.04, [{
        'auth_user': maybe(n, 'user', 0.6, uuid_of(client, 'user')),
        'jwt': [{'apikey': [{'payload': [{'algorithm': 'HS256', 'issuer': 'example', 'role': 'anon',
          'signature_prefix': hex(client, 'signature', 6), 'expires_at': 2082758400}]}],
          'authorization': [{'payload': [{'algorithm': 'ES256', 'issuer': 'https://' || host || '/auth/v1',
            'role': 'authenticated', 'subject': uuid_of(client, 'user'), 'expires_at': 2082758400,
            'key_id': uuid_of(project, 'key'), 'session_id': uuid_of(client, 'session')}]}]}],
        'apikey': maybe(n, 'api key', 0.6, [api_key_of(client)])
      }])
    }),
    'response': record(n, 'response', 0.98, {
      'origin_time': maybe(n, 'origin', 0.95, duration(n, 'origin', CASE WHEN status >= 500 THEN 900 ELSE 38 END, 0.8)),
      'status_code': status,
      'headers': record(n, 'response headers', 0.85, {
        'cf_cache_status': maybe(n, 'cached', 0.6, pick(n, 'cache', ['DYNAMIC', 'DYNAMIC', 'HIT', 'MISS'])),
        'cf_ray': ray,
        'content_length': maybe(n, 'length', 0.5, CAST(duration(n, 'length', 1800, 1.4) AS VARCHAR)),
        'content_type': maybe(n, 'type', 0.9, 'application/json; charset=utf-8'),
        'x_kong_upstream_latency': maybe(n, 'latency', 0.4, CAST(duration(n, 'latency', 12, 0.7) AS VARCHAR)),
        'x_sb_error_code': CASE WHEN status >= 400 THEN maybe(n, 'error code', 0.3, 'E' || status) END
      })
    })
  }) AS metadata
FROM requests
