import { startService, type TestService } from './support/service.js';

const NOW = new Date('2026-11-20T10:30:30.500Z');

describe('usage.api-counts', () => {
  let service: TestService;
  const request = (timestamp: string, path: string, host = 'demo.example.com') => ({
    id: `${timestamp}${path}`,
    timestamp,
    event_message: 'GET',
    metadata: [{ request: [{ path, url: `https://${host}${path}` }] }],
  });

  beforeAll(async () => {
    service = await startService({
      clock: { now: NOW },
      tables: {
        edge_logs: [
          request('2026-11-20T10:29:00.000Z', '/rest/v1/todos'),
          request('2026-11-20T10:29:59.999Z', '/storage/v1/object/rest/logo.png'),
          request('2026-11-20T09:30:30.500Z', '/auth/v1/token'),
          request('2026-11-20T09:30:30.499Z', '/auth/v1/token'),
          request('2026-11-20T10:29:10.000Z', '/rest/v1/todos', 'other.example.com'),
        ],
      },
    });
  });

  afterAll(async () => service.close());

  it('counts only entries at or after the start of the window (rule 1)', async () => {
    const rows = await service.rows('usage.api-counts?project=demo&interval=minutely');
    expect(rows).toHaveLength(61);
    expect(rows[0]).toEqual({
      timestamp: '2026-11-20T09:30:00',
      total_rest_requests: 0,
      total_storage_requests: 0,
      total_auth_requests: 1,
      total_realtime_requests: 0,
    });
  });
});
