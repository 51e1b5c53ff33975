import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { quoteString } from '../../../src/engines/duckdb/compiler/types/duckdb-types.js';
import { Child } from '../../http/child.js';
import { get } from '../../http/exchange.js';
import { KEY } from '../../http/key.js';
import { type Script } from '../../http/servers/bare.js';
import { type Rows } from '../../http/servers/nest.js';
import { type Store as QuernStore } from '../../http/store.js';
import { arrayOfRows } from '../ask.js';
import { type Hit, HITS, type Peer, type Question, type Served } from '../peer.js';
import { handWrittenCounts, handWrittenNewest, PROJECT } from '../queries.js';
import { type Queries } from '../servers/duckdb.js';
import { type Store } from '../store.js';

/** The bodies of hits, the same from Quern, from the bare server, from Nest and from nginx. */
export interface Bodies {
  readonly small: Buffer;
  readonly large: Buffer;
}

const HEADERS = { 'X-API-KEY': KEY };
const PATH = 'api/endpoints/query';

function resultOf(body: string): readonly Readonly<Record<string, unknown>>[] {
  return (JSON.parse(body) as { result: readonly Readonly<Record<string, unknown>>[] }).result;
}

function questions(port: number, of: (hit: Hit) => string): Readonly<Record<Hit, Question>> {
  const question = (hit: Hit): Question => ({
    url: `http://127.0.0.1:${port}/${of(hit)}`,
    headers: HEADERS,
    rowsOf: resultOf,
  });
  return { small: question('small'), large: question('large') };
}

/** Number of tables in the data that every peer answers from. */
const TABLES = 3;

export const quern: Peer = {
  name: 'quern',
  title: 'Quern',
  install: 'npm ci',
  isOurs: true,
  version: () => installedVersion('.'),
  open: async (store) => openQuern(store, TABLES),
};

/** Quern as with `QUERN_STORE=off`. */
export const quernOverFiles: Peer = {
  ...quern,
  name: 'quern-files',
  title: 'Quern without its store',
  open: async (store) => {
    const { pid, misses, stop } = await openQuern(store, undefined);
    return { pid, stop, ...(misses && { misses }) };
  },
};

async function openQuern({ folder, endpoints, data }: Store, kept: number | undefined): Promise<Served> {
  const child = new Child<QuernStore, number>('./servers/quern.cjs', { UV_THREADPOOL_SIZE: '32' });
  const port = await child.ask({ folder, endpoints, data, ...(kept !== undefined && { kept }) });
  const miss = (name: string): Question => ({
    url: `http://127.0.0.1:${port}/${PATH}/peers.${name}?project=${PROJECT}`,
    headers: HEADERS,
    rowsOf: resultOf,
  });
  return {
    pid: child.pid,
    hits: questions(port, (hit) => `${PATH}/peers.cached?rows=${HITS[hit]}`),
    misses: { newest: miss('newest'), counts: miss('counts') },
    stop: () => {
      child.stop();
    },
  };
}

/** The least that node:http can do; a server for each answer. */
export const bare = (bodies: Bodies): Peer => ({
  name: 'bare',
  title: 'bare node:http',
  install: 'npm ci',
  isOurs: true,
  version: () => process.versions.node,
  open: async () => {
    const child = new Child<{ readonly small: Script; readonly large: Script }, number>('../peers/servers/bare.js');
    const script = (body: Buffer): Script => ({ status: 200, headers: ['Content-Type', 'application/json'], body });
    const port = await child.ask({ small: script(bodies.small), large: script(bodies.large) });
    return {
      pid: child.pid,
      hits: questions(port, (hit) => hit),
      stop: () => {
        child.stop();
      },
    };
  },
});

/** An application of our own as Nest's documentation writes it. */
export const nest = (bodies: Bodies): Peer => ({
  name: 'nest',
  title: 'plain Nest',
  install: 'npm ci',
  isOurs: true,
  version: () => installedVersion('node_modules/@nestjs/core'),
  open: async () => {
    const child = new Child<Rows, number>('./servers/nest.js');
    let port = 0;
    for (const hit of ['small', 'large'] as const) {
      const result = JSON.parse(bodies[hit].toString()) as object;
      port = await child.ask({ endpoint: 'peers.cached', rows: String(HITS[hit]), result });
    }
    const hits = questions(port, (hit) => `${PATH}/peers.cached?rows=${HITS[hit]}`);
    return {
      pid: child.pid,
      hits,
      stop: () => {
        child.stop();
      },
    };
  },
});

export const handWritten: Peer = {
  name: 'hand-written',
  title: 'hand-written DuckDB',
  install: 'npm ci',
  isOurs: true,
  version: () => installedVersion('node_modules/@duckdb/node-api'),
  open: async ({ data }) => {
    const table = `read_parquet(${quoteString(join(data, 'edge_logs.parquet'))})`;
    const child = new Child<Queries, number>('../peers/servers/duckdb.js');
    const port = await child.ask({ newest: handWrittenNewest(table, '$1'), counts: handWrittenCounts(table, '$1') });
    const miss = (name: string): Question => ({
      url: `http://127.0.0.1:${port}/${name}?project=${PROJECT}`,
      headers: {},
      rowsOf: arrayOfRows,
    });
    return {
      pid: child.pid,
      misses: { newest: miss('newest'), counts: miss('counts') },
      stop: () => {
        child.stop();
      },
    };
  },
};

export async function bodiesOf(hits: Readonly<Record<Hit, Question>>): Promise<Bodies> {
  return { small: (await get(hits.small)).body, large: (await get(hits.large)).body };
}

function installedVersion(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
}
