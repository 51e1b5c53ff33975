import { DuckDBInstance } from '@duckdb/node-api';
import { mkdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  dataFolder,
  type DataFiles,
  duckDbOptions,
  ndjson,
  rowsOf,
  schemaOf,
  statementOf,
} from '../../../../test/support/duckdb.js';
import { openDataSource } from './data-source.js';
import { DuckDbEngine } from '../duckdb.engine.js';
import { openInstance } from '../instance.js';

const folders: string[] = [];

async function folderOf(files: DataFiles = {}): Promise<string> {
  const folder = await dataFolder(files);
  folders.push(folder);
  return folder;
}

afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

/** Runs SQL in a plain DuckDB, to make files. */
async function duckDb(path: string, ...statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  for (const sql of statements) await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
}

/** The columns and rows of a query over a data path. */
async function ask(path: string, sql: string) {
  const engine = new DuckDbEngine(duckDbOptions(path));
  try {
    await engine.open('run');
    const checked = await engine.check(statementOf(sql));
    if (checked.problems[0]) throw new Error(checked.problems[0].message);
    const result = await engine.run(statementOf(sql));
    return { types: result.columns.map(({ name, type }) => `${name} ${type}`), rows: rowsOf(result) };
  } finally {
    await engine.close();
  }
}

/** What keeps tables of a data path from being read. */
async function errorsOf(path: string): Promise<readonly string[]> {
  const engine = new DuckDbEngine(duckDbOptions(path));
  try {
    await engine.open('run');
    return engine.dataProblems
      .filter(({ severity }) => severity === 'error')
      .map(({ file, message }) => `${file} ${message}`);
  } finally {
    await engine.close();
  }
}

