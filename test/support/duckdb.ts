import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type DuckDbOptions, DuckDbEngine } from '../../src/engines/duckdb/duckdb.engine.js';
import { type Argument, type Result, type SqlProblem, type Statement } from '../../src/engines/engine.js';

/** What every engine opened here takes for the present: a Friday. */
export const NOW = new Date('2026-11-20T10:47:12.345Z');

/** Files by their path in the data folder. */
export type DataFiles = Readonly<Record<string, string>>;

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

export function ndjson(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** `'a INT64, b STRING'` as BigQuery's JSON schema. */
export function schemaOf(columns: string): string {
  return JSON.stringify(
    columns.split(', ').map((column) => {
      const [name, type] = column.split(' ');
      return { name, type };
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
    timestamps: 'iso8601',
    clock: () => NOW,
    progress: () => undefined,
  };
}

export function statementOf(sql: string, parameters: readonly Argument[] = []): Statement {
  return { sql, parameters, maxRows: 1000, timeoutSeconds: 20, signal: new AbortController().signal, labels: {} };
}

/** A DuckDB engine over a data folder of its own, and short ways to ask it. */
export class DuckDbFixture {
  private constructor(
    readonly engine: DuckDbEngine,
    private readonly folder: string,
  ) {}

  static async open(files: DataFiles, options: Partial<DuckDbOptions> = {}): Promise<DuckDbFixture> {
    const folder = await dataFolder(files);
    const engine = new DuckDbEngine({ ...duckDbOptions(folder), ...options });
    await engine.open();
    return new DuckDbFixture(engine, folder);
  }

  async close(): Promise<void> {
    await this.engine.close();
    await rm(this.folder, { recursive: true });
  }

  /** The rows of an answer, each value read back from its JSON text. */
  async rows(sql: string, parameters: readonly Argument[] = []): Promise<unknown[][]> {
    const { problems } = await this.engine.check({ sql, parameters, maxRows: 1000 });
    if (problems[0]) throw new Error(problemText(problems[0]));
    return rowsOf(await this.engine.run(statementOf(sql, parameters)));
  }

  /** The one value of an answer with one row and one column. */
  async value(expression: string, parameters: readonly Argument[] = []): Promise<unknown> {
    const rows = await this.rows(`SELECT ${expression}`, parameters);
    expect(rows).toEqual([[expect.anything() as unknown]].map(() => [expect.toBeOneOf as never]));
    return rows[0]?.[0];
  }

  async names(sql: string): Promise<string[]> {
    const checked = await this.engine.check({ sql, parameters: [], maxRows: 1000 });
    if (checked.problems[0]) throw new Error(problemText(checked.problems[0]));
    return 'columns' in checked ? checked.columns.map(({ name, type }) => `${name} ${type}`) : [];
  }

  /** Why a query is refused, as `line:column message`. */
  async refusal(sql: string, parameters: readonly Argument[] = []): Promise<string> {
    const { problems } = await this.engine.check({ sql, parameters, maxRows: 1000 });
    return problems[0] ? problemText(problems[0]) : 'not refused';
  }

  /** Why a query that compiles fails when it is run. */
  async failure(sql: string): Promise<string> {
    const { problems } = await this.engine.check({ sql, parameters: [], maxRows: 1000 });
    if (problems[0]) return problemText(problems[0]);
    const error = await this.engine.run(statementOf(sql)).then(
      () => new Error('did not fail'),
      (reason: unknown) => reason as Error,
    );
    return String((error.cause as Error | undefined)?.message ?? error.message);
  }
}

function problemText({ line, column, message }: SqlProblem): string {
  return `${line}:${column} ${message}`;
}

export function rowsOf(result: Result): unknown[][] {
  return result.rows.map((row) => row.map((value) => JSON.parse(value) as unknown));
}
