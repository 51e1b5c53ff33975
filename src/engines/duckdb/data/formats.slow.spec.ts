import { DuckDBInstance } from '@duckdb/node-api';
import { spawnSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  dataFolder,
  type DataFiles,
  duckDbOptions,
  ndjson,
  rowsOf,
  schemaOf,
  statementOf,
} from '../../../../test/support/duckdb.js';
import { compileSandbox } from '../compiler/sandbox/sandbox.js';
import { DuckDbEngine } from '../duckdb.engine.js';
import { openInstance } from '../instance.js';
import { openDataSource } from './data-source.js';

const folders: string[] = [];

async function folderOf(files: DataFiles = {}): Promise<string> {
  const folder = await dataFolder(files);
  folders.push(folder);
  return folder;
}

afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

async function duckDb(path: string, ...statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  for (const sql of statements) await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
}

async function withEngine<T>(path: string, work: (engine: DuckDbEngine) => Promise<T>): Promise<T> {
  const engine = new DuckDbEngine(duckDbOptions(path));
  try {
    await engine.open('run');
    return await work(engine);
  } finally {
    await engine.close();
  }
}

async function ask(path: string, sql: string) {
  return withEngine(path, async (engine) => {
    const checked = await engine.check(statementOf(sql));
    if (checked.problems[0]) throw new Error(checked.problems[0].message);
    const result = await engine.run(statementOf(sql));
    return { types: result.columns.map(({ name, type }) => `${name} ${type}`), rows: rowsOf(result) };
  });
}

/** What there is to say of the data, without the folder's path. */
async function problemsOf(path: string): Promise<string[]> {
  return withEngine(path, (engine) =>
    Promise.resolve(
      engine.dataProblems.map(({ severity, file, message }) =>
        `${severity} ${file} ${message}`.replaceAll(`${path}/`, ''),
      ),
    ),
  );
}

const TOO_DEEP = /a row of .* is nested more than 500 levels deep, .*write the types .* in a \.schema\.json file/;

function deepArray(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels);
}

const ROWS = ndjson({ id: 1, s: 'x' }, { id: 2 });

