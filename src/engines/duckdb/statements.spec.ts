import { DuckDBInstance, type DuckDBPreparedStatement } from '@duckdb/node-api';
import { type Query } from '../engine.js';
import { type Compiled, compile as compileQuery } from './compiler/compile.js';
import { MacrosInUse } from './macros-in-use.js';
import { Statements } from './statements.js';

function query(index: number): Query {
  return { sql: `SELECT ${index} AS n, 'text' AS text`, parameters: [], maxRows: 10 };
}

describe('Statements', () => {
  let instance: DuckDBInstance;
  let statements: Statements;
  beforeAll(async () => {
    instance = await DuckDBInstance.create(':memory:');
    statements = new Statements(new MacrosInUse(instance), 3);
  });
  afterAll(() => {
    instance.closeSync();
  });
  const compile = (index: number): Compiled => {
    const compiled = compileQuery(query(index), new Map());
    if ('message' in compiled) throw new Error(compiled.message);
    return compiled;
  };
  const isDestroyed = (statement: DuckDBPreparedStatement) => {
    try {
      return statement.columnCount === 0;
    } catch {
      return true;
    }
  };

  it('destroys the prepared statement that was used least recently, one connection at a time', async () => {
    const [one, other] = [await instance.connect(), await instance.connect()];
    const first = compile(0);
    const prepared = await statements.prepare(one, first);
    const elsewhere = await statements.prepare(other, first);
    expect(await statements.prepare(one, first)).toBe(prepared);
    for (let index = 1; index <= 3; index += 1) await statements.prepare(one, compile(index));
    expect([isDestroyed(prepared), isDestroyed(elsewhere)]).toEqual([true, false]);
    expect(await (await statements.prepare(one, first)).run()).toHaveProperty('rowCount', 1);
  });
});
