import { DuckDBInstance, type DuckDBPreparedStatement } from '@duckdb/node-api';
import { type Query } from '../engine.js';
import { type Compiled } from './dialect/compile.js';
import { Statements } from './statements.js';

function query(index: number): Query {
  return { sql: `SELECT ${index} AS n, 'text' AS text`, parameters: [], maxRows: 10 };
}

describe('Statements', () => {
  const statements = new Statements(new Map(), { compiledCharacters: 5000, prepared: 3 });
  const compile = (index: number): Compiled => {
    const compiled = statements.compile(query(index));
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

  it('keeps what was compiled last, and lets go of what nobody has used for long', () => {
    const first = compile(0);
    expect(compile(0)).toBe(first);
    for (let index = 1; index < 50; index += 1) compile(index);
    const last = compile(49);
    expect(compile(49)).toBe(last);
    expect(compile(0)).not.toBe(first);
  });

  it('destroys the prepared statement that was used least recently, one connection at a time', async () => {
    const instance = await DuckDBInstance.create(':memory:');
    const [one, other] = [await instance.connect(), await instance.connect()];
    const first = compile(0);
    const prepared = await statements.prepare(one, first);
    const elsewhere = await statements.prepare(other, first);
    expect(await statements.prepare(one, first)).toBe(prepared);
    for (let index = 1; index <= 3; index += 1) await statements.prepare(one, compile(index));
    expect([isDestroyed(prepared), isDestroyed(elsewhere)]).toEqual([true, false]);
    expect(await (await statements.prepare(one, first)).run()).toHaveProperty('rowCount', 1);
    instance.closeSync();
  });
});
