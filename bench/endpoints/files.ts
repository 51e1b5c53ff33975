import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Progress } from '../progress.js';

/** Files of one folder: people sort thousands of them into folders, too. */
const PER_FOLDER = 500;

/** Tables of small queries. */
const TABLES = ['edge_logs', 'auth_logs', 'postgres_logs', 'postgrest_logs'];

/** Writes `count` endpoint files, each with another query. */
export async function writeEndpoints(folder: string, count: number, progress: Progress): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const path = pathOf(folder, index);
    if (index % PER_FOLDER === 0) {
      await mkdir(join(path, '..'), { recursive: true });
      progress.show(`writing files: ${index} of ${count}`);
    }
    await writeFile(path, endpointText(index));
  }
}

export function pathOf(folder: string, index: number): string {
  return join(folder, `team-${Math.floor(index / PER_FOLDER)}`, `endpoint-${index}.yaml`);
}

export function nameOf(index: number): string {
  return `bench.endpoint-${index}`;
}

export function idOf(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
}

/** The text of a file; another `revision` is another query. */
export function endpointText(index: number, revision = 0): string {
  return `id: ${idOf(index)}
name: ${nameOf(index)}
description: Number ${index} of the benchmark.
parameters:
  project: { type: string, required: true, max_length: 64, description: Whose rows these are. }
${index % 3 === 0 ? logsQuery(index, revision) : smallQuery(index, revision)}`;
}

function smallQuery(index: number, revision: number): string {
  return `  least: { type: integer, default: ${index}, min: 0 }
caching: ${60 + (index % 900)}
query: |
  SELECT id, timestamp, event_message AS text, @least + ${revision} AS least
  FROM ${TABLES[index % TABLES.length] ?? ''}
  WHERE project = @project AND timestamp > TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL ${1 + (index % 90)} DAY)
  ORDER BY timestamp DESC
  LIMIT ${1 + (index % 1000)}
`;
}

/** A query like those of the shipped endpoints: nested records, time buckets, an aggregation. */
function logsQuery(index: number, revision: number): string {
  return `  interval: { type: string, enum: [hourly, daily, minutely], required: true }
columns:
  - { name: timestamp, type: TIMESTAMP, description: Bucket start (UTC). }
  - { name: requests, type: INT64, description: All requests. }
  - { name: slow, type: INT64, description: Those of one path. }
max_rows: ${1 + (index % 1000)}
caching: 900
cache_warming: 300
query: |
  WITH entries AS (
    SELECT
      CASE @interval
        WHEN 'minutely' THEN TIMESTAMP_TRUNC(t.timestamp, MINUTE)
        WHEN 'hourly' THEN TIMESTAMP_TRUNC(t.timestamp, HOUR)
        ELSE TIMESTAMP_TRUNC(t.timestamp, DAY)
      END AS bucket,
      request.path AS path
    FROM edge_logs AS t
    CROSS JOIN UNNEST(t.metadata) AS m
    CROSS JOIN UNNEST(m.request) AS request
    WHERE t.timestamp > TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL CASE @interval
        WHEN 'minutely' THEN 1
        WHEN 'hourly' THEN 24
        ELSE ${24 * (1 + (index % 90))}
      END HOUR)
      AND REGEXP_CONTAINS(request.url, @project)
  )
  -- Revision ${revision}.
  SELECT bucket AS timestamp, COUNT(*) AS requests, COUNTIF(path LIKE '%/endpoint-${index}-${revision}%') AS slow
  FROM entries
  GROUP BY bucket
  ORDER BY timestamp ASC
`;
}