describe('formats of files', () => {
  it('may be JSON in lines, objects or an array, and texts with tabs', async () => {
    const folder = await folderOf({
      'lines.jsonl': ROWS,
      'objects.json': ROWS,
      'whole.json': '[{"id": 1, "s": "x"},\n {"id": 2}]',
      'pretty.json': '{\n  "id": 1,\n  "s": "x"\n}\n{\n  "id": 2\n}\n',
      'tabs.tsv': 'id\ts\n1\tx\n2\t\n',
      'typed.json': '[{"id": "7", "s": 1}]',
      'typed.schema.json': schemaOf('id STRING, s FLOAT64, more INTEGER'),
      'flat.tsv': 'id\ts\n007\tx, y\n',
      'flat.schema.json': schemaOf('id STRING, s STRING'),
    });
    for (const table of ['lines', 'objects', 'whole', 'pretty', 'tabs']) {
      expect([table, (await ask(folder, `SELECT id, s FROM ${table} ORDER BY id`)).rows]).toEqual([
        table,
        [
          [1, 'x'],
          [2, null],
        ],
      ]);
    }
    expect(await ask(folder, 'SELECT * FROM typed')).toEqual({
      types: ['id STRING', 's FLOAT64', 'more INT64'],
      rows: [['7', 1, null]],
    });
    expect((await ask(folder, 'SELECT * FROM flat')).rows).toEqual([['007', 'x, y']]);
    expect(await problemsOf(folder)).toEqual([]);
  });

  it('may be compressed, some of the files of a folder as well', async () => {
    const folder = await folderOf({ 'logs/3.ndjson': ndjson({ id: 3 }) });
    await writeFile(join(folder, 'a.ndjson.gz'), gzipSync(ROWS));
    await writeFile(join(folder, 'b.csv.gz'), gzipSync('id,s\n1,x\n'));
    await writeFile(join(folder, 'logs/1.ndjson.gz'), gzipSync(ndjson({ id: 1 })));
    await mkdir(join(folder, 'logs/old'));
    const zstd = '(FORMAT json, COMPRESSION zstd)';
    await duckDb(
      ':memory:',
      `COPY (SELECT 2 AS id) TO '${folder}/logs/old/2.jsonl.zst' ${zstd}`,
      `COPY (SELECT 5 AS id) TO '${folder}/c.csv.zst' (FORMAT csv, COMPRESSION zstd)`,
    );
    expect((await ask(folder, 'SELECT id FROM a ORDER BY id')).rows).toEqual([[1], [2]]);
    expect((await ask(folder, 'SELECT s FROM b')).rows).toEqual([['x']]);
    expect((await ask(folder, 'SELECT id FROM c')).rows).toEqual([[5]]);
    expect((await ask(folder, 'SELECT id FROM logs ORDER BY id')).rows).toEqual([[1], [2], [3]]);
  });

  it('may be nested as deeply as anybody likes where a schema gives the types', async () => {
    const deep = `{"id": 1, "more": ${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}, "s": ${'['.repeat(50_000)}${']'.repeat(50_000)}}\n`;
    const folder = await folderOf({
      'a.ndjson': `${deep}{"id": 2}\n`,
      'a.schema.json': schemaOf('id INTEGER, s STRING'),
      'b.json': `[${deep}]`,
      'b.schema.json': schemaOf('id INTEGER'),
      'edge_logs.ndjson': `{"id": "x", "more": ${'['.repeat(50_000)}${']'.repeat(50_000)}}\n`,
    });
    expect((await ask(folder, 'SELECT id, LENGTH(s) FROM a ORDER BY id')).rows).toEqual([
      [1, 100_000],
      [2, null],
    ]);
    expect((await ask(folder, 'SELECT id FROM b')).rows).toEqual([[1]]);
    expect((await ask(folder, 'SELECT id FROM edge_logs')).rows).toEqual([['x']]);
  });

  it.each([
    ['logs.ndjson', '{"id": 1}\n', ''],
    ['logs/a.json', '[{"id": 1},\n', ']'],
    ['logs/[b].ndjson', '', ''],
  ])(
    'of which one is nested too deeply to guess its type: %s is refused with what to do',
    async (name, before, after) => {
      // In a process of its own, which would end.
      const folder = await folderOf({ [name]: before + `{"id": 2, "more": ${deepArray(100_000)}}` + after });
      const env = { PATH: process.env.PATH, QUERN_DATA: folder };
      const ended = spawnSync(process.execPath, [resolve('dist/main.cjs'), 'tables'], {
        cwd: folder,
        encoding: 'utf8',
        env,
      });
      expect([ended.signal, ended.stdout + ended.stderr]).toEqual([null, expect.stringMatching(TOO_DEEP)]);
      await writeFile(join(folder, 'logs.schema.json'), schemaOf('id INTEGER'));
      expect((await ask(folder, 'SELECT MAX(id) FROM logs')).rows).toEqual([[2]]);
    },
  );

  it('leave out what is hidden, as a folder does that Kubernetes has mounted', async () => {
    const folder = await folderOf({
      'orders/..2026/a.csv': 'id\n1\n',
      'orders/a.csv': 'id\n1\n',
      'orders/.b.csv': 'id\n2\n',
      'orders/more/c.csv': 'id\n3\n',
      'orders/more/.tmp/d.csv': 'id\n4\n',
      'orders/more/than/.tmp/this/e.csv': 'id\n5\n',
      'orders/more/than/this/f.csv': 'id\n6\n',
    });
    expect((await ask(folder, 'SELECT id FROM orders ORDER BY id')).rows).toEqual([[1], [3], [6]]);
  });

  it('are named where they are none, with what to do', async () => {
    const folder = await folderOf({
      'a.csv': 'id\n1\n',
      'B.CSV': 'id\n1\n',
      'c.csv.bz2': '',
      'd.parquet.gz': '',
      'shop/e.xlsx': '',
      'a.json': '{"title": "what a.csv is"}',
      'README.md': '',
      'shop/_SUCCESS': '',
    });
    expect((await problemsOf(folder)).sort()).toEqual([
      'warning B.CSV ignored: its extension is not in lower case; rename it',
      'warning a.json ignored: there are files of another kind by its name',
      'warning c.csv.bz2 ignored: it is compressed in a way that is not read; decompress it, or compress it by gzip (.gz) or zstd (.zst)',
      'warning d.parquet.gz ignored: Parquet is compressed within; decompress the file',
      'warning shop/e.xlsx ignored: it is of a kind that is not read; write it as Parquet, NDJSON or CSV',
    ]);
  });

  it('without rows are named where nothing else tells the types', async () => {
    const folder = await folderOf({
      'a.csv': 'id,amount\n',
      'b.csv': '',
      'c.ndjson': '',
      'd.csv': 'id\n',
      'd.schema.json': schemaOf('id INTEGER'),
      'e.csv': 'name\nx\n',
      'edge_logs.ndjson': '',
    });
    const found = (await problemsOf(folder)).sort();
    expect(found).toHaveLength(3);
    expect(found[0]).toBe(
      'warning a.csv table "a": there is nothing below the header, so that its columns are not known, or STRING; write their types beside it, in a .schema.json file',
    );
    expect(found[1]).toMatch(/^warning b\.csv .*nothing below the header/);
    expect(found[2]).toMatch(/^warning c\.ndjson .*there is no row/);
    expect((await ask(folder, 'SELECT id, amount FROM a')).types).toEqual(['id STRING', 'amount STRING']);
  });
});

