import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { hashToken } from '../../src/access/token.js';

/** What the service under test serves. */
export interface Store {
  readonly folder: string;
  readonly keysFile: string;
}

export const HONEST = 'honest-token-of-the-benchmark';
/** Each of a key of its own. */
export const HOSTILE = Array.from({ length: 4 }, (_, index) => `hostile-token-${index}-of-the-benchmark`);

const ROWS = 1_000_000;

const n = { n: { type: 'integer', required: true } };

const ENDPOINTS = {
  hit: { caching: 3600, query: 'SELECT i, i * 7919 AS total FROM UNNEST(GENERATE_ARRAY(1, 100)) AS i' },
  large: {
    caching: 3600,
    max_rows: 8000,
    query: "SELECT REPEAT('x', 1000) AS text FROM UNNEST(GENERATE_ARRAY(1, 8000))",
  },
  export: {
    caching: 'disabled',
    max_rows: 60_000,
    parameters: n,
    query: "SELECT REPEAT('x', 980) AS text, @n AS n FROM UNNEST(GENERATE_ARRAY(1, 60000))",
  },
  miss: {
    caching: 'disabled',
    parameters: n,
    query: 'SELECT kind, COUNT(*) AS n, AVG(ms) AS ms FROM events WHERE id > @n GROUP BY kind ORDER BY kind',
  },
  own: {
    caching: 'disabled',
    max_rows: 10_000,
    sandboxing: 'enabled',
    timeout: 10,
    query: 'WITH numbers AS (SELECT id AS n FROM events WHERE id <= 30000) SELECT COUNT(*) AS n FROM numbers',
  },
};

export async function makeStore(folder: string): Promise<Store> {
  for (const name of ['endpoints', 'data']) await mkdir(join(folder, name));
  for (const [index, [name, definition]] of Object.entries(ENDPOINTS).entries()) {
    const text = JSON.stringify({
      id: `50ac0000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      name,
      ...definition,
    });
    await writeFile(join(folder, 'endpoints', `${name}.yaml`), text);
  }
  const keysFile = join(folder, 'keys.yaml');
  const keys = [HONEST, ...HOSTILE].map((token, index) => ({
    id: index === 0 ? 'honest' : `hostile-${index}`,
    sha256: hashToken(token),
    scopes: ['*'],
  }));
  await writeFile(keysFile, JSON.stringify({ keys }));
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const rows = `SELECT i + 1 AS id, 'kind ' || (i * 7919 % 20) AS kind, i * 104729 % 1000 AS ms FROM range(${ROWS}) AS numbers(i)`;
  await connection.run(`COPY (${rows}) TO '${join(folder, 'data', 'events.parquet')}' (FORMAT parquet)`);
  connection.closeSync();
  instance.closeSync();
  return { folder, keysFile };
}
