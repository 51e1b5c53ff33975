import { rm } from 'node:fs/promises';
import { DuckDbEngine } from '../../src/engines/duckdb/duckdb.engine.js';
import { dataFolder, duckDbOptions, statementOf } from '../support/duckdb.js';
import { ENDLESS_QUERY } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { describeEngine } from '../support/engines/engine-contract.js';

describeEngine('DuckDB', async (options) => {
  const folder = await dataFolder({});
  const engine = new DuckDbEngine({ ...duckDbOptions(folder), ...options });
  await engine.open('run');
  return {
    engine,
    close: async () => {
      await engine.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
});

describe('a text that begins with U+FEFF', () => {
  it('has it in the answer, at every depth and length', async () => {
    const folder = await dataFolder({ 't.ndjson': `${JSON.stringify({ text: '\ufeffx' })}\n` });
    const engine = new DuckDbEngine(duckDbOptions(folder));
    await engine.open('run');
    try {
      const long = '\ufeff'.repeat(20);
      const sql = `SELECT text, '${long}' AS long, [STRUCT(text AS a)] AS list, CONCAT('\ufeff', text) AS two FROM t`;
      const { rows } = await engine.run(statementOf(sql, []));
      expect(rows).toEqual([['"\ufeffx"', `"${long}"`, '[{"a":"\ufeffx"}]', '"\ufeff\ufeffx"']]);
    } finally {
      await engine.close();
      await rm(folder, { recursive: true });
    }
  });
});

describe('the plan of a query', () => {
  it('has the values in it, and is there at once however long the query takes', async () => {
    const folder = await dataFolder({ 't.ndjson': '{"n":1}\n' });
    const engine = new DuckDbEngine(duckDbOptions(folder));
    await engine.open('check');
    try {
      const value = { name: 'value', type: 'INT64', array: false, value: 4711n } as const;
      const statement = statementOf(`SELECT n FROM t WHERE n > @value AND n < (${ENDLESS_QUERY})`, [value]);
      const { sql, plan } = await engine.explain(statement);
      expect(plan).toMatch(/n ?> ?4711/);
      expect(sql).toMatch(/\n *WHERE\s+\(/);
    } finally {
      await engine.close();
      await rm(folder, { recursive: true });
    }
  });

  it('waits for its turn no longer than a run', async () => {
    const folder = await dataFolder({ 't.ndjson': '{"n":1}\n' });
    const engine = new DuckDbEngine({ ...duckDbOptions(folder), connections: 1 });
    await engine.open('run');
    const leaving = new AbortController();
    const endless = engine.run({ ...statementOf(ENDLESS_QUERY, []), signal: leaving.signal });
    try {
      await eventually(() => engine.activity.slotsInUse === 1);
      const hurried = { ...statementOf('SELECT n FROM t', []), timeoutSeconds: 0.2 };
      await expect(engine.explain(hurried)).rejects.toMatchObject({ code: 'deadline_exceeded' });
      expect(engine.activity.waiting).toBe(0);
    } finally {
      leaving.abort(new Error('left'));
      await expect(endless).rejects.toThrow('left');
      await engine.close();
      await rm(folder, { recursive: true });
    }
  });
});
