import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type TableField, type TableSchema } from '../../../src/catalog/log-tables/log-tables.js';
import { freePort } from '../processes/free-port.js';
import { type Rows } from '../service.js';

export const PROJECT = 'quern';
export const DATASET = 'logs';

/** The emulator's answer to a request, whatever it is. */
export interface EmulatorAnswer {
  readonly status: number;
  readonly body: {
    readonly rows?: readonly { readonly f: readonly { readonly v: unknown }[] }[];
    readonly schema?: { readonly fields: readonly { readonly name: string; readonly type?: string }[] };
    readonly error?: { readonly message: string; readonly errors: readonly { readonly reason: string }[] };
    readonly [field: string]: unknown;
  };
}

/** A bigquery-emulator of its own on free loopback ports, with an empty dataset. */
export interface Emulator {
  readonly url: string;
  /** Settings of a service whose engine it is. */
  readonly env: Readonly<Record<string, string>>;
  /** Asks it without Quern in between; `path` below the project. */
  ask(path: string, body: object): Promise<EmulatorAnswer>;
  /** jobs.query with GoogleSQL. */
  query(sql: string, rest?: object): Promise<EmulatorAnswer>;
  /** Makes a table and fills it. Fields that a row leaves out are NULL. */
  createTable(name: string, schema: TableSchema, rows: Rows): Promise<void>;
  stop(): Promise<void>;
}

/** Rows per INSERT, so that its text stays within what the emulator parses quickly. */
const ROWS_PER_INSERT = 20;

/** Starts it from Go's binary folder, where `.ci/install-emulator` puts it. */
export async function startEmulator(): Promise<Emulator> {
  const [port, grpcPort] = await Promise.all([freePort(), freePort()]);
  const url = `http://127.0.0.1:${port}`;
  const options = { host: '127.0.0.1', port, 'grpc-port': grpcPort, project: PROJECT, dataset: DATASET };
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  // Output is ignored: a pipe that nobody reads would fill up and stop the emulator.
  const child = spawn(binary(), args, { stdio: 'ignore' });
  await untilListening(url, child);
  const ask = async (path: string, body: object): Promise<EmulatorAnswer> => {
    const response = await fetch(`${url}/bigquery/v2/projects/${PROJECT}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as EmulatorAnswer['body'] };
  };
  const query = async (sql: string, rest: object = {}): Promise<EmulatorAnswer> =>
    ask('/queries', {
      query: sql,
      useLegacySql: false,
      defaultDataset: { projectId: PROJECT, datasetId: DATASET },
      formatOptions: { useInt64Timestamp: true },
      ...rest,
    });
  const run = async (sql: string) => {
    const { status, body } = await query(sql);
    if (status !== 200) throw new Error(`the emulator refuses ${sql.slice(0, 200)}…: ${body.error?.message ?? ''}`);
  };
  return {
    url,
    env: {
      QUERN_ENGINE: 'bigquery',
      QUERN_BIGQUERY_API_ENDPOINT: url,
      QUERN_BIGQUERY_PROJECT: PROJECT,
      QUERN_BIGQUERY_DATASET: DATASET,
    },
    ask,
    query,
    // Uses SQL: the emulator's other ways to create tables and insert rows fail for nested fields (see docs/how-to/bigquery-emulator.md).
    async createTable(name, schema, rows) {
      await run(
        `CREATE TABLE ${DATASET}.${name} (${schema.map((field) => `\`${field.name}\` ${typeOf(field)}`).join(', ')})`,
      );
      for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
        const values = rows.slice(start, start + ROWS_PER_INSERT).map((row) => `(${fieldsOf(schema, row).join(', ')})`);
        await run(
          `INSERT INTO ${DATASET}.${name} (${schema.map((field) => `\`${field.name}\``).join(', ')}) VALUES ${values.join(', ')}`,
        );
      }
    },
    async stop() {
      if (child.exitCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

function binary(): string {
  try {
    return join(execFileSync('go', ['env', 'GOPATH'], { encoding: 'utf8' }).trim(), 'bin', 'bigquery-emulator');
  } catch {
    throw new Error('Go is needed to run the BigQuery emulator: install Go, then run .ci/install-emulator.');
  }
}

async function untilListening(url: string, child: ChildProcess): Promise<void> {
  let failure: unknown;
  child.once('error', (error) => {
    failure = error;
  });
  const deadline = performance.now() + 90_000;
  while (performance.now() < deadline && failure === undefined && child.exitCode === null) {
    const answered = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  throw new Error(`The BigQuery emulator does not start (.ci/install-emulator installs it): ${String(failure)}`);
}

const STANDARD_NAMES: Readonly<Record<string, string>> = {
  INTEGER: 'INT64',
  FLOAT: 'FLOAT64',
  BOOLEAN: 'BOOL',
};

function typeOf({ type, mode, fields }: TableField): string {
  const own = fields
    ? `STRUCT<${fields.map((field) => `\`${field.name}\` ${typeOf(field)}`).join(', ')}>`
    : (STANDARD_NAMES[type] ?? type);
  return mode === 'REPEATED' ? `ARRAY<${own}>` : own;
}

function fieldsOf(schema: TableSchema, row: Readonly<Record<string, unknown>>): string[] {
  return schema.map((field) => literal(field, row[field.name] ?? null));
}

/** A value as GoogleSQL; all parts of a record are written, each with its type. */
function literal(field: TableField, value: unknown): string {
  const type = typeOf(field);
  if (field.mode === 'REPEATED') {
    const element: TableField = { ...field, mode: 'NULLABLE' };
    return `${type}[${((value ?? []) as unknown[]).map((each) => literal(element, each)).join(', ')}]`;
  }
  if (value === null) return `CAST(NULL AS ${type})`;
  if (field.fields) return `${type}(${fieldsOf(field.fields, value as Record<string, unknown>).join(', ')})`;
  if (type === 'STRING' || type === 'BYTES') return JSON.stringify(value);
  return typeof value === 'string' ? `${type} ${JSON.stringify(value)}` : JSON.stringify(value);
}
