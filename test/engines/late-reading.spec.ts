import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDbEngine } from '../../src/engines/duckdb/duckdb.engine.js';
import { putDatabase } from '../support/database-file.js';
import { type Argument } from '../../src/engines/engine.js';
import { duckDbOptions, rowsOf, statementOf } from '../support/duckdb.js';

const LINES = `SELECT range AS id, 'p' || range % 9 AS project, TIMESTAMPTZ '2026-01-01' + to_seconds(range) AS ts,
  'message ' || range AS message, {sub: {k: 'i' || range, l: range}, z: 'z'} AS info, [{k: 'k' || range, r: [{path: '/' || range}]}] AS data FROM range(50000)`;

describe('the newest rows of a table', () => {
  let folder = '';
  let engine: DuckDbEngine | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-late-'));
    await putDatabase(join(folder, 'logs.duckdb'), { lines: LINES });
    engine = new DuckDbEngine(duckDbOptions(join(folder, 'logs.duckdb')));
    await engine.open('run');
  });

  afterAll(async () => {
    await engine?.close();
    await rm(folder, { recursive: true });
  });

  const opened = () => {
    if (!engine) throw new Error('the engine is not open');
    return engine;
  };

  it.each([
    'SELECT * FROM lines ORDER BY ts DESC LIMIT 100',
    'SELECT id, data FROM lines ORDER BY ts DESC, id LIMIT 100 OFFSET 7',
    "SELECT * FROM lines WHERE project = 'p1' ORDER BY ts DESC LIMIT 100",
    "SELECT id, data FROM lines WHERE message LIKE '%7%' ORDER BY ts DESC LIMIT 100",
    "WITH q AS (SELECT * FROM lines WHERE project = 'p1') SELECT id, data, TO_JSON_STRING(data) AS j FROM q ORDER BY ts DESC LIMIT 100",
    "SELECT q.data FROM (SELECT * FROM lines WHERE project = 'p1' ORDER BY ts DESC LIMIT 100) AS q",
    "FROM lines |> WHERE project = 'p1' |> ORDER BY ts DESC |> LIMIT 100",
    'SELECT id, info, info.sub.k FROM lines ORDER BY ts DESC LIMIT 100',
    'SELECT id, info.sub.k FROM (SELECT id, ts, info FROM lines) ORDER BY ts DESC LIMIT 100',
  ])('are found before their wide columns are read: %s', async (sql) => {
    const plan = (await opened().explain(statementOf(sql))).plan;
    expect(plan).toMatch(/rowid = rowid/);
  });

  // DuckDB would take one field for another (test/engines/nested-fields.slow.spec.ts).
  it.each([
    'SELECT id, sub.k FROM (SELECT id, ts, info.sub FROM lines) ORDER BY ts DESC LIMIT 3',
    'SELECT id, sub.k FROM (SELECT id, ts, info.sub FROM lines) WHERE sub.l >= 0 ORDER BY ts DESC LIMIT 3',
    'WITH q AS (SELECT id, ts, info.sub FROM lines) SELECT id, IF(TRUE, sub, NULL).k FROM q ORDER BY ts DESC LIMIT 3',
  ])('are not, where a record within a record is handed on: %s', async (sql) => {
    expect((await opened().explain(statementOf(sql))).plan).not.toMatch(/rowid = rowid/);
    const rows = rowsOf(await opened().run(statementOf(sql)));
    expect(rows).toEqual([49_999, 49_998, 49_997].map((id) => [id, `i${id}`]));
  });

  describe.each([
    'SELECT id, data FROM lines ORDER BY ts DESC LIMIT @n',
    "WITH q AS (SELECT * FROM lines WHERE project = 'p1') SELECT id, data FROM q ORDER BY ts DESC LIMIT (@n)",
    '(SELECT id, data FROM lines) ORDER BY id DESC LIMIT @n',
  ])('as many as a parameter says: %s', (sql) => {
    const limit = (value: bigint | null): Argument => ({ name: 'n', type: 'INT64', array: false, value });
    const run = async (value: bigint | null) => opened().run(statementOf(sql, [limit(value)]));
    const rows = async (value: bigint | null) => rowsOf(await run(value));

    it('are found so, too', async () => {
      const { plan } = await opened().explain(statementOf(sql, [limit(100n)]));
      expect(plan).toMatch(/rowid = rowid/);
    });

    it('are as many, and the newest', async () => {
      const whole = await run(5000n);
      const all = rowsOf(whole);
      expect([all.length, whole.truncated]).toEqual([1000, true]);
      expect((await run(1000n)).truncated).toBe(false);
      expect(await rows(0n)).toEqual([]);
      expect(await rows(7n)).toEqual(all.slice(0, 7));
      expect(all[0]?.[0]).toBeGreaterThan(49_980);
    });

    it('are refused where it says nothing', async () => {
      await expect(rows(null)).rejects.toThrow('LIMIT');
      await expect(rows(-1n)).rejects.toThrow('LIMIT');
    });
  });
});
