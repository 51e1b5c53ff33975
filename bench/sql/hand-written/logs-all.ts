import { type HandWritten } from '../shape.js';

const RETENTION: Readonly<Record<string, string>> = { PRO: '7 DAY', PAYG: '90 DAY', ENTERPRISE: '90 DAY' };

/** The hundred rows are found by their narrow columns first: `metadata`, which is wide, is read for those alone. */
export function logsAll(tier: string | undefined): HandWritten {
  const sql = `
    WITH newest AS (
      SELECT id, timestamp
      FROM edge_logs
      WHERE project = $p_project::VARCHAR
        AND timestamp > $now::TIMESTAMPTZ - INTERVAL ${RETENTION[tier ?? ''] ?? '1 DAY'}
        AND timestamp > coalesce($p_iso_timestamp_start::TIMESTAMPTZ, '-infinity')
        AND timestamp <= coalesce($p_iso_timestamp_end::TIMESTAMPTZ, 'infinity')
      ORDER BY timestamp DESC, id
      LIMIT 100
    )
    SELECT id, timestamp, event_message, metadata
    FROM edge_logs
    SEMI JOIN newest USING (timestamp, id)
    ORDER BY timestamp DESC, id`;
  return { arrays: sql, records: sql };
}
