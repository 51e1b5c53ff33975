import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type INestApplication, type LoggerService } from '@nestjs/common';
import { readSettings } from '../../src/config/read-settings.js';
import { idsText, type LogFields } from '../../src/logs/log-fields.js';
import { type TraceSettings } from '../../src/config/trace-settings.js';
import { openService } from '../../src/service.js';
import { type FoundMistakes, watchAnswers } from './contract/watch-answers.js';

/** Rows of a table as they stand in an NDJSON file; fields that are left out are NULL. */
export type Rows = readonly Readonly<Record<string, unknown>>[];

export interface ServiceOptions {
  /** Tables by name; the log tables that are left out are empty. */
  readonly tables?: Readonly<Record<string, Rows>>;
  /** Endpoint files by name instead of those that ship with Quern. */
  readonly endpoints?: Readonly<Record<string, string>>;
  /** The time that the service believes it is; a test may change it. */
  readonly clock?: { now: Date };
  /** Text of the keys file; without it there is one key, `TOKEN`, that may do everything. */
  readonly keys?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Where its traces go; it has none otherwise. */
  readonly traces?: TraceSettings | undefined;
}

export const TOKEN = 'test-token-with-every-scope';

/** A real service on a free loopback port, over its own folder of tables. */
export interface TestService {
  readonly base: string;
  readonly app: INestApplication;
  /** What its start had to say of the keys. */
  readonly warnings: readonly string[];
  /** What it has logged. */
  readonly log: readonly string[];
  /** Replaces the text of the keys file, or that of an endpoint file; what is read already stays what it is. */
  writeKeys(text: string): Promise<void>;
  writeEndpoint(file: string, text: string): Promise<void>;
  /** Replaces the rows of a table; the next query reads them. */
  writeTable(table: string, rows: Rows): Promise<void>;
  /** GET with the key of every scope, unless headers say otherwise. */
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** GET of a saved query; the rows of its answer. */
  rows<T = Record<string, unknown>>(path: string): Promise<T[]>;
  /** Throws where any answer, asked for in whichever way, was not what the contract says. */
  close(): Promise<void>;
}

export async function startService(options: ServiceOptions = {}): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), 'quern-test-'));
  const write = async (path: string, text: string) => writeFile(join(folder, path), text);
  await mkdir(join(folder, 'data'));
  const writeTable = async (table: string, rows: Rows) =>
    write(`data/${table}.ndjson`, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  for (const [table, rows] of Object.entries(options.tables ?? {})) await writeTable(table, rows);
  const writeEndpoint = async (file: string, text: string) => write(`endpoints/${file}`, text);
  if (options.endpoints) await mkdir(join(folder, 'endpoints'));
  for (const [file, text] of Object.entries(options.endpoints ?? {})) await writeEndpoint(file, text);
  const writeKeys = async (text: string) => write('keys.yaml', text);
  if (options.keys !== undefined) await writeKeys(options.keys);
  const settings = readSettings({
    QUERN_PORT: '0',
    QUERN_ACCESS_LOG: 'off',
    QUERN_DATA: join(folder, 'data'),
    QUERN_ENDPOINTS: options.endpoints ? join(folder, 'endpoints') : resolve('endpoints'),
    QUERN_KEYS_FILE: join(folder, 'keys.yaml'),
    ...(options.keys === undefined && { QUERN_API_KEY: TOKEN }),
    ...options.env,
  });
  const log: string[] = [];
  const { clock } = options;
  const { app, warnings } = await openService(settings, {
    logger: recorder(log),
    ...(clock && { clock: () => clock.now.getTime() }),
    traces: options.traces,
  });
  const mistakes = watchAnswers(app);
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  const base = `http://127.0.0.1:${port}`;
  const get = async (path: string, headers: Record<string, string> = { 'x-api-key': TOKEN }) => {
    const response = await fetch(`${base}${path}`, { headers });
    refuseMistakes(mistakes);
    return response;
  };
  return {
    base,
    app,
    warnings,
    log,
    writeKeys,
    writeEndpoint,
    writeTable,
    get,
    async rows<T>(path: string) {
      const response = await get(`/api/endpoints/query/${path}`);
      const body = (await response.json()) as { result: T[] };
      if (response.status !== 200) throw new Error(`${response.status}: ${JSON.stringify(body)}`);
      return body.result;
    },
    async close() {
      await app.close();
      await rm(folder, { recursive: true });
      refuseMistakes(mistakes);
    },
  };
}

function refuseMistakes(mistakes: FoundMistakes): void {
  const [first] = mistakes.splice(0);
  if (first !== undefined) throw new Error(first);
}

function recorder(log: string[]): LoggerService {
  // The ids and the stack as in a log of text; the context is left out.
  const record = (message: unknown, ...others: readonly unknown[]) => {
    const fields = others.filter((each) => typeof each === 'object' && each !== null) as LogFields[];
    const stack = others.find((each): each is string => typeof each === 'string' && each.includes('\n'));
    const ids = fields.map(idsText).join('');
    log.push(`${String(message)}${ids}${stack === undefined ? '' : `\n${stack}`}`);
  };
  // As at the default level, which leaves these two out.
  const ignore = () => undefined;
  return { log: record, error: record, warn: record, fatal: record, debug: ignore, verbose: ignore };
}
