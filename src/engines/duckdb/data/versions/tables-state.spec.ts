import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { dataFolder, duckDbOptions, ndjson, rowsOf, statementOf } from '../../../../../test/support/duckdb.js';
import { eventually } from '../../../../../test/support/eventually.js';
import { findEach } from '../../../../files/find-files.js';
import { DuckDbEngine } from '../../duckdb.engine.js';
import { TableFolder } from '../table-folder.js';

describe('the state of tables on the disk', () => {
  let folder: string;
  let engine: DuckDbEngine;

  beforeAll(async () => {
    folder = await dataFolder({ 'events.ndjson': ndjson({ v: 1 }) });
    engine = new DuckDbEngine(duckDbOptions(folder));
    await engine.open('run');
    await eventually(async () => (await engine.stateOf(['events'])) !== undefined);
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await engine.close();
    await rm(folder, { recursive: true });
  });

  it('is looked at once for all who ask at a time, and anew for whoever asks then', async () => {
    const looks = jest.spyOn(TableFolder.prototype, 'signaturesOf');
    const first = engine.stateOf(['events']);
    const states = await Promise.all(Array.from({ length: 50 }, async () => engine.stateOf(['events'])));
    expect(await first).toMatchObject({ ageMs: 0 });
    expect(new Set(states.map((state) => state?.state))).toEqual(new Set([(await first)?.state]));
    // As old as the look that they have joined.
    expect(states.every((state) => state && state.ageMs > 0)).toBe(true);
    expect(looks).toHaveBeenCalledTimes(1);
    await writeFile(join(folder, 'events.ndjson'), ndjson({ v: 2 }));
    expect(await engine.stateOf(['events'])).toBeUndefined();
    expect(looks).toHaveBeenCalledTimes(2);
  });

  it('is not known while the engine has not looked at a file that has come, wherever to, and whatever is written to it', async () => {
    await mkdir(join(folder, 'parts', 'a'), { recursive: true });
    await mkdir(join(folder, 'parts', 'b'));
    await writeFile(join(folder, 'parts', 'a', '1.csv'), 'v\n1\n');
    const other = new DuckDbEngine(duckDbOptions(folder));
    await other.open('run');
    const known = async () => (await other.stateOf(['parts'])) !== undefined;
    await eventually(known);
    for (const path of ['.hidden', 'a/.2.csv']) await writeFile(join(folder, 'parts', path), '');
    expect(await known()).toBe(true);
    for (const path of ['a/2.csv', 'b/2.csv']) {
      await writeFile(join(folder, 'parts', path), 'v\n2\n');
      expect(rowsOf(await other.run(statementOf('SELECT SUM(v) AS v FROM parts')))).toEqual([[3]]);
      const before = new Date(Date.now() - 10_000);
      await utimes(join(folder, 'parts', dirname(path)), before, before);
      expect(await known()).toBe(false);
      await rm(join(folder, 'parts', path));
      expect(await known()).toBe(true);
    }
    await other.close();
  });

  it('is not known of what is computed as it is read', async () => {
    const path = join(folder, 'computed.duckdb');
    const instance = await DuckDBInstance.create(path);
    const connection = await instance.connect();
    for (const sql of [
      'CREATE TABLE stored AS SELECT 1 AS v',
      'CREATE TABLE timed (v INTEGER, seen TIMESTAMPTZ GENERATED ALWAYS AS (now()))',
      'CREATE VIEW dated AS SELECT v, now() AS seen FROM stored',
    ])
      await connection.run(sql);
    connection.closeSync();
    instance.closeSync();
    const other = new DuckDbEngine(duckDbOptions(path));
    await other.open('run');
    await eventually(async () => (await other.stateOf(['stored'])) !== undefined);
    expect(await other.stateOf(['dated'])).toBeUndefined();
    expect(await other.stateOf(['timed'])).toBeUndefined();
    await other.close();
  });

  it('asks about a few files at a time', async () => {
    let [asking, most] = [0, 0];
    const found = await findEach(
      Array.from({ length: 100 }).map((_, index) => index),
      async (index) => {
        most = Math.max(most, (asking += 1));
        await Promise.resolve();
        asking -= 1;
        return -index;
      },
    );
    expect(most).toBe(16);
    expect(found).toEqual(Array.from({ length: 100 }).map((_, index) => -index));
  });
});