describe('table files', () => {
  it('are tables by their names, in any of the formats', async () => {
    const folder = await folderOf({
      'a.ndjson': ndjson({ id: 1, s: 'x', nested: [{ k: true }] }, { id: 2 }),
      'b.csv': 'id,s\n1,x\n2,"y, z"\n',
      'notes.txt': 'no table',
      '.hidden.csv': 'id\n1\n',
    });
    await duckDb(':memory:', `COPY (SELECT 1::UTINYINT AS id, 'x' AS s) TO '${folder}/c.parquet'`);
    expect(await ask(folder, 'SELECT * FROM a ORDER BY id')).toEqual({
      types: ['id INT64', 's STRING', 'nested ARRAY<STRUCT<k BOOL>>'],
      rows: [
        [1, 'x', [{ k: true }]],
        [2, null, []],
      ],
    });
    expect((await ask(folder, 'SELECT * FROM b ORDER BY id')).rows).toEqual([
      [1, 'x'],
      [2, 'y, z'],
    ]);
    expect(await ask(folder, 'SELECT * FROM c')).toEqual({ types: ['id INT64', 's STRING'], rows: [[1, 'x']] });
    await expect(ask(folder, 'SELECT * FROM notes')).rejects.toThrow('there is no table "notes"');
    await expect(ask(folder, 'SELECT * FROM hidden')).rejects.toThrow('there is no table "hidden"');
  });

  it('may be many in a folder, with different columns', async () => {
    const folder = await folderOf({
      'a/2026/01.ndjson': ndjson({ id: 1 }),
      'a/2026/02.ndjson': ndjson({ id: 2, s: 'x' }),
      'a/README.md': 'no data',
      'empty/README.md': 'no data',
    });
    await mkdir(join(folder, 'p'));
    await duckDb(
      ':memory:',
      `COPY (SELECT 1 AS id) TO '${folder}/p/1.parquet'`,
      `COPY (SELECT 2 AS id, 'x' AS s) TO '${folder}/p/2.parquet'`,
    );
    const expected = [
      [1, null],
      [2, 'x'],
    ];
    expect((await ask(folder, 'SELECT id, s FROM a ORDER BY id')).rows).toEqual(expected);
    expect((await ask(folder, 'SELECT id, s FROM p ORDER BY id')).rows).toEqual(expected);
    await expect(ask(folder, 'SELECT * FROM empty')).rejects.toThrow('there is no table "empty"');
  });

  it.each([`it's "here"`, 'a [b] c', 'x*y?', 'äö'])('may lie in a folder named %s', async (name) => {
    const folder = await folderOf({ [`${name}/a.csv`]: 'id\n1\n', [`${name}/b/1.ndjson`]: ndjson({ id: 2 }) });
    expect((await ask(join(folder, name), 'SELECT a.id AS x, b.id AS y FROM a, b')).rows).toEqual([[1, 2]]);
  });

  const TYPES =
    'i INT64, f FLOAT64, n NUMERIC, b BOOL, s STRING, y BYTES, d DATE, t TIME, dt DATETIME, ts TIMESTAMP, l STRING[]';

  it('have the types of the schema beside them', async () => {
    const values = {
      i: 5,
      f: 1,
      n: 1.5,
      b: true,
      s: '007',
      d: '1969-12-31',
      t: '10:00:00.5',
      dt: '1969-12-31 23:59:59.5',
      ts: '1969-12-31T23:59:59.999999Z',
      l: ['x'],
    };
    const folder = await folderOf({
      'j.ndjson': ndjson(values, {}),
      'j.schema.json': schemaOf(TYPES),
      'c.csv': `s,ts,i,b\n007,2026-01-01 00:00:00+02,5,true\n`,
      'c.schema.json': schemaOf('i INTEGER, s STRING, b BOOLEAN, ts TIMESTAMP, missing FLOAT, gone STRING[]'),
    });
    expect(await ask(folder, 'SELECT * FROM j ORDER BY i DESC')).toEqual({
      types: TYPES.split(', ').map((column) => column.replace('STRING[]', 'ARRAY<STRING>')),
      rows: [
        [
          5,
          1,
          '1.5',
          true,
          '007',
          null,
          '1969-12-31',
          '10:00:00.5',
          '1969-12-31T23:59:59.5',
          '1969-12-31T23:59:59.999999Z',
          ['x'],
        ],
        [...Array.from({ length: 10 }, () => null), []],
      ],
    });
    expect((await ask(folder, 'SELECT * FROM c')).rows).toEqual([[5, '007', true, '2025-12-31T22:00:00Z', null, []]]);
  });

  it('with a time that has no zone mean UTC', async () => {
    const folder = await folderOf({
      'edge_logs.ndjson': ndjson({ id: 'j', timestamp: '2026-01-01 00:00:00' }),
      'p.schema.json': schemaOf('ts TIMESTAMP'),
    });
    await duckDb(':memory:', `COPY (SELECT TIMESTAMP '1969-12-31 23:59:59.5' AS ts) TO '${folder}/p.parquet'`);
    expect((await ask(folder, 'SELECT timestamp FROM edge_logs')).rows).toEqual([['2026-01-01T00:00:00Z']]);
    expect((await ask(folder, 'SELECT ts FROM p')).rows).toEqual([['1969-12-31T23:59:59.5Z']]);
  });

  it('may lack fields of a log table at any depth, and log tables may lack a file', async () => {
    const row = { id: 'x', timestamp: '2026-01-01T00:00:00Z', metadata: [{ request: [{ path: '/a', unknown: 1 }] }] };
    const folder = await folderOf({ 'edge_logs.ndjson': ndjson(row, { id: 'y' }) });
    const sql = `SELECT id, request.path, request.method, headers.host FROM edge_logs LEFT JOIN UNNEST(metadata) AS m
      LEFT JOIN UNNEST(m.request) AS request LEFT JOIN UNNEST(request.headers) AS headers ORDER BY id`;
    expect((await ask(folder, sql)).rows).toEqual([
      ['x', '/a', null, null],
      ['y', null, null, null],
    ]);
    expect((await ask(folder, 'SELECT id, timestamp, metadata FROM auth_logs')).rows).toEqual([]);
  });

  it('keep nested records that another tool wrote with other fields in another order', async () => {
    const folder = await folderOf();
    const metadata = `[{'response': [{'status_code': 200::INTEGER, 'extra': 1}], 'request': [{'path': '/a'}]}]`;
    await duckDb(
      ':memory:',
      `COPY (SELECT 'x' AS id, TIMESTAMP '2026-01-01' AS timestamp, ${metadata} AS metadata) TO '${folder}/edge_logs.parquet'`,
    );
    const sql = `SELECT timestamp, q.path, r.status_code FROM edge_logs, UNNEST(metadata) AS m, UNNEST(m.request) AS q, UNNEST(m.response) AS r`;
    expect((await ask(folder, sql)).rows).toEqual([['2026-01-01T00:00:00Z', '/a', 200]]);
  });

  it('have only columns of types that GoogleSQL has', async () => {
    const folder = await folderOf();
    await duckDb(
      ':memory:',
      `COPY (SELECT 1 AS id, INTERVAL 1 DAY AS v, MAP {'a': 1} AS m, {'k': [MAP {'a': 1}]} AS n, TIMETZ '10:00:00+02' AS z) TO '${folder}/t.parquet'`,
    );
    expect((await ask(folder, 'SELECT * FROM t')).rows).toEqual([[1]]);
    expect((await ask(folder, 'SELECT COUNT(*) FROM t')).rows).toEqual([[1]]);
    const reasons: readonly [string, RegExp][] = [
      ['v', /^"v" is not read: it is of type INTERVAL, which GoogleSQL does not have; write it as a number of seconds/],
      ['t.m', /^"m" is not read: it is of type MAP.*map_entries/],
      ['n', /^"n" is not read: it is of type STRUCT.*, with MAP\(VARCHAR, INTEGER\) in it/],
      ['z', /^"z" is not read: it is of type TIME WITH TIME ZONE/],
    ];
    for (const [column, reason] of reasons) {
      await expect(ask(folder, `SELECT ${column} FROM t`)).rejects.toThrow(reason);
    }
    await expect(ask(folder, `SELECT nothing FROM t`)).rejects.toThrow('unrecognized name "nothing"');
  });

  it.each<[string, DataFiles, RegExp]>([
    ['two files of one name', { 'a.csv': 'id\n1\n', 'a.ndjson': '{}' }, /table "a" is both .*a\.csv and .*a\.ndjson/],
    [
      'a schema that is none',
      { 'a.csv': 'id\n1\n', 'a.schema.json': '{"x": 1}' },
      /a\.schema\.json .*: line 1: a schema is a list of fields/,
    ],
    [
      'a schema that is no JSON',
      { 'a.csv': 'id\n1\n', 'a.schema.json': 'x' },
      /a\.schema\.json .*: it is no JSON from line 1 on: Unexpected token 'x'/,
    ],
    [
      'a type that is not there',
      { 'a.csv': 'i\n1\n', 'a.schema.json': schemaOf('i GEOGRAPHY') },
      /table "a".*GEOGRAPHY/,
    ],
    ['a file that is no Parquet', { 'a.parquet': 'x' }, /a\.parquet table "a" cannot be read: /],
    ['a file that is no JSON', { 'a.ndjson': '{"x": [' }, /a\.ndjson table "a" cannot be read: /],
  ])('are told with their name, and keep nothing else from being read: %s', async (_, files, message) => {
    const folder = await folderOf({ ...files, 'sound.ndjson': ndjson({ id: 1 }) });
    expect((await ask(folder, 'SELECT id FROM sound')).rows).toEqual([[1]]);
    expect(await errorsOf(folder)).toEqual([expect.stringMatching(message)]);
  });

  it('may be links within the data folder, and none that lead out of it', async () => {
    const folder = await folderOf({ 'a.ndjson': ndjson({ id: 1 }), 'many/1.ndjson': ndjson({ id: 2 }) });
    await symlink(join(folder, 'many'), join(folder, 'linked'));
    expect((await ask(folder, 'SELECT id FROM linked')).rows).toEqual([[2]]);
    const elsewhere = await folderOf({ 'b.ndjson': ndjson({ id: 3 }) });
    await symlink(join(elsewhere, 'b.ndjson'), join(folder, 'many/2.ndjson'));
    const told = async () => (await errorsOf(folder)).join('\n');
    expect(await told()).toMatch(/\/2\.ndjson is a link out of the data folder/);
    await rm(join(folder, 'many/2.ndjson'));
    await symlink(join(elsewhere, 'b.ndjson'), join(folder, 'b.ndjson'));
    expect(await told()).toMatch(/b\.ndjson is a link out of the data folder/);
    await rm(join(folder, 'b.ndjson'));
    await symlink(join(folder, 'gone.ndjson'), join(folder, 'c.ndjson'));
    expect(await told()).toMatch(/c\.ndjson is a link to nothing/);
  });

  it('may not differ in case alone', async () => {
    const folder = await folderOf({ 'orders.ndjson': ndjson({ id: 1 }), 'Orders.csv': 'id\n1\n' });
    expect(await errorsOf(folder)).toEqual([expect.stringMatching(/table "\w+" is both .* and .*; keep one/)]);
  });

  it('must be somewhere', async () => {
    await expect(ask('/nowhere/at/all', 'SELECT 1')).rejects.toThrow(
      'QUERN_DATA: there is no file or folder /nowhere/at/all',
    );
  });
});

