import { type HandWritten } from '../shape.js';

/** What the interval decides: the length of a bucket, and of the window. */
const INTERVALS: Readonly<Record<string, { readonly bucket: string; readonly window: string }>> = {
  '5min': { bucket: 'second', window: '5 MINUTE' },
  '15min': { bucket: 'minute', window: '15 MINUTE' },
  '1hr': { bucket: 'minute', window: '1 HOUR' },
  '1day': { bucket: 'hour', window: '1 DAY' },
  '7day': { bucket: 'day', window: '7 DAY' },
};

export function invocationStats(interval: string): HandWritten {
  const wanted = (record: string) => `${record}.project_ref = $p_project::VARCHAR
    AND ($p_function_id::VARCHAR IS NULL OR ${record}.function_id = $p_function_id::VARCHAR)`;
  const rows = `function_edge_logs WHERE timestamp >= ${firstOf(interval)}`;
  return {
    arrays: statistics(
      interval,
      `SELECT timestamp, m.execution_time_ms AS ms,
         unnest(if(len(m.response) > 0, m.response, [NULL])).status_code AS status
       FROM (SELECT timestamp, unnest(metadata) AS m FROM ${rows})
       WHERE ${wanted('m')}`,
    ),
    records: statistics(
      interval,
      `SELECT timestamp, metadata.execution_time_ms AS ms, metadata.response.status_code AS status
       FROM ${rows} AND ${wanted('metadata')}`,
    ),
  };
}

function firstOf(interval: string): string {
  const { bucket, window } = INTERVALS[interval] ?? {};
  return `date_trunc('${bucket}', $now::TIMESTAMPTZ - INTERVAL ${window})`;
}

function statistics(interval: string, calls: string): string {
  const { bucket } = INTERVALS[interval] ?? {};
  return `
    WITH calls AS (${calls}),
    stats AS (
      SELECT
        date_trunc('${bucket}', timestamp) AS bucket,
        min(ms) AS least,
        max(ms) AS most,
        avg(ms) AS mean,
        quantile_disc(ms, [0.95, 0.99]) AS quantiles,
        count(*) AS calls,
        count(*) FILTER (status >= 400) AS errors
      FROM calls
      GROUP BY ALL
    )
    SELECT
      bucket AS timestamp,
      least AS min_execution_time,
      most AS max_execution_time,
      mean AS avg_execution_time,
      quantiles[1] AS p95_execution_time,
      quantiles[2] AS p99_execution_time,
      coalesce(calls, 0) AS count,
      coalesce(errors, 0) AS error_count
    FROM generate_series(${firstOf(interval)}, $now::TIMESTAMPTZ, INTERVAL 1 ${bucket}) AS buckets(bucket)
    LEFT JOIN stats USING (bucket)
    ORDER BY bucket`;
}
