import { link, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { duckDbOptions, rowsOf, statementOf } from '../../../../test/support/duckdb.js';
import { putDatabase } from '../../../../test/support/database-file.js';
import { type DataChange, type FollowedData } from '../../engine.js';
import { DuckDbEngine } from '../duckdb.engine.js';
import { openInstance, openSandboxInstance } from '../instance.js';
import { REPLACED } from './database-file.js';
import { openDataSource } from './data-source.js';
import { FollowedDatabase } from './followed-database.js';

describe('a database file that is followed', () => {
  let folder: string;
  let path: string;
  let engine: DuckDbEngine;

  const followed = (): FollowedData => {
    if (!engine.data) throw new Error('the engine follows nothing');
    return engine.data;
  };
  /** Looks until there is a change. */
  const change = async (data = followed()): Promise<DataChange> => {
    for (;;) {
      const look = await data.look([path]);
      if (look.change) return look.change;
    }
  };
  const rows = async (sql: string) => rowsOf(await engine.run(statementOf(sql)));
  const problems = () => engine.dataProblems.map(({ severity, file, message }) => `${severity} ${file} ${message}`);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-database-'));
    path = join(folder, 'x.duckdb');
    await putDatabase(path, { a: 'SELECT 1 AS id', b: 'SELECT range AS n FROM range(3000)' });
    engine = new DuckDbEngine(duckDbOptions(path));
    await engine.open('run');
  });
  afterEach(async () => {
    await engine.close();
    await rm(folder, { recursive: true });
  });

  it('is as it was for everybody until a change is applied, which names what has other columns', async () => {
    expect(await followed().look([path])).toEqual({ change: undefined, beingWritten: [] });
    await putDatabase(path, { a: "SELECT 'x' AS id", c: 'SELECT 1 AS id', b: 'SELECT 5 AS n' });
    const found = await change();
    expect([...found.tables].sort()).toEqual(['a', 'b', 'c']);
    expect(await rows('SELECT id FROM a')).toEqual([[1]]);
    found.apply();
    expect(await rows('SELECT id FROM a')).toEqual([['x']]);
    expect(await rows('SELECT id FROM c')).toEqual([[1]]);
    await putDatabase(path, { a: "SELECT 'y' AS id", c: 'SELECT 2 AS id', b: 'SELECT 6 AS n' });
    const other = await change();
    expect(other.tables).toEqual([]);
    other.apply();
    expect(await rows('SELECT (SELECT id FROM a), (SELECT id FROM c), (SELECT n FROM b)')).toEqual([['y', 2, 6]]);
    expect((await followed().look([path])).change).toBeUndefined();
  });

  it('is read on to the end by a run that has begun', async () => {
    const run = rows('SELECT COUNT(*), MAX(x.n * y.n) FROM b AS x CROSS JOIN b AS y');
    for (let time = 0; time < 3; time += 1) {
      await putDatabase(path, { b: `SELECT ${time} AS n` });
      (await change()).apply();
    }
    expect(await run).toEqual([[9_000_000, 2999 * 2999]]);
    expect(await rows('SELECT n FROM b')).toEqual([[2]]);
  });

  it('is read on when it is removed or spoilt, until there is a good one', async () => {
    await rm(path);
    expect(await followed().look([path])).toEqual({ change: undefined, beingWritten: [] });
    expect(problems()).toEqual([`error ${path} is not there any more; what was opened is read on`]);
    await writeFile(path, 'garbage');
    while ((await followed().look([path])).beingWritten.length > 0);
    expect(problems()).toEqual([expect.stringContaining('cannot be opened as a DuckDB database')]);
    expect(await rows('SELECT id FROM a')).toEqual([[1]]);
    await putDatabase(path, { a: 'SELECT 2 AS id' });
    (await change()).apply();
    expect([problems(), await rows('SELECT id FROM a')]).toEqual([[], [[2]]]);
  });

  it('is good again when the same one is put back', async () => {
    await link(path, join(folder, 'kept'));
    await rm(path);
    await followed().look([path]);
    await rename(join(folder, 'kept'), path);
    // A link more or less is a change of the file, though none of what is in it.
    (await change()).apply();
    expect([problems(), await rows('SELECT id FROM a')]).toEqual([[], [[1]]]);
  });

  it('leaves nothing of the earlier ones open', async () => {
    const source = await openDataSource(path, false);
    const { instance, store } = await openInstance({ source, memoryLimitBytes: undefined, threads: 1, checkers: 0 });
    if (!store.database) throw new Error('this is a database');
    const data: FollowedData = new FollowedDatabase(store, store.database, (set) => ({
      engine,
      apply: () => {
        store.use(set);
      },
    }));
    const connection = await instance.connect();
    const names = async () =>
      (await connection.runAndReadAll(`SELECT database_name FROM duckdb_databases() WHERE path LIKE '%duckdb'`))
        .getRowsJson()
        .flat();
    for (let time = 2; time < 6; time += 1) {
      await putDatabase(path, { a: `SELECT ${time} AS id` });
      const found = await change(data);
      // One that nobody applies is detached as well.
      if (time !== 4) found.apply();
    }
    expect((await data.look([path])).change).toBeUndefined();
    expect(await names()).toEqual(['source_5']);
    connection.closeSync();
    instance.closeSync();
  });

  it('is not opened for callers’ SQL where the tables were made over another one', async () => {
    const source = await openDataSource(path, false);
    const limits = { memoryLimitBytes: undefined, threads: 1 };
    const { instance, store } = await openInstance({ source, ...limits, checkers: 0 });
    const definitions = store.maker.definitionsOf([store.current.tables.get('a')?.sql ?? '']);
    (await openSandboxInstance(definitions, limits)).closeSync();
    await putDatabase(path, { a: 'SELECT 1 AS id' });
    await expect(openSandboxInstance(definitions, limits)).rejects.toThrow(REPLACED);
    instance.closeSync();
  });
});
