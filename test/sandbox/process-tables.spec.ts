import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDataSource } from '../../src/engines/duckdb/data/data-source.js';
import { compileSandbox } from '../../src/engines/duckdb/compiler/sandbox/sandbox.js';
import { DuckDbEngine } from '../../src/engines/duckdb/duckdb.engine.js';
import { openSandboxInstance, openInstance } from '../../src/engines/duckdb/instance.js';
import { dataFolder, duckDbOptions, ndjson, rowsOf, statementOf } from '../support/duckdb.js';

const FILES = {
  'hits.ndjson': ndjson({ path: '/a' }),
  'users/2026/a.ndjson': ndjson({ name: 'ann' }),
  'users/2026/b.ndjson': ndjson({ name: 'bob' }),
  'odd [1] name.ndjson': ndjson({ n: 1 }),
  'secrets.ndjson': ndjson({ word: 'canary' }),
};

const LIMITS = { memoryLimitBytes: 200_000_000, threads: 1 };

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

describe('the tables in a process for callers’ SQL', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await dataFolder(FILES);
  });
  afterAll(async () => rm(folder, { recursive: true }));

  /** What can be seen and read in an instance that is made for the tables of a WITH. */
  async function visible(sql: string) {
    const source = { ...(await openDataSource(folder, false)), withoutRows: false };
    const opened = await openInstance({ source, ...LIMITS, checkers: 0 });
    const sandbox = compileSandbox({ sql, parameters: [], maxRows: 10 }, opened.store.current.tables);
    if ('message' in sandbox) throw new Error(sandbox.message);
    const instance = await openSandboxInstance(opened.store.maker.definitionsOf(sandbox.tables), LIMITS);
    opened.instance.closeSync();
    const connection = await instance.connect();
    const ask = async (query: string) => (await connection.runAndReadAll(query)).getRowsJson().flat().map(text);
    const tables = await ask(`SELECT table_name FROM information_schema.tables ORDER BY 1`);
    const counts = [];
    for (const table of tables) counts.push(...(await ask(`SELECT count(*) FROM data."${table}"`)));
    const files = [];
    for (const path of Object.keys(FILES)) {
      const pattern = join(folder, path).replace(/[[]/g, '[[]');
      const isRead = await ask(`SELECT count(*) FROM read_json('${pattern}')`).then(Boolean, () => false);
      if (isRead) files.push(path);
    }
    connection.closeSync();
    instance.closeSync();
    return { tables, counts, files };
  }

  it('are those that the WITH reads, and of the disk their files', async () => {
    expect(await visible('WITH a AS (SELECT * FROM hits) SELECT 1')).toEqual({
      tables: ['hits'],
      counts: ['1'],
      files: ['hits.ndjson'],
    });
    expect(await visible('WITH a AS (SELECT 1 AS n), b AS (SELECT * FROM users, `odd [1] name`) SELECT 1')).toEqual({
      tables: ['odd [1] name', 'users'],
      counts: ['1', '2'],
      files: ['users/2026/a.ndjson', 'users/2026/b.ndjson', 'odd [1] name.ndjson'],
    });
    expect(await visible('WITH a AS (SELECT 1 AS n) SELECT 1')).toEqual({ tables: [], counts: [], files: [] });
  });

  it('are not those that a name of the WITH hides', async () => {
    const { tables } = await visible('WITH secrets AS (SELECT * FROM hits), b AS (SELECT * FROM secrets) SELECT 1');
    expect(tables).toEqual(['hits']);
  });

  it('change with the endpoint that is called', async () => {
    const engine = new DuckDbEngine(duckDbOptions(folder));
    await engine.open('run');
    const ask = async (authored: string, sql: string) =>
      rowsOf(await engine.sandbox(statementOf(authored)).run(statementOf(sql)));
    const [hits, users] = ['WITH h AS (SELECT * FROM hits) SELECT 1', 'WITH u AS (SELECT * FROM users) SELECT 1'];
    try {
      // There is one process, so that each call of the other endpoint finds the tables of this one.
      for (let times = 0; times < 2; times += 1) {
        expect(await ask(hits, 'SELECT path FROM h')).toEqual([['/a']]);
        expect(await ask(users, 'SELECT UPPER(name) AS name FROM u ORDER BY name')).toEqual([['ANN'], ['BOB']]);
      }
    } finally {
      await engine.close();
    }
  });
});
