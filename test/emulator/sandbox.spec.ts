import { type BigQueryEngine } from '../../src/engines/bigquery/bigquery.engine.js';
import { openBigQuery } from '../support/engines/bigquery-server.js';
import { rowsOf, statementOf } from '../support/duckdb.js';
import { DATASET, type Emulator, PROJECT, startEmulator } from '../support/engines/emulator.js';
import { ACCEPTED, AUTHORED, CANARY } from '../support/sandbox/corpus.js';

const LEAST = { name: 'least', type: 'INT64', array: false, value: 1n } as const;

let emulator: Emulator;
let engine: BigQueryEngine;

beforeAll(async () => {
  emulator = await startEmulator();
  const requests = [
    { name: 'path', type: 'STRING' },
    { name: 'ms', type: 'INTEGER' },
    { name: 'tags', type: 'STRING', mode: 'REPEATED' },
    { name: 'day', type: 'DATE' },
  ] as const;
  await emulator.createTable('requests', requests, [
    { path: '/a', ms: 5, tags: ['x'], day: '2026-11-20' },
    { path: '/a', ms: 7, tags: [], day: '2026-11-19' },
    { path: CANARY, ms: 0, tags: [], day: '2026-11-20' },
  ]);
  await emulator.createTable('secrets', [{ name: 'word', type: 'STRING' }], [{ word: CANARY }]);
  engine = await openBigQuery(emulator.url, { projectId: PROJECT, dataset: DATASET });
});

afterAll(async () => {
  await engine.close();
  await emulator.stop();
});

describe('callers’ SQL on BigQuery', () => {
  const sandbox = () => engine.sandbox(statementOf(AUTHORED, [LEAST]));
  const run = async (sql: string) => rowsOf(await sandbox().run(statementOf(sql, [LEAST])));

  it('reads the WITH queries, whose columns are told by dry runs', async () => {
    expect(await sandbox().prepare()).toEqual({
      problems: [],
      readable: [
        expect.objectContaining({
          name: 'hits',
          columns: expect.arrayContaining([{ name: 'tags', type: 'ARRAY<STRING>' }]) as unknown,
        }),
        expect.objectContaining({ name: 'busy' }),
      ],
    });
    await expect(run('SELECT nope FROM hits')).rejects.toThrow('There are path, ms, tags, day, hits.');
    await expect(run('SELECT nope FROM busy')).rejects.toThrow('There are path, n, busy.');
    await expect(run('SELECT tags + 1 AS x FROM hits')).rejects.toThrow('ARRAY<STRING>');
    expect(await run('SELECT path, ms FROM hits ORDER BY ms')).toEqual([
      ['/a', 5],
      ['/a', 7],
    ]);
    expect(await run('SELECT ms + 1 AS x FROM hits GROUP BY ms + 1 ORDER BY ms + 1')).toEqual([[6], [8]]);
    // BigQuery would refuse it as well.
    await expect(run('SELECT (ms + 1) * 2 AS x FROM hits GROUP BY ms + 1')).rejects.toThrow('the whole of an item');
    await expect(run('SELECT path, ms FROM hits GROUP BY path')).rejects.toThrow('column "ms" is neither in GROUP BY');
  });

  // Faults of the emulator, see `emulator-faults.spec.ts`: a WITH in brackets behind another one, and what is newer than it.
  const FAULTY = /^WITH|BY NAME|\|> WITH|EXISTS \(FROM/;
  it.each(ACCEPTED.filter((sql) => !FAULTY.test(sql)))('runs %s', async (sql) => {
    const rows = await run(sql);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(CANARY);
  });

  it.each(['secrets', 'requests', 'logs.secrets', '`quern.logs.secrets`'])('has no table %s', async (name) => {
    await expect(run(`SELECT * FROM ${name}`)).rejects.toMatchObject({ code: 'invalid_sql' });
  });
});
