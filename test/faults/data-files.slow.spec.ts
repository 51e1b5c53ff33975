import { copyFile, mkdir, mkdtemp, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { assertProblem } from '../support/http/assert-problem.js';
import { assertRows } from '../support/http/assert-rows.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';

const ENDPOINTS = {
  'total.yaml': endpointFile({ name: 'total', query: 'SELECT COUNT(*) AS numbers, SUM(n) AS total FROM numbers' }),
  'other.yaml': endpointFile({ name: 'other', query: 'SELECT 1 AS one' }),
};

/** So many that no query has all of the file in memory after it was opened. */
const COUNT = 500_000;
const NUMBERS = `SELECT range AS n, hash(range) AS noise FROM range(${COUNT})`;

const KINDS = [
  ['Parquet file', 'numbers.parquet', (path: string) => [`COPY (${NUMBERS}) TO '${path}' (FORMAT parquet)`]],
  ['NDJSON file', 'numbers.ndjson', (path: string) => [`COPY (${NUMBERS}) TO '${path}' (FORMAT json)`]],
] as const;

async function runDuckDb(statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}

describe('data that break while the service runs:', () => {
  let folder: string;
  let service: TestService;

  const inFolder = (name: string) => join(folder, name);
  const start = async (dataPath: string) => {
    service = await startService({ endpoints: ENDPOINTS, env: { QUERN_DATA: inFolder(dataPath) } });
  };
  const total = async () => service.get('/api/endpoints/query/total');
  const assertGood = async () => {
    expect(await assertRows(await total())).toEqual([{ numbers: COUNT, total: (COUNT * (COUNT - 1)) / 2 }]);
  };
  /** Only what reads the data fails. */
  const assertBad = async () => {
    await assertProblem(await total(), 'query_failed');
    expect(await service.rows('other')).toEqual([{ one: 1 }]);
    expect((await service.get('/health')).status).toBe(200);
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-faults-'));
    await mkdir(inFolder('data'));
  });

  afterEach(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  it.each(KINDS)(
    'a %s that is cut off, gone or garbage fails its queries until it is back',
    async (_, name, writing) => {
      const file = inFolder(`data/${name}`);
      const good = inFolder(name);
      await runDuckDb(writing(good));
      await copyFile(good, file);
      const { size } = await stat(good);
      await start('data');
      await assertGood();
      const damages = [
        () => truncate(file, Math.floor(size / 2)),
        () => truncate(file, 0),
        () => rm(file),
        () => writeFile(file, Buffer.alloc(size, 'garbage')),
        async () => {
          await writeFile(inFolder('garbage'), Buffer.alloc(size, 'garbage'));
          await rename(inFolder('garbage'), file);
        },
      ];
      for (const damage of damages) {
        await damage();
        await assertBad();
        await copyFile(good, file);
        // Text that a look has found broken is read again once a look has seen that the file has changed.
        await eventually(async () => (await total()).status === 200);
        await assertGood();
      }
    },
  );

  it('a database file that is cut off fails its queries until it is back', async () => {
    const database = inFolder('data.duckdb');
    const good = inFolder('good.duckdb');
    await runDuckDb([`ATTACH '${good}' AS made`, `CREATE TABLE made.numbers AS ${NUMBERS}`, 'DETACH made']);
    await copyFile(good, database);
    await start('data.duckdb');
    await truncate(database, 16_384);
    await assertBad();
    await copyFile(good, database);
    await assertGood();
  });

  it('a database file that is removed or spoilt is read on as it was, until there is a good one', async () => {
    const database = inFolder('data.duckdb');
    const good = inFolder('good.duckdb');
    await runDuckDb([`ATTACH '${good}' AS made`, `CREATE TABLE made.numbers AS ${NUMBERS}`, 'DETACH made']);
    await copyFile(good, database);
    await start('data.duckdb');
    const isTold = async (part: string) => {
      await eventually(() => service.log.some((line) => line.includes(part)));
      expect(await (await service.get('/health')).json()).toEqual({ status: 'degraded', data: 'outdated' });
      await assertGood();
    };
    await rm(database);
    await isTold('is not there any more');
    await writeFile(database, 'garbage');
    await isTold('cannot be opened as a DuckDB database');
    await rename(good, database);
    await eventually(async () => (await (await service.get('/health')).text()) === '{"status":"ok"}');
    await assertGood();
  });
});
