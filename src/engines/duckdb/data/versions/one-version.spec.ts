import { appendFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataFolder, duckDbOptions, ndjson, rowsOf, statementOf } from '../../../../../test/support/duckdb.js';
import { QuernError } from '../../../../errors/quern-error.js';
import { DuckDbEngine } from '../../duckdb.engine.js';
import { SandboxProcess } from '../../sandbox/sandbox-process.js';
import { Statements } from '../../statements.js';
import { overOneVersion } from './one-version.js';
import { type TableFiles } from '../table-files.js';

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