describe('a .duckdb file', () => {
  it('has its tables and views read, and is never written', async () => {
    const path = join(await folderOf(), 'x.duckdb');
    await duckDb(
      path,
      `CREATE TABLE "My Table" (id INTEGER, dt TIMESTAMP, l INTEGER[], h HUGEINT)`,
      `INSERT INTO "My Table" VALUES (1, '2026-01-01', [1, 2], 5)`,
      `CREATE VIEW v AS SELECT id + 1 AS id FROM "My Table"`,
      `CREATE TABLE edge_logs (id VARCHAR, timestamp TIMESTAMP)`,
      `INSERT INTO edge_logs VALUES ('x', '2026-01-01')`,
    );
    const { mtimeMs } = await stat(path);
    expect(await ask(path, 'SELECT * FROM `My Table`')).toEqual({
      types: ['id INT64', 'dt DATETIME', 'l ARRAY<INT64>', 'h NUMERIC'],
      rows: [[1, '2026-01-01T00:00:00', [1, 2], 5]],
    });
    expect((await ask(path, 'SELECT id FROM v')).rows).toEqual([[2]]);
    expect((await ask(path, 'SELECT id, timestamp, metadata FROM edge_logs')).rows).toEqual([
      ['x', '2026-01-01T00:00:00Z', []],
    ]);
    expect((await stat(path)).mtimeMs).toBe(mtimeMs);
  });

  it('has texts compared as they are, whatever collations its columns have', async () => {
    const path = join(await folderOf(), 'x.duckdb');
    await duckDb(
      path,
      `CREATE TABLE t (tenant VARCHAR COLLATE NOCASE, s VARCHAR COLLATE NFC, plain VARCHAR, id BIGINT)`,
      `INSERT INTO t VALUES ('demo', 'e\u0301', 'x', 1), ('DEMO', '\u00e9', 'X', 2)`,
      `CREATE VIEW v AS SELECT tenant, plain COLLATE NOACCENT AS plain FROM t`,
      `CREATE TABLE nested AS SELECT [tenant] AS l, [{'k': tenant}] AS r, [plain] AS p, tenant FROM t`,
    );
    const count = async (from: string) => (await ask(path, `SELECT COUNT(*) AS n FROM ${from}`)).rows;
    expect(await count(`t WHERE tenant = 'demo'`)).toEqual([[1]]);
    expect(await count(`t WHERE tenant IN (SELECT 'demo')`)).toEqual([[1]]);
    expect(await count(`t WHERE s = '\u00e9'`)).toEqual([[1]]);
    expect(await count(`t AS a JOIN t AS b ON a.tenant = b.tenant`)).toEqual([[2]]);
    expect(await count(`(SELECT DISTINCT tenant FROM t)`)).toEqual([[2]]);
    expect(await count(`v WHERE tenant = 'demo' AND plain = 'x'`)).toEqual([[1]]);
    expect((await ask(path, 'SELECT * FROM nested WHERE tenant = "demo"')).types).toEqual([
      'p ARRAY<STRING>',
      'tenant STRING',
    ]);
  });
});

