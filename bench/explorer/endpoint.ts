import { readEndpoint } from '../../src/endpoint-files/format/read-endpoint.js';
import { type Endpoint } from '../../src/endpoint-files/endpoint.js';

/** What `docs/how-to/supabase-studio.md` has operators write, over the two tables of the bench. */
const FILE = `
id: 8b3f0a52-5a0e-4b5e-9a5e-0d9c5c1d7e11
name: logs.all
sandboxing: enabled
parameters:
  project: { type: string, required: true }
  iso_timestamp_start: { type: timestamp, required: true }
  iso_timestamp_end: { type: timestamp, required: true }
query: |
  WITH
  edge_logs AS (
    SELECT id, timestamp, event_message, identifier, metadata FROM edge_logs
    WHERE project = @project AND timestamp > @iso_timestamp_start AND timestamp <= @iso_timestamp_end
  ),
  function_edge_logs AS (
    SELECT t.id, t.timestamp, t.event_message, t.metadata FROM function_edge_logs AS t CROSS JOIN UNNEST(t.metadata) AS m
    WHERE m.project_ref = @project AND t.timestamp > @iso_timestamp_start AND t.timestamp <= @iso_timestamp_end
  )
  SELECT id, timestamp, event_message FROM edge_logs ORDER BY timestamp DESC LIMIT 100
`;

/** The sandboxed endpoint that log explorers query. */
export function explorerEndpoint(): Endpoint {
  const { endpoint, problems } = readEndpoint('explorer.yaml', Buffer.from(FILE));
  if (!endpoint) throw new Error(problems.map(({ message }) => message).join('\n'));
  return endpoint;
}
