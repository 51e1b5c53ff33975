import { join } from 'node:path';
import { arrayOfRows } from '../ask.js';
import { HITS, type Peer, type Question } from '../peer.js';
import { byPip, freePort, startProgram, versionOf } from '../program.js';
import { NEWEST, PROJECT } from '../queries.js';

const PATH = `metadata[1]['request'][1]['path']`;
const NEWEST_SQL = `
  SELECT id, timestamp, event_message, metadata FROM edge_logs
  WHERE project = '${PROJECT}' ORDER BY timestamp DESC, id LIMIT ${NEWEST}`;
/** Its parser takes no FILTER. */
const COUNTS_SQL = `
  SELECT date_trunc('day', timestamp) AS day, count(*) AS requests,
    sum(CASE WHEN ${PATH} LIKE '%/rest%' THEN 1 ELSE 0 END) AS rest,
    sum(CASE WHEN ${PATH} LIKE '%/auth%' THEN 1 ELSE 0 END) AS auth
  FROM edge_logs WHERE project = '${PROJECT}' AND ${PATH} IS NOT NULL GROUP BY 1 ORDER BY 1`;

/** Tables of Parquet files, which it reads into memory when it starts. */
export const roapi: Peer = {
  name: 'roapi',
  title: 'RoAPI, tables in memory',
  install: byPip('roapi==0.12.7'),
  version: () => versionOf('roapi'),
  open: async ({ folder, data }) => {
    const [port, postgres, flight] = [await freePort(), await freePort(), await freePort()];
    const base = `http://127.0.0.1:${port}/api`;
    const tables = ['edge_logs', 'counts'].flatMap((name) => ['-t', `${name}=${join(data, `${name}.parquet`)}`]);
    const addresses = ['-a', `127.0.0.1:${port}`, '-p', `127.0.0.1:${postgres}`];
    const hit = (rows: number): Question => ({
      url: `${base}/tables/counts?limit=${rows}`,
      headers: {},
      rowsOf: arrayOfRows,
    });
    const miss = (sql: string): Question => ({ url: `${base}/sql`, headers: {}, body: sql, rowsOf: arrayOfRows });
    return {
      ...(await startProgram('roapi', [...addresses, '--addr-flight-sql', `127.0.0.1:${flight}`, ...tables], {
        url: `${base}/schema`,
        folder,
      })),
      hits: { small: hit(HITS.small), large: hit(HITS.large) },
      misses: { newest: miss(NEWEST_SQL), counts: miss(COUNTS_SQL) },
    };
  },
};