describe('the opened instance', () => {
  it('reaches nothing but its data, even by DuckDB’s own SQL', async () => {
    const outside = await folderOf({ 'secret.csv': 'id\n1\n' });
    const folder = await folderOf({ 'a.csv': 'id\n1\n' });
    await writeFile(join(outside, 'other.duckdb'), '');
    const source = await openDataSource(folder, false);
    const { instance, checkers } = await openInstance({ source, memoryLimitBytes: undefined, threads: 1, checkers: 1 });
    const connection = await instance.connect();
    const attempts = [
      `SELECT * FROM read_text('/etc/passwd')`,
      `SELECT * FROM '/etc/passwd'`,
      `SELECT * FROM read_csv('${outside}/secret.csv')`,
      `SELECT * FROM read_csv('${folder}/../${outside.split('/').pop() ?? ''}/secret.csv')`,
      `SELECT * FROM glob('/etc/*')`,
      `ATTACH '${outside}/other.duckdb' AS other`,
      `COPY (SELECT 1) TO '${outside}/written.csv'`,
      `EXPORT DATABASE '${outside}/dump'`,
      'INSTALL httpfs',
      'LOAD httpfs',
      `SELECT * FROM read_csv('https://example.com/x.csv')`,
      'SET enable_external_access = true',
      `SET allowed_directories = ['/']`,
      `SET GLOBAL memory_limit = '1GB'`,
      'SET threads = 64',
      'RESET lock_configuration',
      'SET lock_configuration = false',
      `SELECT getenv('HOME')`,
    ];
    const reached: string[] = [];
    for (const each of [connection, ...checkers]) {
      for (const sql of attempts) {
        await each.run(sql).then(
          () => reached.push(sql),
          () => undefined,
        );
      }
    }
    expect(reached).toEqual([]);
    expect((await connection.runAndReadAll('SELECT id FROM data.a')).getRows()).toEqual([[1n]]);
    for (const checker of checkers) {
      expect((await checker.runAndReadAll('SELECT id FROM data.a')).getRows()).toEqual([]);
    }
    connection.closeSync();
    instance.closeSync();
  });
});
