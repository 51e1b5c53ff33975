import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { MacrosInUse } from './macros-in-use.js';
import { macros as definitions } from './macros/macros.js';

const NAMES = [...definitions().keys()];

describe('MacrosInUse', () => {
  let instance: DuckDBInstance;
  let connection: DuckDBConnection;
  let macros: MacrosInUse;

  beforeEach(async () => {
    instance = await DuckDBInstance.create(':memory:');
    connection = await instance.connect();
    macros = new MacrosInUse(instance);
  });
  afterEach(() => {
    connection.closeSync();
    instance.closeSync();
  });

  const made = async () => {
    const reader = await connection.runAndReadAll(
      `SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_name ~ '(safe_)?bq_.*' ORDER BY ALL`,
    );
    return reader.getRows().flat();
  };

  it('makes what a query calls, and what that calls, and nothing else', async () => {
    await macros.provide(['bq_floor_div', 'safe_bq_div', 'nullif']);
    expect(await made()).toEqual(['bq_floor', 'bq_floor_div', 'safe_bq_div']);
    const reader = await connection.runAndReadAll('SELECT bq_floor_div(-7, 2), safe_bq_div(1, 0)');
    expect(reader.getRows()).toEqual([[-4, null]]);
  });

  it('makes each of them, whichever is called first', async () => {
    for (const name of NAMES.toReversed()) await macros.provide([name]);
    expect(await made()).toEqual([...NAMES].sort());
  });

  it('makes each once, though many ask at the same time', async () => {
    await Promise.all(Array.from({ length: 20 }, () => macros.provide(['bq_floor'])));
    expect(await made()).toEqual(['bq_floor']);
  });

  it('goes on after an instance has failed it', async () => {
    await connection.run('CREATE MACRO bq_floor(x, n) AS 1');
    await expect(macros.provide(['bq_floor'])).rejects.toThrow('already exists');
    await connection.run('DROP MACRO bq_floor');
    await macros.provide(['bq_floor']);
    expect(await made()).toEqual(['bq_floor']);
  });
});
