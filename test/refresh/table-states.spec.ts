import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DuckDbEngine, type DuckDbOptions } from '../../src/engines/duckdb/duckdb.engine.js';
import { putDatabase } from '../support/database-file.js';
import { dataFolder, duckDbOptions, ndjson } from '../support/duckdb.js';
import { eventually } from '../support/eventually.js';

describe('the state of tables on the embedded engine', () => {
  let folder: string;
  const opened: DuckDbEngine[] = [];

  beforeEach(async () => {
    folder = await dataFolder({
      'counts.ndjson': ndjson({ n: 1 }),
      'visits/a.ndjson': ndjson({ n: 1 }),
      'visits/more/b.ndjson': ndjson({ n: 2 }),
      'visits/year/day/d.ndjson': ndjson({ n: 3 }),
    });
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(async (engine) => engine.close()));
    await rm(folder, { recursive: true });
  });

  const open = async (options: Partial<DuckDbOptions> = {}) => {
    const engine = new DuckDbEngine({ ...duckDbOptions(folder), ...options });
    opened.push(engine);
    await engine.open('check');
    return engine;
  };
  const write = async (file: string) => writeFile(join(folder, file), ndjson({ n: 3 }));
  /** As soon as nobody can be writing to the files any more, as far as can be seen. */
  const known = async (engine: DuckDbEngine, table: string) => {
    let state: string | undefined;
    await eventually(async () => (state = (await engine.stateOf([table]))?.state) !== undefined);
    return state;
  };

  it('is that of the tables that a query reads', async () => {
    const engine = await open();
    const query = { parameters: [], maxRows: 1 };
    const sql = 'WITH c AS (SELECT n FROM counts) SELECT n FROM c UNION ALL SELECT n FROM visits';
    expect(await engine.tablesOf({ ...query, sql })).toEqual(['counts', 'visits']);
    expect(await engine.tablesOf({ ...query, sql: 'SELECT 1 AS one' })).toEqual([]);
    expect(await engine.tablesOf({ ...query, sql: 'SELECT n FROM nothing' })).toBeUndefined();
  });

  it('is another one when a file changes, and unknown until the engine has looked at it', async () => {
    const engine = await open();
    const before = await known(engine, 'counts');
    await write('counts.ndjson');
    expect(await engine.stateOf(['counts'])).toBeUndefined();
    expect(await known(engine, 'visits')).toBeDefined();
    await eventually(async () => (await engine.data?.look([join(folder, 'counts.ndjson')]))?.beingWritten.length === 0);
    expect(await known(engine, 'counts')).not.toBe(before);
  });

  it.each(['visits/c.ndjson', 'visits/more/c.ndjson', 'visits/new/c.ndjson', 'visits/year/other/c.ndjson'])(
    'is another one when %s comes, before anybody has looked',
    async (file) => {
      const engine = await open();
      const before = await known(engine, 'visits');
      expect((await engine.stateOf(['visits']))?.state).toBe(before);
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await write(file);
      expect((await engine.stateOf(['visits']))?.state).not.toBe(before);
    },
  );

  it('is unknown of the sample logs, whose rows appear when their time has come', async () => {
    const engine = await open({ dataPath: join(folder, 'none'), sample: true });
    expect(await engine.stateOf(['edge_logs'])).toBeUndefined();
    expect(await (await open()).stateOf(['edge_logs'])).toMatchObject({ state: expect.any(String) as string });
  });

  it('is another one when a database file is replaced', async () => {
    const path = join(folder, 'all.duckdb');
    await putDatabase(path, { counts: 'SELECT 1 AS n' });
    const engine = await open({ dataPath: path });
    expect(await known(engine, 'counts')).toBeDefined();
    await putDatabase(path, { counts: 'SELECT 2 AS n' });
    expect(await engine.stateOf(['counts'])).toBeUndefined();
  });
});
