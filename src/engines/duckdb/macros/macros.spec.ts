import { DuckDBInstance } from '@duckdb/node-api';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { macros } from './macros.js';

/** What DuckDB has understood of these statements, each of which may call macros of those after it. */
async function understood(statements: readonly string[]): Promise<readonly unknown[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    for (let pending = statements; pending.length > 0;) {
      const refused: string[] = [];
      for (const statement of pending) await connection.run(statement).catch(() => refused.push(statement));
      if (refused.length === pending.length) throw new Error(`DuckDB makes none of these: ${refused.join(';')}`);
      pending = refused;
    }
    const reader = await connection.runAndReadAll(
      "SELECT function_name, parameters, macro_definition FROM duckdb_functions() WHERE function_name LIKE 'bq%' ORDER BY ALL",
    );
    return reader.getRowsJS();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

describe('the macros', () => {
  it('are what DuckDB itself reads in the files', async () => {
    const files = readdirSync(join(__dirname, 'sql'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.sql'),
    );
    const texts = files.map((name) => readFileSync(join(__dirname, 'sql', name), 'utf8'));
    const inFiles = await understood(texts.flatMap((text) => text.trim().split(/(?<=;)$/m)));
    expect(inFiles).toHaveLength(macros().size);
    expect(await understood([...macros().values()].map((definition) => `CREATE MACRO ${definition}`))).toEqual(inFiles);
  });
});
