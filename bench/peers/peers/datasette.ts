import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { arrayOfRows } from '../ask.js';
import { HITS, type Peer, type Question } from '../peer.js';
import { byPip, findProgram, freePort, startProgram, versionOf } from '../program.js';
import { NEWEST, PROJECT } from '../queries.js';
import { type Store } from '../store.js';

/** SQLite as one who knows the queries would lay it out: the path is a column, and there is an index for either query. */
const LOAD = `
import csv, sqlite3, sys
csv.field_size_limit(2**30)
database = sqlite3.connect(sys.argv[1])
for table, path in (('edge_logs', sys.argv[2]), ('counts', sys.argv[3])):
    with open(path, newline='') as lines:
        rows = csv.reader(lines)
        names = next(rows)
        kinds = ['INTEGER' if name.startswith('total_') else 'TEXT' for name in names]
        database.execute(f"CREATE TABLE {table} ({', '.join(map(' '.join, zip(names, kinds)))})")
        database.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(names))})", rows)
database.execute('CREATE INDEX newest ON edge_logs (project, timestamp DESC, id)')
database.execute('CREATE INDEX paths ON edge_logs (project, timestamp, path)')
database.execute('ANALYZE')
database.commit()
`;

const NEWEST_SQL = `
  SELECT id, timestamp, event_message, metadata FROM edge_logs
  WHERE project = '${PROJECT}' ORDER BY timestamp DESC, id LIMIT ${NEWEST}`;
const COUNTS_SQL = `
  SELECT substr(timestamp, 1, 10) AS day, count(*) AS requests,
    sum(path LIKE '%/rest%') AS rest, sum(path LIKE '%/auth%') AS auth
  FROM edge_logs WHERE project = '${PROJECT}' AND path <> '' GROUP BY day ORDER BY day`;

const SETTINGS = { max_returned_rows: 10_000, sql_time_limit_ms: 60_000 };

export const datasette: Peer = {
  name: 'datasette',
  title: 'Datasette, indexed SQLite',
  install: byPip('datasette==0.65.5'),
  version: () => versionOf('datasette'),
  open: async (store) => {
    const port = await freePort();
    const database = makeDatabase(store);
    const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['--setting', name, String(value)]);
    const question = (sql: string): Question => ({
      url: `http://127.0.0.1:${port}/logs.json?_shape=array&sql=${encodeURIComponent(sql.trim().replaceAll(/\s+/g, ' '))}`,
      headers: {},
      rowsOf: arrayOfRows,
    });
    const hit = (rows: number) => question(`SELECT * FROM counts LIMIT ${rows}`);
    const args = ['serve', '-i', database, '-h', '127.0.0.1', '-p', String(port), ...settings];
    return {
      ...(await startProgram('datasette', args, {
        url: `http://127.0.0.1:${port}/-/versions.json`,
        folder: store.folder,
      })),
      hits: { small: hit(HITS.small), large: hit(HITS.large) },
      misses: { newest: question(NEWEST_SQL), counts: question(COUNTS_SQL) },
    };
  },
};

/** Uses the interpreter that Datasette runs on, whose library has SQLite. */
function makeDatabase({ folder, flatLogs, counts }: Store): string {
  const database = join(folder, 'logs.db');
  const [, python = 'python3'] = /^#!(\S+)/.exec(readFileSync(findProgram('datasette') ?? '', 'utf8')) ?? [];
  const { status, stderr } = spawnSync(python, ['-c', LOAD, database, flatLogs, counts], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`SQLite could not be filled: ${stderr}`);
  return database;
}
