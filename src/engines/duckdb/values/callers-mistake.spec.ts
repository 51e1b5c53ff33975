import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { NOW, statementOf } from '../../../../test/support/duckdb.js';
import { MacrosInUse } from '../macros-in-use.js';
import { callersMistake } from './callers-mistake.js';

describe('the trials after a run has failed', () => {
  let instance: DuckDBInstance;
  let connection: DuckDBConnection;
  let macros: MacrosInUse;
  const statement = statementOf(
    `SELECT ${Array.from({ length: 30 }, (_, index) => `i / @n AS a${index}`).join(', ')} FROM t`,
    [{ name: 'n', type: 'INT64', array: false, value: 7n }],
  );
  const tried = (signal: AbortSignal) =>
    callersMistake(new Error('some row'), statement, {}, { connection, macros, now: NOW, signal });

  beforeAll(async () => {
    instance = await DuckDBInstance.create(':memory:');
    connection = await instance.connect();
    macros = new MacrosInUse(instance);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(() => {
    connection.closeSync();
    instance.closeSync();
  });

  it('are made once for operands that are the same', async () => {
    const prepare = jest.spyOn(connection, 'prepare');
    expect(await tried(new AbortController().signal)).toBeUndefined();
    expect(prepare).toHaveBeenCalledTimes(1);
  });

  it('are ten at most', async () => {
    const prepare = jest.spyOn(connection, 'prepare');
    const sql = `SELECT ${Array.from({ length: 30 }, (_, index) => `i / (@n + ${index})`).join(', ')} FROM t`;
    const trials = { connection, macros, now: NOW, signal: new AbortController().signal };
    expect(await callersMistake(new Error('some row'), { ...statement, sql }, {}, trials)).toBeUndefined();
    expect(prepare).toHaveBeenCalledTimes(10);
  });

  it('end with the time that the run has', async () => {
    const reason = new Error('nobody waits for it any more');
    await expect(tried(AbortSignal.abort(reason))).rejects.toBe(reason);
    const leaving = new AbortController();
    jest.spyOn(connection, 'prepare').mockImplementationOnce(() => {
      leaving.abort(reason);
      throw new Error('interrupted');
    });
    const other = { ...statement, sql: 'SELECT i / @n, i / (@n + 1) FROM t' };
    const trials = { connection, macros, now: NOW, signal: leaving.signal };
    await expect(callersMistake(new Error('some row'), other, {}, trials)).rejects.toBe(reason);
  });
});
