import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Hit, HITS, type Peer, type Question } from '../peer.js';
import { byPip, freePort, startProgram, versionOf } from '../program.js';
import { NEWEST, PROJECT } from '../queries.js';

const LOGS = `read_parquet('{{{ conn.logs }}}')`;
const OF_PROJECT = `FROM ${LOGS} WHERE project = '{{{ params.project }}}'`;
/**
 * Templates, whose values are written into the SQL. Nested records go out as text: hundreds of kilobytes of them as JSON were never
 * answered (26.2.15). Days are made of numbers, as what knows of zones is an extension that would be fetched.
 */
const ENDPOINTS = {
  newest: `
    WITH newest AS (SELECT id, timestamp ${OF_PROJECT} ORDER BY timestamp DESC, id LIMIT ${NEWEST})
    SELECT id, timestamp, event_message, CAST(metadata AS VARCHAR) AS metadata
    FROM ${LOGS} SEMI JOIN newest USING (timestamp, id)
    ORDER BY timestamp DESC, id`,
  counts: `
    SELECT CAST(make_timestamp(epoch_us(timestamp) // 86400000000 * 86400000000) AS VARCHAR) AS day, count(*) AS requests,
      count(*) FILTER (path LIKE '%/rest%') AS rest, count(*) FILTER (path LIKE '%/auth%') AS auth
    FROM (SELECT timestamp, metadata[1].request[1].path AS path ${OF_PROJECT})
    WHERE path IS NOT NULL
    GROUP BY day
    ORDER BY day`,
  cached: `SELECT * FROM read_parquet('{{{ conn.counts }}}')`,
};

const endpointFile = (name: string) => `
url-path: /${name}
method: GET
template-source: ${name}.sql
connection: [files]
request:
  - field-name: project
    field-in: query
    required: false
    validators:
      - type: string
        regex: '^[a-z]+$'
`;

const projectFile = (data: string) => `
project-name: peers
project-description: what peers are measured by
http-host: 127.0.0.1
template:
  path: ./sqls
connections:
  files:
    properties:
      logs: '${join(data, 'edge_logs.parquet')}'
      counts: '${join(data, 'counts.parquet')}'
duckdb:
  access_mode: READ_WRITE
mcp:
  enabled: false
`;

export const flapi: Peer = {
  name: 'flapi',
  title: 'flAPI',
  install: `${byPip('flapi-io')} (glibc 2.38 or later; it fetches extensions of DuckDB when it starts)`,
  version: () => versionOf('flapi'),
  open: async ({ folder, data }) => {
    const root = join(folder, 'flapi');
    await mkdir(join(root, 'sqls'), { recursive: true });
    await writeFile(join(root, 'flapi.yaml'), projectFile(data));
    for (const [name, sql] of Object.entries(ENDPOINTS)) {
      await writeFile(join(root, 'sqls', `${name}.yaml`), endpointFile(name));
      await writeFile(join(root, 'sqls', `${name}.sql`), sql);
    }
    const port = await freePort();
    const question = (name: string, limit: number): Question => ({
      url: `http://127.0.0.1:${port}/${name}?project=${PROJECT}&limit=${limit}`,
      headers: {},
      rowsOf: (body) => (JSON.parse(body) as { data: readonly Readonly<Record<string, unknown>>[] }).data,
    });
    const hit = (which: Hit) => question('cached', HITS[which]);
    return {
      ...(await startProgram('flapi', ['-c', 'flapi.yaml', '-p', String(port)], {
        url: hit('small').url,
        folder: root,
        env: { FLAPI_NO_TELEMETRY: '1' },
      })),
      hits: { small: hit('small'), large: hit('large') },
      misses: { newest: question('newest', NEWEST), counts: question('counts', 1000) },
    };
  },
};
