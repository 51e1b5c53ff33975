import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DuckDbEngine, type DuckDbOptions } from '../../src/engines/duckdb/duckdb.engine.js';
import { type DescribedTable } from '../../src/engines/described-table.js';
import { errorText } from '../../src/errors/error-text.js';
import { type Argument, type Result, type SqlProblem, type Statement } from '../../src/engines/engine.js';

import { expectResolvedAlike } from './resolved-alike.js';

/** The present of every engine that is opened here: a Friday. */
export const NOW = new Date('2026-11-20T10:47:12.345Z');

/** Files by their path in the data folder. */
export type DataFiles = Readonly<Record<string, string | Buffer>>;

/** Makes a data folder of these files. */
export async function dataFolder(files: DataFiles): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quern-engine-'));
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  return folder;
}

export function ndjson(...rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** `'a INT64, b STRING[]'` as BigQuery's JSON schema. */
export function schemaOf(columns: string): string {
  return JSON.stringify(
    columns.split(', ').map((column) => {
      const [name, type = ''] = column.split(' ');
      return { name, type: type.replace('[]', ''), mode: type.endsWith('[]') ? 'REPEATED' : 'NULLABLE' };
    }),
  );
}

export function duckDbOptions(dataPath: string): DuckDbOptions {
  return {
    dataPath,
    sample: false,
    connections: 2,
    queueMax: 100,
    memoryLimitBytes: undefined,
    threads: undefined,
    sandbox: { processes: 1, memoryLimitBytes: 500_000_000 },
    timestamps: 'iso8601',
    numbers: 'exact',
    clock: () => NOW.getTime(),
    progress: () => undefined,
  };
}

/** Opens an engine over these files, and removes both after the work. */
export async function withEngine<T>(
  files: DataFiles,
  work: (engine: DuckDbEngine, folder: string) => T | Promise<T>,
): Promise<T> {
  const folder = await dataFolder(files);
  const engine = new DuckDbEngine(duckDbOptions(folder));
  try {
    await engine.open('run');
    return await work(engine, folder);
  } finally {
    await engine.close();
    await rm(folder, { recursive: true });
  }
}

/** The errors in the files of a folder, with file and line. */
export function dataErrorsOf({ dataProblems }: DuckDbEngine, folder: string): readonly string[] {
  return dataProblems
    .filter(({ severity }) => severity === 'error')
    .map(({ file, line, message }) => `${file}:${line ?? ''} ${message}`.replaceAll(`${folder}/`, ''));
}

export function statementOf(sql: string, parameters: readonly Argument[] = []): Statement {
  return { sql, parameters, maxRows: 1000, timeoutSeconds: 280, signal: new AbortController().signal, labels: {} };
}

/** The rows of an answer, each value read back from its JSON text. */
export function rowsOf(result: Result): unknown[][] {
  return result.rows.map((row) => row.map((value) => JSON.parse(value) as unknown));
}

/** A DuckDB engine over a data folder of its own, opened for the tests of one file, and short ways to ask it. */
export function useDuckDb(files: DataFiles = {}, around = async (open: () => Promise<void>) => open()) {
  let folder = '';
  let engine: DuckDbEngine | undefined;
  let tables: readonly DescribedTable[] | undefined;

  const opened = () => {
    if (!engine) throw new Error('the engine is not open');
    return engine;
  };
  const problem = async (sql: string, parameters: readonly Argument[]): Promise<string | undefined> => {
    const checked = await opened().check({ sql, parameters, maxRows: 1000 });
    if (!('columns' in checked)) return checked.problems[0] && problemText(checked.problems[0]);
    expectResolvedAlike(sql, parameters, (tables ??= await opened().describeTables()), checked);
    return undefined;
  };
  const rows = async (sql: string, parameters: readonly Argument[] = []): Promise<unknown[][]> => {
    const refused = await problem(sql, parameters);
    if (refused !== undefined) throw new Error(refused);
    return rowsOf(await opened().run(statementOf(sql, parameters)));
  };

  beforeAll(async () => {
    folder = await dataFolder(files);
    engine = new DuckDbEngine(duckDbOptions(folder));
    await around(async () => opened().open('run'));
  });

  afterAll(async () => {
    await engine?.close();
    await rm(folder, { recursive: true });
  });

  return {
    rows,

    /** The one row of `SELECT …`, or its one value. */
    async value(expressions: string, parameters: readonly Argument[] = []): Promise<unknown> {
      const [row = []] = await rows(`SELECT ${expressions}`, parameters);
      return row.length === 1 ? row[0] : row;
    },

    /** The JSON texts of the one row of a query. */
    async texts(sql: string): Promise<readonly string[]> {
      const { rows: answered } = await opened().run(statementOf(sql));
      return answered[0] ?? [];
    },

    /** The columns of an answer, as `name TYPE`. */
    async columns(sql: string): Promise<string[]> {
      const checked = await opened().check({ sql, parameters: [], maxRows: 1000 });
      return 'columns' in checked ? checked.columns.map(({ name, type }) => `${name} ${type}`) : [];
    },

    /** The reason why a query is refused, as `line:column message`. */
    async refusal(sql: string, parameters: readonly Argument[] = []): Promise<string> {
      return (await problem(sql, parameters)) ?? 'not refused';
    },

    /** The DuckDB SQL that a query is compiled to. */
    async compiled(sql: string): Promise<string> {
      return (await opened().explain(statementOf(sql))).sql;
    },

    /** The reason why a query that compiles fails when it is run, in the driver's words. */
    async failure(sql: string, parameters: readonly Argument[] = []): Promise<string> {
      try {
        return `no failure, but ${JSON.stringify(await rows(sql, parameters))}`;
      } catch (error) {
        return errorText(error instanceof Error && error.cause ? error.cause : error);
      }
    },
  };
}

function problemText({ line, column, message }: SqlProblem): string {
  return `${line}:${column} ${message}`;
}
