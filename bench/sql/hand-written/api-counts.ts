import { type HandWritten } from '../shape.js';

/** What the interval decides: the length of a bucket, and of the window. */
const INTERVALS: Readonly<Record<string, { readonly bucket: string; readonly window: string }>> = {
  minutely: { bucket: 'minute', window: '60 MINUTE' },
  hourly: { bucket: 'hour', window: '1 HOUR' },
  daily: { bucket: 'day', window: '7 DAY' },
};

export function apiCounts(interval: string): HandWritten {
  const { window } = INTERVALS[interval] ?? {};
  const rows = `edge_logs WHERE timestamp >= $now::TIMESTAMPTZ - INTERVAL ${window}`;
  return {
    arrays: counted(
      interval,
      `SELECT timestamp, unnest(m.request) AS request FROM (SELECT timestamp, unnest(metadata) AS m FROM ${rows})`,
      'request',
    ),
    records: counted(interval, `SELECT timestamp, metadata FROM ${rows}`, 'metadata.request'),
  };
}

function counted(interval: string, requests: string, request: string): string {
  const { bucket, window } = INTERVALS[interval] ?? {};
  return `
    WITH requests AS (${requests}),
    counts AS (
      SELECT
        date_trunc('${bucket}', timestamp) AS bucket,
        count(*) FILTER (${request}.path LIKE '%/rest%') AS rest,
        count(*) FILTER (${request}.path LIKE '%/storage%') AS storage,
        count(*) FILTER (${request}.path LIKE '%/auth%') AS auth,
        count(*) FILTER (${request}.path LIKE '%/realtime%') AS realtime
      FROM requests
      WHERE regexp_matches(${request}.url, $p_project::VARCHAR)
      GROUP BY ALL
    )
    SELECT
      bucket::TIMESTAMP AS timestamp,
      coalesce(rest, 0) AS total_rest_requests,
      coalesce(storage, 0) AS total_storage_requests,
      coalesce(auth, 0) AS total_auth_requests,
      coalesce(realtime, 0) AS total_realtime_requests
    FROM generate_series(
      date_trunc('${bucket}', $now::TIMESTAMPTZ - INTERVAL ${window}), $now::TIMESTAMPTZ, INTERVAL 1 ${bucket}
    ) AS buckets(bucket)
    LEFT JOIN counts USING (bucket)
    ORDER BY bucket`;
}
