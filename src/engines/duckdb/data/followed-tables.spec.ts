import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFolder, duckDbOptions, ndjson, rowsOf, statementOf } from '../../../../test/support/duckdb.js';
import { type DataChange, type FollowedData } from '../../engine.js';
import { DuckDbEngine } from '../duckdb.engine.js';
import { openInstance } from '../instance.js';
import { openDataSource } from './data-source.js';
import { FollowedTables } from './followed-tables.js';

const SQL = 'SELECT id FROM a';

describe('tables that are followed', () => {
  let folder: string;
  let engine: DuckDbEngine;

  const followed = (): FollowedData => {
    if (!engine.data) throw new Error('the engine follows nothing');
    return engine.data;
  };
  /** Looks until there is a change. */
  const change = async (data = followed()): Promise<DataChange> => {
    for (;;) {
      const look = await data.look([folder]);
      if (look.change) return look.change;
    }
  };
  const typeOf = async (checker: Pick<DuckDbEngine, 'check'>) => {
    const checked = await checker.check(statementOf(SQL));
    return 'columns' in checked ? checked.columns[0]?.type : checked.problems[0]?.message;
  };
  const rows = async () => rowsOf(await engine.run(statementOf(SQL)));

  beforeEach(async () => {
    folder = await dataFolder({ 'a.ndjson': ndjson({ id: 1 }), 'shop/b.csv': 'id\n1\n' });
    engine = new DuckDbEngine(duckDbOptions(folder));
    await engine.open('run');
  });
  afterEach(async () => {
    await engine.close();
    await rm(folder, { recursive: true });
  });

  it('are as they were for everybody until a change is applied', async () => {
    await writeFile(join(folder, 'a.ndjson'), ndjson({ id: 'x' }));
    const found = await change();
    expect(found.tables).toEqual(['a']);
    expect([await typeOf(engine), await typeOf(found.engine)]).toEqual(['INT64', 'STRING']);
    found.apply();
    expect(await typeOf(engine)).toBe('STRING');
    expect(await rows()).toEqual([['x']]);
    expect((await followed().look([folder])).change).toBeUndefined();
  });

  it('are taken up when nobody has written to their files for a moment', async () => {
    for (const name of ['a.ndjson', 'new.csv', 'shop/b.csv', 'a.schema.json']) {
      const path = join(folder, name);
      await engine.check(statementOf('SELECT id FROM shop.b'));
      const text = name.endsWith('.json')
        ? '[{"name": "id", "type": "NUMERIC"}]'
        : name.endsWith('.csv')
          ? 'id\nx\n'
          : ndjson({ id: 'x' });
      await writeFile(path, text);
      const found = await change();
      expect(Date.now() - Math.floor((await stat(path)).ctimeMs)).toBeGreaterThanOrEqual(100);
      found.apply();
    }
    expect(await typeOf(engine)).toBe('NUMERIC');
  });

  it('have no change where rows alone have changed, or nothing', async () => {
    const same = await followed().look([folder]);
    expect(same).toEqual({ change: undefined, beingWritten: [] });
    await writeFile(join(folder, 'a.ndjson'), ndjson({ id: 2 }, { id: 3 }));
    await writeFile(join(folder, 'z.csv'), 'id\n1\n');
    expect((await change()).tables).toEqual(['z']);
    expect(await rows()).toEqual([[2], [3]]);
  });

  const fields = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `c${index}`, type: 'STRING' }));

  it.each([
    ['a schema of a megabyte', 'z.schema.json', `[${' '.repeat(1_048_576)}]`, 'is too large: it has 1048578 bytes'],
    ['a schema of 10,001 columns', 'z.schema.json', JSON.stringify(fields(10_001)), 'it has 10001 columns'],
    [
      'a schema of as many fields of records',
      'z.schema.json',
      JSON.stringify([{ name: 'r', type: 'RECORD', mode: 'REPEATED', fields: fields(10_000) }]),
      'it has 10001 columns; a table may have 10000, fields of records included',
    ],
    [
      'a header of as many',
      'z.csv',
      fields(10_001)
        .map(({ name }) => name)
        .join(),
      'it has 10001 columns',
    ],
  ])('are refused with %s, which keeps no others from being followed', async (_, name, text, message) => {
    await writeFile(join(folder, 'z.csv'), 'c1\n1\n');
    await writeFile(join(folder, name), text);
    await writeFile(join(folder, 'more.csv'), 'id\n1\n');
    const { tables, apply } = await change();
    expect(tables).toEqual(['more']);
    apply();
    expect(followed().root).toBe(folder);
    expect(engine.dataProblems.map((problem) => problem.message).join()).toContain(message);
    expect(rowsOf(await engine.run(statementOf('SELECT id FROM more')))).toEqual([[1]]);
  });

  it('have their columns looked up by name, however many there are', async () => {
    const count = 300;
    await writeFile(
      join(folder, 'z.csv'),
      fields(count)
        .map(({ name }) => name)
        .join(),
    );
    await writeFile(join(folder, 'z.schema.json'), JSON.stringify(fields(count)));
    const comparisons = jest.spyOn(String.prototype, 'toLowerCase');
    (await change()).apply();
    const calls = comparisons.mock.calls.length;
    comparisons.mockRestore();
    expect(calls).toBeLessThan(20 * count);
  });

  it('name each part of a folder that comes, and leave what is compiled as it is', async () => {
    await engine.check(statementOf('SELECT id FROM shop.b'));
    await writeFile(join(folder, 'shop/c.csv'), 'id\n2\n');
    const found = await change();
    expect(found.tables).toEqual(['shop.c']);
    expect(found.engine).toBe(engine);
    expect((await engine.check(statementOf('SELECT id FROM shop.c'))).problems).toEqual([]);
  });

  it('are not forgotten while nobody can look into their folder', async () => {
    await rm(folder, { recursive: true });
    expect(await followed().look([folder])).toEqual({ change: undefined, beingWritten: [] });
    expect(await typeOf(engine)).toBe('INT64');
    await dataFolderAgain();
    expect(await rows()).toEqual([[7]]);
  });

  async function dataFolderAgain(): Promise<void> {
    const made = await dataFolder({ 'a.ndjson': ndjson({ id: 7 }) });
    await rename(made, folder);
  }

  it('keep their earlier columns for runs that have begun, and not for ever', async () => {
    const source = await openDataSource(folder, false);
    const { instance, store } = await openInstance({ source, memoryLimitBytes: undefined, threads: 1, checkers: 0 });
    if (!store.folder) throw new Error('this is a folder');
    const data = new FollowedTables(store, store.folder, (set) => ({
      engine,
      apply: () => {
        store.use(set);
      },
    }));
    await writeFile(join(folder, 'a.ndjson'), ndjson({ id: 5, more: 'x' }));
    const before = store.current.tables.get('a')?.sql ?? '';
    (await change(data)).apply();
    const after = store.current.tables.get('a')?.sql ?? '';
    const connection = await instance.connect();
    const read = async (sql: string) => (await connection.runAndReadAll(`SELECT * FROM ${sql}`)).getRowsJson();
    expect([await read(before), await read(after)]).toEqual([[['5']], [['5', 'x']]]);
    await store.maker.dropRetired(connection);
    expect(await read(before)).toEqual([['5']]);
    await store.maker.dropRetired(connection, performance.now() + 86_400_000);
    await expect(read(before)).rejects.toThrow('does not exist');
    expect(store.maker.definitionsOf([before]).statements).toHaveLength(1);
    connection.closeSync();
    instance.closeSync();
  });
});
