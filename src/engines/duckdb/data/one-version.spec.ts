import { appendFile, mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { dataFolder, duckDbOptions, ndjson, rowsOf, statementOf } from '../../../../test/support/duckdb.js';
import { eventually } from '../../../../test/support/eventually.js';
import { QuernError } from '../../../errors/quern-error.js';
import { findEach } from '../../../files/find-files.js';
import { DuckDbEngine } from '../duckdb.engine.js';
import { SandboxProcess } from '../sandbox/sandbox-process.js';
import { Statements } from '../statements.js';
import { overOneVersion } from './one-version.js';
import { type TableFiles } from './table-files.js';
import { TableFolder } from './table-folder.js';

const NEVER = new AbortController().signal;

async function renameOnto(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}

describe('a read of files that others are renamed onto', () => {
  let folder: string;
  let path: string;
  let reads: number;
  const read = async (work: (turn: number) => Promise<unknown>) => {
    reads = 0;
    const table = { table: 'events', files: [join(folder, 'other.csv'), path] } as unknown as TableFiles;
    const over = overOneVersion({ maker: { filesOf: () => [table] } as never, folder: undefined });
    return over(['events'], NEVER, async () => work((reads += 1)));
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-version-'));
    path = join(folder, 'events.csv');
    await writeFile(path, 'id\n1\n');
  });
  afterEach(async () => rm(folder, { recursive: true }));

  it('is made again where that was so meanwhile, also where it has failed', async () => {
    const once = async (turn: number) => {
      if (turn === 1) await renameOnto(path, 'id\n2\n');
      return turn;
    };
    expect(await read(once)).toBe(2);
    const failing = async (turn: number) => {
      if ((await once(turn)) === 1) throw new Error('half of it was another file');
      return turn;
    };
    expect(await read(failing)).toBe(2);
  });

  it('is made five times at most', async () => {
    const always = read(async (turn) => renameOnto(path, `id\n${turn}\n`));
    await expect(always).rejects.toMatchObject({ code: 'engine_unavailable', retryAfterSeconds: 1 });
    await expect(always).rejects.toBeInstanceOf(QuernError);
    expect(reads).toBe(5);
  });

  it('is made once where rows came to the end of a file, and where it fails for itself', async () => {
    expect(await read(async (turn) => appendFile(path, '3\n').then(() => turn))).toBe(1);
    await expect(read(async () => Promise.reject(new Error('a wrong value')))).rejects.toThrow('a wrong value');
    expect(reads).toBe(1);
  });
});

describe('a query over a file that another one is renamed onto', () => {
  let folder: string;
  let engine: DuckDbEngine;

  beforeEach(async () => {
    folder = await dataFolder({ 'events.ndjson': ndjson({ v: 1 }) });
    engine = new DuckDbEngine(duckDbOptions(folder));
    await engine.open('run');
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await engine.close();
    await rm(folder, { recursive: true });
  });

  const replace = async () => renameOnto(join(folder, 'events.ndjson'), ndjson({ v: 2 }));

  it('is run again: the author’s', async () => {
    const prepared = jest.spyOn(Statements.prototype, 'prepare');
    prepared.mockImplementationOnce(async (connection, compiled) => {
      await replace();
      return connection.prepare(compiled.sql);
    });
    expect(rowsOf(await engine.run(statementOf('SELECT v FROM events')))).toEqual([[2]]);
    expect(prepared).toHaveBeenCalledTimes(2);
  });

  it('is run again: a caller’s own', async () => {
    const ran = jest.spyOn(SandboxProcess.prototype, 'run');
    // The rows of a version that was read before.
    ran.mockImplementationOnce(async () => replace().then(() => [['1']]));
    const sandbox = engine.sandbox(statementOf('WITH e AS (SELECT v FROM events) SELECT v FROM e'));
    expect(rowsOf(await sandbox.run(statementOf('SELECT v FROM e')))).toEqual([[2]]);
    expect(ran).toHaveBeenCalledTimes(2);
  });
});

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