describe('types of columns', () => {
  it('are the nearest that GoogleSQL has, where each value is one of it', async () => {
    const path = join(await folderOf(), 'x.duckdb');
    await duckDb(
      path,
      `CREATE TYPE mood AS ENUM ('z', 'b', 'a')`,
      `CREATE TABLE t (a UTINYINT, b USMALLINT, c UINTEGER, d UBIGINT, e mood, u UUID, h HUGEINT, n STRUCT(x UBIGINT, y mood[]), s TIMESTAMP_S, ms TIMESTAMP_MS, ns TIMESTAMP_NS)`,
      `INSERT INTO t VALUES (255, 65535, 4294967295, 18446744073709551615, 'b', 'ABCDEF00-0000-0000-0000-000000000001',
         99999999999999999999999999999, {'x': 18446744073709551615, 'y': ['a']}, '2026-01-01', '2026-01-01 00:00:00.123', '2026-01-01 00:00:00.123456789')`,
    );
    expect(await ask(path, 'SELECT * FROM t')).toEqual({
      types: [
        'a INT64',
        'b INT64',
        'c INT64',
        'd NUMERIC',
        'e STRING',
        'u STRING',
        'h NUMERIC',
        'n STRUCT<x NUMERIC, y ARRAY<STRING>>',
        's DATETIME',
        'ms DATETIME',
        'ns DATETIME',
      ],
      rows: [
        [
          255,
          65535,
          4294967295,
          '18446744073709551615',
          'b',
          'abcdef00-0000-0000-0000-000000000001',
          '99999999999999999999999999999',
          { x: '18446744073709551615', y: ['a'] },
          '2026-01-01T00:00:00',
          '2026-01-01T00:00:00.123',
          '2026-01-01T00:00:00.123456',
        ],
      ],
    });
  });

  it('numbers beyond NUMERIC are NULL and fail nobody’s query, which is told', async () => {
    const path = join(await folderOf(), 'x.duckdb');
    await duckDb(
      path,
      `CREATE TABLE t AS SELECT unnest([1, 99999999999999999999999999999999999999])::DECIMAL(38, 0) AS n,
       unnest([[{'d': 1}], [{'d': 99999999999999999999999999999999999999}]])::STRUCT(d DECIMAL(38, 0))[] AS l`,
    );
    expect((await ask(path, 'SELECT n FROM t ORDER BY n')).rows).toEqual([[null], [1]]);
    expect((await ask(path, 'SELECT l[SAFE_OFFSET(0)].d AS d FROM t ORDER BY d')).rows).toEqual([[null], [1]]);
    expect(await problemsOf(path)).toEqual([
      expect.stringContaining('column "n" (DECIMAL(38,0)) is read as NUMERIC; a number of more than 29 digits'),
    ]);
  });

  it('ENUM and UUID are compared and sorted as the texts that they are', async () => {
    const path = join(await folderOf(), 'x.duckdb');
    await duckDb(
      path,
      `CREATE TYPE mood AS ENUM ('z', 'b', 'a', 'Z')`,
      `CREATE TABLE t AS SELECT unnest(['z', 'b', 'a', 'Z'])::mood AS e, unnest(['f', '0', '8', 'a'])::VARCHAR AS k`,
      `CREATE TABLE u AS SELECT (k || '0000000-0000-0000-0000-00000000000A')::UUID AS u FROM t`,
    );
    const value = async (sql: string) => (await ask(path, sql)).rows.flat();
    expect(await value('SELECT e FROM t ORDER BY e')).toEqual(['Z', 'a', 'b', 'z']);
    expect(await value(`SELECT e FROM t WHERE e > 'a' ORDER BY e DESC`)).toEqual(['z', 'b']);
    expect(await value(`SELECT e FROM t WHERE e BETWEEN 'A' AND 'a' ORDER BY e`)).toEqual(['Z', 'a']);
    expect(await value('SELECT MAX(e), MIN(e) FROM t')).toEqual(['z', 'Z']);
    expect(await value(`SELECT COUNT(*) FROM t WHERE e = 'nobody'`)).toEqual([0]);
    expect(await value(`SELECT COUNT(*) FROM t WHERE e IN ('a', 'nobody')`)).toEqual([1]);
    expect((await value('SELECT SUBSTR(w.u, 1, 1) FROM u AS w ORDER BY w.u')).join('')).toBe('08af');
    expect(await value(`SELECT COUNT(*) FROM u AS w WHERE w.u = 'A0000000-0000-0000-0000-00000000000A'`)).toEqual([0]);
    expect(await value(`SELECT COUNT(*) FROM u AS w WHERE w.u = 'a0000000-0000-0000-0000-00000000000a'`)).toEqual([1]);
    expect(await value(`SELECT COUNT(*) FROM u AS w WHERE w.u = 'no UUID'`)).toEqual([0]);
    expect(await value(`SELECT COUNT(*) FROM u AS w WHERE w.u > 'b'`)).toEqual([1]);
  });

  it.each(['mood', 'UUID', 'UBIGINT', 'HUGEINT', 'UINTEGER', 'TIMESTAMP_S', 'TIMESTAMP_MS', 'TIMESTAMP_NS'])(
    'such as %s have callers’ SQL kept behind the barrier, since they are converted',
    async (type) => {
      const path = join(await folderOf(), 'x.duckdb');
      await duckDb(
        path,
        `CREATE TYPE mood AS ENUM ('a')`,
        `CREATE TABLE t (tenant VARCHAR, v ${type})`,
        `CREATE TABLE plain (tenant VARCHAR, v BIGINT)`,
      );
      const source = await openDataSource(path, false);
      const { instance, store } = await openInstance({ source, memoryLimitBytes: undefined, threads: 1, checkers: 0 });
      const isFallible = (table: string) => {
        const sql = `WITH w AS (SELECT * FROM ${table} WHERE tenant = 'demo') SELECT 1`;
        const found = compileSandbox({ sql, parameters: [], maxRows: 1 }, store.current.tables);
        return 'message' in found ? found.message : found.isFallible;
      };
      expect([isFallible('t'), isFallible('plain')]).toEqual([true, false]);
      instance.closeSync();
    },
  );

  it('of huge integers are read where all numbers fit, so that no row of others can fail a query', async () => {
    const path = join(await folderOf(), 'x.duckdb');
    await duckDb(
      path,
      `CREATE TABLE fits AS SELECT 'demo' AS tenant, 1::HUGEINT AS h, 2::UHUGEINT AS u UNION ALL SELECT 'other', NULL, NULL`,
      `CREATE TABLE big AS SELECT 'demo' AS tenant, 1::HUGEINT AS h UNION ALL SELECT 'other', 100000000000000000000000000000`,
      `CREATE VIEW computed AS SELECT tenant, h FROM fits`,
    );
    expect((await ask(path, `SELECT * FROM fits WHERE tenant = 'demo'`)).rows).toEqual([['demo', 1, 2]]);
    expect((await ask(path, `SELECT * FROM big WHERE tenant = 'demo'`)).rows).toEqual([['demo']]);
    for (const table of ['big', 'computed']) {
      await expect(ask(path, `SELECT h FROM ${table} WHERE tenant = 'demo'`)).rejects.toThrow(
        '"h" is not read: it is of type HUGEINT, which GoogleSQL does not have; write it as BIGINT or DECIMAL(38, 9)',
      );
    }
  });

  it('that are left out or rounded are named with their table', async () => {
    const folder = await folderOf();
    await duckDb(
      ':memory:',
      `COPY (SELECT 1 AS id, MAP {'a': 1} AS m, 1.5::DECIMAL(30, 12) AS d) TO '${folder}/t.parquet'`,
    );
    expect(await problemsOf(folder)).toEqual([
      'warning t.parquet table "t": column "m" is not read: it is of type MAP(VARCHAR, INTEGER), which GoogleSQL does not have; write it as a list of structs, as map_entries(…) makes it',
      'warning t.parquet table "t": column "d" (DECIMAL(30,12)) is read as NUMERIC and rounded to 9 digits behind the point',
    ]);
  });
});
